//! Ports: built in port cities where one of one's routes ends, at most one in a city, for cards of one colour that show the
//! symbol (W21, W22). At the end each scores by its owner's completed tickets that name its city (W23); those not built cost
//! points (W24).

use crate::words::{Says, brings, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use ttr_core::event::PiecesAt;
use ttr_core::limits::{MAX_COST_PARTS, MAX_POINTS};
use ttr_core::page::{counted, listed};
use ttr_core::{
    ArgKind, AttrOn, Chapter, CityId, CityLine, CodeInfo, Cost, Diagnostic, FieldShape, Glyph, Installer, Line, Look,
    Manifest, Note, Page, ParamFault, PerCity, Phase, PieceId, Place, PlayerId, Proof, Rank, Reg, RuleModule, SideId,
    Starter, Value, When,
};

/// Most ports of a player.
const MAX_PORTS: u16 = 100;

/// Parameters of ports.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Ports {
    /// How many ports every player has.
    #[schemars(range(max = MAX_PORTS))]
    pub count: u16,
    /// What a port costs: so many cards of each deck, all of one colour; wilds stand for any of them.
    #[schemars(example = json!({ "train": 2, "ship": 2 }))]
    pub cost: BTreeMap<String, u8>,
    /// The symbol that the cards have to show; none if empty.
    pub symbol: String,
    /// Points for a port by how many of its owner's completed tickets name the city: `{ 1 = 20, 2 = 30, 3 = 40 }`. Above the
    /// highest number, that of the highest.
    #[schemars(example = json!({ "1": 20, "2": 30, "3": 40 }))]
    pub table: BTreeMap<String, i32>,
    /// Points for each port that was not built; below zero they are lost.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub unbuilt: i32,
}

impl Default for Ports {
    fn default() -> Self {
        let cost = [("train", 2), ("ship", 2)].map(|(deck, n)| (deck.to_owned(), n));
        let table = [("1", 20), ("2", 30), ("3", 40)].map(|(n, points)| (n.to_owned(), points));
        Self { count: 3, cost: cost.into(), symbol: "port".to_owned(), table: table.into(), unbuilt: -4 }
    }
}

// What it says.
const NO_PORT_CITY: Says = ("no-port-city", "{city} is no port city");
const TAKEN: Says = ("taken", "there is a port in {city} already");
const NO_ROUTE: Says = ("no-route", "none of your routes ends in {city}");
const NONE_LEFT: Says = ("none-left", "you have no port left");
const PORT: Says = ("port", "port in {city}, {n} {n:ticket|tickets} completed");
const UNBUILT: Says = ("unbuilt", "{n} {n:port|ports} not built");

