//! Reading typed values out of a tree with serde, with errors that point at the value or key at fault.

use crate::content::layers::Layer;
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::{Near, near, shown, toml_key, toml_text};
use crate::text::files::Span;
use crate::text::tree::{Entry, Node, Value};
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use std::fmt::Display;

/// A fault found while reading, before it is told.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
struct Fault {
    code: &'static str,
    message: String,
    /// What was written, and what could be: for a suggestion.
    choice: Option<(String, &'static [&'static str])>,
    missing: Option<&'static str>,
    place: Option<(Span, Layer)>,
    /// Whether the place is a key.
    at_key: bool,
}

impl Fault {
    fn new(code: &'static str, message: String) -> Box<Self> {
        Box::new(Self { code, message, choice: None, missing: None, place: None, at_key: false })
    }

    fn unknown(code: &'static str, message: String, written: &str, choices: &'static [&'static str]) -> Box<Self> {
        Box::new(Self { choice: Some((written.to_owned(), choices)), ..*Self::new(code, message) })
    }
}

/// What serde calls an error: a box, since it is returned from everywhere.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
struct Error(Box<Fault>);

impl Error {
    /// The innermost place wins.
    fn at(mut self, span: Span, layer: Layer, at_key: bool) -> Self {
        if self.0.place.is_none() {
            self.0.place = Some((span, layer));
            self.0.at_key = at_key;
        }
        self
    }

    fn into_diagnostic(self, layer_name: &dyn Fn(Layer) -> String) -> Diagnostic {
        let fault = *self.0;
        let mut found = Diagnostic::error(fault.code, fault.message);
        let Some((span, layer)) = fault.place else { return found };
        found.span = Some(span);
        found.primary_label = (layer != Layer::File).then(|| format!("given by {}", layer_name(layer)));
        let Some((written, choices)) = fault.choice else { return found };
        if let Some(Near { name, applicability }) = near(&written, choices.iter().copied()) {
            found = found.suggest_as(applicability, span, if fault.at_key { toml_key(name) } else { toml_text(name) });
            found.help = Some(format!("did you mean `{name}`?"));
        } else if !choices.is_empty() {
            found.help = Some(format!("possible: {}", listed(choices)));
        }
        found
    }
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

/// What was expected, in words that authors know.
fn expected_words(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    let number = |min: &dyn Display, max: &dyn Display| format!("a whole number from {min} to {max}");
    match text.as_str() {
        "u8" => number(&u8::MIN, &u8::MAX),
        "u16" => number(&u16::MIN, &u16::MAX),
        "u32" => number(&u32::MIN, &u32::MAX),
        "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i8" => number(&i8::MIN, &i8::MAX),
        "i16" => number(&i16::MIN, &i16::MAX),
        "i32" => number(&i32::MIN, &i32::MAX),
        "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "`true` or `false`".to_owned(),
        "a string" | "a borrowed string" | "a character" => "a text in quotes".to_owned(),
        "a map" => "a table".to_owned(),
        "a sequence" => "a list".to_owned(),
        other if other.starts_with("struct ") => "a table".to_owned(),
        other => match other.rsplit_once("tuple of size ").or_else(|| other.rsplit_once("array of length ")) {
            Some((_, size)) => format!("a list of {size}"),
            None => other.to_owned(),
        },
    }
}

fn found_words(found: &Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(yes) => format!("`{yes}`"),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Str(text) => format!("the text {}", shown(text)),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

impl de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        let message = message.to_string();
        let untagged = message.starts_with("data did not match any variant of untagged enum");
        Self(Fault::new(
            "param::invalid",
            if untagged { "this has none of the possible forms".into() } else { message },
        ))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let message = format!("expected {}, found {}", expected_words(expected), found_words(&found));
        Self(Fault::new("param::wrong-type", message))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let message = format!("expected {}, found {}", expected_words(expected), found_words(&found));
        Self(Fault::new("param::invalid", message))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let message = format!("expected {}, found {length} of them", expected_words(expected));
        Self(Fault::new("param::invalid", message))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let message = format!("{} is none of the possible values", shown(variant));
        Self(Fault::unknown("param::invalid", message, variant, expected))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let message = format!("there is no parameter {}", shown(field));
        Self(Fault::unknown("param::unknown", message, field, expected))
    }

    fn missing_field(field: &'static str) -> Self {
        let fault = *Fault::new("param::missing", format!("the parameter `{field}` is missing"));
        Self(Box::new(Fault { missing: Some(field), ..fault }))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self(Fault::new("param::invalid", format!("the parameter `{field}` is given twice, by two of its names")))
    }
}

/// How many faults of one value are looked for.
const MAX_FAULTS: usize = 32;

impl Node {
    /// The value as a type of its own, or the first fault.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Box<Diagnostic>> {
        T::deserialize(De(self)).map_err(|e| Box::new(e.into_diagnostic(&|layer: Layer| layer.name().to_owned())))
    }

    /// The value as a type of its own, with every fault. What is at fault is left out and the reading tried again: if
    /// the type has a default for it, there is a value in spite of the faults.
    pub fn read_all<T: DeserializeOwned>(&self) -> (Option<T>, Vec<Diagnostic>) {
        self.read_all_with(&|layer| layer.name().to_owned())
    }

