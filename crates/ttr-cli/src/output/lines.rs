//! Text on a screen of some width, measured in the columns of a terminal.

use crate::output::{Out, Styled, columns};
use std::io;

/// Holds words together.
pub(crate) const NO_BREAK: &str = "\u{a0}";
/// Screens of at least this width show things side by side.
const WIDE: usize = 120;
/// How many columns are between what stands side by side.
const GAP: usize = 4;
/// The fewest columns for what stands to the right of something else.
const LEAST_RIGHT: usize = 44;

/// A line whose beginning stands out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    bold: String,
    rest: String,
}

impl Line {
    /// A line in which nothing stands out.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { bold: String::new(), rest: text.into() }
    }

    /// A line that stands out.
    pub fn bold(text: impl Into<String>) -> Self {
        Self { bold: text.into(), rest: String::new() }
    }

    fn columns(&self) -> usize {
        columns(&self.bold) + columns(&self.rest)
    }

    fn print(&self, out: &mut Out) -> io::Result<()> {
        out.line(self.styled(out).trimmed())
    }

    fn styled(&self, out: &Out) -> Styled {
        if self.bold.is_empty() { Styled::from(&self.rest) } else { out.bold(&self.bold).and(&self.rest) }
    }
}

/// A title that stands out and a text behind it, in lines that fit; those after the first are indented.
pub(crate) fn titled(width: usize, title: &str, indent: usize, text: &str) -> Vec<Line> {
    let mut lines = wrap(width, &format!("{title} "), indent, text).into_iter();
    let first = lines.next().unwrap_or_default();
    let rest = first.get(title.len()..).unwrap_or_default().to_owned();
    [Line { bold: title.to_owned(), rest }].into_iter().chain(lines.map(Line::plain)).collect()
}

/// Text in lines that fit; those after the first are indented.
pub(crate) fn lines(width: usize, first: &str, indent: usize, text: &str) -> Vec<Line> {
    wrap(width, first, indent, text).into_iter().map(Line::plain).collect()
}

/// Text in lines that fit, none of them indented.
pub(crate) fn broken(width: usize, text: &str) -> Vec<String> {
    wrap(width, "", 0, text)
}

/// Writes lines.
pub(crate) fn print(out: &mut Out, lines: &[Line]) -> io::Result<()> {
    lines.iter().try_for_each(|line| line.print(out))
}

/// Writes text in lines that fit; those after the first are indented.
pub(crate) fn wrapped(out: &mut Out, first: &str, indent: usize, text: &str) -> io::Result<()> {
    print(out, &lines(out.width(), first, indent, text))
}

/// Writes what `right` gives for a width, beside other lines where there is room, else below them.
pub(crate) fn beside(out: &mut Out, left: &[Line], right: impl Fn(usize) -> Vec<Line>) -> io::Result<()> {
    let width = left.iter().map(Line::columns).max().unwrap_or_default() + GAP;
    if out.width() < WIDE || width + LEAST_RIGHT > out.width() {
        print(out, left)?;
        return print(out, &right(out.width()));
    }
    let right = right(out.width() - width);
    let nothing = Line::default();
    for row in 0..left.len().max(right.len()) {
        let (l, r) = (left.get(row).unwrap_or(&nothing), right.get(row).unwrap_or(&nothing));
        let gap = " ".repeat(width - l.columns());
        out.line(l.styled(out).and(gap).and(r.styled(out)).trimmed())?;
    }
    Ok(())
}

/// Breaks a text between words; a word that fits on no line is cut.
fn wrap(width: usize, first: &str, indent: usize, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    let next_line = |line: &mut String, lines: &mut Vec<String>| {
        lines.push(std::mem::replace(line, " ".repeat(indent)));
    };
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        if !empty && columns(&line) + 1 + columns(word) > width {
            next_line(&mut line, &mut lines);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        if columns(&line) + columns(word) <= width {
            line.push_str(word);
        } else {
            for letter in word.chars() {
                let mut bytes = [0; 4];
                if columns(&line) + columns(letter.encode_utf8(&mut bytes)) > width {
                    next_line(&mut line, &mut lines);
                }
                line.push(letter);
            }
        }
        empty = false;
    }
    lines.push(line);
    lines.iter().map(|line| line.trim_end().replace(NO_BREAK, " ")).collect()
}

/// How many spaces stand between columns.
const BETWEEN: usize = 2;

fn widest(items: &[String]) -> usize {
    items.iter().map(|item| columns(item)).max().unwrap_or_default()
}

/// How many of these items stand side by side.
fn across(width: usize, items: &[String]) -> usize {
    ((width + BETWEEN) / (widest(items) + BETWEEN)).max(1)
}

/// How many of these items, from the first, fit on so many lines.
pub(crate) fn fit(width: usize, items: &[String], lines: usize) -> usize {
    let fits = |n: &usize| n.div_ceil(across(width, &items[..*n])) <= lines;
    (0..=items.len()).rev().find(fits).unwrap_or_default()
}

/// Writes items in as many columns as fit, read downwards.
pub(crate) fn in_columns(out: &mut Out, items: &[String]) -> io::Result<()> {
    let (wide, across) = (widest(items) + BETWEEN, across(out.width(), items));
    let down = items.len().div_ceil(across);
    for row in 0..down {
        let cells = (0..across).filter_map(|column| items.get(column * down + row));
        let line: String = cells.map(|item| padded(item, wide)).collect();
        let line = line.trim_end();
        if columns(line) <= out.width() {
            out.line(line)?;
        } else {
            wrapped(out, "", 8, line)?;
        }
    }
    Ok(())
}

/// Text filled up to some columns.
pub(crate) fn padded(text: &str, wide: usize) -> String {
    format!("{text}{}", " ".repeat(wide.saturating_sub(columns(text))))
}

/// A line across the screen with a title.
pub(crate) fn rule(out: &mut Out, title: &str) -> io::Result<()> {
    let mut title = format!("── {title} ");
    while columns(&title) > out.width() {
        title.pop();
    }
    let left = out.width() - columns(&title);
    out.gap()?;
    out.heading(format!("{title}{}", "─".repeat(left)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "word ".repeat(40);
        let lines = wrap(80, "row: ", 4, &text);
        assert!(lines.len() == 3 && lines.iter().all(|line| columns(line) <= 80), "{lines:?}");
        assert!(lines[0].starts_with("row: word") && lines[1].starts_with("    word"), "{lines:?}");
        assert_eq!(wrap(80, "row: ", 4, ""), ["row:"]);
        assert_eq!(wrap(120, "row: ", 4, &text).len(), 2);
    }

    #[test]
    fn what_fits_on_no_line_is_cut() {
        let lines = wrap(80, "row: ", 4, &"x".repeat(200));
        assert_eq!(lines.iter().map(|line| columns(line)).collect::<Vec<_>>(), [80, 80, 53]);
        let lines = wrap(80, "", 2, &format!("{} a", "漢".repeat(41)));
        assert_eq!(lines, ["漢".repeat(40), "  漢 a".to_owned()], "letters of two columns");
    }

    #[test]
    fn accents_take_no_column() {
        let word = "Zu\u{308}rich Владивосток ".repeat(4);
        let lines = wrap(80, "", 0, &word);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(columns(&lines[0]), 75);
        assert_eq!(padded("Zu\u{308}rich", 8), "Zu\u{308}rich  ");
    }

    #[test]
    fn words_can_be_held_together() {
        let text = format!("{} 2{NO_BREAK}gray", "x".repeat(76));
        assert_eq!(wrap(80, "", 0, &text), ["x".repeat(76), "2 gray".to_owned()]);
    }
}
