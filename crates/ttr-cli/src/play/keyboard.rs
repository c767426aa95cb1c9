//! Lines that a person types, on a terminal or through a pipe.

use crate::output::Out;
use std::io::{self, BufRead, IsTerminal, Read};

/// More of a line than this is a line of its own: nobody types so much.
const MOST: u64 = 4096;

/// Where lines come from.
pub(crate) struct Keyboard {
    from: Box<dyn BufRead>,
    /// What was typed shows by itself on a terminal; elsewhere it is written after the prompt, for whoever reads the
    /// output.
    echo: bool,
}

impl Keyboard {
    /// Lines from standard input.
    pub fn stdin() -> Self {
        let stdin = io::stdin();
        Self { echo: !stdin.is_terminal(), from: Box::new(stdin.lock()) }
    }

    /// Lines from anything else than standard input.
    #[cfg(test)]
    pub fn of(from: impl BufRead + 'static) -> Self {
        Self { echo: true, from: Box::new(from) }
    }

    /// Asks, and gives the line that was typed. Nothing at the end of the input.
    pub fn ask(&mut self, prompt: &str, out: &mut Out) -> io::Result<Option<String>> {
        out.prompt(prompt)?;
        out.flush()?;
        let mut bytes = Vec::new();
        // An input that fails is an input that has ended.
        let read = (&mut self.from).take(MOST).read_until(b'\n', &mut bytes).unwrap_or_default();
        if read == 0 {
            out.gap()?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if self.echo {
            out.line(&line)?;
        }
        Ok(Some(line))
    }
}
