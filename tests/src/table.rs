//! A table to play a few moves at: a small board written in a line, cards and tickets that come as they are told to,
//! actions by their names, and what lies where as text.
//!
//! ```
//! use ttr_tests::Setup;
//! let mut table = Setup::small(&["A-B 2 red", "B-C 1 gray"]).deal(2).cards("red red | blue blue | green").start();
//! assert_eq!(table.legal(1)[0], "draws a card from the train deck");
//! table.claim(1, "A-B", "2 red");
//! assert_eq!((table.discards(), table.to_act()), ("2 red".to_owned(), vec![2]));
//! assert_eq!(table.refusal(2, &table.route("A-B", "2 blue")), "claim/taken");
//! ```

mod europe;
mod paris;
mod ussr;
mod world;

use crate::modules::{Flip, Removal};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::sync::Arc;
use ttr_core::chance::{Lot, NoOutcome};
use ttr_core::{
    ActionSpace, CardBag, Chance, Event, Game, GameSource, Illegal, Look, PieceId, PlayerId, Registry, Rules,
    ScoreSheet, ScriptedChance, State, TicketId, ZoneId, compile,
};
use ttr_files::{OwnedView, names};

/// Overrides in this variable, separated by `;`, are laid over every game that the tests play: it breaks a rule on purpose.
pub const BREAK: &str = "TTR_BREAK";
/// What a test says when such an override leaves no game to play: then the break is at fault, not the rule.
pub const NO_GAME: &str = "the sources do not make a game";

const TICKETS: &str = "ticket deck";
const COLOURS: [&str; 8] = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"];

fn player(seat: usize) -> PlayerId {
    PlayerId::at(seat - 1)
}

fn seat(who: PlayerId) -> usize {
    who.index() + 1
}

/// The two cities of `A-B`, or of `A - B` where a name has a hyphen.
fn cities(text: &str) -> [&str; 2] {
    let ends = text.split_once(" - ").or_else(|| text.split_once('-'));
    let (a, b) = ends.unwrap_or_else(|| panic!("{text:?} is not like A-B"));
    [a.trim(), b.trim()]
}

/// The cities of a ticket, two or more: `A-C`, `A-B-C`.
fn stops(text: &str) -> Vec<&str> {
    text.split(if text.contains(" - ") { " - " } else { "-" }).map(str::trim).collect()
}

/// What a word behind the colour says of a route, as in a map file: an attribute, or else its kind of piece.
fn said_of_route(word: &str) -> String {
    match word.split_once('=') {
        Some((key, value)) => format!("{key} = {value}"),
        None if ["pair", "tunnel"].contains(&word) => format!("{word} = true"),
        None => format!("piece = {word:?}"),
    }
}

/// The cards of a script, each by its name, in which `-` stands for a space. `|` is for the reader.
fn scripted(cards: &str) -> Vec<String> {
    cards.split_whitespace().filter(|c| *c != "|").map(|c| c.replace('-', " ")).collect()
}

/// Cards as JSON, from `2 red, 1 wild`.
fn cards_json(text: &str) -> Json {
    let pairs = text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(|card| {
        let (n, kind) = card.split_once(' ').unwrap_or_else(|| panic!("{card:?} is not like 2 red"));
        (kind.to_owned(), n.parse::<u8>().unwrap_or_else(|_| panic!("{n:?} is no number of cards")).into())
    });
    Json::Object(pairs.collect())
}

/// Everything bundled, and the modules of the tests.
pub fn registry() -> Registry {
    let mut registry = ttr_variants::registry();
    registry.module::<Removal>().module::<Flip>();
    registry
}

