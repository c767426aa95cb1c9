//! The legend: blocks side by side, in as many rows as they need.

use super::board::{digit, space};
use crate::draw::font::Font;
use crate::draw::ink::{Align, Ink};
use crate::draw::svg::{n, xy};
use crate::geometry::{Point, Rect, Slanted};
use crate::layout::size::{LABEL, SPACE};
use crate::scene::colour::{ink_on, of_player};
use crate::scene::{Scene, Track};
use std::fmt::Write as _;
use ttr_core::picture::{Glyph, RouteMark, Sample};

/// The size of the legend's letters.
const LETTERS: f64 = 13.0;
/// How far it is from one line to the next.
const LINE: f64 = 19.0;
/// The room between two blocks.
const BETWEEN: f64 = 34.0;
/// The most lines of a column.
const TALLEST: usize = 5;
/// How wide the sample beside a line is.
const SAMPLE: f64 = 36.0;

/// A line of a block: what it shows and what it says.
struct Line<'s> {
    sample: Shown<'s>,
    text: String,
}

/// What is shown beside words.
enum Shown<'s> {
    Space(Track, Option<&'s Glyph>),
    City(&'s Glyph),
    Piece(&'s Glyph),
    Player(usize),
    Goal,
    Nothing,
}

/// A block under a heading.
struct Block<'s> {
    heading: String,
    lines: Vec<Line<'s>>,
    table: Option<&'s [Vec<String>]>,
}

/// Draws the legend below a line, within an area's width; gives where it ends.
pub(super) fn draw(scene: &Scene, area: Rect, ink: &mut Ink<'_>) -> f64 {
    ink.body.push_str("<g id=\"legend\">\n");
    let (mut at, mut lowest) = (area.min, area.min.y);
    for block in blocks(scene) {
        let (width, height) = block.size(scene.font());
        if at.x > area.min.x && at.x + width > area.max.x {
            at = Point::new(area.min.x, lowest + 14.0);
        }
        block.draw(scene, at, ink);
        lowest = lowest.max(at.y + height);
        at.x += width + BETWEEN;
    }
    for credit in &scene.credits {
        lowest += 20.0;
        ink.text(Point::new(area.min.x, lowest), 11.0, Align::Left, "small", credit);
    }
    ink.body.push_str("</g>\n");
    lowest
}

fn blocks(scene: &Scene) -> Vec<Block<'_>> {
    let block = |heading: &str, lines| Block { heading: heading.to_owned(), lines, table: None };
    let mut all = Vec::new();
    if !scene.players.is_empty() {
        let line = |(seat, player): (usize, &crate::scene::Player)| {
            let note = if player.note.is_empty() { String::new() } else { format!(": {}", player.note) };
            Line { sample: Shown::Player(seat), text: format!("{}{note}", player.name) }
        };
        all.push(block("Players", scene.players.iter().enumerate().map(line).collect()));
    }
    if !scene.highlights.is_empty() {
        let line = |highlight: &crate::scene::Highlight| {
            let note = if highlight.note.is_empty() { String::new() } else { format!(": {}", highlight.note) };
            Line { sample: Shown::Goal, text: format!("{}{note}", highlight.name) }
        };
        all.push(block("Tickets", scene.highlights.iter().map(line).collect()));
    }
    for table in scene.tables.iter().filter(|table| !table.rows.is_empty()) {
        all.push(Block { heading: table.title.clone(), lines: Vec::new(), table: Some(&table.rows) });
    }
    let used = |i: &usize| scene.tracks.iter().any(|track| track.paint == Some(*i));
    let colours: Vec<Line<'_>> = (0..scene.paints.len())
        .filter(used)
        .map(|i| {
            let paint = &scene.paints[i];
            let any = if paint.sign.is_none() { ": any colour" } else { "" };
            let track = Track { paint: Some(i), length: 1, ..Track::default() };
            Line { sample: Shown::Space(track, None), text: format!("{}{any}", paint.name) }
        })
        .collect();
    if !colours.is_empty() {
        all.push(block("Colours", colours));
    }
    let marks: Vec<Line<'_>> = scene
        .legend
        .iter()
        .map(|(sample, text)| {
            let mut track = Track { length: 1, ..Track::default() };
            let sample = match sample {
                Sample::Route(RouteMark::Shape(shape)) => {
                    track.shape = *shape;
                    Shown::Space(track, None)
                }
                Sample::Route(RouteMark::Edge(edge)) => {
                    track.edge = *edge;
                    Shown::Space(track, None)
                }
                Sample::Route(RouteMark::Glyph(glyph, _)) => Shown::Space(track, Some(glyph)),
                Sample::City(glyph) => Shown::City(glyph),
                Sample::Piece(glyph) => Shown::Piece(glyph),
                _ => Shown::Nothing,
            };
            Line { sample, text: text.clone() }
        })
        .collect();
    if !marks.is_empty() {
        all.push(block("Marks", marks));
    }
    all
}

