//! Text as it goes to a terminal. This is the one door: whatever text it is made of, a file's or somebody's words, is cleaned
//! here, and only styles are added to it.

use annotate_snippets::{Group, Renderer};
use clap::builder::styling::Style;
use ttr_source::{Diagnostic, Sources, clean};
use unicode_width::UnicodeWidthStr;

/// Text in which nothing steers a terminal or hides, apart from styles. It can't be turned back into a text, so that nothing is
/// styled before it is cleaned.
#[derive(Clone, Default)]
pub(crate) struct Styled(String);

impl<T: AsRef<str>> From<T> for Styled {
    fn from(text: T) -> Self {
        Self(clean(text.as_ref()).into_owned())
    }
}

impl Styled {
    /// Text in a style.
    pub fn new(style: Style, text: &str) -> Self {
        Self(format!("{style}{}{style:#}", clean(text)))
    }

    /// A finding about a file, with its lines.
    pub fn finding(found: &Diagnostic, sources: &Sources, colour: bool) -> Self {
        Self(ttr_author::render(found, sources, colour))
    }

    /// A message without a place in a file, of texts that are clean.
    pub fn message(group: Group<'_>, colour: bool) -> Self {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        Self(renderer.render(&[group]))
    }

    /// With more text behind it.
    pub fn and(mut self, more: impl Into<Self>) -> Self {
        self.0.push_str(&more.into().0);
        self
    }

    /// Without spaces at its end.
    pub fn trimmed(mut self) -> Self {
        self.0.truncate(self.0.trim_end().len());
        self
    }

    /// What is written.
    pub fn written(&self) -> &str {
        &self.0
    }
}

/// How many columns a text takes when it is shown: a letter with its accent takes one, some letters take two, and what is not
/// seen as many as it takes to say so.
pub(crate) fn columns(text: &str) -> usize {
    clean(text).width()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::builder::styling::AnsiColor;

    #[test]
    fn only_styles_steer() {
        let red = Style::new().fg_color(Some(AnsiColor::Red.into()));
        let line = Styled::from("\u{1b}[31m").and(Styled::new(red, "\u{9b}x")).and("\u{202e}");
        assert_eq!(line.written(), "\\u{1b}[31m\u{1b}[31m\\u{9b}x\u{1b}[0m\\u{202e}");
    }

    #[test]
    fn what_is_not_seen_takes_the_columns_of_its_escape() {
        assert_eq!(["a\u{200b}", "Zu\u{308}rich", "漢"].map(columns), [9, 6, 2]);
    }
}
