//! The game, and what is shown of it.

use std::ops::{Deref, DerefMut};
use ttr_core::{Event, PlayerId, State, View};
use ttr_table::Table;

/// A game at which people look. Tests can put another position and other events in place of its own, which differ in nothing
/// that the person may know: the screen must stay the same.
pub(super) struct Shown {
    table: Table,
    #[cfg(test)]
    pub instead: Option<State>,
    #[cfg(test)]
    pub told: Option<Vec<Vec<Event>>>,
}

impl Shown {
    /// A game, shown as it is.
    pub fn new(table: Table) -> Self {
        Self {
            table,
            #[cfg(test)]
            instead: None,
            #[cfg(test)]
            told: None,
        }
    }

    /// The position that is shown.
    pub fn state(&self) -> &State {
        #[cfg(test)]
        if let Some(state) = &self.instead {
            return state;
        }
        self.table.state()
    }

    /// What happened, as it is told.
    pub fn events(&self) -> &[Vec<Event>] {
        #[cfg(test)]
        if let Some(events) = &self.told {
            return events;
        }
        self.table.events()
    }

    /// The position as somebody sees it.
    pub fn view(&self, who: Option<PlayerId>) -> View<'_> {
        self.table.rules().view(self.state(), who)
    }
}

impl Deref for Shown {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl DerefMut for Shown {
    fn deref_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}