/// A game to be started.
#[derive(Clone)]
pub struct Setup {
    source: GameSource,
    rules: &'static str,
    routes: Vec<String>,
    /// What is said of cities, such as `port = true`, by name; `*` is for all others.
    cities: Vec<(String, String)>,
    tickets: Vec<String>,
    cards: Vec<String>,
    /// The tickets to come, each with the name of its pile.
    deals: Vec<(String, String)>,
    first: Vec<u16>,
    seed: u64,
}

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

    fn bundled(map: &str, players: usize) -> Self {
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

/// Chance that follows its script: what can't come is a mistake of the test.
#[derive(Clone)]
struct Strict(ScriptedChance);

impl Strict {
    fn push_cards(&mut self, rules: &Rules, cards: &[String]) {
        for name in cards {
            let kind = rules.kind_named(name).unwrap_or_else(|| panic!("no card is named {name:?}"));
            let pile = rules.deck(rules.kind(kind).deck).draw;
            self.0.push(&rules.zone(pile).name, [u16::from(kind.0)]);
        }
    }

    fn push_tickets(&mut self, rules: &Rules, pile: &str, tickets: &[String]) {
        let find = |name: &String| {
            let json = json!({ "cities": stops(name) });
            names::ticket_from(rules, &json).unwrap_or_else(|e| panic!("{e}")).0
        };
        self.0.push(pile, tickets.iter().map(find));
    }
}

impl Chance for Strict {
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let before = self.0.left(lot.name);
        let outcome = self.0.pick(lot);
        assert!(before == 0 || self.0.left(lot.name) < before, "the script of the {:?} can't go on: {lot:?}", lot.name);
        outcome
    }
}

/// A game under way. Seats are numbered from 1.
#[derive(Clone)]
pub struct Table {
    game: Game,
    chance: Strict,
    events: Vec<Event>,
}

