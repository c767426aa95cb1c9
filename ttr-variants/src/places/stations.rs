//! Stations: built in any city that has none (U15). At the end each lets its owner use one route of another player that ends
//! there, the same for all tickets, and the best one (U16); those not built bring points (U17).

use crate::words::{Says, says};
use crate::words::{brings, nth};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use ttr_core::event::PiecesAt;
use ttr_core::limits::MAX_POINTS;
use ttr_core::page::counted;
use ttr_core::{
    ArgKind, Chapter, CityId, CityLine, Cost, CostId, FieldShape, Glyph, Installer, KindSet, Line, Look, Manifest,
    Measured, Note, Page, ParamFault, PerCity, Phase, PieceId, PlayerId, Proof, Purpose, Rank, Reg, RouteId,
    RuleModule, SideId, Value, When,
};

/// Most stations of a player: every one doubles what there is to choose from at the end.
const MAX_STATIONS: usize = 6;

/// Parameters of stations.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Stations {
    /// How many cards of one colour the first station costs, the second, and so on: as many stations as there are numbers.
    #[schemars(example = json!([1, 2, 3]))]
    pub cost: Vec<u8>,
    /// Whether the card for the first station must have the colour of a route that ends in the city.
    pub first_by_colour: bool,
    /// Points for each station that was not built.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub unbuilt: i32,
}

impl Default for Stations {
    fn default() -> Self {
        Self { cost: vec![1, 2, 3], first_by_colour: false, unbuilt: 4 }
    }
}

// What it says.
const JUNCTION: Says = ("junction", "{city} is no city");
const TAKEN: Says = ("taken", "there is a station in {city} already");
const NONE_LEFT: Says = ("none-left", "you have no station left");
const USES: Says = ("uses", "station in {city} uses {route}");
const UNBUILT: Says = ("unbuilt", "{n} {n:station|stations} not built");

impl RuleModule for Stations {
    fn manifest() -> Manifest {
        Manifest::new("stations", "building stations, which let use a route of another player for tickets")
            .search_terms(["railway station", "depot", "borrow", "building", "house"])
            .examples(include_str!("stations.toml"))
            .requires("claim")
            .requires("tickets")
            .measure("stations-built")
            .field("stations", FieldShape::Cities, "the cities where the player's stations stand")
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults: Vec<ParamFault> = ParamFault::points("unbuilt", self.unbuilt).into_iter().collect();
        if self.cost.is_empty() || self.cost.len() > MAX_STATIONS {
            let n = self.cost.len();
            faults.push(ParamFault::new("cost", format!("is for {n} stations; it must be 1 to {MAX_STATIONS}")));
        }
        if self.cost.iter().any(|n| !(1..=20).contains(n)) {
            faults.push(ParamFault::new("cost", "must be 1 to 20 cards for each station"));
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let count = self.cost.len();
        let station = b.piece("station", count as u16, false);
        let at = b.reg::<PerCity, Option<SideId>>("station of");
        let cities: Vec<CityId> = b.board().city_ids().filter(|c| !b.board().cities[c.index()].junction).collect();
        let costs = self.costs(b, &cities);
        let costs = Costs { station, costs };
        let build = b.op("build", "builds a station in {city} with {pay}", &[("city", ArgKind::City)], {
            move |cx, _, who, action| {
                let (city, side) = (CityId(action.args[0]), cx.rules().side_of(who));
                cx.pay(who, &action.pay);
                cx.move_pieces(who, station, PiecesAt::Stock, PiecesAt::City(city), 1);
                cx.set(at, city, Some(side));
            }
        });
        let worth = format!(
            "for your tickets you use one route of another player that ends there; one that is not built brings {} points",
            self.unbuilt
        );
        b.remark(build, &worth);
        let by_left = costs.costs.iter().rev().cloned().collect();
        let line = CityLine { piece: station, cities: cities.clone(), at, touched: false, costs: by_left };
        b.line(Rank::Ordinary, build, Line::Cities(line));
        let junction = says(b, JUNCTION);
        let taken = says(b, TAKEN);
        let none_left = says(b, NONE_LEFT);
        b.why_not(build, {
            let cities = cities.clone();
            move |look, _, who, action| {
                let city = CityId(action.args[0]);
                if city.index() >= look.board().cities.len() {
                    return None;
                }
                let text = match cities.binary_search(&city) {
                    Err(_) => junction,
                    Ok(_) if look.get(at, city).is_some() => taken,
                    Ok(i) => match costs.next(look, who).get(i).or(costs.next(look, who).last()) {
                        Some(&cost) => return look.why_not_cost(cost, who, &action.pay),
                        None => none_left,
                    },
                };
                Some(Note::new(text).with("city", Value::City(city)))
            }
        });
        // U16: one route of another side for each, chosen so that the tickets come to most.
        b.network(Purpose::Tickets, move |look, side, spec| {
            let mine = look.rules().members(side);
            for city in look.cities_with(at, Some(side)) {
                let others = |route: &RouteId| {
                    let held = look.held(*route);
                    !held.is_empty() && held.and(mine).is_empty()
                };
                let routes = &look.board().cities[city.index()].routes;
                spec.choose_one(city, routes.iter().copied().filter(others));
            }
        });
        self.score(b, station, at);
        b.field_in_cities("stations", station, at, move |look, _, city| {
            let text = match cities.binary_search(&city) {
                Err(_) => junction,
                Ok(_) if look.get(at, city).is_some() => taken,
                Ok(_) => return None,
            };
            Some(Note::new(text).with("city", Value::City(city)))
        });
        b.tell(move |page| self.tell(page));
        b.picture(move |picture| picture.piece(station, Glyph::House, "station"));
    }
}

impl Stations {
    fn score(&self, b: &mut Installer<'_>, station: PieceId, at: Reg<PerCity, Option<SideId>>) {
        let uses = says(b, USES);
        b.score(Phase::AfterTickets, When::AtEnd, move |scoring, side, lines| {
            let outcomes = scoring.outcomes(side);
            for (city, route) in &outcomes.chosen {
                if scoring.look().get(at, *city) != Some(side) {
                    continue;
                }
                if let Some(route) = route {
                    lines.line_saying(0, uses, outcomes.exact, |note| {
                        let note = note.with("city", Value::City(*city)).with("route", Value::Route(*route));
                        (note, Proof { routes: vec![*route], cities: vec![*city], ..Proof::default() })
                    });
                }
            }
        });
        let (missing, unbuilt) = (says(b, UNBUILT), self.unbuilt);
        b.score(Phase::PiecesLeft, When::AtEnd, move |scoring, side, lines| {
            let look = scoring.look();
            let n: i32 = look.rules().members(side).iter().map(|who| look.stock(who, station)).sum();
            if n > 0 {
                lines.line_saying(unbuilt.saturating_mul(n), missing, true, |note| {
                    (note.with("n", Value::Number(n.into())), Proof::default())
                });
            }
        });
        b.measure("stations-built", true, move |scoring, side| {
            Measured::exact(scoring.look().cities_with(at, Some(side)).count() as i64)
        });
    }

