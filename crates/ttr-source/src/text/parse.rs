//! From TOML text to a tree: every syntax error with its place, and all that can be read in spite of them.

use crate::content::layers::Layer;
use crate::findings::diagnostic::{Diagnostic, sort};
use crate::findings::names::shown;
use crate::limits::{MAX_FILE_BYTES, MAX_NESTING};
use crate::text::files::{FileId, Sources, Span, too_large};
use crate::text::recovery::{Repair, is_soft, open_brackets};
use crate::text::syntax::syntax_fault;
use crate::text::tree::{Entry, Node, Table, Value};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// What was read of a file.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The file's table.
    pub root: Node,
    /// What is wrong with the text, in the order of the file.
    pub faults: Vec<Diagnostic>,
    /// Lines with errors that were left out, so that the rest could be read.
    pub lost: Vec<Span>,
    /// Whether everything but those lines is in the tree.
    pub complete: bool,
}

impl Parsed {
    fn nothing(file: FileId, fault: Diagnostic) -> Self {
        let root = Node::new(Value::Table(Table::new()), Span::new(file, 0, 0));
        Self { root, faults: vec![fault], lost: Vec::new(), complete: false }
    }

    /// Adds findings about the tree, without those that only echo a syntax error at the same place.
    #[must_use]
    pub fn with_findings(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let echo =
            |d: &Diagnostic| d.span.is_some_and(|s| self.faults.iter().any(|f| f.span.is_some_and(|f| f.touches(s))));
        let mut all = self.faults.clone();
        all.extend(found.into_iter().filter(|d| !echo(d)));
        sort(&mut all);
        all
    }
}

/// Files up to this size are read on after a syntax error, line by line; of larger ones the first error is told.
const RECOVERABLE_BYTES: usize = 256 * 1024;
/// How often reading is tried again without the line at fault.
const MAX_ROUNDS: usize = 24;
/// Most syntax errors told of a file.
const MAX_SYNTAX_ERRORS: usize = 100;

/// Reads a file's text as TOML. A byte-order mark and Windows line ends are fine.
pub fn parse(sources: &Sources, file: FileId) -> Parsed {
    parse_text(file, sources.text(file))
}

fn parse_text(file: FileId, text: &str) -> Parsed {
    if text.len() > MAX_FILE_BYTES {
        return Parsed::nothing(file, too_large(file, text.len()));
    }
    let open = open_brackets(text);
    if let (Some(&first), Some(&last)) = (open.first(), open.get(MAX_NESTING)) {
        let fault = too_deep(Span::new(file, last, last + 1)).help("is a closing bracket missing?");
        return Parsed::nothing(file, fault.also(Span::new(file, first, first + 1), "the outermost one begins here"));
    }
    if text.len() > RECOVERABLE_BYTES {
        return match DeTable::parse(text) {
            Ok(tree) => Builder { file, faults: Vec::new() }.build(tree.into_inner()),
            Err(error) => {
                let fault = syntax_fault(file, text, error.message(), error.span().unwrap_or(0..0));
                let help = "in a file of this size only the first syntax error is told";
                Parsed::nothing(file, if fault.help.is_some() { fault } else { fault.help(help) })
            }
        };
    }
    recover(file, text)
}

/// Reads again and again without the lines at fault, blanked so that places stay as they are, until the rest is sound.
fn recover(file: FileId, text: &str) -> Parsed {
    let mut work = text.to_owned();
    let (mut faults, mut lost) = (Vec::new(), Vec::new());
    for _ in 0..MAX_ROUNDS {
        let (tree, errors) = DeTable::parse_recoverable(&work);
        let mut errors: Vec<_> = errors.iter().map(|e| (e.span().unwrap_or(0..0), e.message())).collect();
        errors.sort_by_key(|(span, _)| span.start);
        let told = |(span, message): &(Range<usize>, &str)| syntax_fault(file, text, message, span.clone());
        if errors.len() > 10 * MAX_SYNTAX_ERRORS {
            faults.extend(errors.iter().take(MAX_SYNTAX_ERRORS).map(told));
            break;
        }
        let Some(error) = errors.iter().find(|(_, message)| !is_soft(message)) else {
            faults.extend(errors.iter().map(told));
            return limited(Builder { file, faults }.build(tree.into_inner()), lost);
        };
        let repair = Repair::of(&work, error.0.start, error.1);
        if !repair.follows(lost.last().map(|span: &Span| span.end as usize)) {
            let fault = told(error);
            faults.push(match repair.opener {
                Some(at) => {
                    let end = if work[at..].starts_with('{') { "}" } else { "]" };
                    let label = format!("this is still open: a `{end}` is missing");
                    fault.also(Span::new(file, at, at + 1), label)
                }
                None => fault,
            });
        }
        if work[repair.range.clone()] == repair.text {
            break;
        }
        if repair.loses {
            lost.push(Span::new(file, repair.range.start, repair.range.end));
        }
        work.replace_range(repair.range, &repair.text);
    }
    let root = Node::new(Value::Table(Table::new()), Span::new(file, 0, 0));
    limited(Parsed { root, faults, lost: Vec::new(), complete: false }, lost)
}

fn limited(mut parsed: Parsed, lost: Vec<Span>) -> Parsed {
    sort(&mut parsed.faults);
    parsed.faults.dedup_by(|b, a| a.span == b.span && a.code == b.code);
    parsed.faults.truncate(MAX_SYNTAX_ERRORS);
    parsed.lost = lost;
    parsed
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("file::too-deep", format!("tables and lists are nested more than {MAX_NESTING} deep")).at(span)
}

