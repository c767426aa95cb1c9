//! What a game is set up with: board, tickets, cards to come, changes of parameters.

use super::{BREAK, COLOURS, NO_GAME, Setup, Strict, TICKETS, Table, cards_json, cities, registry, scripted, stops};
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::sync::Arc;
use ttr_core::{Game, GameSource, Rules, ScriptedChance, compile};

impl Setup {
    fn new(source: GameSource) -> Self {
        let none = Vec::new;
        let (cities, first, deals) = (Vec::new(), Vec::new(), Vec::new());
        let (routes, tickets, cards) = (none(), none(), none());
        Self { source, rules: "classic", routes, cities, tickets, cards, deals, first, seed: 1 }
    }

    /// The classic rules on a board of these routes, such as `A-B 2 red`, or `A-B 2 red+blue` for a double; behind the
    /// colour the kind of piece may stand, and attributes such as `pair`, `tunnel` or `ferry=1`. Two players, of whom the first begins; nobody is dealt anything,
    /// there are no tickets, and one card lies in the row.
    pub fn small(routes: &[&str]) -> Self {
        let mut setup = Self::new(GameSource::new("small", "", 2));
        setup.routes = routes.iter().map(|r| (*r).to_owned()).collect();
        setup.set("turns.first=1").deal(0).row(1).ticket_deal(0, 0).ticket_draw(0, 0)
    }

    /// The board of the USA with the classic rules, just as they are, but that player 1 begins.
    pub fn usa(players: usize) -> Self {
        Self::bundled("usa", players)
    }

    pub(super) fn bundled(map: &str, players: usize) -> Self {
        let registry = registry();
        let text = registry.find_map(map).expect("the map is bundled");
        Self::new(GameSource::new(map, text, players)).set("turns.first=1")
    }

    /// So many players.
    #[must_use]
    pub fn players(mut self, n: usize) -> Self {
        self.source.seats = (1..=n).map(|n| format!("player {n}")).collect();
        self
    }

    /// With another value of a parameter, `KEY=VALUE`.
    #[must_use]
    pub fn set(mut self, set: &str) -> Self {
        self.source = self.source.with_set(set);
        self
    }

    /// A deck of these cards and no others: `4 red, 2 wild`.
    #[must_use]
    pub fn deck(mut self, cards: &str) -> Self {
        let cards = cards_json(cards);
        let of = |kind: &str| cards.get(kind).and_then(Json::as_u64).unwrap_or_default();
        for colour in COLOURS {
            self = self.set(&format!("cards.decks.train.{colour}={}", of(colour)));
        }
        self.set(&format!("cards.decks.train.wild.count={}", of("wild")))
    }

    /// So many cards dealt to each player.
    #[must_use]
    pub fn deal(self, n: u8) -> Self {
        self.set(&format!("cards.deal={n}"))
    }

    /// So many cards in the row.
    #[must_use]
    pub fn row(self, n: u8) -> Self {
        self.set(&format!("row.size={n}"))
    }

    /// The tickets of a small board, such as `A-C 5`, `A-C 5 long` of a deck, or `A-B-C 9/6/15` for a tour.
    #[must_use]
    pub fn tickets(mut self, tickets: &[&str]) -> Self {
        self.tickets = tickets.iter().map(|t| (*t).to_owned()).collect();
        self
    }

    /// So many tickets are dealt at the start, of which so many must be kept.
    #[must_use]
    pub fn ticket_deal(self, deal: u8, keep: u8) -> Self {
        self.set(&format!("tickets.deal={deal}")).set(&format!("tickets.keep={keep}"))
    }

    /// So many tickets are drawn as an action, of which so many must be kept.
    #[must_use]
    pub fn ticket_draw(self, take: u8, keep: u8) -> Self {
        self.set(&format!("tickets.draw.take={take}")).set(&format!("tickets.draw.keep={keep}"))
    }

    /// The next cards of the pile: first the hands, from the first player, then the row. `|` is for the reader, and `-`
    /// stands for a space in a name. With several decks, each card comes from its own.
    #[must_use]
    pub fn cards(mut self, cards: &str) -> Self {
        self.cards.extend(scripted(cards));
        self
    }

    /// The next tickets of their deck.
    #[must_use]
    pub fn deals(mut self, tickets: &[&str]) -> Self {
        self.deals.extend(tickets.iter().map(|t| (TICKETS.to_owned(), (*t).to_owned())));
        self
    }

