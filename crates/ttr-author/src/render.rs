//! Findings about files, as a person reads them: with the lines they are about, and the line as it should be.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use std::ops::Range;
use ttr_source::{Diagnostic, FileId, Severity, Sources, Span, clean};

/// Stretches of a file longer than this are named by their place, not shown.
const MOST_SHOWN: usize = 4096;

fn renderer(colour: bool) -> Renderer {
    if colour { Renderer::styled() } else { Renderer::plain() }
}

/// A finding in words and lines, as the program shows it: with the lines it is about, and with the mended line where there
/// is a suggestion.
pub fn render(found: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut places = Vec::new();
    let shown = match found.span {
        Some(span) => snippets(found, span, sources, &mut places),
        None => Some(Vec::new()),
    };
    let Some(snippets) = shown else { return short(found, sources, colour) };
    let message = found.full_message();
    let mut group = Group::with_title(level.primary_title(clean(&message)).id(found.code)).elements(snippets);
    let mended = found.suggestion.as_ref().and_then(|mend| Some((mend, Lines::around(sources, &[mend.span])?)));
    // A question whose answer is the mended line stands over it.
    let (question, help) = match (&found.help, &mended) {
        (Some(help), Some(_)) if help.ends_with('?') => (Some(help), None),
        (help, _) => (None, help.as_ref()),
    };
    if let Some(help) = help {
        group = group.element(Level::HELP.message(clean(help)));
    }
    let mut groups = vec![group];
    if let Some((mend, lines)) = &mended {
        let patch = Patch::new(lines.range(mend.span), clean(&mend.replacement));
        let snippet = Snippet::source(lines.shown(lines.text.len()))
            .line_start(lines.first)
            .path(clean(sources.name(mend.span.file)));
        let title = question.map_or("write it like this".into(), |question| clean(question));
        groups.push(Level::HELP.secondary_title(title).element(snippet.patch(patch)));
    }
    let text = renderer(colour).render(&groups);
    places.into_iter().fold(text, |text, place| place.corrected(text))
}

/// A place as it stands over the lines of a finding, where escapes before it would have its column counted wrongly.
struct Place {
    counted: String,
    true_column: usize,
}

impl Place {
    fn corrected(&self, text: String) -> String {
        let end = |at: usize| at + self.counted.len();
        let is_whole = |at: usize| !text[end(at)..].starts_with(|c: char| c.is_ascii_digit());
        let Some(at) = text.match_indices(&self.counted).map(|(at, _)| at).find(|at| is_whole(*at)) else {
            return text;
        };
        let column = self.counted.rfind(':').map_or(0, |colon| at + colon + 1);
        format!("{}{}{}", &text[..column], self.true_column, &text[end(at)..])
    }
}

/// A finding whose lines are too long to be shown.
fn short(found: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let mut text = clean(&sources.short(found)).into_owned();
    for (span, label) in &found.labels {
        let at = sources.position(span.file, span.start);
        text.push_str(&format!("\n  {}:{}:{}: {}", clean(sources.name(span.file)), at.line, at.column, clean(label)));
    }
    if let Some(help) = &found.help {
        let group = Group::with_title(Level::HELP.primary_title(clean(help)));
        text.push_str(&format!("\n{}", renderer(colour).render(&[group])));
    }
    text
}

