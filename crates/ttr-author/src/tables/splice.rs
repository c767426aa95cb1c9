//! Putting new cities, routes or tickets into the text of a map in place of the old ones, and leaving the rest as it is.

use std::ops::Range;
use toml_parser::parser::{Event, EventKind, parse_document};

/// A line, or several, of a file's top level: a key with its value, or a header.
struct Statement {
    /// From the beginning of its line to behind its line end.
    range: Range<usize>,
    /// Where the comments right above it begin.
    comments: usize,
    /// Its first key.
    key: String,
    header: bool,
}

/// The text with a part, such as `routes`, replaced by another. A part that begins with a header stays where its header
/// was or goes to the end; any other goes before the first header. Also says how many comments the old part had inside.
pub(crate) fn replaced(text: &str, key: &str, part: &str) -> (String, usize) {
    let statements = statements(text);
    let first_header = statements.iter().position(|statement| statement.header);
    let top = first_header.map_or(text.len(), |at| statements[at].comments);
    let under_header = part.trim_start().starts_with('[');
    // What goes: keys at the top, and headers with all that stands below them.
    let mut gone: Vec<(Range<usize>, bool)> = Vec::new();
    for (at, statement) in statements.iter().enumerate().filter(|(_, statement)| statement.key == key) {
        if statement.header {
            let next = statements[at + 1..].iter().find(|other| other.header);
            gone.push((statement.range.start..next.map_or(text.len(), |next| next.comments), true));
        } else if first_header.is_none_or(|first| at < first) {
            gone.push((statement.range.clone(), false));
        }
    }
    let comments = gone.iter().map(|(range, _)| comments(&text[range.clone()])).sum();
    let same_place = gone.first().filter(|(_, header)| *header == under_header).map(|(range, _)| range.start);
    let place = same_place.unwrap_or(if under_header { text.len() } else { top });
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let part = part.trim_end().replace('\n', line_end) + line_end;

    let mut out = String::with_capacity(text.len() + part.len());
    let mut from = 0;
    let mut edits: Vec<Range<usize>> = gone.into_iter().map(|(range, _)| range).collect();
    edits.push(place..place);
    edits.sort_by_key(|range| (range.start, range.end));
    for range in edits {
        let kept = &text[from..range.start.max(from)];
        out.push_str(kept);
        if range.is_empty() {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push_str(line_end);
            }
            let blank = out.ends_with(&format!("\n{line_end}"));
            if same_place.is_none() && !out.is_empty() && !blank {
                out.push_str(line_end);
            }
            out.push_str(&part);
            let more = text[place..].trim_start_matches('\u{feff}');
            if (same_place.is_none() || under_header) && !more.is_empty() && !more.starts_with(['\n', '\r']) {
                out.push_str(line_end);
            }
        }
        from = from.max(range.end);
    }
    out.push_str(&text[from..]);
    (out, comments)
}

/// How many comments a text has.
pub(crate) fn comments(text: &str) -> usize {
    events(text).iter().filter(|event| event.kind() == EventKind::Comment).count()
}

fn events(text: &str) -> Vec<Event> {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let mut events = Vec::new();
    parse_document(&tokens, &mut events, &mut None);
    events
}

fn statements(text: &str) -> Vec<Statement> {
    let mut all = Vec::new();
    let mut depth = 0usize;
    let mut line = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut comments = None;
    let mut now: Option<Statement> = None;
    for event in events(text) {
        let (start, end) = (event.span().start(), event.span().end());
        match event.kind() {
            EventKind::ArrayOpen | EventKind::InlineTableOpen => depth += 1,
            EventKind::ArrayClose | EventKind::InlineTableClose => depth = depth.saturating_sub(1),
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                let range = line..end;
                now = Some(Statement { range, comments: comments.unwrap_or(line), key: String::new(), header: true });
            }
            EventKind::SimpleKey if depth == 0 => {
                let key = text[start..end].trim_matches(['"', '\'']).to_owned();
                let begun = now.get_or_insert_with(|| Statement {
                    range: line..end,
                    comments: comments.unwrap_or(line),
                    key: key.clone(),
                    header: false,
                });
                if begun.key.is_empty() {
                    begun.key = key;
                }
            }
            EventKind::Comment if depth == 0 && now.is_none() => comments = comments.or(Some(line)),
            EventKind::Newline if depth == 0 => {
                match now.take() {
                    Some(mut statement) => {
                        statement.range.end = end;
                        all.push(statement);
                        comments = None;
                    }
                    // An empty line parts comments from what comes next.
                    None if text[line..start].trim().is_empty() => comments = None,
                    None => {}
                }
                line = end;
            }
            _ => {}
        }
    }
    if let Some(mut statement) = now {
        statement.range.end = text.len();
        all.push(statement);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_takes_the_place_of_the_old_one() {
        let text = "# top\nname = \"x\"\n\n# above\nroutes = [ # in\n 1,\n]  # behind\nrules = \"y\"\n\n# c\n[cities]\nA = {} # a\n\n# s\n[set]\n";
        assert_eq!(
            replaced(text, "routes", "routes = [2]\n"),
            (text.replace("routes = [ # in\n 1,\n]  # behind\n", "routes = [2]\n"), 2)
        );
        assert_eq!(
            replaced(text, "cities", "[cities]\nB = {}\n"),
            (text.replace("[cities]\nA = {} # a\n\n", "[cities]\nB = {}\n\n"), 1)
        );
        assert_eq!(replaced(text, "tickets", "tickets = []"), (text.replace("\n# c\n", "\ntickets = []\n\n# c\n"), 0));
    }

    #[test]
    fn a_part_in_another_form_goes_where_it_can_stand() {
        let text = "name = 'x'\ncities = { A = {} }\n[set]\na = 1\n[[routes]]\nb = 1\n[[routes]]\nb = 2\n[z]\n";
        let (text, _) = replaced(text, "routes", "routes = [3]");
        assert_eq!(text, "name = 'x'\ncities = { A = {} }\n\nroutes = [3]\n\n[set]\na = 1\n[z]\n");
        let (text, _) = replaced(&text, "cities", "[cities]\nB = {}");
        assert_eq!(text, "name = 'x'\n\nroutes = [3]\n\n[set]\na = 1\n[z]\n\n[cities]\nB = {}\n");
        assert_eq!(replaced("", "routes", "routes = []").0, "routes = []\n");
        assert_eq!(replaced("a = 1", "routes", "routes = []").0, "a = 1\n\nroutes = []\n");
        assert_eq!(
            replaced("a = 1\r\nroutes = [1]\r\nb = 2\r\n", "routes", "routes = [\n]").0,
            "a = 1\r\nroutes = [\r\n]\r\nb = 2\r\n"
        );
    }
}
