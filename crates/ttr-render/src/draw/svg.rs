//! SVG as text: numbers that are the same everywhere, and names that can do no harm.

use crate::geometry::Point;
use ttr_source::is_unseen;

/// A number with at most so many decimals, and no more of them than it needs.
pub(crate) fn number(value: f64, decimals: i32) -> String {
    let unit = 10_f64.powi(decimals);
    let whole = if value.is_finite() { (value * unit).round().clamp(-1e15, 1e15) as i64 } else { 0 };
    let (sign, whole) = (if whole < 0 { "-" } else { "" }, whole.unsigned_abs());
    let unit = unit as u64;
    let mut text = format!("{sign}{}", whole / unit);
    if whole % unit != 0 {
        let rest = format!("{:0width$}", whole % unit, width = decimals as usize);
        text.push('.');
        text.push_str(rest.trim_end_matches('0'));
    }
    text
}

/// A number as coordinates have it.
pub(crate) fn n(value: f64) -> String {
    number(value, 1)
}

/// Two coordinates.
pub(crate) fn xy(p: Point) -> String {
    format!("{} {}", n(p.x), n(p.y))
}

/// The data of a path along these points.
pub(crate) fn along(points: &[Point]) -> String {
    let mut data = String::new();
    for (i, p) in points.iter().enumerate() {
        data.push_str(if i == 0 { "M" } else { "L" });
        data.push_str(&xy(*p));
    }
    data
}

/// A text as XML has it. What XML can't hold is shown as a mark of its absence.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            // A reference says the same, and steers nobody who reads the file.
            letter if is_unseen(letter) => out.push_str(&format!("&#x{:x};", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out
}

/// A word for ids and data: letters and digits, with single dashes for all else.
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            out.push(letter);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let all = [0.0, -0.04, 1.25, -3.0, 10.05, 1e300, f64::NAN].map(|v| number(v, 1));
        assert_eq!(all, ["0", "0", "1.3", "-3", "10.1", "100000000000000", "0"]);
        assert_eq!((number(-0.05, 2), number(2.5, 0)), ("-0.05".to_owned(), "3".to_owned()));
    }

    #[test]
    fn names_do_no_harm() {
        assert_eq!(escaped("<a href=\"x\">&'\0\n"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\u{fffd} ");
        assert_eq!(slug("  Sault St. Marie!"), "sault-st-marie");
        assert_eq!(slug("<>"), "");
    }
}
