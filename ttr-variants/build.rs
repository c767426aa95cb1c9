//! Embeds the rule sets and maps by folder, so that a new file needs no edit of Rust.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let mut code = String::new();
    for (folder, name) in [("rulesets", "RULE_SETS"), ("maps", "MAPS")] {
        // `maps` is a link to the folder beside this crate; where links are not made, look there.
        let link = Path::new(&here).join(folder);
        let folder = if link.is_dir() { link } else { Path::new(&here).join("..").join(folder) };
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
            .map(|entry| entry.expect("a folder that can be read").path())
            .filter(|path| path.extension().is_some_and(|e| e == "toml"))
            .collect();
        files.sort();
        writeln!(code, "/// Names and texts of the files in `{}`, by name.", folder.file_name().unwrap().display())
            .unwrap();
        writeln!(code, "pub const {name}: &[(&str, &str)] = &[").unwrap();
        for path in files {
            println!("cargo::rerun-if-changed={}", path.display());
            let stem = path.file_stem().expect("a file").display();
            writeln!(code, "    ({:?}, include_str!({:?})),", stem.to_string(), path).unwrap();
        }
        writeln!(code, "];").unwrap();
    }
    let out = env::var("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&out).join("embedded.rs"), code).expect("cargo's folder can be written to");
}
