//! From a game to a scene: what the board, the map's file and a moment of the game say.

use crate::colour::paints;
use crate::scene::{Held, Highlight, Place, Player, Scene, Track};
use ttr_core::page::counted;
use ttr_core::picture::{Edge, Glyph, Marks, RouteMark, Shape};
use ttr_core::{CityId, PieceId, PlayerId, RouteId, Rules, TicketId, View};
use ttr_source::MapSource;

/// A moment of a game.
#[derive(Clone)]
pub struct Moment<'a> {
    /// What is to be seen of it. A picture is for all: no more is shown than everybody may know.
    pub view: View<'a>,
    /// Whose pieces stand in which cities.
    pub pieces: Vec<(CityId, PlayerId, PieceId)>,
    /// What to say about it.
    pub title: String,
}

impl Scene {
    /// A board by itself, or at a moment of a game. The map's file says what the rules need not know: positions, credits.
    pub fn of(rules: &Rules, map: &MapSource, moment: Option<&Moment<'_>>) -> Self {
        let marks = rules.marks(moment.map(|moment| moment.view));
        let mut scene = Self {
            title: rules.board().name.clone(),
            summary: map.summary.clone(),
            credits: credits(rules, map),
            wrap: map.board.wrap,
            legend: marks.legend.clone(),
            tables: marks.tables.clone(),
            ..Self::default()
        };
        let board = rules.board();
        let is_paid = |colour: usize| {
            rules
                .kinds()
                .iter()
                .any(|kind| kind.payable && !kind.wild && kind.colour.is_some_and(|c| c.index() == colour))
        };
        let names = board.colours.iter().enumerate().map(|(i, name)| (name.as_str(), board.shown(name), is_paid(i)));
        scene.paints = paints(names);
        scene.places = places(rules, map, &marks, moment);
        scene.tracks = board.route_ids().map(|route| track(rules, &marks, moment, route)).collect();
        if let Some(moment) = moment {
            scene.players = players(rules, moment);
            scene.moment = Some(moment.title.clone());
        }
        scene
    }

    /// Marks a ticket: its cities, and the routes of a way between them.
    #[must_use]
    pub fn highlighting(mut self, rules: &Rules, ticket: TicketId, way: &[RouteId], note: &str) -> Self {
        let board = rules.board();
        self.highlights.push(Highlight {
            name: board.ticket_name(ticket),
            places: board.tickets[ticket.index()].cities.iter().map(|city| city.index()).collect(),
            way: way.iter().map(|route| route.index()).collect(),
            note: note.to_owned(),
        });
        self
    }
}

fn credits(rules: &Rules, map: &MapSource) -> Vec<String> {
    let said = [
        map.author.as_ref().map(|author| format!("by {author}")),
        map.licence.as_ref().map(|licence| format!("licence {licence}")),
        map.source.as_ref().map(|source| format!("after {source}")),
    ];
    let status = match map.board.status.as_deref() {
        Some("verified") => Some("equal to the published board"),
        Some("reconstructed") => Some("reconstructed: partly guessed"),
        Some("partial") => Some("incomplete"),
        _ => None,
    };
    let mut line: Vec<String> = said.into_iter().flatten().collect();
    line.extend(status.map(str::to_owned));
    line.push(rules.rules_text());
    vec![line.join(" · ")]
}

fn places(rules: &Rules, map: &MapSource, marks: &Marks, moment: Option<&Moment<'_>>) -> Vec<Place> {
    // A map may say more, or something else, than the one that the rules were made of.
    let written = |i: usize| map.cities.get(i).filter(|city| city.name == rules.board().cities[i].name);
    let glyph = |piece: PieceId| {
        let drawn = marks.pieces.iter().find(|(other, _)| *other == piece).map(|(_, glyph)| glyph.clone());
        let letter = || rules.piece(piece).name.chars().next().map(|c| c.to_uppercase().next().unwrap_or(c));
        drawn.or_else(|| letter().map(Glyph::Letter)).unwrap_or(Glyph::Square)
    };
    let place = |(i, city): (usize, &ttr_core::board::City)| {
        let id = CityId::at(i);
        let own = marks.cities.iter().filter(|(at, ..)| *at == id);
        let signs = own.clone().filter(|(_, _, who)| who.is_none()).map(|(_, glyph, _)| glyph.clone());
        let of_players = own.filter_map(|(_, glyph, who)| Some((glyph.clone(), who.as_ref()?.index())));
        let standing = moment.into_iter().flat_map(|moment| &moment.pieces).filter(|(at, ..)| *at == id);
        Place {
            name: city.name.clone(),
            at: written(i).map_or(city.at, |city| city.at),
            position: written(i).and_then(|city| city.position),
            junction: city.junction,
            signs: signs.collect(),
            pieces: of_players.chain(standing.map(|(_, who, piece)| (glyph(*piece), who.index()))).collect(),
        }
    };
    rules.board().cities.iter().enumerate().map(place).collect()
}

fn track(rules: &Rules, marks: &Marks, moment: Option<&Moment<'_>>, route: RouteId) -> Track {
    let board = rules.board();
    let r = board.route(route);
    let own = || marks.routes.iter().filter(|(of, _)| *of == route).map(|(_, mark)| mark);
    let colour = moment.map_or(r.colour, |moment| moment.view.colour(route));
    let held = moment.map_or(Held::Free, |moment| match moment.view.held(route).lowest() {
        Some(who) => Held::By(who.index()),
        None if moment.view.is_free(route) => Held::Free,
        None => Held::Closed,
    });
    let name = board.route_name(route);
    let mut title = vec![counted(r.length, "space", "spaces")];
    title.extend(colour.map(|colour| board.shown(&board.colours[colour.index()]).to_owned()));
    title.extend(r.attributes.iter().cloned());
    if let Held::By(seat) = held {
        title.push(format!("held by {}", rules.side_name(rules.side_of(PlayerId::at(seat)))));
    }
    Track {
        ends: r.ends.map(|end| end.index()),
        length: r.length.into(),
        paint: colour.map(|colour| colour.index()),
        shape: own()
            .find_map(|mark| match mark {
                RouteMark::Shape(shape) => Some(*shape),
                _ => None,
            })
            .unwrap_or(Shape::Box),
        edge: own()
            .find_map(|mark| match mark {
                RouteMark::Edge(edge) => Some(*edge),
                _ => None,
            })
            .unwrap_or(Edge::Plain),
        signs: own()
            .filter_map(|mark| match mark {
                RouteMark::Glyph(glyph, count) => Some((glyph.clone(), *count)),
                _ => None,
            })
            .collect(),
        held,
        title: format!("{name}: {}", title.join(", ")),
        name,
    }
}

fn players(rules: &Rules, moment: &Moment<'_>) -> Vec<Player> {
    let sheet = moment.view.score();
    let player = |who: PlayerId| {
        let side = rules.side_of(who);
        let points = sheet.sides.get(side.index()).map(|sheet| sheet.total);
        Player {
            name: rules.seat_name(who),
            colour: side.index(),
            note: points.map_or_else(String::new, |points| counted(points, "point", "points")),
        }
    };
    rules.player_ids().map(player).collect()
}
