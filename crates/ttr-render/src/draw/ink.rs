//! Texts and small signs as SVG.

use crate::draw::font::{Font, Shape};
use crate::draw::svg::{escaped, n, number, xy};
use crate::geometry::Point;
use crate::scene::colour::Sign;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ttr_core::picture::Glyph;

/// How a text lies at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// It begins at the point.
    Left,
    /// It has its middle at the point.
    Middle,
    /// It ends at the point.
    Right,
}

/// SVG while it is written, and the letters that it uses.
pub(crate) struct Ink<'f> {
    pub body: String,
    font: Font<'f>,
    letters: BTreeSet<Shape>,
    /// What no font has no letter for.
    pub missing: BTreeSet<char>,
}

impl<'f> Ink<'f> {
    /// Nothing yet, to be written in these fonts.
    pub fn new(font: Font<'f>) -> Self {
        Self { body: String::new(), font, letters: BTreeSet::new(), missing: BTreeSet::new() }
    }

    /// Writes a text at the end of its line's foot.
    pub fn text(&mut self, at: Point, size: f64, align: Align, class: &str, text: &str) {
        let _ = write!(self.body, r#"<g class="{class}" role="img" aria-label="{}" "#, escaped(text));
        self.letters_at(at, size, align, text);
    }

    /// The letters of a text, with what closes its element.
    fn letters_at(&mut self, at: Point, size: f64, align: Align, text: &str) {
        let width = self.font.width(text, size);
        let x = match align {
            Align::Left => at.x,
            Align::Middle => at.x - width / 2.0,
            Align::Right => at.x - width,
        };
        let scale = number(size / self.font.units(), 5);
        let _ = write!(self.body, r#"transform="translate({}) scale({scale})">"#, xy(Point::new(x, at.y)));
        self.missing.extend(text.chars().filter(|c| !self.font.has(*c)));
        for letter in self.font.letters(text) {
            self.letters.insert(letter.shape);
            let _ = match letter.x {
                0.0 => write!(self.body, r##"<use href="#{}"/>"##, letter.shape),
                x => write!(self.body, r##"<use href="#{}" x="{}"/>"##, letter.shape, number(x, 0)),
            };
        }
        self.body.push_str("</g>\n");
    }

    /// The outlines of all letters that were used.
    pub fn letters(&self) -> String {
        let mut out = String::new();
        for shape in &self.letters {
            let _ = writeln!(out, r#"<path id="{shape}" d="{}"/>"#, self.font.outline(*shape));
        }
        out
    }

    /// A small sign around a point, in one colour.
    pub fn glyph(&mut self, glyph: &Glyph, at: Point, r: f64, fill: &str) {
        let corners = |points: &[[f64; 2]]| {
            let points: Vec<String> = points
                .iter()
                .map(|[x, y]| format!("{},{}", number(at.x + x * r, 2), number(at.y + y * r, 2)))
                .collect();
            format!(r#"<polygon points="{}" fill="{fill}"/>"#, points.join(" "))
        };
        let circle = |r: f64, style: &str| {
            format!(r#"<circle cx="{}" cy="{}" r="{}" {style}/>"#, n(at.x), n(at.y), number(r, 2))
        };
        let drawn = match glyph {
            Glyph::Disc => circle(r * 0.85, &format!(r#"fill="{fill}""#)),
            Glyph::Ring => {
                circle(r * 0.7, &format!(r#"fill="none" stroke="{fill}" stroke-width="{}""#, number(r * 0.35, 2)))
            }
            Glyph::Square => corners(&[[-0.75, -0.75], [0.75, -0.75], [0.75, 0.75], [-0.75, 0.75]]),
            Glyph::Diamond => corners(&[[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]),
            Glyph::Triangle => corners(&[[0.0, -0.9], [0.95, 0.75], [-0.95, 0.75]]),
            Glyph::Star => corners(&STAR),
            Glyph::Cross => corners(&CROSS),
            Glyph::House => corners(&HOUSE),
            Glyph::Anchor => {
                let p = |x: f64, y: f64| format!("{} {}", number(at.x + x * r, 2), number(at.y + y * r, 2));
                format!(
                    r#"<path d="M{} L{} M{} L{} M{} Q{} {} Q{} {}" fill="none" stroke="{fill}" stroke-width="{w}" stroke-linecap="round"/><circle cx="{}" cy="{}" r="{}" fill="none" stroke="{fill}" stroke-width="{w}"/>"#,
                    p(0.0, -0.42),
                    p(0.0, 0.85),
                    p(-0.42, -0.12),
                    p(0.42, -0.12),
                    p(-0.85, 0.2),
                    p(-0.7, 0.85),
                    p(0.0, 0.88),
                    p(0.7, 0.85),
                    p(0.85, 0.2),
                    number(at.x, 2),
                    number(at.y - 0.68 * r, 2),
                    number(0.24 * r, 2),
                    w = number(0.24 * r, 2),
                )
            }
            Glyph::Letter(letter) => {
                let size = r * 1.9;
                let foot = at + Point::new(0.0, self.font.cap_height(size) / 2.0);
                let _ = write!(self.body, r#"<g fill="{fill}" "#);
                return self.letters_at(foot, size, Align::Middle, &letter.to_string());
            }
            Glyph::Corners(points) => {
                let points: Vec<[f64; 2]> = points.iter().map(|p| p.map(|v| f64::from(v) / 100.0)).collect();
                corners(&points)
            }
            _ => corners(&[[-0.75, -0.75], [0.75, -0.75], [0.75, 0.75], [-0.75, 0.75]]),
        };
        self.body.push_str(&drawn);
        self.body.push('\n');
    }
}

const STAR: [[f64; 2]; 10] = [
    [0.0, -1.0],
    [0.26, -0.36],
    [0.951, -0.309],
    [0.42, 0.137],
    [0.588, 0.809],
    [0.0, 0.44],
    [-0.588, 0.809],
    [-0.42, 0.137],
    [-0.951, -0.309],
    [-0.26, -0.36],
];
const CROSS: [[f64; 2]; 12] = [
    [-0.3, -0.9],
    [0.3, -0.9],
    [0.3, -0.3],
    [0.9, -0.3],
    [0.9, 0.3],
    [0.3, 0.3],
    [0.3, 0.9],
    [-0.3, 0.9],
    [-0.3, 0.3],
    [-0.9, 0.3],
    [-0.9, -0.3],
    [-0.3, -0.3],
];
const HOUSE: [[f64; 2]; 7] =
    [[0.0, -0.9], [0.95, -0.1], [0.65, -0.1], [0.65, 0.8], [-0.65, 0.8], [-0.65, -0.1], [-0.95, -0.1]];

/// The sign of a colour, around the middle of a space; `currentColor` is its ink.
pub(crate) fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Dot => r#"<circle r="1.9" fill="currentColor"/>"#,
        Sign::Ring => r#"<circle r="2" fill="none" stroke="currentColor" stroke-width="1.1"/>"#,
        Sign::Bar => r#"<path d="M-5 0H5" stroke="currentColor" stroke-width="1.6"/>"#,
        Sign::Across => r#"<path d="M0-3V3" stroke="currentColor" stroke-width="1.6"/>"#,
        Sign::Cross => r#"<path d="M-2.6 0H2.6M0-2.6V2.6" stroke="currentColor" stroke-width="1.3"/>"#,
        Sign::Saltire => r#"<path d="M-2.2-2.2L2.2 2.2M-2.2 2.2L2.2-2.2" stroke="currentColor" stroke-width="1.3"/>"#,
        Sign::Diamond => r#"<path d="M-2.8 0L0-2.8L2.8 0L0 2.8Z" fill="currentColor"/>"#,
        Sign::Triangle => r#"<path d="M-2.4 2.2L0-2.4L2.4 2.2Z" fill="currentColor"/>"#,
        Sign::Square => r#"<path d="M-2-2H2V2H-2Z" fill="currentColor"/>"#,
        Sign::Dots => r#"<path d="M-3 0h0M3 0h0" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>"#,
        Sign::Bars => r#"<path d="M-1.6-3V3M1.6-3V3" stroke="currentColor" stroke-width="1.2"/>"#,
        Sign::Angle => r#"<path d="M-1.6-2.8L1.4 0L-1.6 2.8" fill="none" stroke="currentColor" stroke-width="1.3"/>"#,
    }
}

/// What a sign is called in ids.
pub(crate) fn sign_name(sign: Sign) -> String {
    format!("sign-{sign:?}").to_lowercase()
}