/// Builds our tree from toml's.
struct Builder {
    file: FileId,
    faults: Vec<Diagnostic>,
}

impl Builder {
    fn build(mut self, tree: DeTable<'_>) -> Parsed {
        let kind = Value::Table(self.table(tree, 0));
        let complete = !self.faults.iter().any(|f| f.code == "file::too-deep");
        let root = Node::new(kind, Span::new(self.file, 0, 0));
        Parsed { root, faults: self.faults, lost: Vec::new(), complete }
    }

    fn span(&self, span: Range<usize>) -> Span {
        Span::new(self.file, span.start, span.end)
    }

    fn table(&mut self, tree: DeTable<'_>, depth: usize) -> Table {
        let mut entries: Vec<_> = tree.into_iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (toml::Spanned<toml::de::DeString<'_>>, toml::Spanned<DeValue<'_>>)| {
            let key_span = self.span(key.span());
            // What has no value in the text gets one at offset 0 from toml: put it behind its key.
            let span = Some(value.span()).filter(|s| s.start > 0).map_or(key_span, |s| self.span(s));
            let value = self.node(value.into_inner(), span, depth + 1);
            Entry { key: key.into_inner().into_owned(), key_span, value }
        };
        entries.into_iter().map(entry).collect()
    }

    fn node(&mut self, value: DeValue<'_>, span: Span, depth: usize) -> Node {
        if depth > MAX_NESTING && matches!(value, DeValue::Array(_) | DeValue::Table(_)) {
            if !self.faults.iter().any(|f| f.code == "file::too-deep") {
                self.faults.push(too_deep(span));
            }
            return Node::new(Value::Bool(false), span);
        }
        let kind = match value {
            DeValue::Boolean(yes) => Value::Bool(yes),
            DeValue::String(text) => Value::Str(text.into_owned()),
            DeValue::Datetime(date) => Value::Str(date.to_string()),
            DeValue::Integer(number) => Value::Int(
                i64::from_str_radix(number.as_str(), number.radix())
                    .unwrap_or_else(|_| self.too_large_number(span, i64::MAX)),
            ),
            DeValue::Float(number) => Value::Float(match number.as_str().parse::<f64>() {
                Ok(n) if n.is_infinite() && !number.as_str().contains("inf") => self.too_large_number(span, n),
                Ok(n) => n,
                Err(_) => self.too_large_number(span, f64::NAN),
            }),
            DeValue::Array(items) => Value::List(
                items
                    .into_iter()
                    .map(|item| {
                        let span = self.span(item.span());
                        self.node(item.into_inner(), span, depth + 1)
                    })
                    .collect(),
            ),
            DeValue::Table(table) => Value::Table(self.table(table, depth)),
        };
        Node::new(kind, span)
    }

    fn too_large_number<T>(&mut self, span: Span, instead: T) -> T {
        if self.faults.len() < MAX_SYNTAX_ERRORS && !self.faults.iter().any(|f| f.span.is_some_and(|s| s.touches(span)))
        {
            self.faults.push(Diagnostic::error("file::syntax", "this number is too large to be read").at(span));
        }
        instead
    }
}

/// Reads an override of the command line, `KEY=VALUE`: a dotted path and a TOML value, or a plain word that is taken as
/// a text. The override is added to the sources under the name `--set`, and becomes a table with that one path.
pub fn parse_set(sources: &mut Sources, text: &str) -> Result<Node, Box<Diagnostic>> {
    let file = sources.add("--set", text);
    let whole = Span::new(file, 0, text.len());
    let fault = |code, message: String, span| Err(Box::new(Diagnostic::error(code, message).at(span)));
    let Some((key, value)) = text.split_once('=') else {
        return fault("set::no-value", format!("an override is KEY=VALUE, but {} has no `=`", shown(text)), whole);
    };
    let mut parsed = parse_text(file, text);
    if let Some(found) = parsed.faults.iter().find(|f| matches!(f.code, "file::too-large" | "file::too-deep")) {
        return Err(Box::new(found.clone()));
    }
    if !parsed.faults.is_empty() {
        // Not TOML: perhaps a plain word. The same key with another value stands at the same place.
        let word = value.trim();
        let start = text.len() - value.trim_start().len();
        let span = Span::new(file, start, start + word.len());
        parsed = parse_text(file, &format!("{key}=0"));
        if word.is_empty() {
            return fault("set::no-value", format!("{} is given no value", shown(key.trim())), whole);
        } else if !parsed.faults.is_empty() {
            let span = Span::new(file, 0, key.len());
            return fault("set::bad-key", format!("{} is not a path of keys like `a.b`", shown(key.trim())), span);
        } else if word.contains(|c: char| c.is_control() || "\"'[]{}=,#".contains(c)) {
            return fault("set::bad-value", format!("{} is neither a TOML value nor a plain word", shown(word)), span);
        }
        put(&mut parsed.root, Node::new(Value::Str(word.to_owned()), span));
    }
    let one_key = parsed.root.as_table().is_some_and(|t| t.len() == 1) && !text.trim_start().starts_with(['[', '#']);
    if !one_key {
        return fault("set::bad-key", format!("an override is one KEY=VALUE, not {}", shown(text)), whole);
    }
    Ok(parsed.root.in_layer(Layer::CommandLine))
}

/// Puts a value at the end of a path of tables with one key each.
fn put(node: &mut Node, value: Node) {
    match &mut node.kind {
        Value::Table(table) => {
            let key = table.keys().next().map(str::to_owned);
            if let Some(inner) = key.and_then(|key| table.get_mut(&key)) {
                put(inner, value);
            }
        }
        _ => *node = value,
    }
}
