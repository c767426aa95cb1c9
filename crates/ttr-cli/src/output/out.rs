//! Standard output: a handle that fails instead of panicking, its width, and the choice of colour.

use crate::args::{Colour, called};
use crate::output::Styled;
use clap::builder::styling::Style;
use std::io::{self, BufWriter, IsTerminal, Write};
use terminal_size::Width;
use ttr_source::{clean, clean_json};

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
    pub fn line(&mut self, text: impl Into<Styled>) -> io::Result<()> {
        writeln!(self.to, "{}", called(text.into().written(), &self.program))
    }

    /// Writes an empty line.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.to)
    }

    /// Writes a heading.
    pub fn heading(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.line(self.bold(text.as_ref()))
    }

    /// Writes text behind which something is typed.
    pub fn prompt(&mut self, text: &str) -> io::Result<()> {
        self.to.write_all(clean(text).as_bytes())
    }

    /// Writes what might as well be a file: to a terminal as it can be shown, elsewhere as it is.
    pub fn file(&mut self, text: &str) -> io::Result<()> {
        let text = if self.is_terminal { clean(text) } else { text.into() };
        self.to.write_all(text.as_bytes())
    }

    /// Leaves nothing on a terminal.
    pub fn clear(&mut self) -> io::Result<()> {
        self.to.write_all(b"\x1b[2J\x1b[3J\x1b[H")
    }

    /// Writes JSON, for people and programs.
    pub fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        writeln!(self.to, "{}", clean_json(&format!("{value:#}")))
    }

    /// Writes out what was held back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    /// Stands out, where there is colour.
    pub fn bold(&self, text: &str) -> Styled {
        self.styled(Style::new().bold(), text)
    }

    /// Stands back, where there is colour.
    pub fn dim(&self, text: &str) -> Styled {
        self.styled(Style::new().dimmed(), text)
    }

    /// In this style, where there is colour.
    pub fn styled(&self, style: Style, text: &str) -> Styled {
        if self.colour { Styled::new(style, text) } else { text.into() }
    }
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
