//! Whose pieces stand in which cities: what happened tells it, whatever rules put them there.

use std::collections::BTreeMap;
use ttr_core::event::PiecesAt;
use ttr_core::{CityId, Event, PieceId, PlayerId, What};

/// Pieces in cities after all that happened.
pub fn in_cities<'e>(events: impl IntoIterator<Item = &'e Event>) -> BTreeMap<CityId, Vec<(PlayerId, PieceId, i32)>> {
    let mut all: BTreeMap<CityId, Vec<(PlayerId, PieceId, i32)>> = BTreeMap::new();
    for event in events {
        let What::Pieces { who, piece, from, to, n } = event.what else { continue };
        for (place, n) in [(from, -i32::from(n)), (to, i32::from(n))] {
            let PiecesAt::City(city) = place else { continue };
            let pieces = all.entry(city).or_default();
            match pieces.iter_mut().find(|(other, kind, _)| (*other, *kind) == (who, piece)) {
                Some((_, _, there)) => *there += n,
                None => pieces.push((who, piece, n)),
            }
            pieces.retain(|(_, _, n)| *n > 0);
        }
    }
    all
}
