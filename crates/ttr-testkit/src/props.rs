//! Random play, and the properties that hold for every game: of every map and rule set, with every number of players.

mod course;
mod ends;
mod hidden;
mod ledger;
mod order;
mod play;
mod replay;
mod scores;
mod secrets;
mod step;

pub use course::{Course, Written, script_of};
pub use ends::*;
pub use hidden::*;
pub use ledger::*;
pub use order::*;
pub use play::*;
pub use replay::*;
pub use scores::*;
pub use secrets::*;
pub use step::*;

pub(crate) use course::{Progress, follow, other_broken};

/// A property that every game must have.
#[derive(Clone, Copy)]
pub struct Property {
    /// A short name, by which it can be chosen.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What panics if a game at a table does not have it.
    pub check: fn(&Table, &Course),
}

/// Panics of modules are told under this name, whatever was looked at when it came to them.
pub const PANICS: &str = "panics";

/// Every property that can be looked at in a single game, in the order in which they are. What takes long is looked at more
/// seldom than in tests that play fewer games.
pub const ALL: &[Property] = &[
    Property { name: PANICS, says: "no module panics", check: |table, course| nothing_panics(table, [course]) },
    Property {
        name: "end",
        says: "every action and every game comes to an end",
        check: |table, course| every_game_ends(table, [course]),
    },
    Property {
        name: "conservation",
        says: "no card, ticket or piece is lost or made up",
        check: |table, course| _ = nothing_is_lost(table, [course]),
    },
    Property {
        name: "legality",
        says: "what is listed can be done, and all else is refused",
        check: |table, course| legal_and_apply_agree(table, [course]),
    },
    Property {
        name: "score",
        says: "the score is the same whenever it is asked for, and counts nothing twice",
        check: |table, course| scores_are_sound(table, [course]),
    },
    Property {
        name: "secrets",
        says: "games that differ in a secret look and sound the same",
        check: |table, course| _ = secrets_leave_no_trace(table, [course], true, 20),
    },
    Property {
        name: "indexing",
        says: "the n-th action is the n-th of the list, in the order of the contract",
        check: |table, course| indexing_is_sound(table, [course]),
    },
    Property {
        name: "copies",
        says: "copies are equal and go the same way, and different positions differ",
        check: |table, course| copies_are_equal(table, [course]),
    },
    Property {
        name: "open-routes",
        says: "the routes kept open are those that no rule refuses",
        check: |table, course| open_routes_are_kept(table, [course]),
    },
    Property {
        name: "views",
        says: "a new deal of what is hidden looks the same",
        check: |table, course| views_survive_a_new_deal(table, [course], 60),
    },
    Property {
        name: "memory",
        says: "who put a ticket back remembers it",
        check: |table, course| _ = nobody_forgets_what_they_put_back(table, [course]),
    },
    Property {
        name: "known",
        says: "what is known of a hand is what all have seen",
        check: |table, course| _ = known_is_what_all_have_seen(table, [course]),
    },
    Property {
        name: "order",
        says: "the order of modules means nothing",
        check: |table, course| order_means_nothing(table, [course]),
    },
    Property {
        name: "sealed",
        says: "the order of sealed answers means nothing",
        check: |table, course| _ = sealed_answers_come_in_any_order(table, [course]),
    },
    Property {
        name: "undo",
        says: "what can be undone is undone exactly",
        check: |table, course| _ = undo_is_exact(table, [course]),
    },
    Property {
        name: "replay",
        says: "a save replays to the same game, and a stopped game goes on",
        // Every other game is stopped.
        check: |table, course| saves_are_exact(table, [course], course.once_in((course.seed() / 2 % 2) as usize)),
    },
];
