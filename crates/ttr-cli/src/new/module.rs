//! `ttr new --module`: a crate with a rule module of one's own, its tests, a map, and a program with the whole command line.

use super::template;
use crate::args::New;
use crate::failure::Failure;
use crate::import::default_rules;
use crate::out::Out;
use crate::{Program, files, load};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use ttr_source::{shown, toml_text};

/// Words that can't be the name of a crate, though they look like one.
const TAKEN: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// The names of a module in all their forms.
struct Names {
    /// `long-haul`, of the module and the crate.
    id: String,
    /// `long_haul`, of the file.
    file: String,
    /// `LongHaul`, of the type.
    type_name: String,
    /// `Long haul`, of the map and the pages.
    title: String,
}

impl Names {
    fn of(name: &str) -> Self {
        let words: Vec<&str> = name.split('-').collect();
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let spaced = words.join(" ");
        Self {
            id: name.to_owned(),
            file: words.join("_"),
            type_name: words.iter().copied().map(capital).collect(),
            title: capital(&spaced),
        }
    }

    /// A text of a template with the names in their places.
    fn fill(&self, text: &str) -> String {
        let text = text.replace("long-haul", &self.id).replace("long_haul", &self.file);
        text.replace("LongHaul", &self.type_name).replace("Long haul", &self.title)
    }
}

/// Writes the crate.
pub(super) fn run(program: &Program<'_>, options: &New, out: &mut Out) -> Result<(), Failure> {
    let folder = &options.name;
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let names = checked(program, name)?;
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) && !options.force {
        let message = format!("{} is there already, and not empty", folder.display());
        return Err(Failure::usage(message).help("`--force` writes into it, over files of the same names"));
    }
    let mut written = Vec::new();
    for (path, text) in texts(program, options, &names)? {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|why| Failure::unwritable(parent, files::words(&why)))?;
        }
        files::save_file(&path, &text).map_err(|why| Failure::unwritable(&path, files::words(&why)))?;
        written.push(path);
    }
    for path in &written {
        out.line(format!("wrote {}", path.display()))?;
    }
    let folder = folder.display();
    Ok(out.line(format!("in {folder}: `cargo test` tests it, `cargo run -- play {}` plays it", names.id))?)
}

/// The names of a module that can have this one.
fn checked(program: &Program<'_>, name: &str) -> Result<Names, Failure> {
    let words = || name.split('-');
    let letters = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if name.is_empty() || !words().all(letters) || TAKEN.contains(&name) {
        let failure = Failure::usage(format!("{} is no name for a module", shown(name)));
        return Err(failure.help("small letters, with hyphens between words, as in `mountain-passes`"));
    }
    let registry = program.registry;
    if registry.modules().any(|module| module.manifest.id == name) {
        let failure = Failure::usage(format!("there is a module {name} already"));
        return Err(failure.help(format!("`ttr modules {name}` shows it; give yours another name")));
    }
    if registry.find_rule_set(name).is_some() || registry.find_map(name).is_some() {
        return Err(Failure::usage(format!("{name} is the name of a map or a rule set already")));
    }
    Ok(Names::of(name))
}

/// All files with their texts.
fn texts(program: &Program<'_>, options: &New, names: &Names) -> Result<Vec<(PathBuf, String)>, Failure> {
    let file = |path: &str, text: &str| (PathBuf::from(names.fill(path)), names.fill(text));
    Ok(vec![
        (PathBuf::from("Cargo.toml"), manifest(names, options.ttr.as_deref())?),
        file(".gitignore", "/target\n"),
        file("src/lib.rs", include_str!("module/lib.rs.txt")),
        file("src/main.rs", include_str!("module/main.rs.txt")),
        file("src/long_haul.rs", include_str!("module/long_haul.rs.txt")),
        (PathBuf::from(format!("maps/{}.toml", names.id)), map(program, names)?),
        file("tests/rules.toml", include_str!("module/rules.toml.txt")),
        file("tests/rules.rs", include_str!("module/rules.rs.txt")),
    ])
}

/// `Cargo.toml`, with the crates of this version, or those of a checkout.
fn manifest(names: &Names, sources: Option<&Path>) -> Result<String, Failure> {
    let sources = match sources {
        Some(path) => {
            let whole = path.canonicalize().map_err(|why| Failure::unreadable(path, files::words(&why)))?;
            if !whole.join("ttr-core/Cargo.toml").is_file() {
                let failure = Failure::usage(format!("{} holds no sources of ttr", path.display()));
                return Err(failure.help("`--ttr` takes the folder that holds `ttr-core` and `crates`"));
            }
            Some(whole)
        }
        None => None,
    };
    let dependency = |name: &str| match &sources {
        Some(whole) => {
            let folder = if matches!(name, "ttr-core" | "ttr-variants") { whole.clone() } else { whole.join("crates") };
            format!("{name} = {{ path = {} }}\n", toml_text(&folder.join(name).to_string_lossy()))
        }
        None => format!("{name} = {}\n", toml_text(env!("CARGO_PKG_VERSION"))),
    };
    let crates: String = ["ttr-cli", "ttr-core", "ttr-variants"].into_iter().map(dependency).collect();
    let text = names.fill(include_str!("module/Cargo.toml.txt"));
    Ok(text.replace("# crates\n", &crates).replace("# testkit\n", &dependency("ttr-testkit")))
}

/// A small map that plays the module.
fn map(program: &Program<'_>, names: &Names) -> Result<String, Failure> {
    let registry = program.registry;
    let word = OsString::from(default_rules(registry)?);
    let rules = load::rule_set(registry, &word)?;
    let path = format!("maps/{}.toml", names.id);
    let text = template::text(registry, &names.title, &path, &word.to_string_lossy(), &rules)?;
    let text = text.replace("#     ttr ", "#     cargo run -- ");
    let own = format!("{} = true", names.id);
    Ok(match text.split_once("\n[set]\n") {
        Some((before, after)) => format!("{before}\n[set]\n{own}\n{after}"),
        None => format!("{text}\n[set]\n{own}\n"),
    })
}
