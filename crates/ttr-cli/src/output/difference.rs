//! What would change in a file, line by line, as `diff -u` shows it.

use crate::output::Out;
use clap::builder::styling::{AnsiColor, Style};
use similar::TextDiff;
use std::io;

/// Beyond so many lines on both sides a difference is not searched for, but told as a whole.
const MOST_LINES: usize = 20_000;

/// The difference between two texts in the unified form; nothing if there is none.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    if old.lines().count() + new.lines().count() > MOST_LINES {
        let lines = |sign: char, text: &str| -> String { text.lines().map(|line| format!("{sign}{line}\n")).collect() };
        let (before, after) = (old.lines().count(), new.lines().count());
        let head = format!("--- {name}\n+++ {name}\n@@ -1,{before} +1,{after} @@\n");
        return head + &lines('-', old) + &lines('+', new);
    }
    TextDiff::from_lines(old, new).unified_diff().header(name, name).to_string()
}

/// Prints a difference, in colour where there is any.
pub(crate) fn print(difference: &str, out: &mut Out) -> io::Result<()> {
    for line in difference.lines() {
        let style = match line.as_bytes() {
            [b'+', ..] => Style::new().fg_color(Some(AnsiColor::Green.into())),
            [b'-', ..] => Style::new().fg_color(Some(AnsiColor::Red.into())),
            [b'@', ..] => Style::new().fg_color(Some(AnsiColor::Cyan.into())),
            _ => Style::new(),
        };
        out.line(out.styled(style, line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_with_the_lines_around_them() {
        assert_eq!(unified("a", "x\n", "x\n"), "");
        let old: String = (1..=9).map(|n| format!("{n}\n")).collect();
        let new = old.replace("5\n", "five\n");
        assert_eq!(
            unified("a.toml", &old, &new),
            "--- a.toml\n+++ a.toml\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        );
    }

    #[test]
    fn very_large_differences_are_told_as_a_whole() {
        let old = "x\n".repeat(MOST_LINES);
        let text = unified("a", &old, "y\n");
        assert!(text.starts_with("--- a\n+++ a\n@@ -1,20000 +1,1 @@\n-x\n") && text.ends_with("-x\n+y\n"));
    }
}
