//! Mending a text by the suggested edits that are certain, one round after the other, until nothing is left that
//! could be mended so.

use std::collections::HashSet;
use ttr_core::check::{Checked, check, check_rule_set};
use ttr_core::{GameSource, NamedText, Registry};
use ttr_source::{Applicability, FileId, Severity, Suggestion};

/// The most rounds of mending: what is mended can bring something else to light.
const MAX_ROUNDS: usize = 20;

/// What came of mending a text.
pub struct Mended {
    /// The text; as it was, if there is nothing to mend.
    pub text: String,
    /// How many edits were made.
    pub edits: usize,
    /// How many errors there were before.
    pub errors_before: usize,
    /// What is found in the text now.
    pub left: Checked,
}

impl Mended {
    /// How many errors are left.
    pub fn errors(&self) -> usize {
        self.left.count(Severity::Error)
    }
}

/// Mends the map of a source.
pub fn mend_map(registry: &Registry, source: &GameSource) -> Mended {
    let mut source = source.clone();
    mend(&source.map.text.clone(), |text| {
        text.clone_into(&mut source.map.text);
        check(registry, &source)
    })
}

/// Mends a rule set.
pub fn mend_rule_set(registry: &Registry, rule_set: &NamedText) -> Mended {
    let name = &rule_set.name;
    mend(&rule_set.text, |text| check_rule_set(registry, &NamedText { name: name.clone(), text: text.to_owned() }, &[]))
}

/// Mends a text by what a check finds in it. A text that would have more errors than before is not given back.
fn mend(unchanged: &str, mut check: impl FnMut(&str) -> Checked) -> Mended {
    let first = check(unchanged);
    let errors_before = first.count(Severity::Error);
    let mut seen = HashSet::from([unchanged.to_owned()]);
    let (mut text, mut edits, mut left) = (unchanged.to_owned(), 0, first);
    for _ in 0..MAX_ROUNDS {
        let certain = certain_edits(&left);
        let next = apply(&text, &certain);
        if certain.is_empty() || !seen.insert(next.clone()) {
            break;
        }
        edits += certain.len();
        text = next;
        left = check(&text);
    }
    if left.count(Severity::Error) > errors_before {
        (text, edits, left) = (unchanged.to_owned(), 0, check(unchanged));
    }
    Mended { text, edits, errors_before, left }
}

/// The edits of the text itself that are certain, in the order of the text. Of those that touch each other the first
/// is made, and the next round sees what is left of the others.
fn certain_edits(checked: &Checked) -> Vec<Suggestion> {
    let suggestions = checked.diagnostics.iter().filter_map(|found| found.suggestion.as_ref());
    // It is the first of the files.
    let mine = |s: &&Suggestion| s.span.file == FileId::default() && s.applicability == Applicability::Certain;
    let mut all: Vec<Suggestion> = suggestions.filter(mine).cloned().collect();
    all.sort_by_key(|s| s.span);
    let mut end = None;
    all.retain(|s| {
        let free = end.is_none_or(|end| s.span.start > end);
        if free {
            end = Some(s.span.end);
        }
        free
    });
    all
}

/// The text with these edits made, which are in order and do not overlap. What lies outside of the text is left out.
pub(crate) fn apply(text: &str, edits: &[Suggestion]) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for Suggestion { span, replacement, .. } in edits {
        let (start, end) = (span.start as usize, span.end as usize);
        let Some(before) = text.get(from..start).filter(|_| text.get(start..end).is_some()) else { continue };
        mended.push_str(before);
        mended.push_str(replacement);
        from = end;
    }
    mended.push_str(text.get(from..).unwrap_or_default());
    mended
}

#[cfg(test)]
mod tests {
    use super::*;
    use ttr_source::Span;

    fn edit(start: usize, end: usize, replacement: &str) -> Suggestion {
        let span = Span::new(FileId::default(), start, end);
        Suggestion { span, replacement: replacement.to_owned(), applicability: Applicability::Certain }
    }

    #[test]
    fn edits_change_their_places_and_nothing_else() {
        assert_eq!(apply("abcdef", &[edit(0, 1, "X"), edit(3, 3, "-"), edit(5, 6, "")]), "Xbc-de");
        assert_eq!(apply("é", &[edit(1, 2, "X"), edit(0, 9, "Y")]), "é", "not a place of the text");
        assert_eq!(apply("a\r\nb", &[]), "a\r\nb");
    }

    #[test]
    fn a_map_is_mended_round_by_round() {
        let text = ttr_variants::registry().find_map("usa").expect("the first board").to_owned();
        let text = text.as_str();
        // The colour is only looked at when every city is known; the module only when there are no syntax errors.
        let broken = text
            .replacen("\"Vancouver\", \"Calgary\"", "\"Vancuver\", \"Calgary\"", 1)
            .replacen("colour = \"gray\"", "colour = gray", 1)
            .replacen("colour = \"white\"", "color = \"whyte\"", 1);
        let registry = ttr_variants::registry();
        let mended = mend_map(&registry, &GameSource::new("map", broken.as_str(), 2));
        assert_eq!((mended.text.as_str(), mended.edits, mended.errors()), (text, 4, 0), "{:?}", mended.left);
        let sound = mend_map(&registry, &GameSource::new("map", text, 2));
        assert_eq!((sound.text.as_str(), sound.edits, sound.errors_before), (text, 0, 0));
    }
}
