//! The board of a scenario file as the text of a map, with the place that each part of it has in the file.

use std::collections::BTreeSet;
use std::ops::Range;
use ttr_source::{Entry, Node, Span, Table, Value, toml_key, toml_text, toml_value};

/// A map made of a board.
pub struct BoardText {
    /// Its text.
    pub text: String,
    /// Stretches of the text, and where they come from.
    places: Vec<(Range<usize>, Span)>,
    /// Where the board stands.
    whole: Span,
}

/// Makes a map of a board. What every map says but a test need not is added: the format, a name, and the cities that routes and
/// tickets name.
pub fn text_of(board: &Table, whole: Span) -> BoardText {
    let mut made = BoardText { text: String::new(), places: Vec::new(), whole };
    for (key, value) in [("format", "1"), ("name", "\"Board\"")] {
        if board.get(key).is_none() {
            made.text.push_str(&format!("{key} = {value}\n"));
        }
    }
    for entry in board {
        made.entry(entry);
        made.text.push('\n');
    }
    if board.get("cities").is_none() {
        let cities: Vec<String> = cities(board).iter().map(|name| format!("{} = {{}}", toml_key(name))).collect();
        made.text.push_str(&format!("cities = {{ {} }}\n", cities.join(", ")));
    }
    made
}

/// The cities that routes and tickets name.
fn cities(board: &Table) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for (list, key) in [("routes", "between"), ("tickets", "cities")] {
        let items = board.get(list).and_then(Node::as_list).unwrap_or_default();
        for item in items {
            let cities = item.at([key]).and_then(Node::as_list).unwrap_or_default();
            names.extend(cities.iter().filter_map(Node::as_str));
        }
    }
    names
}

impl BoardText {
    fn entry(&mut self, Entry { key, key_span, value }: &Entry) {
        let from = self.text.len();
        self.text.push_str(&toml_key(key));
        self.places.push((from..self.text.len(), *key_span));
        self.text.push_str(" = ");
        self.node(value);
    }

    fn node(&mut self, node: &Node) {
        let from = self.text.len();
        match &node.kind {
            Value::List(items) => {
                self.text.push('[');
                for item in items {
                    self.node(item);
                    self.text.push_str(", ");
                }
                self.text.push(']');
            }
            Value::Table(table) => {
                self.text.push_str("{ ");
                for (at, entry) in table.iter().enumerate() {
                    self.text.push_str(if at == 0 { "" } else { ", " });
                    self.entry(entry);
                }
                self.text.push_str(" }");
            }
            Value::Str(text) => self.text.push_str(&toml_text(text)),
            _ => self.text.push_str(&toml_value(node)),
        }
        self.places.push((from..self.text.len(), node.span));
    }

    /// Where a stretch of the text comes from: the smallest part around it.
    pub fn place(&self, span: Span) -> Span {
        let (start, end) = (span.start as usize, span.end as usize);
        let around = self.places.iter().filter(|(range, _)| range.start <= start && end <= range.end);
        around.min_by_key(|(range, _)| range.len()).map_or(self.whole, |(_, place)| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ttr_source::{Sources, parse};

    #[test]
    fn what_is_wrong_with_a_board_is_found_in_the_file() {
        let text = "[board]\nroutes = [{ between = [\"Ayr\", \"Bath\"], length = 99 }]\n";
        let mut sources = Sources::new();
        let file = sources.add("a.toml", text);
        let root = parse(&sources, file).root;
        let board = root.at(["board"]).and_then(Node::as_table).expect("a board");
        let made = text_of(board, root.span);
        assert!(made.text.contains("cities = { Ayr = {}, Bath = {} }"), "{}", made.text);
        let at = made.text.find("99").expect("the length");
        let place = made.place(Span::new(file, at, at + 2));
        assert_eq!(sources.slice(place), "99");
        let at = made.text.find("length").expect("the key");
        assert_eq!(sources.slice(made.place(Span::new(file, at, at + 6))), "length");
        assert_eq!(made.place(Span::new(file, 0, 3)), root.span);
    }
}
