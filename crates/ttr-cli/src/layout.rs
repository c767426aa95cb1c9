//! The one layout of TOML files: what `ttr fmt` makes of a text. Spaces, line breaks and alignment come from the content
//! alone; comments stay where they are, one empty line between things stays one, and no value or key is spelt anew.
//!
//! - A list of tables at the top of a file has a row for each, with its columns aligned; so has a table that holds only
//!   tables in braces, such as the cities of a map. Rows are never broken, however long.
//! - Any other list or table in braces stands on one line if it fits, else it has a line for each item.
//! - Whatever has a comment inside is broken into lines.
//! - Lines end as the first one does.
//! - There is an empty line before a header and the comments above it, and none behind it.

mod print;
mod rows;
mod tree;

use ttr_source::{Node, Sources, Value, parse};

/// A byte-order mark, which stays if it is there.
const MARK: char = '\u{feff}';

/// A text can't be laid out: it is not sound TOML, or what came out would not say the same.
#[derive(Debug, thiserror::Error)]
#[error("this text can't be laid out without changing what it says")]
pub(crate) struct NotTheSame;

/// The text in its one layout. It says the same as before, has the same comments in the same order, and is its own
/// layout.
///
/// # Errors
/// If the text is not sound TOML. It is also compared with what was made of it, so that a fault of ours can never cost
/// an author a line.
pub(crate) fn canonical(text: &str) -> Result<String, NotTheSame> {
    let (mark, body) = match text.strip_prefix(MARK) {
        Some(body) => (true, body),
        None => (false, text),
    };
    // First of all, since it refuses what is nested so deeply that to go down there would not be safe.
    let meant = sound(body).ok_or(NotTheSame)?;
    let document = tree::read(body).ok_or(NotTheSame)?;
    let laid_out = print::document(&document, tree::line_end(body));
    let same = sound(&laid_out).is_some_and(|made| same(&meant, &made));
    if !same || tree::comments(body) != tree::comments(&laid_out) {
        return Err(NotTheSame);
    }
    Ok(if mark { format!("{MARK}{laid_out}") } else { laid_out })
}

/// What a text says, if it is sound TOML.
fn sound(text: &str) -> Option<Node> {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    let parsed = parse(&sources, file);
    parsed.faults.is_empty().then_some(parsed.root)
}

/// Whether two values are the same, wherever they stand.
pub(crate) fn same(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Table(a), Value::Table(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key && same(&a.value, &b.value))
        }
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests;
