//! What a table has where there are several decks and several kinds of pieces, as with the World rules.

use super::{Setup, Table, cards_json, player};
use serde_json::{Value as Json, json};
use ttr_core::PieceId;

const WORLD_COLOURS: [&str; 6] = ["black", "green", "purple", "red", "white", "yellow"];

impl Setup {
    /// The World rules on a board of these routes, such as `A-B 4 white ship` or `A-B 1 gray train pair`. Two players, of
    /// whom the first begins and who play with all of their pieces; every city is a port. Nobody is dealt anything, there
    /// are no tickets, and one card of each deck lies in the row.
    pub fn small_world(routes: &[&str]) -> Self {
        let mut setup = Self::small(routes);
        setup.rules = "world";
        setup.cities = vec![("*".to_owned(), "port = true".to_owned())];
        setup.deal_each(0, 0).row_each(1, 1).pieces(25, 50, 75)
    }

    /// The board of the World with its rules, just as they are, but that player 1 begins.
    pub fn world(players: usize) -> Self {
        Self::bundled("world", players)
    }

    /// What is said of a city of a small board: `port = true`, or nothing.
    #[must_use]
    pub fn city(mut self, name: &str, said: &str) -> Self {
        self.cities.insert(0, (name.to_owned(), said.to_owned()));
        self
    }

    /// So many train and ship cards dealt to each player.
    #[must_use]
    pub fn deal_each(self, train: u8, ship: u8) -> Self {
        self.set(&format!("cards.deal={{ train = {train}, ship = {ship} }}"))
    }

    /// So many train and ship cards in the row.
    #[must_use]
    pub fn row_each(self, train: u8, ship: u8) -> Self {
        self.set(&format!("row.size={{ train = {train}, ship = {ship} }}"))
    }

    /// So many trains and ships for each player, who plays with so many of them.
    #[must_use]
    pub fn pieces(self, train: u16, ship: u16, chosen: u16) -> Self {
        let pieces = format!("pieces={{ train = {train}, ship = {ship} }}");
        self.set(&pieces).set(&format!("fleet.total={chosen}"))
    }

    /// Two decks of these cards and no others: `2 white, 1 wild, 3 white double ship`.
    #[must_use]
    pub fn decks(mut self, cards: &str) -> Self {
        let cards = cards_json(cards);
        let of = |kind: &str| cards.get(kind).and_then(Json::as_u64).unwrap_or_default();
        for colour in WORLD_COLOURS {
            let kinds = [("train", " port"), ("ship", " ship"), ("ship", " double ship")];
            self = self.set(&format!("cards.decks.train.{colour}={}", of(colour)));
            for (deck, kind) in kinds.map(|(deck, more)| (deck, format!("{colour}{more}"))) {
                self = self.set(&format!("cards.decks.{deck}.{kind:?}.count={}", of(&kind)));
            }
        }
        self.set(&format!("cards.decks.train.wild.count={}", of("wild")))
    }
}

impl Table {
    // ---- acting

    /// The choice of the deck that fills the row.
    pub fn refilled(&self, deck: &str) -> Json {
        json!({ "op": "row/refill", "deck": deck })
    }

    /// Takes a card of the row, whose place is filled from this deck.
    pub fn take_and_refill(&mut self, seat: usize, card: &str, deck: &str) -> &mut Self {
        self.take(seat, card);
        self.act(seat, &self.refilled(deck))
    }

    /// Draws a card of each deck.
    pub fn one_of_each(&mut self, seat: usize) -> &mut Self {
        self.blind_from(seat, "train").blind_from(seat, "ship")
    }

    /// The choice of so many trains and ships.
    pub fn chosen(&self, train: u16, ship: u16) -> Json {
        json!({ "op": "fleet/choose", "train": train, "ship": ship })
    }

    /// Chooses so many trains and ships.
    pub fn choose(&mut self, seat: usize, train: u16, ship: u16) -> &mut Self {
        self.act(seat, &self.chosen(train, ship))
    }

    /// The building of a port.
    pub fn port(&self, city: &str, pay: &str) -> Json {
        json!({ "op": "ports/build", "city": city, "pay": cards_json(pay) })
    }

    /// Builds a port.
    pub fn build_port(&mut self, seat: usize, city: &str, pay: &str) -> &mut Self {
        self.act(seat, &self.port(city, pay))
    }

    /// The exchange of so many pieces of one kind for another.
    pub fn exchanged(&self, n: u16, gives: &str, takes: &str) -> Json {
        json!({ "op": "exchange/pieces", "gives": gives, "takes": takes, "n": n })
    }

    /// Exchanges so many pieces of one kind for another.
    pub fn exchange(&mut self, seat: usize, n: u16, gives: &str, takes: &str) -> &mut Self {
        self.act(seat, &self.exchanged(n, gives, takes))
    }

    // ---- what lies where

    fn piece(&self, name: &str) -> PieceId {
        let at = self.rules().pieces().iter().position(|p| p.name == name);
        PieceId::at(at.unwrap_or_else(|| panic!("no piece is named {name:?}")))
    }

    /// The pieces of a kind in a player's stock.
    pub fn stock_of(&self, seat: usize, piece: &str) -> i32 {
        self.look().stock(player(seat), self.piece(piece))
    }

    /// The trains and ships in a player's stock.
    pub fn fleet(&self, seat: usize) -> [i32; 2] {
        ["train", "ship"].map(|piece| self.stock_of(seat, piece))
    }

    /// The trains and ships in a player's box.
    pub fn boxed(&self, seat: usize) -> [i32; 2] {
        ["train", "ship"].map(|piece| self.look().boxed(player(seat), self.piece(piece)))
    }

    /// How many of the cards that were told for this deck have not come.
    pub fn cards_to_come_of(&self, deck: &str) -> usize {
        self.chance.0.left(&format!("{deck} deck"))
    }

    /// The claims of a player, without the words that they have in common: `2 white ship, 1 wild`.
    pub fn payments(&self, seat: usize) -> Vec<String> {
        let pays = self.legal(seat).into_iter().filter(|a| a.starts_with("claims ") || a.starts_with("builds "));
        pays.filter_map(|a| a.split_once(" with ").map(|(_, pay)| pay.to_owned())).collect()
    }

    /// Draws cards of these kinds, two a turn, while the others draw wherever there is most.
    pub fn collect(&mut self, seat: usize, cards: &str) -> &mut Self {
        let cards: Vec<&str> = cards.split_whitespace().filter(|c| *c != "|").collect();
        for two in cards.chunks(2) {
            while self.turn_of() != seat {
                let other = self.turn_of();
                let piles = ["train deck", "ship deck"].map(|pile| self.look().count(self.zone(pile, None)));
                let deck = if piles[0] >= piles[1] { "train" } else { "ship" };
                self.blind_from(other, deck).blind_from(other, deck);
            }
            for card in two {
                let deck = self.deck_of(&card.replace('-', " "));
                self.next_cards(card).blind_from(seat, &deck);
            }
            assert_eq!(two.len(), 2, "two cards a turn");
        }
        self
    }
}