impl Table {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The position.
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// The position with its rules, for judges.
    pub fn look(&self) -> Look<'_> {
        self.rules().look(self.state())
    }

    // ---- acting

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
    fn first_deck(&self) -> String {
        let decks = self.rules().decks();
        decks.iter().find(|deck| deck.name == "train").unwrap_or(&decks[0]).name.clone()
    }

    /// Its draw pile.
    fn first_pile(&self) -> String {
        format!("{} deck", self.first_deck())
    }

    /// The deck of a kind of card.
    fn deck_of(&self, card: &str) -> String {
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

    // ---- what is possible

    /// Who has to decide.
    pub fn to_act(&self) -> Vec<usize> {
        self.rules().to_act(self.state()).iter().map(seat).collect()
    }

    /// All legal actions of a player, in words and in order.
    pub fn legal(&self, seat: usize) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.state(), player(seat), &mut space);
        space.iter().map(|a| self.rules().action_text(self.state(), player(seat), &a)).collect()
    }

    /// The operations of a player's legal actions, each once, in order.
    pub fn ops(&self, seat: usize) -> Vec<String> {
        let mut space = ActionSpace::new(self.rules());
        self.rules().legal(self.state(), player(seat), &mut space);
        let mut ops: Vec<String> = space.families().map(|(op, ..)| self.rules().op(op).name.clone()).collect();
        ops.dedup();
        ops
    }

    /// The legal claims of a player.
    pub fn claims(&self, seat: usize) -> Vec<String> {
        self.legal(seat).into_iter().filter(|a| a.starts_with("claims ")).collect()
    }

    // ---- what lies where

    /// A zone by its name and owner.
    pub fn zone(&self, name: &str, owner: Option<usize>) -> ZoneId {
        let zone = self.rules().zone_named(name, owner.map(player));
        zone.unwrap_or_else(|| panic!("no zone is named {name:?}"))
    }

    fn cards_in(&self, zone: &str, owner: Option<usize>) -> String {
        let bag: CardBag = self.look().bag(self.zone(zone, owner));
        self.rules().cards_text(&bag)
    }

    /// The cards in a player's hand: `2 red, 1 wild`.
    pub fn hand(&self, seat: usize) -> String {
        self.cards_in("hand", Some(seat))
    }

    /// How many cards a player has.
    pub fn hand_size(&self, seat: usize) -> usize {
        self.look().count(self.zone("hand", Some(seat)))
    }

    /// The cards in the row.
    pub fn row(&self) -> String {
        self.cards_in("row", None)
    }

    /// The cards in the pile.
    pub fn pile(&self) -> String {
        self.pile_of(&self.first_deck())
    }

    /// The cards in the pile of this deck.
    pub fn pile_of(&self, deck: &str) -> String {
        self.cards_in(&format!("{deck} deck"), None)
    }

    /// How many cards are in the pile.
    pub fn pile_size(&self) -> usize {
        self.look().count(self.zone(&self.first_pile(), None))
    }

    /// The cards in the discards.
    pub fn discards(&self) -> String {
        self.discards_of(&self.first_deck())
    }

    /// The cards in the discards of this deck.
    pub fn discards_of(&self, deck: &str) -> String {
        self.cards_in(&format!("{deck} discards"), None)
    }

    /// The pieces in a player's stock.
    pub fn stock(&self, seat: usize) -> i32 {
        self.look().stock(player(seat), PieceId(0))
    }

    /// The routes that a player holds, by name.
    pub fn routes_of(&self, seat: usize) -> Vec<String> {
        let side = self.rules().side_of(player(seat));
        self.look().routes_of(side).map(|r| self.rules().board().route_name(r)).collect()
    }

    fn ticket_names(&self, zone: &str, owner: Option<usize>) -> Vec<String> {
        let name = |t: &TicketId| self.rules().board().ticket_name(*t);
        self.look().tickets(self.zone(zone, owner)).iter().map(name).collect()
    }

    /// The tickets that a player has kept.
    pub fn tickets(&self, seat: usize) -> Vec<String> {
        self.ticket_names("tickets", Some(seat))
    }

    /// The tickets dealt to a player who has not chosen yet, in the order in which they were dealt.
    pub fn dealt(&self, seat: usize) -> Vec<String> {
        self.ticket_names("dealt tickets", Some(seat))
    }

    /// The ticket deck: those that may come in any order, by number, then those at the bottom.
    pub fn ticket_deck(&self) -> Vec<String> {
        self.ticket_names(TICKETS, None)
    }

    // ---- turns and the end

    /// Whose turn it is.
    pub fn turn_of(&self) -> usize {
        seat(self.look().turn_of())
    }

    /// How many turns each player has begun.
    pub fn turns(&self) -> Vec<u16> {
        self.rules().player_ids().map(|p| self.look().turns_of(p)).collect()
    }

    /// How many turns are left, once the last ones have begun.
    pub fn turns_left(&self) -> Option<u16> {
        self.look().turns_left()
    }

    /// Why the game is over, or nothing while it is on.
    pub fn over(&self) -> &str {
        let over = self.rules().view(self.state(), None).over();
        over.map_or("", |why| self.rules().end_reason(why))
    }

    // ---- what is seen

    /// What a player sees, or an onlooker.
    pub fn view(&self, seat: Option<usize>) -> OwnedView {
        OwnedView::of(self.rules().view(self.state(), seat.map(player)))
    }

    /// What happened since the last decision, in words, as a player sees it, or an onlooker.
    pub fn log(&self, seat: Option<usize>) -> Vec<String> {
        let text = |e: &Event| self.rules().event_text(e, seat.map(player));
        self.events.iter().map(text).collect()
    }

    /// What happened since the last decision, as JSON, as a player sees it, or an onlooker.
    pub fn events(&self, seat: Option<usize>) -> Vec<Json> {
        let json = |e: &Event| names::event_json(self.rules(), e, seat.map(player));
        self.events.iter().map(json).collect()
    }

    /// How often the row was replaced since the last decision.
    pub fn resets(&self) -> usize {
        let zones = [self.first_pile(), format!("{} discards", self.first_deck())];
        let away = |to: &Json| zones.iter().any(|zone| *to == json!({ "zone": zone }));
        let from = json!({ "zone": "row" });
        self.events(None).iter().filter(|e| e["event"] == "cards" && e["from"] == from && away(&e["to"])).count()
    }

    // ---- scores

    fn sheet_text(&self, sheet: &ScoreSheet) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for side in &sheet.sides {
            assert!(side.lines.iter().all(|l| l.exact), "an inexact line: {:?}", side.lines);
            let line = |l: &ttr_core::ScoreLine| format!("{} ({})", l.points, self.rules().text(&l.note));
            let lines: Vec<String> = side.lines.iter().map(line).collect();
            out.push(format!("{}: {} = {}", self.rules().side_name(side.side), side.total, lines.join(" + ")));
        }
        if sheet.is_final {
            let winners: Vec<String> = sheet.winners.iter().map(|s| self.rules().side_name(*s)).collect();
            let by = sheet.decided_by.as_ref().map(|by| format!(", by {by}")).unwrap_or_default();
            out.push(format!("won by {}{by}", winners.join(" & ")));
        }
        out
    }

    /// The score sheet, a line for each player and, at the end, one for who has won.
    pub fn sheet(&self) -> Vec<String> {
        self.sheet_text(&self.scored())
    }

    /// The score sheet as it would be if the game ended here.
    pub fn sheet_if_over(&self) -> Vec<String> {
        self.sheet_text(&self.rules().final_score(self.state()))
    }

    /// The score sheet as data.
    pub fn scored(&self) -> ScoreSheet {
        self.rules().score(self.state())
    }
}