    pub(crate) fn read_all_with<T: DeserializeOwned>(
        &self,
        layer_name: &dyn Fn(Layer) -> String,
    ) -> (Option<T>, Vec<Diagnostic>) {
        let (mut faults, mut left_out) = (Vec::new(), Vec::new());
        let mut rest: Option<Self> = None;
        while left_out.len() < MAX_FAULTS {
            let error = match T::deserialize(De(rest.as_ref().unwrap_or(self))) {
                Ok(value) => return (Some(value), faults),
                Err(error) => error,
            };
            let place = error.0.place.map(|(span, _)| span);
            // That something left out is missing is no news.
            if !error.0.missing.is_some_and(|field| left_out.iter().any(|key| key == field)) {
                faults.push(error.into_diagnostic(layer_name));
            }
            let rest = rest.get_or_insert_with(|| self.clone());
            let Some(key) = place.and_then(|span| rest.leave_out(span)) else { break };
            left_out.push(key);
        }
        (None, faults)
    }

    /// Leaves out the entry or item whose key or value stands at a place, and says its key.
    fn leave_out(&mut self, span: Span) -> Option<String> {
        match &mut self.kind {
            Value::Table(table) => {
                let found = table.iter().find(|e| e.key_span == span || e.value.span == span);
                if let Some(key) = found.map(|e| e.key.clone()) {
                    // Of a table with the span of its key, made by a dotted key, the innermost part is meant.
                    let inner = table.get_mut(&key).and_then(|node| node.leave_out(span));
                    return inner.or_else(|| table.remove(&key).map(|e| e.key));
                }
                table.values_mut().find_map(|node| node.leave_out(span))
            }
            Value::List(items) => match items.iter().position(|item| item.span == span) {
                Some(at) => {
                    items.remove(at);
                    Some(String::new())
                }
                None => items.iter_mut().find_map(|item| item.leave_out(span)),
            },
            _ => None,
        }
    }
}

/// A node as serde reads it.
#[derive(Clone, Copy)]
struct De<'a>(&'a Node);

impl De<'_> {
    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.0.kind {
            Value::Bool(yes) => visitor.visit_bool(*yes),
            Value::Int(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Str(text) => visitor.visit_str(text),
            Value::List(items) => {
                let mut access = Items(items.iter());
                let value = visitor.visit_seq(&mut access)?;
                match access.0.len() {
                    0 => Ok(value),
                    more => Err(de::Error::custom(format!("this list has {more} more than expected"))),
                }
            }
            Value::Table(table) => visitor.visit_map(Entries { rest: table.iter(), value: None }),
        }
    }

    fn place(self, error: Error) -> Error {
        error.at(self.0.span, self.0.layer, false)
    }
}

macro_rules! forward_to_any {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.deserialize_any(visitor)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for De<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit(visitor).map_err(|e| self.place(e))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self).map_err(|e| self.place(e))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self).map_err(|e| self.place(e))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let result = match &self.0.kind {
            Value::Str(_) => visitor.visit_enum(Variant { name: None, value: self.0 }),
            Value::Table(table) if table.len() == 1 => match table.iter().next() {
                Some(entry) => visitor.visit_enum(Variant { name: Some(entry), value: &entry.value }),
                None => Err(de::Error::custom("an empty table")),
            },
            _ => {
                let message = format!("expected one of {}, found {}", listed(variants), self.0.what());
                Err(Error(Fault::new("param::wrong-type", message)))
            }
        };
        result.map_err(|e| self.place(e))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    forward_to_any! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_seq deserialize_map deserialize_identifier
    }
}

struct Items<'a>(std::slice::Iter<'a, Node>);

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|node| seed.deserialize(De(node))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'a> {
    rest: std::slice::Iter<'a, Entry>,
    value: Option<&'a Node>,
}

impl<'de> de::MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(entry) = self.rest.next() else { return Ok(None) };
        self.value = Some(&entry.value);
        let key = seed.deserialize(Key(&entry.key));
        key.map(Some).map_err(|e| e.at(entry.key_span, entry.value.layer, true))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match self.value.take() {
            Some(node) => seed.deserialize(De(node)),
            None => Err(de::Error::custom("a value was read before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// A key: a text, or a number where the type wants numbers as keys.
struct Key<'a>(&'a str);

macro_rules! number_keys {
    ($($method:ident $visit:ident $type:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse::<$type>() {
                Ok(number) => visitor.$visit(number),
                Err(_) => visitor.visit_str(self.0),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Key<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let text: StrDeserializer<'_, Error> = self.0.into_deserializer();
        text.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    number_keys! {
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64
    }

    serde::forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// A variant of an enum: a text, or a table with its name as the only key.
struct Variant<'a> {
    name: Option<&'a Entry>,
    value: &'a Node,
}

impl<'a, 'de> de::EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let value = match self.name {
            Some(entry) => {
                seed.deserialize(Key(&entry.key)).map_err(|e| e.at(entry.key_span, entry.value.layer, true))?
            }
            None => seed.deserialize(Key(self.value.as_str().unwrap_or_default()))?,
        };
        Ok((value, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match (self.name, &self.value.kind) {
            (None, _) => Ok(()),
            (Some(_), Value::Table(table)) if table.is_empty() => Ok(()),
            (Some(entry), _) => {
                let message = format!("{} takes no parameters: write it as a text", shown(&entry.key));
                Err(Error(Fault::new("param::wrong-type", message)).at(self.value.span, self.value.layer, false))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.parameters()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_any(self.parameters()?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_any(self.parameters()?, visitor)
    }
}

impl<'a> Variant<'a> {
    fn parameters(&self) -> Result<De<'a>, Error> {
        match self.name {
            Some(_) => Ok(De(self.value)),
            None => {
                let name = self.value.as_str().unwrap_or_default();
                let message = format!("{} needs parameters: write `{{ {} = ... }}`", shown(name), toml_key(name));
                Err(Error(Fault::new("param::wrong-type", message)).at(self.value.span, self.value.layer, false))
            }
        }
    }
}
