//! The embedded font: how wide a text is, and the outlines of its letters.

use crate::draw::svg::number;
use std::fmt::Write as _;
use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static BYTES: &[u8] = include_bytes!("../../fonts/FiraSansCondensed-Medium.ttf");
/// Most marks above a letter that are drawn with their own widths; whatever has no letter in the font is as wide as this.
const UNKNOWN: char = '\u{fffd}';

/// The font.
pub struct Font {
    face: Face<'static>,
    units: f64,
}

/// The one font of all pictures.
pub fn font() -> &'static Font {
    static FONT: OnceLock<Font> = OnceLock::new();
    FONT.get_or_init(|| {
        let face = Face::parse(BYTES, 0).expect("the embedded font is sound, which a test sees");
        let units = f64::from(face.units_per_em());
        Font { face, units }
    })
}

/// A letter of a text, and where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Letter {
    /// Its number in the font.
    pub glyph: u16,
    /// How far from the beginning, in units of the font.
    pub x: f64,
}

impl Font {
    fn glyph(&self, letter: char) -> GlyphId {
        let plain = match letter {
            '\u{2010}' | '\u{2011}' => '-',
            '\u{2012}' => '\u{2013}',
            '\u{a0}' | '\t' | '\n' => ' ',
            letter => letter,
        };
        let unknown = || self.face.glyph_index(UNKNOWN).or_else(|| self.face.glyph_index('?')).unwrap_or_default();
        self.face.glyph_index(plain).unwrap_or_else(unknown)
    }

    /// Whether there is a letter for this in the font.
    pub fn has(&self, letter: char) -> bool {
        matches!(letter, '\u{a0}' | '\t' | '\n' | '\u{2010}'..='\u{2012}') || self.face.glyph_index(letter).is_some()
    }

    fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.face.glyph_hor_advance(glyph).unwrap_or_default())
    }

    /// How wide a text is at this size.
    pub fn width(&self, text: &str, size: f64) -> f64 {
        text.chars().map(|letter| self.advance(self.glyph(letter))).sum::<f64>() * size / self.units
    }

    /// How high capitals are at this size.
    pub fn cap_height(&self, size: f64) -> f64 {
        self.face.capital_height().map_or(0.7, |h| f64::from(h) / self.units) * size
    }

    /// How far letters reach above and below the line at this size: Å and g.
    pub fn reach(&self, size: f64) -> (f64, f64) {
        (0.93 * size, 0.24 * size)
    }

    /// The units of the font in its size.
    pub(crate) fn units(&self) -> f64 {
        self.units
    }

    /// The letters of a text, one after the other.
    pub(crate) fn letters(&self, text: &str) -> Vec<Letter> {
        let mut x = 0.0;
        let place = |letter: char| {
            let glyph = self.glyph(letter);
            let at = x;
            x += self.advance(glyph);
            (letter != ' ' && letter != '\u{a0}').then_some(Letter { glyph: glyph.0, x: at })
        };
        text.chars().map(place).collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// The outline of a letter, as the data of a path, in units of the font with y downwards.
    pub(crate) fn outline(&self, glyph: u16) -> String {
        let mut path = Path::default();
        self.face.outline_glyph(GlyphId(glyph), &mut path);
        path.0
    }
}

#[derive(Default)]
struct Path(String);

impl Path {
    fn add(&mut self, command: char, points: &[f32]) {
        self.0.push(command);
        for (i, value) in points.iter().enumerate() {
            // Heights are upwards in a font.
            let value = if i % 2 == 1 { -f64::from(*value) } else { f64::from(*value) };
            if i > 0 {
                self.0.push(' ');
            }
            let _ = write!(self.0, "{}", number(value, 1));
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_letters_of_latin_and_cyrillic() {
        let all = ('!'..='~').chain('¡'..='ž').chain('А'..='я').chain("ЁёІіЇїЄєҐґ–—’“”".chars());
        for letter in all.filter(|letter| *letter != '\u{ad}') {
            assert!(font().face.glyph_index(letter).is_some(), "{letter}");
            assert!(!font().outline(font().glyph(letter).0).is_empty(), "{letter}");
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