    fn tell(&self, page: &mut Page<'_>) {
        let all = counted(self.cost.len(), "station", "stations");
        page.say(Chapter::Setup, Phase::Seats, "stations", format!("Every player has {all}."))
            .on(&["cost"])
            .clauses(&["U1"]);
        page.say(Chapter::Turn, Phase::Main, "build", "Build a station.").clauses(&["U5"]);
        let any = " (any colour, if one of those routes takes any)";
        let each = self.cost.iter().enumerate().map(|(i, n)| match (n, i == 0 && self.first_by_colour) {
            (1, true) => format!("the {} takes 1 card, in the colour of a route that ends there{any}", nth(i)),
            (n, true) => format!("the {} takes {n} cards, all in the colour of one route that ends there{any}", nth(i)),
            (1, false) => format!("the {} takes any 1 card", nth(i)),
            (n, false) => format!("the {} takes {n} cards of one colour", nth(i)),
        });
        let text = format!(
            "You may build a station in any city that has none, with a route of yours or without: {}. Wilds stand for any card.",
            each.collect::<Vec<_>>().join("; ")
        );
        page.say(Chapter::Actions, Phase::Main, "build", text).on(&["cost", "first-by-colour"]).clauses(&["U15"]);
        let uses = "At the end each of your stations lets you use one route of another player that ends in its city, the same for all \
                    your tickets and for nothing else. It is chosen so that your tickets come to most.";
        page.say(Chapter::Actions, Phase::Main, "use", uses).clauses(&["U16"]);
        let text = format!("Each station that you have not built {}.", brings(self.unbuilt));
        page.say(Chapter::Scoring, Phase::PiecesLeft, "unbuilt", text).on(&["unbuilt"]).clauses(&["U17"]);
    }

    /// What each station costs: for all cities alike, or for each of them.
    fn costs(&self, b: &mut Installer<'_>, cities: &[CityId]) -> Vec<Vec<CostId>> {
        let wilds = b.kinds_where(|kind| kind.wild && kind.payable);
        let all = b.kinds_where(|kind| kind.colour.is_some() && kind.payable);
        let cost = |n: u8, kinds: KindSet| Cost::cards(n.into()).of(kinds).wilds(wilds);
        let mut costs = Vec::new();
        for (i, n) in self.cost.iter().enumerate() {
            if i > 0 || !self.first_by_colour {
                costs.push(vec![b.cost("cost", cost(*n, all))]);
                continue;
            }
            let mut known: HashMap<KindSet, CostId> = HashMap::new();
            let mut by_city = Vec::new();
            for city in cities {
                let kinds = self.kinds_at(b, *city, all);
                by_city.push(*known.entry(kinds).or_insert_with(|| b.cost("cost", cost(*n, kinds))));
            }
            costs.push(by_city);
        }
        costs
    }

    /// The kinds in the colours of the routes that end in a city; all, where a route there takes any colour.
    fn kinds_at(&self, b: &Installer<'_>, city: CityId, all: KindSet) -> KindSet {
        let mut kinds = KindSet::NONE;
        for route in &b.board().cities[city.index()].routes {
            let colour = b.board().route(*route).colour;
            let of = b.kinds_where(|kind| kind.payable && kind.colour.is_some() && kind.colour == colour);
            if of.is_empty() {
                return all;
            }
            kinds = kinds.or(of);
        }
        kinds
    }
}

/// What each station costs, the first one first: in each city, or in all of them alike.
#[derive(Clone)]
struct Costs {
    station: PieceId,
    costs: Vec<Vec<CostId>>,
}

impl Costs {
    /// What the player's next station costs, in each city or in all alike; empty if there is none left.
    fn next(&self, look: Look<'_>, who: PlayerId) -> &[CostId] {
        let left = usize::try_from(look.stock(who, self.station)).unwrap_or_default();
        let built = self.costs.len().checked_sub(left);
        built.and_then(|built| self.costs.get(built)).map_or(&[], Vec::as_slice)
    }
}
