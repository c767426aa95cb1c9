//! Sizes of what is drawn, in the units of the picture.

/// Radius of a city's dot.
pub(crate) const CITY: f64 = 6.5;
/// Radius of the dot of a city with a sign in it.
pub(crate) const SIGNED: f64 = 8.0;
/// Radius of a junction's dot.
pub(crate) const JUNCTION: f64 = 4.0;
/// Width of a space.
pub(crate) const SPACE: f64 = 10.0;
/// From the middle of a track to that of the next one beside it.
pub(crate) const TRACKS: f64 = 12.5;
/// How far it is from one space of a route to the next, where there is room.
pub(crate) const PITCH: f64 = 29.0;
/// The least that it is from one space of a route to the next.
pub(crate) const MIN_PITCH: f64 = 21.0;
/// The most that it is from one space of a route to the next.
pub(crate) const MAX_PITCH: f64 = 36.0;
/// The longest space.
pub(crate) const MAX_SPACE: f64 = 46.0;
/// The gap between two spaces of a route.
pub(crate) const GAP: f64 = 2.6;
/// The gap between a city's dot and its routes.
pub(crate) const CLEAR: f64 = 2.5;
/// From the middle of a city to where its routes begin, as a rule: they meet others there.
pub(crate) const START: f64 = CITY + CLEAR + 3.5;
/// Letters of a city's name.
pub(crate) const LABEL: f64 = 14.0;
/// Letters of a junction's name.
pub(crate) const SMALL: f64 = 11.0;
/// The gap between a label and anything else.
pub(crate) const AIR: f64 = 1.6;

/// Half the width of so many tracks side by side.
pub(crate) fn half_width(tracks: usize) -> f64 {
    (tracks.max(1) as f64 * TRACKS - (TRACKS - SPACE)) / 2.0
}
