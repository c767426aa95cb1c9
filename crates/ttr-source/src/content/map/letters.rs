//! The letters of names: what can't be seen in one, what looks like a letter of another alphabet, and cities that look alike.

use super::{City, MapReader};
use crate::content::reader::Reader;
use crate::findings::clean::is_unseen;
use crate::findings::diagnostic::Diagnostic;
use crate::findings::names::{folded, shown};
use crate::text::files::Span;
use std::collections::{HashMap, HashSet};
use unicode_security::{MixedScript, skeleton};

/// So many letters that can't be seen are told of a name.
const MOST_LETTERS: usize = 20;

/// Whether a letter of this kind is written with joiners, or with selectors of its form: none of the alphabets that all look alike is.
fn is_joined(c: Option<char>) -> bool {
    c.is_some_and(|c| c >= '\u{590}' && !is_unseen(c))
}

/// What can't be seen in a name. Joiners and selectors of a form may stand in it where a script needs them.
fn unseen(name: &str) -> Vec<char> {
    let mut before = None;
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for c in name.chars() {
        let shapes = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        if (is_unseen(c) || c == '\u{2800}') && !c.is_control() && !(shapes && is_joined(before)) && seen.insert(c) {
            all.push(c);
        }
        if !shapes {
            before = Some(c);
        }
    }
    all
}

/// The first word of a name that has letters of more than one alphabet, though it can't be told by looking.
fn mixed(name: &str) -> Option<&str> {
    let words = name.split(|c: char| !c.is_alphanumeric() && !is_unseen(c));
    let mixed = |word: &&str| !word.is_single_script();
    words.into_iter().find(mixed)
}

/// What a name looks like: two names that look alike have the same.
fn looks(name: &str) -> String {
    let seen: String = name.chars().filter(|c| !is_unseen(*c)).collect();
    skeleton(&seen).collect()
}

impl Reader<'_> {
    /// Warns of a name that is not what it looks like.
    pub(crate) fn check_letters(&mut self, what: &str, name: &str, span: Span) {
        let unseen = unseen(name);
        if !unseen.is_empty() {
            let told = unseen.iter().take(MOST_LETTERS).map(|c| format!("U+{:04X}", u32::from(*c)));
            let mut told = told.collect::<Vec<_>>().join(", ");
            if unseen.len() > MOST_LETTERS {
                told = format!("{told}, and {} more", unseen.len() - MOST_LETTERS);
            }
            let message = format!("the name of {what} has characters in it that can't be seen: {told}");
            self.add(Diagnostic::warning("map::unseen-letters", message).at(span));
        }
        if let Some(word) = mixed(name) {
            let message =
                format!("the name of {what} has letters of more than one alphabet in a word: {}", shown(word));
            self.add(Diagnostic::warning("map::mixed-letters", message).at(span));
        }
    }
}

impl MapReader<'_> {
    /// Cities whose names look alike and are none the less different ones.
    pub(super) fn lookalike_cities(&mut self) {
        let mut seen: HashMap<String, (&str, Span)> = HashMap::new();
        for City { name, span, .. } in &self.map.cities {
            let looks = looks(name);
            match seen.get(&looks) {
                // Those that differ in case or accents only are told of as such.
                Some((first, place)) if folded(first) != folded(name) => {
                    let message = format!("{} and {} look alike", shown(first), shown(name));
                    self.reader.add(
                        Diagnostic::warning("map::lookalike-cities", message).at(*span).also(*place, "the other one"),
                    );
                }
                Some(_) => {}
                None => drop(seen.insert(looks, (name, *span))),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sound_names_are_left_alone() {
        let names = [
            "Montréal",
            "Zu\u{308}rich",
            "St. John's",
            "Stratford-upon-Avon",
            "Владивосток",
            "Москва (Moscow)",
            "Αθήνα",
            "東京タワー",
            "서울 Seoul",
            "क्\u{200d}ष",
            "❤\u{fe0f}",
            "👩\u{200d}🚀",
            "Łódź",
            "Örebro 2",
            "C10",
            "A\u{a0}B",
            "Kraków–Płaszów",
            "ʻEwa",
            "Queensʼ",
        ];
        for name in names {
            assert_eq!((unseen(name), mixed(name)), (vec![], None), "{name}");
        }
        let mut seen = HashSet::new();
        assert!(names.iter().all(|name| seen.insert(looks(name))));
    }

    #[test]
    fn what_is_not_what_it_looks_like() {
        assert_eq!(unseen("A\u{200b}b\u{202e}\u{200b}c\u{200d}"), ['\u{200b}', '\u{202e}', '\u{200d}']);
        assert_eq!(unseen("\u{3164}\u{2800}\u{ad}"), ['\u{3164}', '\u{2800}', '\u{ad}']);
        assert_eq!(mixed("Port P\u{430}ris"), Some("P\u{430}ris"));
        assert_eq!(mixed("Ελλάdα"), Some("Ελλάdα"));
        assert_eq!(looks("P\u{430}ris"), looks("Paris"));
        assert_eq!(looks("Par\u{200b}is"), looks("Paris"));
    }
}
