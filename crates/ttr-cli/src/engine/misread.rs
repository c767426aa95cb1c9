//! Fields of a request that are missing, not known or of the wrong type, in words.

use super::trouble::Trouble;
use serde_json::Value as Json;
use serde_path_to_error::{Path, Segment};
use ttr_source::{cut, nearest};

/// What was found, as it was written; cut if it is very long.
pub(super) fn brief(found: &Json) -> String {
    cut(&found.to_string()).into_owned()
}

/// What is wrong with a request of this kind.
pub(super) fn misread(kind: &str, body: &Json, fault: &serde_path_to_error::Error<serde_json::Error>) -> Trouble {
    let (path, text) = (fault.path(), fault.inner().to_string());
    // What is missing or not known is told by the words alone, and is always a field of the request itself.
    if let Some(name) = text.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        return Trouble::field(name, format!("`{kind}` needs `{name}`"));
    }
    if let Some(rest) = text.strip_prefix("unknown field `") {
        let end = ["`, expected ", "`, there are no fields"].iter().find_map(|words| rest.rfind(words));
        let (name, known) = rest.split_at(end.unwrap_or(rest.len()));
        let known: Vec<&str> = known.split('`').skip(2).step_by(2).collect();
        let near = nearest(name, known.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        let has = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
        return Trouble::field(name, format!("`{kind}` has no `{}`: {near}it has: {has}", cut(name)));
    }
    let found = at(body, path).map_or_else(|| "nothing".to_owned(), brief);
    let expected = match text.rsplit_once(", expected ") {
        Some((_, what)) => format!("expected {}", words(what)),
        None => text,
    };
    Trouble::field(path.to_string(), format!("{expected}, found {found}"))
}

/// What stands at a place of a request.
fn at<'j>(body: &'j Json, path: &Path) -> Option<&'j Json> {
    path.iter().try_fold(body, |json, segment| match segment {
        Segment::Seq { index } => json.get(index),
        Segment::Map { key } => json.get(key),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}

/// A type in words.
fn words(name: &str) -> &str {
    match name {
        "u8" => "a whole number, 0 to 255",
        "u16" => "a whole number, 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number from 0",
        "a string" => "a text",
        "a boolean" => "true or false",
        "a map" => "an object",
        "a sequence" => "a list",
        other if other.starts_with("struct ") => "an object",
        other => other,
    }
}
