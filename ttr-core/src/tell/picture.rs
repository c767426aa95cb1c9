//! Pictures of the board: what modules want to be seen there. They say it as plain data; what draws it is elsewhere.
//!
//! A module registers with [`crate::Installer::picture`] what marks its routes, its cities and its pieces, and the words for the
//! legend. It runs when a picture is made, for a board by itself or for a moment of a game.

use crate::ids::{CityId, ModuleId, PieceId, PlayerId, RouteId};
use crate::rules::Rules;
use crate::view::View;

/// The shape of a route's spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Shape {
    /// A rectangle.
    #[default]
    Box,
    /// An oval.
    Oval,
    /// A long hexagon.
    Hexagon,
}

/// The edge of a route's spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Edge {
    /// A thin line.
    #[default]
    Plain,
    /// A thick line of dashes.
    Dashed,
    /// Two lines.
    Twofold,
}

/// A small sign.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Glyph {
    /// A disc.
    Disc,
    /// A ring.
    Ring,
    /// A square.
    Square,
    /// A diamond.
    Diamond,
    /// A triangle.
    Triangle,
    /// A star.
    Star,
    /// A cross.
    Cross,
    /// An anchor.
    Anchor,
    /// A house.
    House,
    /// A letter or a digit.
    Letter(char),
    /// Anything else: the corners of a filled shape, from -100 to 100, x to the right and y downwards.
    Corners(Vec<[i8; 2]>),
}

/// How a route is marked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RouteMark {
    /// Its spaces have this shape.
    Shape(Shape),
    /// Its spaces have this edge.
    Edge(Edge),
    /// So many of its spaces show this sign, from its middle on.
    Glyph(Glyph, u8),
}

/// What a line of the legend shows beside its words.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Sample {
    /// A space of a route that is marked so.
    Route(RouteMark),
    /// A city with this sign.
    City(Glyph),
    /// A piece of this form.
    Piece(Glyph),
}

/// A small table of the legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendTable {
    /// What it is about.
    pub title: String,
    /// Its rows, all of one length.
    pub rows: Vec<Vec<String>>,
}

/// What modules have marked on a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Marks of routes. Of two shapes or edges for one route the first holds.
    pub routes: Vec<(RouteId, RouteMark)>,
    /// Signs at cities, and whose they are, if anybody's.
    pub cities: Vec<(CityId, Glyph, Option<PlayerId>)>,
    /// How pieces are drawn that stand in cities.
    pub pieces: Vec<(PieceId, Glyph)>,
    /// Lines of the legend.
    pub legend: Vec<(Sample, String)>,
    /// Tables of the legend.
    pub tables: Vec<LegendTable>,
}

/// A picture while it is made. What is marked is ordered by the id of the module.
pub struct Picture<'a> {
    rules: &'a Rules,
    view: Option<View<'a>>,
    marks: Marks,
}

impl<'a> Picture<'a> {
    /// The rules, with all modules installed.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The moment of a game that is shown, as all may see it; nothing where the picture is of the board by itself.
    pub fn view(&self) -> Option<View<'a>> {
        self.view
    }

    /// Marks a route, with words for the legend; the same mark in the same words stands there once.
    pub fn route(&mut self, route: RouteId, mark: RouteMark, legend: &str) {
        let sample = match &mark {
            RouteMark::Glyph(glyph, _) => RouteMark::Glyph(glyph.clone(), 1),
            other => other.clone(),
        };
        self.legend(Sample::Route(sample), legend);
        self.marks.routes.push((route, mark));
    }

    /// Puts a sign at a city, with words for the legend.
    pub fn city(&mut self, city: CityId, glyph: Glyph, legend: &str) {
        self.legend(Sample::City(glyph.clone()), legend);
        self.marks.cities.push((city, glyph, None));
    }

    /// Puts a player's sign at a city, with words for the legend. Pieces that stand there are seen without it.
    pub fn city_of(&mut self, city: CityId, who: PlayerId, glyph: Glyph, legend: &str) {
        self.legend(Sample::Piece(glyph.clone()), legend);
        self.marks.cities.push((city, glyph, Some(who)));
    }

    /// Pieces of this kind that stand in cities are drawn so, with words for the legend.
    pub fn piece(&mut self, piece: PieceId, glyph: Glyph, legend: &str) {
        self.legend(Sample::Piece(glyph.clone()), legend);
        self.marks.pieces.push((piece, glyph));
    }

    /// Puts a table into the legend.
    pub fn table(&mut self, title: impl Into<String>, rows: Vec<Vec<String>>) {
        self.marks.tables.push(LegendTable { title: title.into(), rows });
    }

    fn legend(&mut self, sample: Sample, text: &str) {
        let known = self.marks.legend.iter().any(|(other, words)| *other == sample && words == text);
        if !known {
            self.marks.legend.push((sample, text.to_owned()));
        }
    }
}

impl Rules {
    /// What modules mark on the board; at a moment of a game, as all may see it, where a view is given.
    pub fn marks(&self, view: Option<View<'_>>) -> Marks {
        let mut picture = Picture { rules: self, view, marks: Marks::default() };
        let mut order: Vec<&(ModuleId, PictureFn)> = self.words.pictures.iter().collect();
        order.sort_by_key(|(module, _)| *module);
        for (_, draw) in order {
            draw(&mut picture);
        }
        picture.marks
    }
}

/// What marks a module's part of a picture.
pub(crate) type PictureFn = Box<dyn Fn(&mut Picture<'_>) + Send + Sync>;
