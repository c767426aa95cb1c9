//! Boards and games for tests of pictures.

use std::sync::OnceLock;
use ttr_core::event::PiecesAt;
use ttr_core::{
    ActionSpace, CityId, Event, GameSource, PieceId, PlayerId, Registry, Rules, SeededChance, State, What, compile,
};
use ttr_render::{Drawing, Moment, Scene};
use ttr_source::{MapSource, Sources};

/// A map as its author wrote it.
pub fn map_of(name: &str, text: &str) -> MapSource {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    MapSource::load(&sources, file).0
}

/// The rules of a map for so many players.
pub fn rules_of(registry: &Registry, name: &str, text: &str, players: usize) -> Rules {
    compile(registry, &GameSource::new(name, text, players)).unwrap_or_else(|failed| panic!("{name}: {failed}")).rules
}

/// A bundled board and its picture.
pub struct Board {
    pub name: String,
    pub rules: Rules,
    pub scene: Scene,
    pub drawing: Drawing,
}

/// All bundled boards.
pub fn boards() -> &'static [Board] {
    static BOARDS: OnceLock<Vec<Board>> = OnceLock::new();
    BOARDS.get_or_init(draw_boards)
}

fn draw_boards() -> Vec<Board> {
    let registry = ttr_variants::registry();
    let board = |(name, text): (&str, &str)| {
        let rules = rules_of(&registry, name, text, 2);
        let scene = Scene::of(&rules, &map_of(name, text), None);
        Board { name: name.to_owned(), drawing: Drawing::of(&scene).expect("a picture"), rules, scene }
    };
    registry.maps().map(board).collect()
}

/// A game in which everybody claims what can be claimed, and else does something or other.
pub struct Game {
    pub rules: Rules,
    pub state: State,
    pub pieces: Vec<(CityId, PlayerId, PieceId)>,
}

impl Game {
    /// A bundled board after so many decisions.
    pub fn on(name: &str, players: usize, decisions: usize) -> (Self, MapSource) {
        let registry = ttr_variants::registry();
        let text = registry.find_map(name).expect("bundled");
        let rules = rules_of(&registry, name, text, players);
        let (mut chance, mut events) = (SeededChance::new(7), Vec::new());
        let mut state = rules.start(&mut chance, &mut events).expect("a start");
        for n in 0..decisions {
            let Some(who) = rules.to_act(&state).lowest() else { break };
            let mut space = ActionSpace::new(&rules);
            rules.legal(&state, who, &mut space);
            let all = (0..space.len().min(4000)).map(|i| space.nth(i));
            let claims = all.filter(|action| {
                ["claim/", "stations/", "ports/"].iter().any(|m| rules.op(action.op).name.starts_with(m))
            });
            let longest = claims
                .max_by_key(|action| (rules.op(action.op).name.starts_with("claim/"), length(&rules, action.args[0])));
            let action = longest.unwrap_or_else(|| space.nth(n * 7919 % space.len().min(12)));
            rules.apply(&mut state, who, &action, &mut chance, &mut events).expect("legal");
        }
        let pieces = standing(&events);
        (Self { rules, state, pieces }, map_of(name, text))
    }

    /// Its picture.
    pub fn scene(&self, map: &MapSource) -> Scene {
        let view = self.rules.view(&self.state, None);
        let moment = Moment { view, pieces: self.pieces.clone(), title: "under way".to_owned() };
        Scene::of(&self.rules, map, Some(&moment))
    }
}

fn length(rules: &Rules, route: u16) -> u8 {
    rules.board().routes.get(usize::from(route)).map_or(0, |route| route.length)
}

fn standing(events: &[Event]) -> Vec<(CityId, PlayerId, PieceId)> {
    let mut all = Vec::new();
    for event in events {
        if let What::Pieces { who, piece, to: PiecesAt::City(city), .. } = event.what {
            all.push((city, who, piece));
        }
    }
    all
}
