//! What is done at the table.

use super::{TICKETS, Table, cards_json, cities, player, scripted, stops};
use serde_json::{Value as Json, json};
use ttr_core::Illegal;
use ttr_files::names;

impl Table {
    /// Does what is named as JSON; says why it is not possible: the rule, or what the names lack.
    pub fn try_act(&mut self, seat: usize, action: &Json) -> Result<(), String> {
        let rules = self.game.rules().clone();
        let action = names::action_from(rules.view(self.game.state(), Some(player(seat))), action)?;
        let mut events = Vec::new();
        match self.game.act(player(seat), &action, &mut self.chance, &mut events) {
            Ok(()) => {
                self.events = events;
                Ok(())
            }
            Err(Illegal::Refused { rule, .. }) => Err(rule),
            Err(Illegal::Fault(fault)) => panic!("{fault}"),
        }
    }

    /// Does what is named as JSON.
    pub fn act(&mut self, seat: usize, action: &Json) -> &mut Self {
        if let Err(why) = self.try_act(seat, action) {
            panic!("{action} of player {seat}: {why}; legal are {:#?}", self.legal(seat));
        }
        self
    }

    /// The rule that refuses an action.
    pub fn refusal(&self, seat: usize, action: &Json) -> String {
        match self.clone().try_act(seat, action) {
            Ok(()) => format!("nothing: {action} is legal"),
            Err(why) => why,
        }
    }

    /// The claim of a route, `A-B` or, for its second track, `A-B/2`, with a payment such as `2 red, 1 wild`.
    pub fn route(&self, route: &str, pay: &str) -> Json {
        let (ends, track) = route.split_once('/').unwrap_or((route, "1"));
        let track: u16 = track.parse().expect("a number of the track");
        json!({ "op": "claim/route", "route": { "between": cities(ends), "track": track }, "pay": cards_json(pay) })
    }

    /// Claims a route; see [`Table::route`].
    pub fn claim(&mut self, seat: usize, route: &str, pay: &str) -> &mut Self {
        self.act(seat, &self.route(route, pay))
    }

    /// Passes, as nothing else is possible.
    pub fn pass(&mut self, seat: usize) -> &mut Self {
        assert_eq!(self.legal(seat).len(), 1, "{:?}", self.legal(seat));
        self.act(seat, &json!({ "op": "turns/pass" }))
    }

    /// Draws the top card of the pile.
    pub fn blind(&mut self, seat: usize) -> &mut Self {
        self.blind_from(seat, &self.first_deck())
    }

    /// Draws the top card of this deck.
    pub fn blind_from(&mut self, seat: usize, deck: &str) -> &mut Self {
        self.act(seat, &json!({ "op": "cards/blind", "deck": deck }))
    }

    /// Takes a card of the row.
    pub fn take(&mut self, seat: usize, card: &str) -> &mut Self {
        self.act(seat, &json!({ "op": "row/take", "card": card }))
    }

    /// Draws tickets.
    pub fn draw_tickets(&mut self, seat: usize) -> &mut Self {
        self.act(seat, &json!({ "op": "tickets/draw" }))
    }

    /// The choice of tickets, each as `A-C`.
    pub fn kept(&self, tickets: &[&str]) -> Json {
        let tickets: Vec<Json> = tickets.iter().map(|t| json!({ "cities": stops(t) })).collect();
        json!({ "op": "tickets/keep", "tickets": tickets })
    }

    /// Keeps these of the dealt tickets.
    pub fn keep(&mut self, seat: usize, tickets: &[&str]) -> &mut Self {
        self.act(seat, &self.kept(tickets))
    }

    /// Keeps all dealt tickets.
    pub fn keep_all(&mut self, seat: usize) -> &mut Self {
        let dealt = self.zone("dealt tickets", Some(seat));
        let all: Vec<Json> = self.look().tickets(dealt).iter().map(|t| names::ticket(self.rules(), *t)).collect();
        self.act(seat, &json!({ "op": "tickets/keep", "tickets": all }))
    }

