//! Standard output: a handle that fails instead of panicking, its width, and the choice of colour.

use crate::args::{Colour, called};
use clap::builder::styling::Style;
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use terminal_size::Width;
use unicode_width::UnicodeWidthStr;

/// Columns that every terminal has; elsewhere than on a terminal there are as many.
pub(crate) const LEAST_WIDTH: usize = 80;
/// Nobody reads longer lines than this.
const MOST_WIDTH: usize = 240;

impl Colour {
    /// Whether this stream is written to in colour.
    pub fn on(self, stream: &impl IsTerminal) -> bool {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                stream.is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// Where a command writes what it found.
pub(crate) struct Out {
    to: Box<dyn Write>,
    colour: bool,
    width: usize,
    is_terminal: bool,
    /// What the program goes by in what it says.
    program: String,
}

impl Out {
    /// Writes to standard output.
    pub fn stdout(colour: Colour, program: &str) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let colour = colour.on(&stdout);
        let columns = match terminal_size::terminal_size_of(&stdout) {
            Some((Width(columns), _)) if is_terminal => Some(columns.into()),
            _ => std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()),
        };
        let width = columns.unwrap_or(LEAST_WIDTH).clamp(LEAST_WIDTH, MOST_WIDTH);
        let program = program.to_owned();
        Self { to: Box::new(BufWriter::new(stdout)), colour, width, is_terminal, program }
    }

    /// Writes to anything else than standard output, without colour.
    #[cfg(test)]
    pub fn to(to: impl Write + 'static, width: usize) -> Self {
        Self { to: Box::new(to), colour: false, width, is_terminal: false, program: "ttr".to_owned() }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether it is a terminal, which can be cleared.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether what is written is in colour.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.to, "{}", called(text.as_ref(), &self.program))
    }

    /// Writes an empty line.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.to)
    }

    /// Writes a heading.
    pub fn heading(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        let text = self.bold(text.as_ref()).into_owned();
        self.line(text)
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.to.write_all(text)
    }

    /// Writes JSON, for people and programs.
    pub fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        writeln!(self.to, "{value:#}")
    }

    /// Writes out what was held back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    /// Stands out, where there is colour.
    pub fn bold<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.styled(Style::new().bold(), text)
    }

    /// Stands back, where there is colour.
    pub fn dim<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.styled(Style::new().dimmed(), text)
    }

    /// In this style, where there is colour.
    pub fn styled<'t>(&self, style: Style, text: &'t str) -> Cow<'t, str> {
        if self.colour { format!("{style}{text}{style:#}").into() } else { text.into() }
    }
}

pub(crate) use ttr_author::clean;

/// How many columns a text takes: a letter with its accent takes one, some letters take two.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// A number with its thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let all = [0, 7, 999, 1_000, 12_345, 1_234_567, u64::MAX].map(grouped);
        assert_eq!(all, ["0", "7", "999", "1,000", "12,345", "1,234,567", "18,446,744,073,709,551,615"]);
    }
}
