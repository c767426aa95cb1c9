//! A moment of a saved game.

use crate::Program;
use crate::commands::game::replay;
use crate::failure::Failure;
use std::ffi::OsStr;
use std::path::PathBuf;
use ttr_core::{Event, Game, GameSource, Rules, State};
use ttr_render::Scene;
use ttr_source::MapSource;
use ttr_table::standing;

/// A game up to a moment.
pub(super) struct Moment {
    pub game: Game,
    pub source: GameSource,
    events: Vec<Event>,
    decisions: usize,
}

/// The file and the number of decisions of `SAVE:N`. A file whose name ends so is taken for one.
pub(super) fn place(at: &OsStr) -> (PathBuf, Option<usize>) {
    let whole = PathBuf::from(at);
    let parts = at.to_str().and_then(|text| text.rsplit_once(':'));
    match parts.and_then(|(file, n)| Some((file, n.parse().ok()?))) {
        Some((file, n)) if !whole.exists() => (PathBuf::from(file), Some(n)),
        _ => (whole, None),
    }
}

impl Moment {
    /// Plays a saved game up to a moment.
    pub fn read(program: &Program<'_>, at: &OsStr) -> Result<Self, Failure> {
        let (path, decisions) = place(at);
        let save = replay::read(program, &path)?;
        let all = save.entries.len();
        if let Some(n) = decisions.filter(|n| *n > all) {
            let message = format!("decision {n} is beyond the end: {} has {all} decisions", path.display());
            return Err(Failure::usage(message));
        }
        let decisions = decisions.unwrap_or(all);
        let mut events = Vec::new();
        let game = save.replay(program.registry, decisions, |_, _, more| events.extend_from_slice(more));
        let game = game.map_err(|fault| replay::refused(&path, fault))?;
        Ok(Self { game, source: save.header.game, events, decisions })
    }

    /// The board as it is then, drawn by a map.
    pub fn scene(&self, map: &MapSource) -> Scene {
        scene_of_game(self.game.rules(), self.game.state(), self.events.iter(), self.decisions, map)
    }
}

/// The board at a moment of a game, as everybody may see it.
pub(crate) fn scene_of_game<'e>(
    rules: &Rules,
    state: &State,
    events: impl IntoIterator<Item = &'e Event>,
    decisions: usize,
    map: &MapSource,
) -> Scene {
    let view = rules.view(state, None);
    let standing = standing::in_cities(events);
    let pieces = standing.iter().flat_map(|(city, pieces)| {
        pieces.iter().flat_map(|(who, piece, n)| std::iter::repeat_n((*city, *who, *piece), (*n).max(0) as usize))
    });
    let when = match decisions {
        0 => "at the start".to_owned(),
        1 => "after 1 decision".to_owned(),
        n => format!("after {n} decisions"),
    };
    let title = match view.over() {
        Some(why) => format!("{when}: the game is over, {}", rules.end_text(why)),
        None => when,
    };
    Scene::of(rules, map, Some(&ttr_render::Moment { view, pieces: pieces.collect(), title }))
}
