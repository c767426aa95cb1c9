//! Names that people write: the nearest that was meant, and how one is written and shown.

use crate::findings::clean::is_unseen;
use crate::findings::diagnostic::Applicability;
use std::borrow::Cow;

/// Names longer than this are neither compared nor shown in full.
const LONGEST_NAME: usize = 60;

/// A text that somebody wrote as messages repeat it: cut if it is very long.
pub fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A name from a file as messages show it: in quotes, on one line, cut if it is very long.
pub fn shown(text: &str) -> String {
    format!("{:?}", cut(text))
}

/// A name that was most likely meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near<'a> {
    /// The name.
    pub name: &'a str,
    /// Whether to write it instead is certain: hardly anything differs, and no other name comes near.
    pub applicability: Applicability,
}

/// The candidate that somebody who wrote `want` most likely meant, if one is near enough. Names of more than 60
/// characters have none, so that the search stays cheap on any input.
pub fn nearest<'a>(want: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(want, candidates).map(|near| near.name)
}

/// The candidate that somebody who wrote `want` most likely meant, and whether that is certain. It is certain if at most one
/// letter in four differs and no more than two in all, and every other candidate differs by twice as many.
pub fn near<'a>(want: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Near<'a>> {
    if want.len() > LONGEST_NAME * 4 {
        return None;
    }
    let wanted = want.to_lowercase();
    let length = wanted.chars().count();
    let (mut best, mut second): (Option<(usize, &str)>, usize) = (None, usize::MAX);
    for candidate in candidates {
        if candidate.len() > LONGEST_NAME * 4 {
            continue;
        }
        let other = candidate.to_lowercase();
        let other_length = other.chars().count();
        let longest = length.max(other_length);
        let allowed = 1 + longest / 4;
        if longest > LONGEST_NAME || length.abs_diff(other_length) > allowed + 1 {
            continue;
        }
        let found = (strsim::damerau_levenshtein(&wanted, &other), candidate);
        // One that is a little too far off to be meant still makes another one less certain.
        if found.0 > allowed || found.0 >= longest || best.is_some_and(|best| best < found) {
            second = if best.is_some_and(|best| best.1 == candidate) { second } else { second.min(found.0) };
            continue;
        }
        if let Some((distance, name)) = best.replace(found)
            && name != candidate
        {
            second = second.min(distance);
        }
    }
    best.map(|(distance, name)| {
        let certain =
            distance <= 2 && distance * 4 <= length.max(name.chars().count()) && second >= (2 * distance).max(1);
        Near { name, applicability: if certain { Applicability::Certain } else { Applicability::Maybe } }
    })
}

/// A text as a TOML value, in quotes. What is not seen is escaped.
pub fn toml_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if is_unseen(c) && c <= '\u{ffff}' => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c if is_unseen(c) => out.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A text as a TOML key, in quotes only where it needs them.
pub fn toml_key(text: &str) -> String {
    let bare = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare { text.to_owned() } else { toml_text(text) }
}

/// A name without case and accents.
pub fn folded(name: &str) -> String {
    const LETTERS: &[(&str, char)] = &[
        ("àáâãäåāăą", 'a'),
        ("çćĉċč", 'c'),
        ("ďđð", 'd'),
        ("èéêëēĕėęě", 'e'),
        ("ĝğġģ", 'g'),
        ("ĥħ", 'h'),
        ("ìíîïĩīĭįı", 'i'),
        ("ĵ", 'j'),
        ("ķ", 'k'),
        ("ĺļľŀł", 'l'),
        ("ñńņňŉ", 'n'),
        ("òóôõöøōŏő", 'o'),
        ("ŕŗř", 'r'),
        ("śŝşš", 's'),
        ("ţťŧ", 't'),
        ("ùúûüũūŭůűų", 'u'),
        ("ŵ", 'w'),
        ("ýÿŷ", 'y'),
        ("źżž", 'z'),
        ("ё", 'е'),
    ];
    let accented = |c: char| LETTERS.iter().find(|(all, _)| !c.is_ascii() && all.contains(c));
    let plain = |c: char| accented(c).map_or(c, |(_, plain)| *plain);
    let combining = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    name.to_lowercase().chars().filter(|c| !combining(c)).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_names() {
        let have = ["Aberlour", "Sankt-Élmo", "x"];
        assert_eq!(nearest("aberluor", have), Some("Aberlour"));
        assert_eq!(nearest("Sankt-Elom", have), Some("Sankt-Élmo"));
        assert_eq!(nearest("y", have), None, "nothing in common");
        assert_eq!(nearest("Zanzibar", have), None);
        let long = "a".repeat(1 << 20);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("a", [long.as_str()]), None);
    }

    #[test]
    fn a_name_is_certain_if_little_differs_and_no_other_is_near() {
        let certain = |want: &str, have: &[&str]| {
            near(want, have.iter().copied()).map(|n| (n.name.to_owned(), n.applicability == Applicability::Certain))
        };
        let is = |name: &str, certain: bool| Some((name.to_owned(), certain));
        assert_eq!(certain("Aberluor", &["Aberlour", "Wick"]), is("Aberlour", true));
        assert_eq!(certain("wick", &["Aberlour", "Wick"]), is("Wick", true), "only the case differs");
        assert_eq!(certain("Abelur", &["Aberlour", "Wick"]), is("Aberlour", true));
        assert_eq!(certain("Abelu", &["Aberlour", "Wick"]), is("Aberlour", false), "three letters are missing");
        assert_eq!(certain("Wck", &["Aberlour", "Wick"]), is("Wick", true));
        assert_eq!(certain("Wi", &["Aberlour", "Wic"]), is("Wic", false), "too short to be sure");
        assert_eq!(certain("Wicke", &["Wick", "Wickey"]), is("Wick", false), "either may be meant");
        assert_eq!(certain("Wicke", &["Wick", "Wick"]), is("Wick", true), "the same name twice");
        assert_eq!(certain("Burgam", &["Burgan", "Burghan"]), is("Burgan", true), "one letter against two");
        assert_eq!(certain("Burgambi", &["Burganba", "Burghanba"]), is("Burganba", false), "two letters against three");
        assert_eq!(certain("wick", &["WICK", "Wick"]), is("WICK", false), "either may be meant");
    }

    #[test]
    fn toml_texts_and_keys_read_back() {
        for text in ["", "plain", "a b", "q\"\\\n\t\u{7}", "é", "\u{9b}\u{202e}\u{200d}\u{e0041}"] {
            let file = format!("{} = {}", toml_key(text), toml_text(text));
            let table: std::collections::BTreeMap<String, String> = toml::from_str(&file).unwrap();
            assert_eq!(table.get(text).map(String::as_str), Some(text), "{file}");
        }
        assert_eq!(toml_key("a-b_1"), "a-b_1");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shown("a\nb"), "\"a\\nb\"");
        assert!(shown(&"é".repeat(1 << 20)).chars().count() < 70);
    }
}
