//! A picture as SVG: the board with all that lies on it, and the legend below.

mod board;
mod face;
pub(crate) mod font;
pub(crate) mod font_file;
pub(crate) mod ink;
mod legend;
#[cfg(feature = "png")]
pub(crate) mod png;
mod style;
pub(crate) mod svg;

use crate::geometry::{Point, Rect};
use crate::layout::Layout;
use crate::layout::size::LABEL;
use crate::scene::Scene;
use crate::work::{self, TooLarge};
use ink::{Align, Ink};
use std::fmt::Write as _;
use svg::{escaped, n};

/// The room around the board.
const MARGIN: f64 = 24.0;
/// The size of the title's letters.
const TITLE: f64 = 34.0;
/// The narrowest picture.
const NARROWEST: f64 = 560.0;
/// The room at the left and the right of a board that goes around the world, for the names of the cities to which its routes lead
/// there.
const BEYOND: f64 = 86.0;

/// A picture: where everything is, and the text of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Where everything is.
    pub layout: Layout,
    /// The SVG.
    pub svg: String,
    /// What no font has a letter for: drawn as a mark of its absence.
    pub missing: Vec<char>,
}

impl Drawing {
    /// Draws a scene.
    ///
    /// # Errors
    /// If it is too large to be drawn.
    pub fn of(scene: &Scene) -> Result<Self, TooLarge> {
        work::begin(scene)?;
        let layout = Layout::of(scene);
        work::end()?;
        let (svg, missing) = svg(scene, &layout);
        Ok(Self { layout, svg, missing })
    }
}

fn svg(scene: &Scene, layout: &Layout) -> (String, Vec<char>) {
    let beside = if layout.open_ends.is_empty() { MARGIN } else { BEYOND };
    let width = (layout.board.width() + 2.0 * beside).max(NARROWEST);
    let head = head_height(scene);
    let origin = Point::new((width - layout.board.width()) / 2.0, head);
    let mut ink = Ink::new(scene.font());
    head_lines(scene, &mut ink);
    let _ = writeln!(ink.body, r#"<g id="board" transform="translate({} {})">"#, n(origin.x), n(origin.y));
    board::draw(scene, layout, &mut ink);
    ink.body.push_str("</g>\n");
    let top = origin.y + layout.board.height() + MARGIN;
    let area = Rect { min: Point::new(MARGIN, top), max: Point::new(width - MARGIN, top) };
    let height = legend::draw(scene, area, &mut ink) + MARGIN;
    let mut out = String::new();
    let (w, h) = (n(width), n(height));
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-labelledby="title">"#
    );
    let _ = writeln!(out, r#"<title id="title">{}</title>"#, escaped(&scene.title));
    out.push_str(&style::sheet(scene));
    let _ = writeln!(out, "<defs>\n{}{}</defs>", ink.letters(), style::signs(scene));
    let _ = writeln!(out, r#"<rect class="paper" width="{w}" height="{h}"/>"#);
    out.push_str(&ink.body);
    out.push_str("</svg>\n");
    (out, ink.missing.into_iter().collect())
}

fn head_height(scene: &Scene) -> f64 {
    let lines = usize::from(scene.summary.is_some()) + usize::from(scene.moment.is_some());
    MARGIN + TITLE + lines as f64 * (LABEL + 6.0) + 12.0
}

fn head_lines(scene: &Scene, ink: &mut Ink) {
    let mut y = MARGIN + TITLE * 0.75;
    ink.text(Point::new(MARGIN, y), TITLE, Align::Left, "title", &scene.title);
    for line in [&scene.summary, &scene.moment].into_iter().flatten() {
        y += LABEL + 8.0;
        ink.text(Point::new(MARGIN, y), LABEL, Align::Left, "words", line);
    }
}
