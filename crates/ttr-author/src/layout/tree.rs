//! A TOML text as a tree of its parts in the order of the file, comments and empty lines among them.

use toml_parser::parser::{Event, EventKind, parse_document};
use toml_parser::{ParseError, Source};

/// A part of a file, of a list or of a table in braces.
#[derive(Debug)]
pub(super) enum Part<'s> {
    /// One or more empty lines.
    Blank,
    /// A comment on a line of its own.
    Comment(&'s str),
    /// `[name]` or `[[name]]`, with the comment behind it.
    Header(String, Option<&'s str>),
    /// A value.
    Item(Item<'s>),
}

/// A value, in a table with its key.
#[derive(Debug)]
pub(super) struct Item<'s> {
    /// The key as written, without spaces around its dots.
    pub key: Option<String>,
    pub value: Value<'s>,
    /// The comment behind it, on the same line.
    pub comment: Option<&'s str>,
}

/// A value.
#[derive(Debug)]
pub(super) enum Value<'s> {
    /// A number, a text or the like, as written.
    Plain(&'s str),
    List(Group<'s>),
    Table(Group<'s>),
}

/// What stands between brackets or braces.
#[derive(Debug, Default)]
pub(super) struct Group<'s> {
    /// The comment behind the opening bracket.
    pub opening: Option<&'s str>,
    pub parts: Vec<Part<'s>>,
}

impl<'s> Group<'s> {
    pub fn items(&self) -> impl Iterator<Item = &Item<'s>> {
        items(&self.parts)
    }

    /// Whether there is a comment in it, at any depth.
    pub fn has_comment(&self) -> bool {
        let inside = |part: &Part<'_>| match part {
            Part::Comment(_) => true,
            Part::Item(item) => item.comment.is_some() || item.value.has_comment(),
            _ => false,
        };
        self.opening.is_some() || self.parts.iter().any(inside)
    }
}

impl<'s> Value<'s> {
    pub fn group(&self) -> Option<&Group<'s>> {
        match self {
            Self::Plain(_) => None,
            Self::List(group) | Self::Table(group) => Some(group),
        }
    }

    pub fn has_comment(&self) -> bool {
        self.group().is_some_and(Group::has_comment)
    }
}

/// The items among some parts.
pub(super) fn items<'p, 's>(parts: &'p [Part<'s>]) -> impl Iterator<Item = &'p Item<'s>> {
    parts.iter().filter_map(|part| if let Part::Item(item) = part { Some(item) } else { None })
}

/// The parser's events, and whether it had anything to complain of.
fn events(text: &str) -> (Vec<Event>, bool) {
    let tokens = Source::new(text).lex().into_vec();
    let (mut events, mut fault): (Vec<Event>, Option<ParseError>) = (Vec::new(), None);
    parse_document(&tokens, &mut events, &mut fault);
    (events, fault.is_none())
}

/// The comments of a text, in order, without the spaces behind them.
pub(super) fn comments(text: &str) -> Vec<&str> {
    let comments = events(text).0.into_iter().filter(|event| event.kind() == EventKind::Comment);
    comments.filter_map(|event| text.get(event.span().start()..event.span().end())).map(str::trim_end).collect()
}

/// How the first line of a text ends; one within a value does not count.
pub(super) fn line_end(text: &str) -> &'static str {
    let first = events(text).0.into_iter().find(|event| event.kind() == EventKind::Newline);
    let windows = first.and_then(|event| text.get(event.span().start()..)).is_some_and(|rest| rest.starts_with('\r'));
    if windows { "\r\n" } else { "\n" }
}

/// Reads a text. Nothing if it is not sound.
pub(super) fn read(text: &str) -> Option<Vec<Part<'_>>> {
    let (events, sound) = events(text);
    let mut reader = Reader { text, events: events.into_iter() };
    let (mut parts, mut gap) = (Vec::new(), Gap::default());
    while let Some(event) = reader.events.next().filter(|_| sound) {
        match event.kind() {
            EventKind::Whitespace => {}
            EventKind::Newline => gap.lines += 1,
            EventKind::Comment => gap.comment(&mut parts, reader.slice(event)?.trim_end()),
            EventKind::StdTableOpen => gap.put(&mut parts, reader.header("[", "]", EventKind::StdTableClose)?),
            EventKind::ArrayTableOpen => gap.put(&mut parts, reader.header("[[", "]]", EventKind::ArrayTableClose)?),
            EventKind::SimpleKey => {
                let item = reader.pair(event)?;
                gap.put(&mut parts, Part::Item(item));
            }
            _ => return None,
        }
    }
    sound.then_some(parts)
}

