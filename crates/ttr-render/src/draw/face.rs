//! A face of a font: which letters it has, how wide they are, and their outlines.

use crate::draw::svg::number;
use skrifa::font::Source;
use skrifa::{DrawMemory, Font, GlyphId, PathSink, ScalerFont};
use std::fmt::Write as _;

/// Most bytes of the outline of a letter, as the data of a path. The most intricate ideographs have some thousands.
const MAX_OUTLINE_BYTES: usize = 32 * 1024;

/// A face of a font.
pub(crate) struct Face {
    scaler: ScalerFont,
    scale: f64,
}

/// Why a face can't be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Useless {
    /// It can't be read.
    Unread,
    /// It says nothing of Unicode.
    Letters,
    /// There are no outlines in it.
    Outlines,
}

impl Face {
    /// All lengths of faces are told in so many units of the size.
    pub const UNITS: f64 = 1000.0;

    /// A face of a file.
    pub fn of(bytes: impl Into<Source>, index: u32) -> Result<Self, Useless> {
        let font = Font::new(bytes, index).ok_or(Useless::Unread)?;
        // At least 16: where a file says something absurd, it is the usual one.
        let units = font.units_per_em();
        if !font.charmap().has_unicode() {
            return Err(Useless::Letters);
        }
        let scaler = ScalerFont::force_unhinted(font, None);
        if scaler.outline_source().is_none() {
            return Err(Useless::Outlines);
        }
        Ok(Self { scaler, scale: Self::UNITS / f64::from(units) })
    }

    /// The glyph for a letter.
    pub fn glyph(&self, letter: char) -> Option<GlyphId> {
        self.scaler.font().charmap().map_unicode(letter)
    }

    /// How far it is from a glyph to the next.
    pub fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.scaler.font().glyph_metrics().h_advance(glyph)) * self.scale
    }

    /// How high capitals are, in the size.
    pub fn cap_height(&self) -> Option<f64> {
        let height = self.scaler.font().metrics().cap_height?;
        Some(height.to_f64() * self.scale / Self::UNITS)
    }

    /// The outline of a glyph, as the data of a path with y downwards; none if it can't be drawn or is too intricate. What is
    /// blank has an empty one.
    pub fn outline(&self, glyph: GlyphId) -> Option<String> {
        let mut path = Path { data: String::new(), scale: self.scale, is_too_long: false };
        if let Some(outline) = self.scaler.outline(glyph) {
            outline.draw(DrawMemory::Scratch, &mut path).ok()?;
        }
        (!path.is_too_long).then_some(path.data)
    }
}

struct Path {
    data: String,
    scale: f64,
    is_too_long: bool,
}

impl Path {
    fn add(&mut self, command: char, points: &[f32]) {
        self.is_too_long |= self.data.len() > MAX_OUTLINE_BYTES;
        if self.is_too_long {
            return;
        }
        self.data.push(command);
        for (i, value) in points.iter().enumerate() {
            // Heights are upwards in a font.
            let value = if i % 2 == 1 { -f64::from(*value) } else { f64::from(*value) };
            if i > 0 {
                self.data.push(' ');
            }
            let _ = write!(self.data, "{}", number(value * self.scale, 1));
        }
    }
}

impl PathSink for Path {
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
        self.add('Z', &[]);
    }
}
