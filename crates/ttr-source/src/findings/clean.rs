//! Text that comes from outside, as a terminal may get it: whatever could steer it, turn what it shows around, or hide in it is
//! escaped.

use std::borrow::Cow;
use std::fmt::Write;

/// Characters that are not seen where they stand: those that Unicode has ignored by default (joiners, selectors, fillers, tags),
/// the marks of direction, and the separators of lines and annotations.
const UNSEEN: &[(char, char)] = &[
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a character is not seen where it stands: it steers what shows the text, turns it around, or takes no room.
pub fn is_unseen(c: char) -> bool {
    // Nearly all text is below the first of them.
    c.is_control() || (c >= '\u{ad}' && UNSEEN.iter().any(|&(first, last)| (first..=last).contains(&c)))
}

fn escaped(text: &str, is: impl Fn(char) -> bool, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let Some(first) = text.find(&is) else { return text.into() };
    let (plain, rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(plain);
    for c in rest.chars() {
        if is(c) { write(c, &mut out) } else { out.push(c) }
    }
    out.into()
}

/// A text as a terminal may get it: what is not seen is written as Rust does it, `\u{202e}`. Ends of lines stay, as `\n`.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") {
        return clean(&text.replace("\r\n", "\n")).into_owned().into();
    }
    escaped(
        text,
        |c| c != '\n' && is_unseen(c),
        |c, out| match c {
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c => write!(out, "\\u{{{:x}}}", u32::from(c)).unwrap_or_default(),
        },
    )
}

/// JSON that says the same and may be shown: within its texts, what is not seen is written as `\u202e`.
pub fn clean_json(json: &str) -> Cow<'_, str> {
    // Outside of texts there is nothing but these; within them they are escaped already.
    escaped(
        json,
        |c| !matches!(c, '\n' | '\t' | '\r') && is_unseen(c),
        |c, out| {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}").unwrap_or_default();
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_or_hides() {
        for sound in ["Montréal", "Zu\u{308}rich", "Владивосток 漢字 한글", "a\nb", "St. John's", "A\u{a0}B", "🚂"]
        {
            assert!(matches!(clean(sound), Cow::Borrowed(text) if text == sound), "{sound}");
        }
        assert_eq!(clean("a\u{1b}[2Jb\r\nc\r\t\0"), "a\\u{1b}[2Jb\nc\\r\\t\\u{0}");
        assert_eq!(clean("\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200b}\u{200d}\u{feff}\u{e0041}"), {
            "\\u{9b}31m\\u{7f}\\u{202e}\\u{2066}\\u{200b}\\u{200d}\\u{feff}\\u{e0041}"
        });
        assert_eq!(clean(&clean("\u{9b}")), "\\u{9b}", "once is enough");
    }

    #[test]
    fn json_says_the_same() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}\n\t\"é";
        let json = serde_json::to_string_pretty(&[text]).expect("a text");
        let cleaned = clean_json(&json);
        assert_eq!(cleaned, "[\n  \"a\\u001b\\u007f\\u009b\\u202e\\udb40\\udc41\\n\\t\\\"é\"\n]");
        assert_eq!(serde_json::from_str::<Vec<String>>(&cleaned).expect("JSON"), [text]);
    }
}
