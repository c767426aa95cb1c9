//! Every file of a rule module has its things in one order, which CONTRIBUTING.md says, so that one finds one's way in all of them.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder of sources.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

fn all() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ttr-variants/src");
    sources(&folder).into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("a source"))).collect()
}

/// What comes first, comes first: each of these stands behind those before it, if it is there.
fn is_in_order(text: &str, parts: &[&str]) -> Result<(), String> {
    let mut last = (0, "the beginning");
    for part in parts {
        let Some(at) = text.find(part) else { continue };
        if at < last.0 {
            return Err(format!("{part:?} stands before {:?}", last.1));
        }
        last = (at, part);
    }
    Ok(())
}

/// What is wrong with the file of a module.
fn fault(path: &Path, text: &str) -> Result<(), String> {
    let (rule, _) = text.split_once("\n\n").unwrap_or_default();
    if !rule.lines().all(|line| line.starts_with("//!")) {
        return Err("it does not begin with the rule in words".to_owned());
    }
    if !path.with_extension("toml").is_file() {
        return Err("there are no examples beside it".to_owned());
    }
    let parts =
        ["/// Parameters of ", "// What it says.", "impl RuleModule for", "fn install(", "fn tell(", "#[cfg(test)]"];
    is_in_order(text, &parts)?;
    is_in_order(text, &["fn manifest(", "fn check(", "fn starter(", "fn install("])?;
    if text.contains("b.message(\"") {
        return Err("a message is not among those above the manifest".to_owned());
    }
    let (_, install) = text.split_once("    fn install(").ok_or("it is not installed")?;
    let (install, _) = install.split_once("\n    }\n").ok_or("`install` does not end")?;
    let statements = install.lines().filter_map(|line| line.strip_prefix("        b.")?.split('(').next());
    let last: Vec<&str> = statements.skip_while(|name| !["lint", "tell", "picture"].contains(name)).collect();
    if ![["tell"].as_slice(), &["lint", "tell"], &["tell", "picture"], &["lint", "tell", "picture"]]
        .contains(&&last[..])
    {
        return Err(format!("`install` ends with {}, not with lint, tell, picture", last.join(", ")));
    }
    Ok(())
}

#[test]
fn every_file_of_a_module_has_its_things_in_one_order() {
    let all = all();
    let modules: Vec<_> = all.iter().filter(|(_, text)| text.contains("\nimpl RuleModule for ")).collect();
    assert_eq!(modules.len(), ttr_variants::registry().modules().count());
    let faults =
        modules.iter().filter_map(|(path, text)| Some(format!("{}: {}", path.display(), fault(path, text).err()?)));
    assert_eq!(faults.collect::<Vec<_>>(), [""; 0]);
}