impl RuleModule for Ports {
    fn manifest() -> Manifest {
        Manifest::new("ports", "building ports, which score by the tickets that name their city")
            .search_terms(["harbour", "dock", "anchor", "ship", "seaside"])
            .examples(include_str!("ports.toml"))
            .requires("cards")
            .requires("tickets")
            .attribute::<bool>(AttrOn::City, "port", "whether a port can be built in the city")
            .field("ports", FieldShape::Cities, "the cities where the player's ports stand")
            .code(CodeInfo::error(
                "ports::no-cities",
                "no city of the map is a port",
                include_str!("explain/ports-no-cities.md"),
            ))
            .code(CodeInfo::error(
                "ports::junction",
                "a junction is marked as a port",
                include_str!("explain/ports-junction.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        if self.count > MAX_PORTS {
            faults.push(ParamFault::new("count", format!("is {}; at most {MAX_PORTS} ports", self.count)));
        }
        if self.cost.values().all(|n| *n == 0) {
            faults.push(ParamFault::new("cost", "asks for no card; as in `{ train = 2, ship = 2 }`"));
        }
        if self.cost.len() > MAX_COST_PARTS {
            faults.push(ParamFault::new("cost", format!("names more than {MAX_COST_PARTS} decks")));
        }
        for (n, points) in &self.table {
            if !n.parse::<u16>().is_ok_and(|number| number > 0 && number.to_string() == *n) {
                faults.push(ParamFault::new(format!("table.{n}"), "is no number of tickets; numbers are 1 and more"));
            }
            if points.abs_diff(0) > MAX_POINTS as u32 {
                faults.push(ParamFault::new(format!("table.{n}"), format!("is {points}; at most {MAX_POINTS} points")));
            }
        }
        if self.unbuilt.abs_diff(0) > MAX_POINTS as u32 {
            faults.push(ParamFault::new("unbuilt", format!("is {}; at most {MAX_POINTS} points", self.unbuilt)));
        }
        faults
    }

    fn starter(&self, _: usize) -> Starter {
        Starter::new().in_turn(AttrOn::City, "port", ["true", ""].map(str::to_owned))
    }

    fn install(self, b: &mut Installer<'_>) {
        let is_port = b.city_attr::<bool>("port");
        let at = b.reg::<PerCity, Option<SideId>>("port of");
        let port = b.piece("port", self.count, false);
        let cities: Vec<CityId> = is_port.iter().filter(|(_, port)| **port).map(|(city, _)| city).collect();
        if cities.is_empty() {
            let found =
                Diagnostic::error("ports::no-cities", "there are ports to build, but no city of this map is a port");
            b.report_at(Place::Module, found.help("give cities `port = true`, or play without: `ports = false`"));
        }
        for city in &cities {
            if b.board().cities[city.index()].junction {
                let found = Diagnostic::error("ports::junction", "a junction is no city: no port can be built there");
                b.report_at(Place::CityAttr(*city, "port"), found.help("take out either `port` or `junction`"));
            }
        }
        let cost = self.cost_in_cards(b);
        let cost = b.cost("cost", cost);

        let build = b.op("build", "builds a port in {city} with {pay}", &[("city", ArgKind::City)], {
            move |cx, _, who, action| {
                let (city, side) = (CityId(action.args[0]), cx.rules().side_of(who));
                cx.pay(who, &action.pay);
                cx.move_pieces(who, port, PiecesAt::Stock, PiecesAt::City(city), 1);
                cx.set(at, city, Some(side));
            }
        });
        let values: Vec<String> = self.table.iter().map(|(n, points)| format!("{points} for {n}")).collect();
        let worth = format!(
            "at the end it brings points by your completed tickets that name the city: {}; one that is not built brings {}",
            values.join(", "),
            self.unbuilt
        );
        b.remark(build, &worth);
        let line = CityLine { piece: port, cities: cities.clone(), at, touched: true, costs: vec![vec![cost]] };
        b.line(Rank::Ordinary, build, Line::Cities(line));
        let no_port = says(b, NO_PORT_CITY);
        let taken = says(b, TAKEN);
        let no_route = says(b, NO_ROUTE);
        let none_left = says(b, NONE_LEFT);
        let refusal = move |look: Look<'_>, who: PlayerId, city: CityId| {
            let text = if !is_port[city] {
                no_port
            } else if look.get(at, city).is_some() {
                taken
            } else if !look.touches(look.rules().side_of(who), city) {
                no_route
            } else {
                return None;
            };
            Some(Note::new(text).with("city", Value::City(city)))
        };
        b.why_not(build, {
            let refusal = refusal.clone();
            move |look, _, who, action| {
                let city = CityId(action.args[0]);
                if city.index() >= look.board().cities.len() {
                    return None;
                }
                if let Some(note) = refusal(look, who, city) {
                    return Some(note);
                }
                if look.stock(who, port) <= 0 {
                    return Some(Note::new(none_left).with("city", Value::City(city)));
                }
                look.why_not_cost(cost, who, &action.pay)
            }
        });
        self.score(b, port, at);
        b.field_in_cities("ports", port, at, move |look, who, city| {
            // The route that ended there may have come off the board since.
            let gone = |note: &Note| note.msg == no_route && look.rules().releases();
            refusal(look, who, city).filter(|note| !gone(note))
        });
        b.tell({
            let cities = cities.clone();
            move |page| self.tell(page, &cities)
        });
        b.picture(move |picture| {
            cities.iter().for_each(|city| picture.city(*city, Glyph::Anchor, "a port can be built here"));
            picture.piece(port, Glyph::Anchor, "port");
        });
    }
}

impl Ports {
    fn score(&self, b: &mut Installer<'_>, port: PieceId, at: Reg<PerCity, Option<SideId>>) {
        let table: BTreeMap<u16, i32> = self.table.iter().filter_map(|(n, p)| Some((n.parse().ok()?, *p))).collect();
        let built = says(b, PORT);
        b.score(Phase::AfterTickets, When::AtEnd, move |scoring, side, lines| {
            let look = scoring.look();
            for city in look.cities_with(at, Some(side)) {
                let outcomes = scoring.outcomes(side);
                let completed = outcomes.tickets.iter().filter(|(_, outcome)| outcome.completed).map(|(t, _)| *t);
                let tickets = completed.filter(|t| look.board().tickets[t.index()].cities.contains(&city));
                let n = tickets.clone().count();
                let points = table.range(..=u16::try_from(n).unwrap_or(u16::MAX)).next_back().map_or(0, |(_, p)| *p);
                lines.line_saying(points, built, outcomes.exact, |note| {
                    let note = note.with("city", Value::City(city)).with("n", Value::Number(n as i64));
                    (note, Proof { cities: vec![city], tickets: tickets.collect(), ..Proof::default() })
                });
            }
        });
        let (missing, unbuilt) = (says(b, UNBUILT), self.unbuilt);
        b.score(Phase::PiecesLeft, When::AtEnd, move |scoring, side, lines| {
            let look = scoring.look();
            let n: i32 = look.rules().members(side).iter().map(|who| look.stock(who, port)).sum();
            if n > 0 {
                lines.line_saying(unbuilt.saturating_mul(n), missing, true, |note| {
                    (note.with("n", Value::Number(n.into())), Proof::default())
                });
            }
        });
    }

