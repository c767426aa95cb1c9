//! The game, and the position that is shown of it.

use std::ops::{Deref, DerefMut};
use ttr_core::{Game, State};

/// A game at whose position people look. Tests can put another position in its place, one that differs in nothing that
/// the person may know: the screen must stay the same.
pub(super) struct Shown {
    game: Game,
    #[cfg(test)]
    pub instead: Option<State>,
}

impl Shown {
    /// A game, shown as it is.
    pub fn new(game: Game) -> Self {
        Self {
            game,
            #[cfg(test)]
            instead: None,
        }
    }

    /// The position that is shown.
    pub fn state(&self) -> &State {
        #[cfg(test)]
        if let Some(state) = &self.instead {
            return state;
        }
        self.game.state()
    }
}

impl Deref for Shown {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

impl DerefMut for Shown {
    fn deref_mut(&mut self) -> &mut Game {
        &mut self.game
    }
}