impl Block<'_> {
    fn columns(&self) -> usize {
        self.lines.len().div_ceil(TALLEST).max(1)
    }

    fn column_widths(&self, font: Font<'_>) -> Vec<f64> {
        let widths = self
            .lines
            .chunks(self.lines.len().div_ceil(self.columns()).max(1))
            .map(|lines| lines.iter().fold(0.0_f64, |w, line| w.max(SAMPLE + font.width(&line.text, LETTERS))));
        widths.collect()
    }

    fn cell_widths(rows: &[Vec<String>], font: Font<'_>) -> Vec<f64> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.fold(0.0_f64, |w, cell| w.max(font.width(cell, LETTERS))) + 13.0
        };
        (0..columns).map(width).collect()
    }

    fn size(&self, font: Font<'_>) -> (f64, f64) {
        let heading = font.width(&self.heading, LABEL);
        let (width, lines) = match self.table {
            Some(rows) => (Self::cell_widths(rows, font).iter().sum(), rows.len()),
            None => {
                let widths = self.column_widths(font);
                let between = (widths.len().max(1) - 1) as f64 * 18.0;
                (widths.iter().sum::<f64>() + between, self.lines.len().div_ceil(self.columns()))
            }
        };
        (width.max(heading), 24.0 + lines as f64 * LINE)
    }

    fn draw(&self, scene: &Scene, at: Point, ink: &mut Ink<'_>) {
        ink.text(at + Point::new(0.0, 14.0), LABEL + 1.0, Align::Left, "heading", &self.heading);
        let top = at + Point::new(0.0, 24.0);
        if let Some(rows) = self.table {
            return table(rows, scene.font(), top, ink);
        }
        let per_column = self.lines.len().div_ceil(self.columns()).max(1);
        let mut x = 0.0;
        for (lines, width) in self.lines.chunks(per_column).zip(self.column_widths(scene.font())) {
            for (i, line) in lines.iter().enumerate() {
                let middle = top + Point::new(x, LINE * (i as f64 + 0.5));
                line.sample.draw(scene, middle + Point::new(14.0, 0.0), ink);
                let foot = middle + Point::new(SAMPLE, LETTERS * 0.34);
                ink.text(foot, LETTERS, Align::Left, "words", &line.text);
            }
            x += width + 18.0;
        }
    }
}

fn table(rows: &[Vec<String>], font: Font<'_>, top: Point, ink: &mut Ink<'_>) {
    let widths = Block::cell_widths(rows, font);
    let whole: f64 = widths.iter().sum();
    for (i, row) in rows.iter().enumerate() {
        let mut x = 0.0;
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let (at, align) = if column == 0 { (x, Align::Left) } else { (x + width - 3.0, Align::Right) };
            let foot = top + Point::new(at, LINE * (i as f64 + 0.5) + LETTERS * 0.34);
            ink.text(foot, LETTERS, align, "words", cell);
            x += width;
        }
        if i + 1 < rows.len() {
            let y = n(top.y + LINE * (i as f64 + 1.0));
            let _ = writeln!(ink.body, r#"<path class="line" d="M{} {y}h{}"/>"#, n(top.x), n(whole));
        }
    }
}

impl Shown<'_> {
    fn draw(&self, scene: &Scene, at: Point, ink: &mut Ink<'_>) {
        let shape = Slanted { centre: at, along: Point::new(1.0, 0.0), length: 25.0, width: SPACE };
        match self {
            Self::Space(track, glyph) => {
                let _ = writeln!(ink.body, r#"<g class="sample" transform="translate({})">"#, xy(at));
                space(scene, track, &shape, *glyph, ink);
                ink.body.push_str("</g>\n");
            }
            Self::City(glyph) => {
                let _ = write!(ink.body, r#"<circle class="signed" cx="{}" cy="{}" r="8"/>"#, n(at.x), n(at.y));
                ink.glyph(glyph, at, 5.0, "#fffdf6");
            }
            Self::Piece(glyph) => ink.glyph(glyph, at, 6.0, "#23272b"),
            Self::Player(seat) => {
                let Some(player) = scene.players.get(*seat) else { return };
                let _ = write!(
                    ink.body,
                    r#"<rect class="piece p{}" x="{}" y="{}" width="25" height="12.6" rx="1.8"/>"#,
                    player.colour,
                    n(at.x - 12.5),
                    n(at.y - 6.3)
                );
                let fill = ink_on(of_player(player.colour));
                ink.glyph(&Glyph::Letter(digit(*seat)), at, 4.6, fill);
            }
            Self::Goal => {
                let _ =
                    writeln!(ink.body, r#"<circle class="highlight goal" cx="{}" cy="{}" r="8"/>"#, n(at.x), n(at.y));
            }
            Self::Nothing => {}
        }
    }
}