/// The line breaks since the last part.
#[derive(Default)]
struct Gap {
    lines: usize,
    /// There were empty lines before a comma.
    blank: bool,
}

impl Gap {
    fn put<'s>(&mut self, parts: &mut Vec<Part<'s>>, part: Part<'s>) {
        if (self.lines > 1 || self.blank) && !parts.is_empty() {
            parts.push(Part::Blank);
        }
        parts.push(part);
        *self = Self::default();
    }

    /// A comma: what stands behind it on its line is about the item before it.
    fn comma(&mut self) {
        *self = Self { lines: 0, blank: self.blank || self.lines > 1 };
    }

    fn comment<'s>(&mut self, parts: &mut Vec<Part<'s>>, text: &'s str) {
        match parts.last_mut() {
            Some(Part::Item(Item { comment: comment @ None, .. }) | Part::Header(_, comment @ None))
                if self.lines == 0 =>
            {
                *comment = Some(text);
            }
            _ => self.put(parts, Part::Comment(text)),
        }
    }
}

struct Reader<'s> {
    text: &'s str,
    events: std::vec::IntoIter<Event>,
}

impl<'s> Reader<'s> {
    fn slice(&self, event: Event) -> Option<&'s str> {
        self.text.get(event.span().start()..event.span().end())
    }

    /// The next event that is no space.
    fn next(&mut self) -> Option<Event> {
        self.events.find(|event| event.kind() != EventKind::Whitespace)
    }

    fn header(&mut self, open: &str, close: &str, end: EventKind) -> Option<Part<'s>> {
        let first = self.next()?;
        let (key, last) = self.key(first)?;
        (last.kind() == end).then(|| Part::Header(format!("{open}{key}{close}"), None))
    }

    /// A key with its dots, and what comes behind it.
    fn key(&mut self, first: Event) -> Option<(String, Event)> {
        let mut key = self.slice(first)?.to_owned();
        loop {
            let event = self.next()?;
            match event.kind() {
                EventKind::KeySep => key.push('.'),
                EventKind::SimpleKey => key.push_str(self.slice(event)?),
                _ => return Some((key, event)),
            }
        }
    }

    fn pair(&mut self, first: Event) -> Option<Item<'s>> {
        let (key, sign) = self.key(first)?;
        let next = self.next().filter(|_| sign.kind() == EventKind::KeyValSep)?;
        Some(Item { key: Some(key), value: self.value(next)?, comment: None })
    }

    fn value(&mut self, first: Event) -> Option<Value<'s>> {
        match first.kind() {
            EventKind::Scalar => self.slice(first).map(Value::Plain),
            EventKind::ArrayOpen => self.group(EventKind::ArrayClose).map(Value::List),
            EventKind::InlineTableOpen => self.group(EventKind::InlineTableClose).map(Value::Table),
            _ => None,
        }
    }

    fn group(&mut self, end: EventKind) -> Option<Group<'s>> {
        let (mut group, mut gap) = (Group::default(), Gap::default());
        loop {
            let event = self.next()?;
            match event.kind() {
                kind if kind == end => return Some(group),
                EventKind::Newline => gap.lines += 1,
                EventKind::ValueSep => gap.comma(),
                EventKind::Comment => {
                    let text = self.slice(event)?.trim_end();
                    if group.parts.is_empty() && group.opening.is_none() && gap.lines == 0 {
                        group.opening = Some(text);
                    } else {
                        gap.comment(&mut group.parts, text);
                    }
                }
                EventKind::SimpleKey => {
                    let item = self.pair(event)?;
                    gap.put(&mut group.parts, Part::Item(item));
                }
                _ => {
                    let value = self.value(event)?;
                    gap.put(&mut group.parts, Part::Item(Item { key: None, value, comment: None }));
                }
            }
        }
    }
}
