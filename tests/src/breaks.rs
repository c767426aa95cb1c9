//! The breaks: for every clause a change of a parameter or of the source that turns a test of that clause red. They stand
//! in `tests/mutants.toml`; `cargo run -p ttr-tests --bin mutants` tries them.

use serde::Deserialize;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// One break.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// The clause that it breaks.
    pub clause: String,
    /// What is wrong then, in words.
    pub what: String,
    /// A parameter with a wrong value, `KEY=VALUE`.
    pub set: Option<String>,
    /// The file of a change of the source, where the break is one.
    pub file: Option<String>,
    /// A text behind which the expression stands, where it is not the only one in the file.
    pub after: Option<String>,
    /// The expression that is replaced.
    pub old: Option<String>,
    /// The expression that stands there instead.
    pub new: Option<String>,
}

/// A change of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The expression that is replaced, as bytes of the file.
    pub place: Range<usize>,
    /// What replaces it.
    pub new: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(rename = "break")]
    breaks: Vec<Break>,
}

/// The folder of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a part of the workspace").to_owned()
}

/// All breaks, in the order of the table.
///
/// # Errors
/// If the table can't be read.
pub fn breaks() -> Result<Vec<Break>, String> {
    let table: Table =
        toml::from_str(include_str!("../mutants.toml")).map_err(|e| format!("tests/mutants.toml: {e}"))?;
    Ok(table.breaks)
}

/// The ids of all clauses, in the order of the documents.
///
/// # Errors
/// If a document can't be read.
pub fn clauses(workspace: &Path) -> Result<Vec<String>, String> {
    let folder = workspace.join("docs/rules");
    let listed = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "md"));
    files.sort_unstable();
    let mut clauses = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let ids = text.lines().filter_map(|line| line.strip_prefix("### ")?.split(' ').next());
        clauses.extend(ids.filter(|id| is_clause(id)).map(str::to_owned));
    }
    Ok(clauses)
}

fn is_clause(id: &str) -> bool {
    let rest = id.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or_default();
    let rest = rest.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
    !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
}

/// The clauses that a test cites by the start of its name, as `.ci/clauses` reads it.
pub fn cited(test: &str) -> Vec<String> {
    let name = test.rsplit("::").next().unwrap_or(test);
    let upper = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    let ids = name.split('_').map(|part| if part.is_empty() { String::new() } else { upper(part) });
    ids.take_while(|id| is_clause(id)).collect()
}

impl Break {
    /// What no other break is called.
    pub fn name(&self) -> String {
        format!("{}: {}", self.clause, self.what)
    }

    /// The change of the source, if it is one, in the text of its file.
    ///
    /// # Errors
    /// If the source does not have the expression, or has it more than once.
    pub fn change(&self, text: &str) -> Result<Change, String> {
        let (Some(old), Some(new)) = (&self.old, &self.new) else {
            return Err(format!("{}: neither `set` nor `file`, `old` and `new`", self.clause));
        };
        let from = match &self.after {
            None => 0,
            Some(after) => {
                text.find(after.as_str()).ok_or_else(|| format!("{}: the source has no {after:?}", self.clause))?
                    + after.len()
            }
        };
        let mut places = text[from..].match_indices(old.as_str()).map(|(at, _)| from + at);
        let first = places.next().ok_or_else(|| format!("{}: the source has no {old:?}", self.clause))?;
        if self.after.is_none() && places.next().is_some() {
            return Err(format!("{}: the source has {old:?} more than once; say `after` what", self.clause));
        }
        Ok(Change { place: first..first + old.len(), new: new.clone() })
    }
}