    fn tell(&self, page: &mut Page<'_>, cities: &[CityId]) {
        let all = counted(self.count, "port", "ports");
        page.say(Chapter::Setup, Phase::Seats, "ports", format!("Every player has {all}."))
            .on(&["count"])
            .clauses(&["W4"]);
        page.say(Chapter::Turn, Phase::Main, "build", "Build a port.").clauses(&["W8"]);
        let cost = self.cost.iter().filter(|(_, n)| **n > 0).map(|(deck, n)| {
            let deck = page.shown(deck);
            counted(n, &format!("{deck} card"), &format!("{deck} cards"))
        });
        let symbol = match self.symbol.as_str() {
            "" => String::new(),
            symbol => format!(" that show the symbol {}", page.shown(symbol)),
        };
        let text = format!(
            "You may build a port in a port city where one of your routes ends and nobody has a port yet. It takes {}{symbol}, all of one \
             colour; wilds stand for any of them.",
            listed(cost)
        );
        page.say(Chapter::Actions, Phase::Main, "build", text).on(&["cost", "symbol"]).clauses(&["W21", "W22"]);
        let names: Vec<&str> = cities.iter().map(|city| page.rules().city_name(*city)).collect();
        let list = format!("The {}: {}.", counted(names.len(), "port city", "port cities"), names.join(", "));
        page.say(Chapter::Actions, Phase::Main, "cities", list).fact();
        let mut table: Vec<(u16, i32)> =
            self.table.iter().filter_map(|(n, points)| Some((n.parse().ok()?, *points))).collect();
        table.sort_unstable();
        let row = |name: &str, cells: Vec<String>| [vec![name.to_owned()], cells].concat();
        let last = table.len().saturating_sub(1);
        let number = |(i, (n, _)): (usize, &(u16, i32))| if i == last { format!("{n} or more") } else { n.to_string() };
        let rows = vec![
            row("tickets", table.iter().enumerate().map(number).collect()),
            row("points", table.iter().map(|(_, points)| points.to_string()).collect()),
        ];
        let text = "Each of your ports scores by how many of your complete tickets name its city; one that names two of them counts for both.";
        page.say(Chapter::Scoring, Phase::AfterTickets, "ports", text).table(rows).on(&["table"]).clauses(&["W23"]);
        let text = format!("Each port that you have not built {}.", brings(self.unbuilt));
        page.say(Chapter::Scoring, Phase::PiecesLeft, "unbuilt", text).on(&["unbuilt"]).clauses(&["W24"]);
    }

    /// What a port costs: so many cards of each deck, all of one colour.
    fn cost_in_cards(&self, b: &mut Installer<'_>) -> Cost {
        let wilds = b.kinds_where(|kind| kind.wild && kind.payable);
        let mut cost = Cost::free();
        for (deck, n) in &self.cost {
            let Some(kinds) = b.decks().iter().find(|d| d.name == *deck).map(|d| d.kinds) else {
                b.fault(&format!("cost.{deck}"), "is for a deck that there is not");
                continue;
            };
            let shown = |symbols: &[String]| self.symbol.is_empty() || symbols.contains(&self.symbol);
            let fit = b.kinds_where(|k| k.payable && k.colour.is_some() && shown(&k.symbols)).and(kinds);
            if fit.is_empty() && *n > 0 {
                let message = format!("asks for cards with the symbol {:?}; the {deck} deck has none", self.symbol);
                b.fault(&format!("cost.{deck}"), message);
            }
            cost = cost + Cost::cards((*n).into()).of(fit).wilds(wilds);
        }
        cost
    }
}
