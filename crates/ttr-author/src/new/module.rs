//! A crate with a rule module of one's own: the module, its tests, a map, and a program with the whole command line.

use super::board;
use crate::{Fault, default_rules};
use std::path::{Path, PathBuf};
use ttr_core::{NamedText, Registry};
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
#[derive(Clone, Debug)]
pub struct Names {
    /// `long-haul`, of the module and the crate.
    pub id: String,
    /// `long_haul`, of the file.
    file: String,
    /// `LongHaul`, of the type.
    type_name: String,
    /// `Long haul`, of the map and the pages.
    title: String,
}

impl Names {
    /// The names of a module that can have this one.
    ///
    /// # Errors
    /// If it is none, or something has it already.
    pub fn named(registry: &Registry, name: &str) -> Result<Self, Fault> {
        let words = || name.split('-');
        let letters = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if name.is_empty() || !words().all(letters) || TAKEN.contains(&name) {
            let fault = Fault::wish(format!("{} is no name for a module", shown(name)));
            return Err(fault.help("small letters, with hyphens between words, as in `mountain-passes`"));
        }
        if registry.modules().any(|module| module.manifest.id == name) {
            let fault = Fault::wish(format!("there is a module {name} already"));
            return Err(fault.help(format!("`ttr modules {name}` shows it; give yours another name")));
        }
        if registry.find_rule_set(name).is_some() || registry.find_map(name).is_some() {
            return Err(Fault::wish(format!("{name} is the name of a map or a rule set already")));
        }
        Ok(Self::of(name))
    }

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

/// All files of the crate with their texts; it is built with the crates of this version, or with those of a checkout of the sources.
///
/// # Errors
/// If no map can be made for it.
pub fn files(registry: &Registry, names: &Names, sources: Option<&Path>) -> Result<Vec<(PathBuf, String)>, Fault> {
    let file = |path: &str, text: &str| (PathBuf::from(names.fill(path)), names.fill(text));
    Ok(vec![
        (PathBuf::from("Cargo.toml"), manifest(names, sources)),
        file(".gitignore", "/target\n"),
        file("src/lib.rs", include_str!("files/lib.rs.txt")),
        file("src/main.rs", include_str!("files/main.rs.txt")),
        file("src/long_haul.rs", include_str!("files/long_haul.rs.txt")),
        (PathBuf::from(format!("maps/{}.toml", names.id)), map(registry, names)?),
        file("tests/rules.toml", include_str!("files/rules.toml.txt")),
        file("tests/rules.rs", include_str!("files/rules.rs.txt")),
    ])
}

/// `Cargo.toml`, with the crates of this version, or those of a checkout.
fn manifest(names: &Names, sources: Option<&Path>) -> String {
    let dependency = |name: &str| match sources {
        Some(whole) => {
            let folder =
                if matches!(name, "ttr-core" | "ttr-variants") { whole.to_owned() } else { whole.join("crates") };
            format!("{name} = {{ path = {} }}\n", toml_text(&folder.join(name).to_string_lossy()))
        }
        None => format!("{name} = {}\n", toml_text(env!("CARGO_PKG_VERSION"))),
    };
    let crates: String = ["ttr-cli", "ttr-core", "ttr-variants"].into_iter().map(dependency).collect();
    let text = names.fill(include_str!("files/Cargo.toml.txt"));
    text.replace("# crates\n", &crates).replace("# testkit\n", &dependency("ttr-testkit"))
}

/// A small map that plays the module.
fn map(registry: &Registry, names: &Names) -> Result<String, Fault> {
    let name = default_rules(registry)?;
    let text = registry.find_rule_set(&name).unwrap_or_default().to_owned();
    let rules = NamedText { name: name.clone(), text };
    let path = format!("maps/{}.toml", names.id);
    let text = board::text(registry, &names.title, &path, &name, &rules)?;
    let text = text.replace("#     ttr ", "#     cargo run -- ");
    let own = format!("{} = true", names.id);
    Ok(match text.split_once("\n[set]\n") {
        Some((before, after)) => format!("{before}\n[set]\n{own}\n{after}"),
        None => format!("{text}\n[set]\n{own}\n"),
    })
}
