//! How much work a picture may be. Time is bounded by counting what is looked at, not by a clock: the same scene always comes to the
//! same picture, or to none.

use crate::scene::Scene;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Most places of a picture.
pub const MAX_PLACES: usize = 2_000;
/// Most tracks of a picture.
pub const MAX_TRACKS: usize = 6_000;
/// Most spaces of a picture, over all tracks.
pub const MAX_SPACES: usize = 40_000;
/// Most bytes of all names and other texts of a picture together.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// Most different letters of a picture that come from font files.
pub const MAX_LETTERS: usize = 4_000;
/// So often what lies near something else is looked at while a picture is laid out: some seconds.
const MOST_LOOKS: u64 = 250_000_000;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    /// There is more of something than is drawn.
    #[error("a picture has at most {most} {what}, not {found}")]
    Many {
        /// Of what.
        what: &'static str,
        /// The limit.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// So many routes cross and lie on each other that finding room for them takes too long.
    #[error("the routes are so many and cross so often that no room is found for them in reasonable time")]
    Crowded,
}

thread_local! {
    /// How much may still be looked at for the picture that this thread is at work on.
    static LEFT: Cell<u64> = const { Cell::new(MOST_LOOKS) };
}

/// Counts what is looked at. Once it is too much nothing is near anything any more, so that all comes to its end soon.
pub(crate) fn look(at: usize) -> bool {
    let left = LEFT.get().saturating_sub(at as u64);
    LEFT.set(left);
    left > 0
}

/// Begins a picture.
///
/// # Errors
/// If there is too much of something.
pub(crate) fn begin(scene: &Scene) -> Result<(), TooLarge> {
    LEFT.set(MOST_LOOKS);
    let spaces = scene.tracks.iter().map(|track| usize::from(track.length)).sum();
    let places = scene.places.iter().map(|place| place.name.len());
    let tracks = scene.tracks.iter().map(|track| track.name.len() + track.title.len());
    let bytes = places.chain(tracks).chain(scene.credits.iter().map(String::len)).sum::<usize>()
        + scene.title.len()
        + scene.summary.as_ref().map_or(0, String::len);
    let lent: BTreeSet<char> = match scene.fonts.as_slice() {
        [] => BTreeSet::new(),
        _ => scene.texts().flat_map(str::chars).filter(|letter| !scene.font().is_own(*letter)).collect(),
    };
    for (what, most, found) in [
        ("cities", MAX_PLACES, scene.places.len()),
        ("routes", MAX_TRACKS, scene.tracks.len()),
        ("spaces of routes", MAX_SPACES, spaces),
        ("bytes of names", MAX_TEXT_BYTES, bytes),
        ("different letters out of font files", MAX_LETTERS, lent.len()),
    ] {
        if found > most {
            return Err(TooLarge::Many { what, most, found });
        }
    }
    Ok(())
}

/// Ends a picture.
///
/// # Errors
/// If it was too much work.
pub(crate) fn end() -> Result<(), TooLarge> {
    if LEFT.get() == 0 { Err(TooLarge::Crowded) } else { Ok(()) }
}
