//! Laying out: the game is set up, and then everybody has what is written and nothing else. Nobody has had a turn then.

use super::{Faults, Given, things};
use crate::score;
use std::sync::Arc;
use ttr_core::chance::{Chance, RecordedChance};
use ttr_core::cx::Fault;
use ttr_core::event::{Event, Sink};
use ttr_core::{CardBag, Game, Holds, NoEvents, PlayerId, Rules, State, ZoneId};
use ttr_source::{Diagnostic, Node, ScoreSource, Severity, Span, near, shown};

/// The module that knows who begins.
const TURNS: &str = "turns";

/// A position before its first turn; [`Rules::begin`] goes on with it.
pub struct Laid {
    /// The position.
    pub state: State,
    /// What chance brought while it was set up.
    pub start: Vec<(u16, u16)>,
    /// What was laid out, as events.
    pub events: Vec<Event>,
}

impl Laid {
    /// Begins the first turn of a game from here. What was laid out is told first.
    ///
    /// # Errors
    /// If the source of chance fails.
    pub fn begin(self, rules: Arc<Rules>, chance: &mut dyn Chance, sink: &mut dyn Sink) -> Result<Game, Fault> {
        self.events.iter().for_each(|event| sink.event(event));
        Game::take_up(rules, self.state, self.start, chance, sink)
    }
}

/// Who has the first turn, as an override of the rules that were made: player 1 if nothing else is given. Nothing where `set` says it,
/// or where these rules decide it by themselves.
///
/// # Errors
/// If somebody is given who is nobody, or where it is not to be chosen.
pub fn first_turn(rules: &Rules, set: &[String], given: &Given) -> Result<Option<String>, Vec<Diagnostic>> {
    let said = set.iter().any(|set| set.replace(' ', "").starts_with("turns.first="));
    let knows =
        rules.modules().iter().any(|module| module.manifest.id == TURNS && module.params.get("first").is_some());
    let seat = match given.rest.get("first") {
        Some(node) => {
            let mut faults = Faults::default();
            let who = things::player(rules, node, &mut faults).ok_or(faults.0)?;
            if !knows || said {
                let message = "who begins can't be chosen here: the rules of this game, or `set`, decide it";
                return Err(vec![Diagnostic::error("test::bad-given", message).at(node.span)]);
            }
            who.index() + 1
        }
        None if said || !knows => return Ok(None),
        None => 1,
    };
    Ok(Some(format!("turns.first={seat}")))
}

/// Refuses what is laid out where the game begins with its setup: who lays out a position can't have it dealt as well.
pub fn refuse_layout(given: &Given, faults: &mut Faults) {
    let laid = given.score.players.iter().flat_map(|player| {
        let routes = player.routes.iter().map(|route| route.span);
        let tickets = player.tickets.iter().map(|ticket| ticket.span);
        routes.chain(tickets).chain(player.fields.iter().map(|entry| entry.key_span)).take(1)
    });
    let zones = ["row", "zones"].into_iter().filter_map(|key| given.rest.entry(key)).map(|entry| entry.key_span);
    if let Some(span) = laid.chain(zones).next() {
        let fault = Diagnostic::error("test::bad-given", "a game that begins with its setup is dealt, not laid out");
        let help = "say in `next` what is dealt, or leave `start = \"setup\"` away";
        faults.0.push(fault.at(span).help(help));
    }
}

/// Sets a game up and lays out what is given. What can't be laid out is told.
///
/// # Errors
/// If the game can't be set up.
pub fn lay_out(rules: &Rules, given: &Given, chance: &mut dyn Chance, faults: &mut Faults) -> Result<Laid, Fault> {
    let mut chance = RecordedChance::new(chance);
    let state = rules.set_up(&mut chance, &mut NoEvents)?;
    let mut laying = Laying { rules, given, faults, events: Vec::new() };
    let state = laying.lay(state);
    Ok(Laid { state, start: chance.outcomes, events: laying.events })
}

/// Where cards of this name stand among those that are given: their number, or the last of them.
fn place_of(cards: &Node, name: &str) -> Span {
    let number = cards.at([name]).map(|number| number.span);
    let last = || cards.as_list()?.iter().rev().find(|card| card.as_str() == Some(name)).map(|card| card.span);
    number.or_else(last).unwrap_or(cards.span)
}

/// A place that is nobody's and no pile, where some of these cards lie though nothing was laid out there.
fn dealt_with(rules: &Rules, state: &State, cards: &CardBag, laid: &[ZoneId]) -> Option<ZoneId> {
    let pile = |zone: ZoneId| rules.decks().iter().any(|deck| deck.draw == zone);
    let has = |zone: ZoneId| {
        let there = rules.look(state).bag(zone);
        cards.iter().any(|(kind, _)| there.of(kind) > 0)
    };
    let zones = rules.zones().iter().enumerate().map(|(at, zone)| (ZoneId::at(at), zone));
    let shared = zones.filter(|(_, zone)| zone.owner.is_none() && zone.holds == Holds::Cards).map(|(id, _)| id);
    shared.filter(|id| !pile(*id) && !laid.contains(id)).find(|id| has(*id))
}

/// Lays out what is given.
struct Laying<'a> {
    rules: &'a Rules,
    given: &'a Given,
    faults: &'a mut Faults,
    events: Vec<Event>,
}

