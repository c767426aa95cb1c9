//! What a position keeps though it follows from the rest of it, found out anew in the plainest way: the judge of what is kept up step by
//! step. Nothing in play asks here.

use super::{Due, State};
use crate::ids::RouteId;
use crate::rules::Rules;

impl Rules {
    /// A position with all that follows from the rest of it found out anew: which tickets lie where, who holds which routes, to whom they
    /// are open, and how many of each price. It is equal to the position as long as what is kept is right.
    #[must_use]
    pub fn derived_anew(&self, st: &State) -> State {
        let mut anew = st.clone();
        anew.count_tickets(&self.material.spots);
        let (words, prices) = (self.open_words(), self.route_prices());
        anew.sets.fill(0);
        anew.open.fill(0);
        for route in self.board.route_ids() {
            let (word, bit) = (route.index() / 64, 1 << (route.index() % 64));
            let closed = self.look(st).closed_to(route);
            for who in self.player_ids().filter(|who| !closed.has(*who)) {
                anew.sets[who.index() * words + word] |= bit;
                if let Some(cell) = prices.cell(route.index()) {
                    anew.open[who.index() * prices.width() + cell] += 1;
                }
            }
            for holder in self.holders(st, route) {
                anew.sets[(self.about.players + holder) * words + word] |= bit;
            }
        }
        anew
    }

    /// Who holds a route, by seat; as many as there are players stands for everybody.
    fn holders(&self, st: &State, route: RouteId) -> impl Iterator<Item = usize> + use<> {
        let lies = st.routes[route.index()];
        let public = lies.public.then_some(self.about.players);
        lies.held.iter().map(|who| who.index()).collect::<Vec<_>>().into_iter().chain(public)
    }

    /// The position in which every rule for the end of a turn looks again, whether something has changed for it or not: the same game
    /// follows.
    #[must_use]
    pub fn all_woken(&self, st: &State) -> State {
        let mut woken = st.clone();
        woken.due = Due::ALL;
        woken
    }
}
