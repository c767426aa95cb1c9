//! A score sheet with its words and names, as the protocol and `ttr score --format json` tell it.

use super::messages::{LongestPath, ProofInfo, ScoreLine, ScoredRoute, ScoredTicket, Sheet, SideInfo, StandsOn};
use super::seat::seat;
use ttr_core::score::{self, Outcome, Proof, ScoreSheet, SideScore};
use ttr_core::{CityId, RouteId, Rules, TicketId};
use ttr_files::names;

/// The award of which everybody's path is told.
const LONGEST: &str = "longest-path";

/// The whole sheet.
pub fn of(rules: &Rules, sheet: &ScoreSheet) -> Sheet {
    let sides: Vec<SideInfo> = sheet.sides.iter().map(|of| side(rules, sheet, of)).collect();
    let winners = sheet.winners.iter().flat_map(|side| rules.members(*side).iter().map(seat).collect::<Vec<_>>());
    Sheet {
        is_final: sheet.is_final,
        players: sides.clone(),
        sides,
        winners: winners.collect(),
        decided_by: sheet.decided_by.clone(),
        exact: sheet.exact,
    }
}

fn side(rules: &Rules, sheet: &ScoreSheet, of: &SideScore) -> SideInfo {
    let award = sheet.awards.iter().find(|award| award.name == LONGEST);
    let measured = award.and_then(|award| Some((award, award.measured.get(of.side.index())?)));
    let longest = measured.map(|(award, measured)| LongestPath {
        length: measured.value,
        cities: cities(rules, &measured.proof.cities),
        routes: routes(rules, &measured.proof.routes),
        award: award.holders.contains(&of.side),
    });
    SideInfo {
        side: rules.side_name(of.side),
        name: rules.side_name(of.side),
        seats: rules.members(of.side).iter().map(seat).collect(),
        total: of.total,
        lines: of.lines.iter().map(|of| line(rules, of)).collect(),
        tickets: of.tickets.iter().map(|(id, outcome)| ticket(rules, *id, outcome)).collect(),
        longest,
    }
}

fn line(rules: &Rules, line: &score::ScoreLine) -> ScoreLine {
    let Proof { routes: of_routes, cities: of_cities, tickets } = &line.proof;
    ScoreLine {
        rule: line.rule.clone(),
        text: rules.text(&line.note),
        points: line.points,
        exact: line.exact,
        proof: ProofInfo {
            routes: of_routes.iter().map(|route| names::route(rules, *route)).collect(),
            cities: cities(rules, of_cities),
            tickets: tickets.iter().map(|ticket| names::ticket(rules, *ticket)).collect(),
        },
        stands_on: StandsOn {
            routes: routes(rules, of_routes),
            cities: cities(rules, of_cities),
            tickets: tickets.iter().map(|ticket| of_ticket(rules, *ticket)).collect(),
        },
    }
}

fn ticket(rules: &Rules, id: TicketId, outcome: &Outcome) -> ScoredTicket {
    ScoredTicket { cities: of_ticket(rules, id), points: outcome.points, completed: outcome.completed }
}

fn of_ticket(rules: &Rules, id: TicketId) -> Vec<String> {
    cities(rules, &rules.board().tickets[id.index()].cities)
}

fn cities(rules: &Rules, cities: &[CityId]) -> Vec<String> {
    cities.iter().map(|city| rules.city_name(*city).to_owned()).collect()
}

fn routes(rules: &Rules, routes: &[RouteId]) -> Vec<ScoredRoute> {
    let board = rules.board();
    let told = |id: &RouteId| {
        let route = board.route(*id);
        let between = route.ends.map(|city| rules.city_name(city).to_owned());
        let colour = route.colour.map(|colour| board.colours[colour.index()].clone());
        ScoredRoute { between, colour, track: route.track, length: route.length }
    };
    routes.iter().map(told).collect()
}
