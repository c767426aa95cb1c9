//! The fonts of a picture: how wide a text is, and the outlines of its letters.

use crate::draw::face::Face;
use crate::draw::font_file::FontFile;
use skrifa::GlyphId;
use std::fmt;
use std::sync::OnceLock;

static BYTES: &[u8] = include_bytes!("../../fonts/FiraSansCondensed-Medium.ttf");
/// What stands for whatever no font has a letter for.
const UNKNOWN: char = '\u{fffd}';

/// The embedded font, and files with letters that it lacks.
#[derive(Clone, Copy)]
pub struct Font<'f> {
    own: &'static Face,
    files: &'f [FontFile],
}

/// The embedded font, by itself.
pub fn font() -> Font<'static> {
    Font::with(&[])
}

/// The shape of a letter: its name in a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Shape {
    /// A glyph of the embedded font.
    Own(u32),
    /// What a file draws for this.
    Lent(char),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(glyph) => write!(f, "g{glyph}"),
            Self::Lent(letter) => write!(f, "u{:04x}", u32::from(*letter)),
        }
    }
}

/// A letter of a text, and where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Letter {
    /// How it looks.
    pub shape: Shape,
    /// How far from the beginning, in units of the font.
    pub x: f64,
}

impl<'f> Font<'f> {
    /// The embedded font, and these files for what it lacks: the first that has a letter draws it.
    pub fn with(files: &'f [FontFile]) -> Self {
        static OWN: OnceLock<Face> = OnceLock::new();
        let own = OWN.get_or_init(|| Face::of(BYTES, 0).expect("the embedded font is sound, which a test sees"));
        Self { own, files }
    }

    fn own_glyph(&self, letter: char) -> Option<GlyphId> {
        self.own.glyph(match letter {
            '\u{2010}' | '\u{2011}' => '-',
            '\u{2012}' => '\u{2013}',
            '\u{a0}' | '\t' | '\n' => ' ',
            letter => letter,
        })
    }

    /// Whether the embedded font has a letter for this.
    pub(crate) fn is_own(&self, letter: char) -> bool {
        self.own_glyph(letter).is_some()
    }

    /// How a letter looks, and how far it is to the next.
    fn shape(&self, letter: char) -> Option<(Shape, f64)> {
        let own = |glyph| (Shape::Own(u32::from(glyph)), self.own.advance(glyph));
        let lent = || self.files.iter().find_map(|file| file.letter(letter));
        self.own_glyph(letter).map(own).or_else(|| lent().map(|lent| (Shape::Lent(letter), lent.advance)))
    }

    fn shape_or_mark(&self, letter: char) -> (Shape, f64) {
        let mark = || {
            let glyph = self.own.glyph(UNKNOWN).or_else(|| self.own.glyph('?')).unwrap_or_default();
            (Shape::Own(u32::from(glyph)), self.own.advance(glyph))
        };
        self.shape(letter).unwrap_or_else(mark)
    }

    /// Whether there is a letter for this in one of the fonts.
    pub fn has(&self, letter: char) -> bool {
        self.shape(letter).is_some()
    }

    /// How wide a text is at this size.
    pub fn width(&self, text: &str, size: f64) -> f64 {
        text.chars().map(|letter| self.shape_or_mark(letter).1).sum::<f64>() * size / self.units()
    }

    /// How high capitals are at this size.
    pub fn cap_height(&self, size: f64) -> f64 {
        self.own.cap_height().unwrap_or(0.7) * size
    }

    /// How far letters reach above and below the line at this size: Å and g.
    pub fn reach(&self, size: f64) -> (f64, f64) {
        (0.93 * size, 0.24 * size)
    }

    /// The units of the fonts in their size.
    pub(crate) fn units(&self) -> f64 {
        Face::UNITS
    }

    /// The letters of a text, one after the other.
    pub(crate) fn letters(&self, text: &str) -> Vec<Letter> {
        let mut x = 0.0;
        let place = |letter: char| {
            let (shape, advance) = self.shape_or_mark(letter);
            let at = x;
            x += advance;
            (letter != ' ' && letter != '\u{a0}').then_some(Letter { shape, x: at })
        };
        text.chars().map(place).collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// The outline of a letter, as the data of a path, in units of the font with y downwards.
    pub(crate) fn outline(&self, shape: Shape) -> String {
        match shape {
            Shape::Own(glyph) => self.own.outline(GlyphId::new(glyph)).unwrap_or_default(),
            Shape::Lent(letter) => {
                let lent = self.files.iter().find_map(|file| file.letter(letter));
                lent.map(|lent| lent.outline.clone()).unwrap_or_default()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_letters_of_latin_and_cyrillic() {
        let all = ('!'..='~').chain('¡'..='ž').chain('А'..='я').chain("ЁёІіЇїЄєҐґ–—’“”".chars());
        for letter in all.filter(|letter| *letter != '\u{ad}') {
            let Some((shape @ Shape::Own(_), _)) = font().shape(letter) else { panic!("{letter}") };
            assert!(!font().outline(shape).is_empty(), "{letter}");
        }
    }

    #[test]
    fn texts_are_as_wide_as_their_letters() {
        let width = |text| font().width(text, 10.0);
        assert_eq!(width(""), 0.0);
        assert!((width("Agra") - width("Ag") - width("ra")).abs() < 1e-9);
        assert!(width("WWW") > 2.0 * width("iii"));
        // What the font does not know takes room all the same.
        assert!(width("東京") > 0.0);
        assert_eq!(font().letters("a b").len(), 2);
    }
}
