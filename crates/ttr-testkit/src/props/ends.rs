//! Every game and every action comes to an end, and no module panics on the way.

use super::course::Course;
use super::play::{Table, Walk};
use super::step::every_action_applies;

/// Plays a game as it comes. Where one is written down, every action is tried at the point where it stops.
///
/// # Panics
/// If a module does, or a listed action fails.
pub fn nothing_panics(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(&table.rules, &course);
        while walk.step() {}
        if course.written().is_some() {
            every_action_applies(&walk);
        }
        table.rules.final_score(&walk.state);
    }
}

/// Every game ends by its own rules, below a limit of decisions, and every action leads to another decision or to the end.
/// One that is written down is played on by random players where it stops.
///
/// # Panics
/// If it does not.
pub fn every_game_ends(table: &Table, games: impl IntoIterator<Item = impl Into<Course>>) {
    for course in games {
        let course: Course = course.into();
        let mut walk = Walk::new(&table.rules, &course);
        if course.written().is_some() {
            while walk.step() {}
            every_action_applies(&walk);
            walk.let_loose();
        }
        let most = walk.steps + table.most_decisions;
        while walk.step() {
            let place = walk.place();
            assert!(walk.steps < most, "{place}: after {} decisions the game is not over", table.most_decisions);
        }
        let why = table.rules.view(&walk.state, None).over().map(|why| table.rules.end_reason(why));
        assert_ne!(why, Some("core/too-many-turns"), "{}: nothing but the engine ended the game", walk.place());
    }
}
