//! A score sheet as JSON, for other programs. Its keys are documented in `docs/score.md`.

use serde_json::{Map, Value as Json, json};
use ttr_core::score::{Outcome, Proof, ScoreLine, SideScore};
use ttr_core::{RouteId, Rules, ScoreSheet, SideId, TicketId};

/// The award of which everybody's path is told.
const LONGEST: &str = "longest-path";

/// The whole sheet.
pub(super) fn sheet(rules: &Rules, sheet: &ScoreSheet) -> Json {
    let names = |sides: &[SideId]| sides.iter().map(|side| rules.side_name(*side)).collect::<Vec<_>>();
    json!({
        "players": sheet.sides.iter().map(|side| player(rules, sheet, side)).collect::<Vec<_>>(),
        "winners": names(&sheet.winners),
        "decided_by": sheet.decided_by,
    })
}

fn player(rules: &Rules, sheet: &ScoreSheet, side: &SideScore) -> Json {
    let mut player = json!({
        "name": rules.side_name(side.side),
        "total": side.total,
        "lines": side.lines.iter().map(|of| line(rules, of)).collect::<Vec<_>>(),
        "tickets": side.tickets.iter().map(|(id, outcome)| ticket(rules, *id, outcome)).collect::<Vec<_>>(),
    });
    let award = sheet.awards.iter().find(|award| award.name == LONGEST);
    if let Some((award, measured)) = award.and_then(|award| Some((award, award.measured.get(side.side.index())?))) {
        player["longest"] = json!({
            "length": measured.value,
            "cities": cities(rules, &measured.proof),
            "routes": routes(rules, &measured.proof.routes),
            "award": award.holders.contains(&side.side),
        });
    }
    player
}

fn line(rules: &Rules, line: &ScoreLine) -> Json {
    let mut on = Map::new();
    let proof = &line.proof;
    if !proof.routes.is_empty() {
        on.insert("routes".to_owned(), routes(rules, &proof.routes).into());
    }
    if !proof.cities.is_empty() {
        on.insert("cities".to_owned(), json!(cities(rules, proof)));
    }
    if !proof.tickets.is_empty() {
        on.insert("tickets".to_owned(), proof.tickets.iter().map(|id| ticket_cities(rules, *id)).collect());
    }
    let mut told = json!({
        "rule": line.rule, "points": line.points, "text": rules.text(&line.note), "stands_on": on,
    });
    if !line.exact {
        told["exact"] = false.into();
    }
    told
}

fn ticket(rules: &Rules, id: TicketId, outcome: &Outcome) -> Json {
    json!({ "cities": ticket_cities(rules, id), "points": outcome.points, "completed": outcome.completed })
}

fn ticket_cities(rules: &Rules, id: TicketId) -> Json {
    let ticket = &rules.board().tickets[id.index()];
    ticket.cities.iter().map(|city| rules.city_name(*city)).collect::<Vec<_>>().into()
}

fn cities<'a>(rules: &'a Rules, proof: &Proof) -> Vec<&'a str> {
    proof.cities.iter().map(|city| rules.city_name(*city)).collect()
}

fn routes(rules: &Rules, routes: &[RouteId]) -> Vec<Json> {
    let board = rules.board();
    let told = |id: &RouteId| {
        let route = board.route(*id);
        let [a, b] = route.ends.map(|city| rules.city_name(city));
        let colour = route.colour.map(|colour| &board.colours[colour.index()]);
        json!({ "between": [a, b], "colour": colour, "track": route.track, "length": route.length })
    };
    routes.iter().map(told).collect()
}