    /// Who is drawn as the first player, where that is left to chance.
    #[must_use]
    pub fn draws_first(mut self, seat: usize) -> Self {
        self.first.push(seat as u16 - 1);
        self
    }

    /// The seed of all that is left to chance.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    fn map_text(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        let (mut routes, mut tickets) = (String::new(), String::new());
        for route in &self.routes {
            let words: Vec<&str> = route.split(' ').collect();
            let [ends, length, colours, more @ ..] = &words[..] else { panic!("{route:?} is not like A-B 2 red") };
            let more: String = more.iter().map(|word| format!(", {}", said_of_route(word))).collect();
            let [a, b] = cities(ends);
            names.extend([a, b]);
            let tracks: Vec<String> = colours.split('+').map(|c| format!("{c:?}")).collect();
            writeln!(
                routes,
                "{{ between = [{a:?}, {b:?}], length = {length}, tracks = [{}]{more} }},",
                tracks.join(", ")
            )
            .expect("a text");
        }
        for ticket in &self.tickets {
            let (ends, points) = ticket.split_once(' ').unwrap_or_else(|| panic!("{ticket:?} is not like A-C 5"));
            let (points, deck) = points.split_once(' ').unwrap_or((points, ""));
            let deck = if deck.is_empty() { String::new() } else { format!(", deck = {deck:?}") };
            let ends = stops(ends);
            names.extend(&ends);
            let value = match points.split('/').collect::<Vec<_>>()[..] {
                [points] => format!("points = {points}"),
                [a, b, c] => format!("tour = {{ in-order = {a}, any-order = {b}, penalty = {c} }}"),
                _ => panic!("{ticket:?} is not like A-B-C 9/6/15"),
            };
            writeln!(tickets, "{{ cities = {ends:?}, {value}{deck} }},").expect("a text");
        }
        names.sort_unstable();
        names.dedup();
        let said = |name: &str| self.cities.iter().find(|(city, _)| city == name || city == "*");
        let cities = names.iter().map(|n| format!("{n} = {{ {} }}", said(n).map_or("", |(_, said)| said)));
        let cities: Vec<String> = cities.collect();
        format!(
            "format = 1\nname = \"Small\"\nrules = {:?}\nroutes = [\n{routes}]\ntickets = [\n{tickets}]\n[cities]\n{}\n",
            self.rules,
            cities.join("\n")
        )
    }

    fn compiled(&self) -> Result<Rules, ttr_core::Failed> {
        let mut source = self.source.clone();
        if !self.routes.is_empty() {
            source.map.text = self.map_text();
        }
        if let Ok(breaks) = std::env::var(BREAK) {
            source.set.extend(breaks.split(';').map(|b| b.trim().to_owned()));
        }
        compile(&registry(), &source).map(|compiled| compiled.rules)
    }

    /// The rules of this game.
    pub fn rules(&self) -> Rules {
        self.compiled().unwrap_or_else(|failed| panic!("{NO_GAME}:\n{failed}"))
    }

    /// The codes of what is wrong with this game.
    pub fn faults(&self) -> Vec<String> {
        match self.compiled() {
            Ok(_) => Vec::new(),
            Err(failed) => failed.diagnostics.iter().map(|d| d.code.to_owned()).collect(),
        }
    }

    /// Starts the game.
    pub fn start(self) -> Table {
        let rules = Arc::new(self.rules());
        let mut chance = Strict(ScriptedChance::new(self.seed));
        chance.push_cards(&rules, &self.cards);
        for (pile, ticket) in &self.deals {
            chance.push_tickets(&rules, pile, std::slice::from_ref(ticket));
        }
        chance.0.push("first player", self.first);
        let mut events = Vec::new();
        let game = Game::start(rules, &mut chance, &mut events).expect("chance gives what there is");
        Table { game, chance, events }
    }
}

/// What a word behind the colour says of a route, as in a map file: an attribute, or else its kind of piece.
fn said_of_route(word: &str) -> String {
    match word.split_once('=') {
        Some((key, value)) => format!("{key} = {value}"),
        None if ["pair", "tunnel"].contains(&word) => format!("{word} = true"),
        None => format!("piece = {word:?}"),
    }
}
