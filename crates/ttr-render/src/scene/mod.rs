//! What is drawn, as plain data: places and tracks, colours, what stands on the board, and the lines of the legend.

pub(crate) mod colour;
mod game;

pub use game::Moment;

use crate::draw::font::Font;
use crate::draw::font_file::FontFile;
use colour::Paint;
use ttr_core::picture::{Edge, Glyph, LegendTable, Sample, Shape};

/// A board to be drawn, by itself or at a moment of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// The board's name.
    pub title: String,
    /// A line about it.
    pub summary: Option<String>,
    /// Who made it, on which terms, where it comes from.
    pub credits: Vec<String>,
    /// The longitude at which the world is cut.
    pub wrap: Option<f64>,
    /// Cities and junctions.
    pub places: Vec<Place>,
    /// Routes.
    pub tracks: Vec<Track>,
    /// The colours of routes.
    pub paints: Vec<Paint>,
    /// Who plays, by seat; nobody where the board is drawn by itself.
    pub players: Vec<Player>,
    /// A line about the moment of the game.
    pub moment: Option<String>,
    /// Tickets that are marked.
    pub highlights: Vec<Highlight>,
    /// Lines of the legend about marks.
    pub legend: Vec<(Sample, String)>,
    /// Tables of the legend.
    pub tables: Vec<LegendTable>,
    /// Font files for letters that the embedded font lacks: the first that has a letter draws it.
    pub fonts: Vec<FontFile>,
}

impl Scene {
    /// What its texts are written in.
    pub(crate) fn font(&self) -> Font<'_> {
        Font::with(&self.fonts)
    }

    /// All that is written in a picture of it.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let rows = self.tables.iter().flat_map(|table| table.rows.iter().flatten().chain([&table.title]));
        let players = self.players.iter().flat_map(|player| [&player.name, &player.note]);
        let highlights = self.highlights.iter().flat_map(|highlight| [&highlight.name, &highlight.note]);
        let all = [&self.title].into_iter().chain(&self.summary).chain(&self.credits).chain(&self.moment);
        let all =
            all.chain(self.places.iter().map(|place| &place.name)).chain(self.paints.iter().map(|paint| &paint.name));
        let all = all.chain(self.legend.iter().map(|(_, text)| text)).chain(rows).chain(players).chain(highlights);
        all.map(String::as_str)
    }
}

/// A city, or a place where routes meet.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Latitude and longitude.
    pub at: Option<[f64; 2]>,
    /// Where it is drawn, if not by its latitude and longitude.
    pub position: Option<[f64; 2]>,
    /// Whether routes only meet here.
    pub junction: bool,
    /// Signs of modules.
    pub signs: Vec<Glyph>,
    /// Pieces that stand here, and whose they are, by seat.
    pub pieces: Vec<(Glyph, usize)>,
}

/// A route.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Track {
    /// The places it joins.
    pub ends: [usize; 2],
    /// How many spaces.
    pub length: u16,
    /// Its colour, one of the scene's.
    pub paint: Option<usize>,
    /// The shape of its spaces.
    pub shape: Shape,
    /// The edge of its spaces.
    pub edge: Edge,
    /// Signs on its spaces, and on how many.
    pub signs: Vec<(Glyph, u8)>,
    /// Who holds it.
    pub held: Held,
    /// What it is called.
    pub name: String,
    /// What there is to say of it.
    pub title: String,
}

/// Who holds a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Held {
    /// Nobody.
    #[default]
    Free,
    /// Somebody, by seat.
    By(usize),
    /// It is closed, or everybody's.
    Closed,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The name.
    pub name: String,
    /// What the player's pieces look like: a number of colours that all differ, the same for partners.
    pub colour: usize,
    /// What there is to say, such as points.
    pub note: String,
}

/// A ticket that is marked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Highlight {
    /// What it is called.
    pub name: String,
    /// Its places, in order.
    pub places: Vec<usize>,
    /// The routes of the way.
    pub way: Vec<usize>,
    /// What there is to say of it, such as what is still missing.
    pub note: String,
}
