//! What a table has where there are tunnels, ferries, stations and controllers, as with the USSR rules.

use super::{Setup, Table, cards_json, cities, player};
use serde_json::{Value as Json, json};

impl Setup {
    /// The USSR rules on a board of these routes, such as `A-B 3 orange ferry=1` or `A-B 2 gray tunnel`. Two players, of
    /// whom the first begins; nobody is dealt anything, there are no tickets, and one card lies in the row.
    pub fn small_ussr(routes: &[&str]) -> Self {
        let mut setup = Self::small(routes);
        setup.rules = "ussr";
        setup
    }

    /// The board of the USSR with its rules, just as they are, but that player 1 begins.
    pub fn ussr(players: usize) -> Self {
        Self::bundled("ussr", players)
    }

    /// A deck of these cards and no others, controllers among them: `4 red, 2 wild, 1 controller`.
    #[must_use]
    pub fn deck_with_controllers(self, cards: &str) -> Self {
        let n = cards_json(cards).get("controller").and_then(Json::as_u64).unwrap_or_default();
        self.deck(cards).set(&format!("cards.decks.train.controller.count={n}"))
    }

    /// The next tickets of a deck of tickets that is dealt by itself.
    #[must_use]
    pub fn deals_of(mut self, deck: &str, tickets: &[&str]) -> Self {
        self.deals.extend(tickets.iter().map(|t| (format!("{deck} {}", super::TICKETS), (*t).to_owned())));
        self
    }
}

impl Table {
    fn route_json(route: &str) -> Json {
        let (ends, track) = route.split_once('/').unwrap_or((route, "1"));
        let track: u16 = track.parse().expect("a number of the track");
        json!({ "between": cities(ends), "track": track })
    }

    /// The payment for the cards that match a tunnel.
    pub fn surcharge(&self, pay: &str) -> Json {
        json!({ "op": "tunnels/pay", "pay": cards_json(pay) })
    }

    /// Pays for the cards that match a tunnel.
    pub fn pay_more(&mut self, seat: usize, pay: &str) -> &mut Self {
        self.act(seat, &self.surcharge(pay))
    }

    /// Gives a tunnel up.
    pub fn give_up(&mut self, seat: usize) -> &mut Self {
        self.act(seat, &json!({ "op": "tunnels/give-up" }))
    }

    /// The building of a station.
    pub fn station(&self, city: &str, pay: &str) -> Json {
        json!({ "op": "stations/build", "city": city, "pay": cards_json(pay) })
    }

    /// Builds a station.
    pub fn build_station(&mut self, seat: usize, city: &str, pay: &str) -> &mut Self {
        self.act(seat, &self.station(city, pay))
    }

    /// A controller that removes a route.
    pub fn removal(&self, route: &str) -> Json {
        json!({ "op": "controllers/remove", "route": Self::route_json(route), "card": "controller" })
    }

    /// Plays a controller and removes a route.
    pub fn remove(&mut self, seat: usize, route: &str) -> &mut Self {
        self.act(seat, &self.removal(route))
    }

    /// A controller that claims a route.
    pub fn free_claim(&self, route: &str) -> Json {
        json!({ "op": "controllers/build", "route": Self::route_json(route), "card": "controller" })
    }

    /// Plays a controller and claims a route for no cards.
    pub fn claim_free(&mut self, seat: usize, route: &str) -> &mut Self {
        self.act(seat, &self.free_claim(route))
    }

    /// The cards that a tunnel has turned up and that still lie there.
    pub fn turned_up(&self) -> String {
        self.cards_in("cards turned up", None)
    }

    /// The cards laid for a claim that is not settled.
    pub fn laid(&self) -> String {
        self.rules().cards_text(&self.look().bag(self.rules().escrow()))
    }

    /// Tickets that have left the game.
    pub fn tickets_out(&self) -> Vec<String> {
        self.ticket_names("tickets out of the game", None)
    }

    /// The legal actions that begin with these words, without them.
    pub fn legal_after(&self, seat: usize, words: &str) -> Vec<String> {
        self.legal(seat).iter().filter_map(|action| Some(action.strip_prefix(words)?.trim().to_owned())).collect()
    }

    /// The points of every player, as an onlooker sees them.
    pub fn scores(&self) -> Vec<i32> {
        self.view(None).score
    }

    /// A player's line of the score sheet as it would be if the game ended here.
    pub fn line_if_over(&self, seat: usize) -> String {
        self.sheet_if_over()[player(seat).index()].clone()
    }
}
