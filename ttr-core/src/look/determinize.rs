//! A position that could be the real one, for all that a viewer knows: what is hidden is dealt anew. Written once, for
//! every module: visibility belongs to the zones.

use crate::actions::ActionSpace;
use crate::bag::CardBag;
use crate::chance::{Chance, Lot, Weights};
use crate::event::Sight;
use crate::ids::Kind;
use crate::ids::{TicketId, ZoneId};
use crate::rules::{Holds, Rules};
use crate::state::State;
use crate::view::View;

impl Rules {
    /// A position that this viewer can't tell from the real one, chosen by chance among all of them.
    pub fn determinize(&self, view: &View<'_>, chance: &mut dyn Chance) -> State {
        let mut st = view.look.st.clone();
        self.deal_hidden_cards(view, &mut st, chance);
        self.deal_hidden_tickets(view, &mut st, chance);
        self.answer_unseen(view, &mut st, chance);
        st
    }

    fn pick(&self, chance: &mut dyn Chance, from: Weights<'_>) -> u16 {
        // A stream of its own, behind all of the game's.
        let lot = Lot::new(self.material.streams.len() as u16, "what is hidden", from);
        let outcome = chance.pick(&lot).ok().and_then(|i| lot.outcome(i));
        outcome.or_else(|| lot.outcome(0)).unwrap_or_default()
    }

    fn deal_hidden_cards(&self, view: &View<'_>, st: &mut State, chance: &mut dyn Chance) {
        let look = view.look;
        let card_zones =
            || (0..self.material.zones.len()).map(ZoneId::at).filter(|z| self.zone(*z).holds == Holds::Cards);
        for deck in &self.material.decks {
            // Cards of this back that the viewer has not seen.
            let mut unseen = CardBag::EMPTY;
            for kind in deck.kinds.iter() {
                let seen = |z| if view.sees(z) { look.cards(z)[kind.index()] } else { look.known(z).of(kind) };
                let seen: u32 = card_zones().map(|z| u32::from(seen(z))).sum();
                unseen.set(kind, u32::from(self.kind(kind).count).saturating_sub(seen) as u8);
            }
            for zone in card_zones().filter(|z| !view.sees(*z)) {
                let bag = usize::from(self.material.spots[zone.index()].bag);
                let mut hidden = look.count_of(zone, deck.kinds);
                for kind in deck.kinds.iter() {
                    let known = look.known(zone).of(kind);
                    st.bags[bag].set(kind, known);
                    hidden -= known as usize;
                }
                for _ in 0..hidden {
                    let kind = Kind::at(self.pick(chance, Weights::Cards(&unseen)).into());
                    unseen.take(kind, 1);
                    st.bags[bag].add(kind, 1);
                }
            }
        }
    }

    fn deal_hidden_tickets(&self, view: &View<'_>, st: &mut State, chance: &mut dyn Chance) {
        let look = view.look;
        let hidden: Vec<TicketId> = self.board.ticket_ids().filter(|t| !view.knows_ticket(*t)).collect();
        let mut places: Vec<_> = hidden.iter().map(|t| look.st.tickets[t.index()]).collect();
        // By place, so that nothing of who lay where goes into the deal.
        places.sort_unstable_by_key(|p| (p.zone, p.pos, p.seen.0));
        let mut left: Vec<u16> = hidden.iter().map(|t| t.0).collect();
        for place in places {
            let ticket = self.pick(chance, Weights::Each(&left));
            left.retain(|t| *t != ticket);
            st.tickets[ticket as usize] = place;
        }
        st.count_tickets(&self.material.spots);
    }

    /// Sealed answers of others are unknown: any that was legal may be the one.
    fn answer_unseen(&self, view: &View<'_>, st: &mut State, chance: &mut dyn Chance) {
        for i in 0..st.sealed.len() {
            let sealed = st.sealed[i];
            if Sight::Some(crate::PlayerSet::one(sealed.who)).allows(view.viewer) {
                continue;
            }
            // As it was when that player was asked.
            let mut asked = st.clone();
            asked.frames.truncate(sealed.depth as usize + 1);
            if let Some(frame) = asked.frames.last_mut() {
                frame.who = frame.who.with(sealed.who);
            }
            let mut space = ActionSpace::new(self);
            self.legal(&asked, sealed.who, &mut space);
            if !space.is_empty() {
                let n = space.len().min(u16::MAX as usize) as u16;
                let choice = self.pick(chance, Weights::Below(n));
                st.sealed[i].action = space.nth(choice as usize);
            }
        }
    }
}