/// The lines of a finding: of its own place and the other places in the same file together, where they lie near each
/// other, and of each other place by itself. Nothing if they are too long.
fn snippets<'a>(
    found: &'a Diagnostic,
    span: Span,
    sources: &'a Sources,
    places: &mut Vec<Place>,
) -> Option<Vec<Snippet<'a, Annotation<'a>>>> {
    let mut marks = vec![(span, found.primary_label.as_deref(), AnnotationKind::Primary)];
    marks.extend(found.labels.iter().map(|(span, label)| (*span, Some(label.as_str()), AnnotationKind::Context)));
    let mut all = Vec::new();
    while !marks.is_empty() {
        let file = marks[0].0.file;
        let near: Vec<Span> = marks.iter().map(|(span, ..)| *span).filter(|s| s.file == file).collect();
        let (lines, together) = match Lines::around(sources, &near) {
            Some(lines) => (lines, true),
            None => (Lines::around(sources, &near[..1])?, false),
        };
        let mut snippet =
            Snippet::source(lines.shown(lines.text.len())).line_start(lines.first).path(clean(sources.name(file)));
        let mut taken = 0;
        marks.retain(|(span, label, kind)| {
            let mine = span.file == file && (together || taken == 0);
            if mine {
                taken += 1;
                places.extend(lines.place(sources, *span));
                let mark = kind.span(lines.range(*span));
                let mark = label.map_or(mark.clone(), |label| mark.label(clean(label)));
                snippet = std::mem::replace(&mut snippet, Snippet::source("")).annotation(mark);
            }
            !mine
        });
        all.push(snippet);
    }
    Some(all)
}

/// Some whole lines of a file.
struct Lines<'a> {
    text: &'a str,
    /// The number of the first.
    first: usize,
    start: usize,
}

impl<'a> Lines<'a> {
    /// The lines on which these spans of one file lie. Nothing if that is too much to show.
    fn around(sources: &'a Sources, spans: &[Span]) -> Option<Self> {
        let file: FileId = spans.first()?.file;
        let text = sources.text(file);
        let from = floor(text, spans.iter().map(|s| s.start as usize).min()?);
        let to = floor(text, spans.iter().map(|s| s.end as usize).max()?.max(from));
        // Looks no further than what can be shown, so that many findings in a line without end take no time either.
        let bytes = text.as_bytes();
        let (least, most) = (from.saturating_sub(MOST_SHOWN), (to + MOST_SHOWN).min(bytes.len()));
        let before = bytes[least..from].iter().rposition(|&b| b == b'\n').map(|at| least + at + 1);
        let behind = bytes[to..most].iter().position(|&b| b == b'\n').map(|at| to + at + 1);
        let start = before.or((least == 0).then_some(0))?;
        let end = behind.or((most == bytes.len()).then_some(most))?;
        (end - start <= MOST_SHOWN).then(|| {
            let first = sources.position(file, start as u32).line;
            Self { text: &text[start..end], first, start }
        })
    }

    /// The lines as they are shown, up to a place in them. Tabs are left to what lays the lines out, and how a line ends is not shown.
    fn shown(&self, until: usize) -> String {
        let mut shown = String::with_capacity(until);
        for (at, c) in self.text[..until].char_indices() {
            match c {
                '\t' => shown.push(c),
                '\r' if self.text[at..].starts_with("\r\n") => {}
                c => shown.push_str(&clean(c.encode_utf8(&mut [0; 4]))),
            }
        }
        shown
    }

    /// The place of a span, if escapes before it in its line would have it counted wrongly.
    fn place(&self, sources: &Sources, span: Span) -> Option<Place> {
        let at = sources.position(span.file, span.start);
        let shown = self.shown(floor(self.text, (span.start as usize).saturating_sub(self.start)));
        let counted = shown.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let name = clean(sources.name(span.file));
        (counted != at.column)
            .then(|| Place { counted: format!("{name}:{}:{counted}", at.line), true_column: at.column })
    }

    /// Where a span lies in these lines as they are shown, between whole characters.
    fn range(&self, span: Span) -> Range<usize> {
        let place = |offset: u32| floor(self.text, (offset as usize).saturating_sub(self.start));
        let at = |offset: u32| self.shown(place(offset)).len();
        let (start, end) = (at(span.start), at(span.end));
        start..end.max(start)
    }
}

/// The nearest place at or before this one where a character begins, or the end.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_file_steers_the_terminal() {
        let (sources, file) = sources("a = \"\u{9b}31mé\u{202e}\"\t# \u{200b}\r\nb = 1\n");
        let value = Span::new(file, 4, 4 + "\"\u{9b}31mé\u{202e}\"".len());
        let behind = Span::new(file, value.end as usize + 1, value.end as usize + 2);
        let found = Diagnostic::error("x::y", "\u{1b}").at(behind);
        assert!(render(&found, &sources, false).contains("--> map.toml:1:14\n"), "the column in the file");
        assert!(render(&found, &sources, true).contains("map.toml:1:14"));
        let found = Diagnostic::error("x::y", "\u{1b}").at(value).label("\u{2066}").suggest(value, "\"\u{7f}\"");
        let expected = "\
error[x::y]: \\u{1b}
 --> map.toml:1:5
  |