    /// Spends a turn: draws two cards blind.
    pub fn idle(&mut self, seat: usize) -> &mut Self {
        self.blind(seat).blind(seat)
    }

    /// Claims routes, one a turn, each player in turn the next of their own, until all stand. Who has not yet the cards
    /// draws two blind, and the pile gives what is needed; who has nothing left to claim draws two that nobody misses.
    pub fn build(&mut self, plans: &[&[(&str, &str)]]) -> &mut Self {
        self.build_while(plans, |table, seat| {
            for _ in 0..2 {
                let plenty = table.most_plentiful().replace(' ', "-");
                table.next_cards(&plenty).blind(seat);
            }
        })
    }

    /// Claims routes as [`Table::build`] does, while players who have nothing left to claim do something else.
    pub fn build_while(&mut self, plans: &[&[(&str, &str)]], mut otherwise: impl FnMut(&mut Self, usize)) -> &mut Self {
        let mut done = vec![0; plans.len()];
        for _ in 0..1000 {
            if (0..plans.len()).all(|i| done[i] == plans[i].len()) {
                return self;
            }
            let seat = self.turn_of();
            match plans.get(seat - 1).and_then(|plan| plan.get(done[seat - 1])) {
                None => otherwise(self, seat),
                Some((route, pay)) => {
                    let mut missing = self.missing(seat, pay);
                    if missing.is_empty() {
                        self.claim(seat, route, pay);
                        done[seat - 1] += 1;
                        continue;
                    }
                    missing.resize_with(missing.len().max(2), || self.most_plentiful());
                    for card in &missing[..2] {
                        let deck = self.deck_of(card);
                        self.next_cards(&card.replace(' ', "-")).blind_from(seat, &deck);
                    }
                }
            }
        }
        panic!("the routes are never built");
    }

    /// The deck of train cards, or the first where there is none.
    pub(super) fn first_deck(&self) -> String {
        let decks = self.rules().decks();
        decks.iter().find(|deck| deck.name == "train").unwrap_or(&decks[0]).name.clone()
    }

    /// The draw pile of the deck of train cards, or of the first deck where there is none.
    pub(super) fn first_pile(&self) -> String {
        format!("{} deck", self.first_deck())
    }

    /// The deck of a kind of card.
    pub(super) fn deck_of(&self, card: &str) -> String {
        let kind = self.rules().kind_named(card).unwrap_or_else(|| panic!("no card is named {card:?}"));
        self.rules().deck(self.rules().kind(kind).deck).name.clone()
    }

    /// The kind of which most cards are in the pile.
    fn most_plentiful(&self) -> String {
        let pile = self.look().cards(self.zone(&self.first_pile(), None));
        let most = (0..pile.len()).max_by_key(|k| (pile[*k], std::cmp::Reverse(*k))).expect("kinds of cards");
        self.rules().kinds()[most].name.clone()
    }

    /// The cards that a player lacks for a payment.
    fn missing(&self, seat: usize, pay: &str) -> Vec<String> {
        let hand = self.look().bag(self.zone("hand", Some(seat)));
        let pay = names::cards_from(self.rules(), &cards_json(pay)).expect("kinds of cards");
        let lacks = pay.iter().map(|(kind, n)| (kind, n.saturating_sub(hand.of(kind))));
        lacks.flat_map(|(kind, n)| vec![self.rules().kind(kind).name.clone(); n.into()]).collect()
    }

    /// The next cards of the pile, in addition to those told before.
    pub fn next_cards(&mut self, cards: &str) -> &mut Self {
        let rules = self.game.rules().clone();
        self.chance.push_cards(&rules, &scripted(cards));
        self
    }

    /// The next tickets of their deck, in addition to those told before.
    pub fn next_tickets(&mut self, tickets: &[&str]) -> &mut Self {
        let tickets: Vec<String> = tickets.iter().map(|t| (*t).to_owned()).collect();
        let rules = self.game.rules().clone();
        self.chance.push_tickets(&rules, TICKETS, &tickets);
        self
    }

    /// How many of the cards that were told have not come.
    pub fn cards_to_come(&self) -> usize {
        self.chance.0.left(&self.first_pile())
    }
}
