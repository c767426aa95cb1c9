//! The tree of values that a file holds, each with its place and, once layered, with the layer it came from.

use crate::content::layers::Layer;
use crate::findings::names::shown;
use crate::text::files::Span;
use std::collections::HashMap;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction; may be infinite or no number.
    Float(f64),
    /// A text. Dates are texts too.
    Str(String),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

/// A value with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The value.
    pub kind: Value,
    /// Where it stands: the header for a `[table]`, all of the text for any other value.
    pub span: Span,
    /// The layer of parameters it came from.
    pub layer: Layer,
}

impl Node {
    /// A value at a place, in no layer of parameters.
    pub fn new(kind: Value, span: Span) -> Self {
        Self { kind, span, layer: Layer::File }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::Str(text) = &self.kind { Some(text) } else { None }
    }

    /// The whole number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Value::Int(number) = self.kind { Some(number) } else { None }
    }

    /// The number, whole or not.
    pub fn as_float(&self) -> Option<f64> {
        match self.kind {
            Value::Int(number) => Some(number as f64),
            Value::Float(number) => Some(number),
            _ => None,
        }
    }

    /// `true` or `false`, if it is one of them.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(yes) = self.kind { Some(yes) } else { None }
    }

    /// The list, if it is one.
    pub fn as_list(&self) -> Option<&[Node]> {
        if let Value::List(items) = &self.kind { Some(items) } else { None }
    }

    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.kind { Some(table) } else { None }
    }

    /// What it is, in words for messages: `the text "x"`, `a list`.
    pub fn what(&self) -> String {
        match &self.kind {
            Value::Bool(yes) => format!("`{yes}`"),
            Value::Int(number) => format!("the number {number}"),
            Value::Float(number) => format!("the number {number}"),
            Value::Str(text) => format!("the text {}", shown(text)),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        }
    }

    /// The node at a path of keys; items of lists are numbered from 0.
    pub fn at<'k>(&self, path: impl IntoIterator<Item = &'k str>) -> Option<&Self> {
        path.into_iter().try_fold(self, |node, key| match &node.kind {
            Value::Table(table) => table.get(key),
            Value::List(items) => items.get(key.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// The layers of its values: its own, or those within a list or a table that holds some.
    pub fn layers(&self) -> Vec<Layer> {
        let within: Vec<Layer> = match &self.kind {
            Value::List(items) => items.iter().flat_map(Self::layers).collect(),
            Value::Table(table) => table.iter().flat_map(|entry| entry.value.layers()).collect(),
            _ => Vec::new(),
        };
        if within.is_empty() { vec![self.layer] } else { within }
    }

    /// Says of a value, and of all within it, that it comes from this layer.
    #[must_use]
    pub fn in_layer(mut self, layer: Layer) -> Self {
        self.set_layer(layer);
        self
    }

    fn set_layer(&mut self, layer: Layer) {
        self.layer = layer;
        match &mut self.kind {
            Value::List(items) => items.iter_mut().for_each(|item| item.set_layer(layer)),
            Value::Table(table) => table.values_mut().for_each(|value| value.set_layer(layer)),
            _ => {}
        }
    }
}

/// A key of a table and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// Its value.
    pub value: Node,
}

/// Keys and their values, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Table {
    entries: Vec<Entry>,
    /// Places by key, only for tables that are too large to search through.
    index: HashMap<String, usize>,
}

/// Tables up to this size are searched key by key.
const SMALL_TABLE: usize = 16;

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    fn place(&self, key: &str) -> Option<usize> {
        if self.entries.len() > SMALL_TABLE {
            self.index.get(key).copied()
        } else {
            self.entries.iter().position(|e| e.key == key)
        }
    }

    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.place(key).map(|at| &self.entries[at])
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|e| &e.value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.place(key).map(|at| &mut self.entries[at].value)
    }

    /// The entries in the order of the file.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// The keys in the order of the file.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|e| e.key.as_str())
    }

    /// How many keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Puts an entry in, at the place of the old one if the key is there already.
    pub fn insert(&mut self, entry: Entry) {
        if let Some(at) = self.place(&entry.key) {
            self.entries[at] = entry;
            return;
        }
        self.entries.push(entry);
        let from = match self.entries.len() - 1 {
            SMALL_TABLE => 0,
            last if last > SMALL_TABLE => last,
            _ => return,
        };
        self.index.extend(self.entries.iter().enumerate().skip(from).map(|(at, e)| (e.key.clone(), at)));
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.place(key)?;
        let entry = self.entries.remove(at);
        if self.entries.len() > SMALL_TABLE {
            self.index.remove(key);
            self.index.values_mut().filter(|place| **place > at).for_each(|place| *place -= 1);
        } else {
            self.index.clear();
        }
        Some(entry)
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.entries.iter_mut().map(|e| &mut e.value)
    }

    /// The entries whose keys are none of these.
    #[must_use]
    pub fn without(&self, keys: &[&str]) -> Self {
        self.entries.iter().filter(|e| !keys.contains(&e.key.as_str())).cloned().collect()
    }
}

impl FromIterator<Entry> for Table {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut table = Self::new();
        entries.into_iter().for_each(|e| table.insert(e));
        table
    }
}

impl<'a> IntoIterator for &'a Table {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: usize) -> Entry {
        let value = Node::new(Value::Int(key as i64), Span::default());
        Entry { key: format!("k{key}"), key_span: Span::default(), value }
    }

    #[test]
    fn tables_find_their_keys_at_every_size() {
        let mut table = Table::new();
        for n in 0..40 {
            table.insert(entry(n));
            for m in 0..=n {
                assert_eq!(table.get(&format!("k{m}")).and_then(Node::as_int), Some(m as i64));
            }
            assert!(table.get("k40").is_none());
        }
        table.insert(Entry { value: Node::new(Value::Bool(true), Span::default()), ..entry(20) });
        assert_eq!(table.len(), 40);
        for n in (0..40).rev() {
            assert!(table.remove(&format!("k{n}")).is_some());
            assert!(table.remove(&format!("k{n}")).is_none());
            assert!(table.keys().eq((0..n).map(|m| format!("k{m}"))));
        }
        assert!(table.is_empty());
    }

    #[test]
    fn paths_lead_through_tables_and_lists() {
        let list = Node::new(Value::List(vec![Node::new(Value::Bool(true), Span::default())]), Span::default());
        let table = Table::from_iter([Entry { key: "a".into(), key_span: Span::default(), value: list }]);
        let node = Node::new(Value::Table(table), Span::default());
        assert_eq!(node.at(["a", "0"]).and_then(Node::as_bool), Some(true));
        assert!(node.at(["a", "1"]).is_none() && node.at(["a", "x"]).is_none() && node.at(["b"]).is_none());
        assert!(node.at(["a", "0", "b"]).is_none());
        assert_eq!(node.clone().in_layer(Layer::MapSet).at(["a", "0"]).unwrap().layer, Layer::MapSet);
    }
}