1 | a = \"\\u{9b}31mé\\u{202e}\"    # \\u{200b}
  |     ^^^^^^^^^^^^^^^^^^^^ \\u{2066}
  |
help: write it like this
  |
1 - a = \"\\u{9b}31mé\\u{202e}\"    # \\u{200b}
1 + a = \"\\u{7f}\"    # \\u{200b}
  |";
        assert_eq!(render(&found, &sources, false), expected);
    }

    fn sources(text: &str) -> (Sources, FileId) {
        let mut sources = Sources::new();
        let file = sources.add("map.toml", text);
        (sources, file)
    }

    #[test]
    fn a_finding_shows_its_line_the_other_place_the_help_and_the_mended_line() {
        let (sources, file) = sources("a = 1\nto = \"Saint-Etiene\"\n# x\nb = \"é\"\n");
        let at = |text: &str| {
            let start = sources.text(file).find(text).unwrap();
            Span::new(file, start, start + text.len())
        };
        let found = Diagnostic::error("map::unknown-city", "no city is named \"Saint-Etiene\"")
            .at(at("\"Saint-Etiene\""))
            .label("not a city of this map")
            .also(at("é"), "here it is")
            .help("cities stand under [cities]")
            .suggest(at("\"Saint-Etiene\""), "\"Saint-Étienne\"");
        let expected = "\
error[map::unknown-city]: no city is named \"Saint-Etiene\"
 --> map.toml:2:6
  |
2 | to = \"Saint-Etiene\"
  |      ^^^^^^^^^^^^^^ not a city of this map
3 | # x
4 | b = \"é\"
  |      - here it is
  |
  = help: cities stand under [cities]
help: write it like this
  |
2 - to = \"Saint-Etiene\"
2 + to = \"Saint-Étienne\"
  |";
        assert_eq!(render(&found, &sources, false), expected);
        assert!(render(&found, &sources, true).contains("\u{1b}["));
    }

    #[test]
    fn a_place_in_another_file_is_shown_too() {
        let (mut sources, file) = sources("a = 1\n");
        let other = sources.add("--set", "b=2");
        let found = Diagnostic::warning("x::y", "two").at(Span::new(file, 0, 1)).also(Span::new(other, 0, 1), "second");
        let text = render(&found, &sources, false);
        assert!(text.starts_with("warning[x::y]: two\n"), "{text}");
        assert!(text.contains("map.toml:1:1") && text.contains("--set:1:1") && text.contains("second"), "{text}");
    }

    #[test]
    fn very_long_lines_are_named_and_not_shown() {
        let (sources, file) = sources(&format!("\n{}", "x".repeat(1 << 20)));
        let found = Diagnostic::error("x::y", "long").at(Span::new(file, 9000, 9001)).help("shorter");
        let text = render(&found, &sources, false);
        assert!(text.starts_with("map.toml:2:9000: error[x::y]: long\n"), "{text}");
        assert!(text.contains("shorter") && text.len() < 200, "{text}");
    }

    #[test]
    fn no_span_panics() {
        for text in ["", "\n", "é", "a\r\nb", "\u{feff}x", "\t\u{1b}[2Jé\u{200d}\u{0}\n\n\tz", "日本\n語\n"] {
            let (sources, file) = sources(text);
            for start in 0..text.len() + 3 {
                for end in 0..text.len() + 3 {
                    let span = Span { file, start: start as u32, end: end as u32 };
                    let other = Span { file: FileId(9), start: 0, end: 7 };
                    let found = Diagnostic::error("x::y", "a\nb").at(span).also(other, "o").also(span, "p\nq");
                    render(&found.clone().suggest(span, "new"), &sources, false);
                    render(&found.suggest(span, ""), &sources, true);
                }
            }
        }
    }
}