impl Laying<'_> {
    /// Players have what is written, and nothing else.
    fn lay(&mut self, mut state: State) -> State {
        let rules = self.rules;
        for (at, zone) in rules.zones().iter().enumerate() {
            if zone.owner.is_some() {
                rules.clear_zone(&mut state, ZoneId::at(at));
            }
        }
        rules.shuffle_in(&mut state);
        let mut score: ScoreSource = self.given.score.clone();
        let mut hands: Vec<(ZoneId, Node, String)> = Vec::new();
        let mut pieces: Vec<(PlayerId, Node)> = Vec::new();
        for (who, player) in rules.player_ids().zip(&mut score.players) {
            for entry in player.fields.clone().iter() {
                let zone =
                    things::zone_of(rules, &entry.key, who).filter(|zone| rules.zone(*zone).holds == Holds::Cards);
                if entry.key == "pieces" {
                    pieces.push((who, entry.value.clone()));
                } else if rules.fields().any(|field| field.info.name == entry.key) {
                    continue;
                } else if let Some(zone) = zone {
                    hands.push((zone, entry.value.clone(), entry.key.clone()));
                } else {
                    self.unknown_field(who, &entry.key, entry.key_span);
                }
                player.fields.remove(&entry.key);
            }
        }
        let (mut state, found) = score::enter_on(rules, state, &score, &mut self.events);
        self.faults.0.extend(found.into_iter().filter(|found| found.severity == Severity::Error).map(|found| {
            let help = found.help.clone().filter(|help| !help.contains("the rest is scored"));
            Diagnostic { help, ..found }
        }));
        let mut all: Vec<(ZoneId, Node, String)> = Vec::new();
        for (key, node, span) in self.shared() {
            let Some(zone) = things::shared_zone(rules, &key, span, self.faults) else { continue };
            if rules.zone(zone).holds != Holds::Cards || rules.decks().iter().any(|deck| deck.draw == zone) {
                let fault = Diagnostic::error("test::bad-given", format!("{} can't be laid out", shown(&key))).at(span);
                let help = "a pile holds what lies nowhere else; `next` says what comes from it, `set` what is in it";
                self.faults.0.push(fault.help(help));
                continue;
            }
            rules.clear_zone(&mut state, zone);
            all.push((zone, node, key));
        }
        let laid: Vec<ZoneId> = all.iter().map(|(zone, ..)| *zone).collect();
        for (zone, node, key) in hands.iter().chain(&all) {
            let Some(cards) = things::cards(rules, key, node, self.faults) else { continue };
            if let Err(lacking) = rules.lay_cards(&mut state, *zone, &cards, &mut self.events) {
                let place = place_of(node, &rules.kind(lacking.kind).name);
                let fault = Diagnostic::error("test::bad-given", lacking.to_string()).at(place);
                let dealt = || dealt_with(rules, &state, &cards, &laid);
                self.faults.0.push(match dealt() {
                    Some(zone) => fault.help(format!(
                        "some lie in the {}, which was dealt: say what lies there too",
                        rules.zone(zone).name
                    )),
                    None => fault,
                });
            }
        }
        for (who, node) in &pieces {
            self.pieces(&mut state, *who, node);
        }
        state
    }

    /// What is given of places that are nobody's.
    fn shared(&mut self) -> Vec<(String, Node, Span)> {
        let rest = &self.given.rest;
        let mut all = Vec::new();
        if let Some(entry) = rest.entry("row") {
            all.push((entry.key.clone(), entry.value.clone(), entry.key_span));
        }
        if let Some(node) = rest.get("zones") {
            let table = self.faults.want("zones", "a table: cards by the names of places", node, Node::as_table);
            all.extend(table.into_iter().flatten().map(|e| (e.key.clone(), e.value.clone(), e.key_span)));
        }
        all
    }

    fn unknown_field(&mut self, who: PlayerId, key: &str, span: Span) {
        let fields = self.rules.fields().map(|field| field.info.name.to_owned());
        let of_cards = |key: &String| {
            things::zone_of(self.rules, key, who).is_none_or(|zone| self.rules.zone(zone).holds == Holds::Cards)
        };
        let mut known: Vec<String> = things::player_keys(self.rules, who).into_iter().filter(of_cards).collect();
        known.extend(fields);
        // Places for tickets were left out, but tickets can be given.
        if !known.iter().any(|key| key == "tickets") {
            known.push("tickets".to_owned());
        }
        let fault = Diagnostic::error("test::unknown-name", format!("players have no {} by these rules", shown(key)));
        let fault = fault.at(span).help(format!("there is: name, {}", known.join(", ")));
        self.faults.0.push(match near(key, known.iter().map(String::as_str)) {
            Some(near) => fault.help(format!("did you mean `{}`?", near.name)).suggest_as(
                near.applicability,
                span,
                near.name.to_owned(),
            ),
            None => fault,
        });
    }

    fn pieces(&mut self, state: &mut State, who: PlayerId, node: &Node) {
        let table = self.faults.want("pieces", "a table: how many are left of each kind", node, Node::as_table);
        for entry in table.into_iter().flatten() {
            let n = entry.value.as_int().and_then(|n| u16::try_from(n).ok());
            let Some(n) = n else {
                self.faults.wrong_type(&entry.key, "a number of pieces", &entry.value);
                continue;
            };
            let Some(piece) = things::piece(self.rules, &entry.key, entry.key_span, self.faults) else { continue };
            if let Err(why) = self.rules.leave_pieces(state, who, piece, n, &mut self.events) {
                self.faults.add("test::bad-given", why, entry.value.span);
            }
        }
    }
}
