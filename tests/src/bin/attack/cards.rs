//! Seeds by the cards that a seat sees at its first decision: what is open, and what is in its hand.

use crate::game::{MAP, SEATS, SET, Seen};
use serde_json::Value as Json;
use ttr_core::{CardBag, GameSource, NoEvents, PlayerId, Rules, SeededChance, State, ZoneId, compile};
use ttr_files::OwnedView;

/// A game as one seat sees it.
pub struct Dealt {
    rules: Rules,
    who: PlayerId,
    state: Json,
    /// The zones whose cards the seat sees, with what is in them.
    cards: Vec<(ZoneId, CardBag)>,
}

impl Dealt {
    /// What the first seat sees.
    pub fn new(seats: &[Seen]) -> Result<Self, String> {
        let seen = seats.first().ok_or("nobody saw anything")?;
        let registry = ttr_variants::registry();
        let map = registry.find_map(MAP).ok_or("there is no such map")?;
        let mut source = GameSource::new(MAP, map, SEATS).with_set(SET);
        let names = seen.state["players"].as_array().ok_or("the players have no names")?;
        source.seats = names.iter().filter_map(Json::as_str).map(str::to_owned).collect();
        let rules = compile(&registry, &source).map_err(|failed| failed.to_string())?.rules;
        let who = PlayerId::at(seen.seat);
        let mut dealt = Self { rules, who, state: seen.state.clone(), cards: Vec::new() };
        let zones = seen.state["zones"].as_array().ok_or("the position has no zones")?;
        dealt.cards = zones.iter().filter_map(|zone| dealt.cards_of(zone)).collect();
        if dealt.cards.is_empty() { Err("no card is seen".to_owned()) } else { Ok(dealt) }
    }

    /// A zone of the position in which cards are seen.
    fn cards_of(&self, zone: &Json) -> Option<(ZoneId, CardBag)> {
        let rules = &self.rules;
        let owner = zone["owner"].as_str();
        let owner = owner.and_then(|name| rules.player_ids().find(|who| rules.seat_name(*who) == name));
        let mut bag = CardBag::EMPTY;
        for (kind, count) in zone["cards"].as_object().filter(|cards| !cards.is_empty())? {
            bag.add(rules.kind_named(kind)?, u8::try_from(count.as_u64()?).ok()?);
        }
        Some((rules.zone_named(zone["name"].as_str()?, owner)?, bag))
    }

    /// Whether the seat sees the same in every zone, its tickets too.
    fn is_all(&self, state: &State) -> bool {
        let seen = OwnedView::of(self.rules.view(state, Some(self.who)));
        serde_json::to_value(seen).is_ok_and(|seen| seen["zones"] == self.state["zones"])
    }

    /// Tries seeds.
    pub fn trial(&self) -> impl FnMut(u64) -> bool {
        let (mut chance, rules) = (SeededChance::new(0), &self.rules);
        let mut state = rules.start(&mut chance, &mut NoEvents).ok();
        move |seed| {
            let Some(state) = &mut state else { return false };
            chance.reseed(seed);
            if rules.start_into(state, &mut chance, &mut NoEvents).is_err() {
                return false;
            }
            let look = rules.look(state);
            self.cards.iter().all(|(zone, cards)| look.bag(*zone) == *cards) && self.is_all(state)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Way;
    use crate::search;

    #[test]
    fn the_cards_give_a_small_seed_away() {
        let registry = ttr_variants::registry();
        let source = GameSource::new(MAP, registry.find_map(MAP).expect("bundled"), SEATS).with_set(SET);
        let rules = compile(&registry, &source).expect("it compiles").rules;
        let state = rules.start(&mut SeededChance::new(3210), &mut NoEvents).expect("it begins");
        let state = serde_json::to_value(OwnedView::of(rules.view(&state, Some(PlayerId::at(0))))).expect("JSON");
        let seen = Seen { way: Way::Play, seat: 0, begin: 0, turn: 0, state };
        let dealt = Dealt::new(&[seen]).expect("it is read");
        assert_eq!(search(12, || dealt.trial()), Some(3210));
    }
}
