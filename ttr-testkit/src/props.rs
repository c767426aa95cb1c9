//! Random play, and the properties that hold for every game: of every map and rule set, with every number of players.

mod hidden;
mod play;
mod replay;
mod step;

pub use hidden::*;
pub use play::*;
pub use replay::*;
pub use step::*;

/// A property of a game: in words, and what panics if the game of a seed at a table does not have it.
pub type Property = (&'static str, fn(&Table, u64));

/// One seed, for functions that take several.
fn one(seed: u64) -> std::iter::Once<u64> {
    std::iter::once(seed)
}

/// Every property that can be looked at in a single game. What takes long is looked at more seldom than in the tests that
/// play fewer games.
pub const ALL: &[Property] = &[
    ("nothing is lost, and the game ends below the limit of turns", |table, seed| {
        let (longest, _) = nothing_is_lost(table, one(seed));
        assert!(longest <= most_turns(table), "{}: {longest} turns", table.name);
    }),
    ("listed actions apply, and others are refused", |table, seed| legal_and_apply_agree(table, one(seed))),
    ("the n-th action is the n-th of the list", |table, seed| indexing_is_sound(table, one(seed))),
    ("copies are equal, and different positions differ", |table, seed| copies_are_equal(table, one(seed))),
    ("the routes kept open are those that no rule refuses", |table, seed| open_routes_are_kept(table, one(seed))),
    ("a new deal of what is hidden looks the same", |table, seed| views_survive_a_new_deal(table, one(seed), 60)),
    ("games that differ in a secret look and sound the same", |table, seed| {
        secrets_leave_no_trace(table, one(seed), true, 20);
    }),
    ("who put a ticket back remembers it", |table, seed| {
        nobody_forgets_what_they_put_back(table, one(seed));
    }),
    ("what is known of a hand is what all have seen", |table, seed| {
        known_is_what_all_have_seen(table, one(seed));
    }),
    ("a save replays to the same game, and a stopped game goes on", |table, seed| {
        // Every other game is stopped.
        saves_are_exact(table, one(seed), (seed / 2 % 2) as usize);
    }),
    ("the order of sealed answers means nothing", |table, seed| {
        sealed_answers_come_in_any_order(table, one(seed));
    }),
    ("what can be undone is undone exactly", |table, seed| {
        undo_is_exact(table, one(seed));
    }),
];
