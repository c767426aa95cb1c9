//! Positions that are laid out: by the tests of a file, and by programs that ask the engine about one. Both say the same things by the
//! same names, in TOML or JSON. The game is set up, then everybody gets what is written and nothing else, and the first turn begins.

mod given;
mod json;
mod lay;
pub mod things;

pub use given::{GIVEN_KEYS, Given};
pub use json::{NotLaid, Position, Seats, Wrong};
pub use lay::{Laid, first_turn, lay_out, refuse_layout};

use ttr_source::{Diagnostic, Entry, Node, Span, Table, near, shown, toml_key};

/// Collects what is wrong.
#[derive(Default)]
pub struct Faults(pub Vec<Diagnostic>);

impl Faults {
    /// A fault at a place.
    pub fn add(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.0.push(Diagnostic::error(code, message).at(span));
    }

    /// A value of another type than it must have.
    pub fn wrong_type(&mut self, name: &str, expected: &str, node: &Node) {
        self.add("file::wrong-type", format!("`{name}` must be {expected}, not {}", node.what()), node.span);
    }

    /// A value of a type, or a fault.
    pub fn want<'n, T>(
        &mut self,
        name: &str,
        expected: &str,
        node: &'n Node,
        get: impl FnOnce(&'n Node) -> Option<T>,
    ) -> Option<T> {
        let value = get(node);
        if value.is_none() {
            self.wrong_type(name, expected, node);
        }
        value
    }

    /// Keys that there are not.
    pub fn keys(&mut self, what: &str, table: &Table, known: &[&str]) {
        for Entry { key, key_span, .. } in table {
            if known.contains(&key.as_str()) || key.starts_with("x-") {
                continue;
            }
            let fault = Diagnostic::error("test::unknown-key", format!("{what} has no {}", shown(key))).at(*key_span);
            let fault = fault.help(format!("there is: {}", known.join(", ")));
            self.0.push(match near(key, known.iter().copied()) {
                Some(near) => fault.help(format!("did you mean `{}`?", near.name)).suggest_as(
                    near.applicability,
                    *key_span,
                    toml_key(near.name),
                ),
                None => fault,
            });
        }
    }
}
