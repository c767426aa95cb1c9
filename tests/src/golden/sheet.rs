//! Score sheets as `ttr replay --verify --format json` tells them.

use super::names::hash;
use serde_json::{Value as Json, json};
use ttr_core::score::{ScoreLine, ScoreSheet};
use ttr_core::{Rules, State};
use ttr_files::names;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Why it was over.
    pub over: String,
    /// What each side has, in all and line by line: points, and the rule with what it says.
    pub sides: Vec<(i64, Vec<(i64, String)>)>,
    /// The seats of who has won.
    pub winners: Vec<u64>,
    /// A hash of the whole sheet, with all that its lines stand on.
    pub sheet: u64,
}

impl Ending {
    /// How a game ended that is over.
    pub fn of(rules: &Rules, st: &State) -> Self {
        let over = rules.view(st, None).over().map_or("", |why| rules.end_reason(why));
        Self::told(over, &sheet_json(rules, &rules.score(st)))
    }

    /// How a game ended of which the sheet is told.
    pub fn told(over: &str, sheet: &Json) -> Self {
        let list = |json: &Json| json.as_array().cloned().unwrap_or_default();
        let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
        let points = |json: &Json| json.as_i64().unwrap_or_default();
        let line = |line: &Json| (points(&line["points"]), format!("{}: {}", text(&line["rule"]), text(&line["text"])));
        let side = |side: &Json| (points(&side["total"]), list(&side["lines"]).iter().map(line).collect());
        Self {
            over: over.to_owned(),
            sides: list(&sheet["sides"]).iter().map(side).collect(),
            winners: list(&sheet["winners"]).iter().filter_map(Json::as_u64).collect(),
            sheet: hash(&sheet.to_string()),
        }
    }

    /// What differs from another one, if anything does.
    pub fn differs_from(&self, other: &Self) -> Option<String> {
        let all = self.sides.iter().zip(&other.sides).enumerate();
        let sides = all.map(|(i, ours)| (format!("side {}", i + 1), format!("{:?}", ours.0), format!("{:?}", ours.1)));
        let winners = ("winners".to_owned(), format!("{:?}", self.winners), format!("{:?}", other.winners));
        let over = ("the end".to_owned(), self.over.clone(), other.over.clone());
        let stands = "what the lines stand on, or how equals were compared";
        let sheet = (stands.to_owned(), format!("{:016x}", self.sheet), format!("{:016x}", other.sheet));
        let first = sides.chain([winners, over, sheet]).find(|(_, a, b)| a != b);
        first.map(|(what, now, then)| format!("{what} differs:\n  now  {now}\n  then {then}"))
    }
}

fn sheet_json(rules: &Rules, sheet: &ScoreSheet) -> Json {
    let line = |line: &ScoreLine| {
        let mut proof = serde_json::Map::new();
        let mut add = |name: &str, list: Vec<Json>| {
            if !list.is_empty() {
                proof.insert(name.to_owned(), Json::Array(list));
            }
        };
        add("routes", line.proof.routes.iter().map(|route| names::route(rules, *route)).collect());
        add("cities", line.proof.cities.iter().map(|city| json!(rules.city_name(*city))).collect());
        add("tickets", line.proof.tickets.iter().map(|ticket| names::ticket(rules, *ticket)).collect());
        json!({
            "rule": line.rule,
            "text": rules.text(&line.note),
            "points": line.points,
            "exact": line.exact,
            "proof": proof,
        })
    };
    let seats = |side| rules.members(side).iter().map(|who| who.0 + 1).collect::<Vec<_>>();
    let sides = sheet.sides.iter().map(|side| {
        json!({
            "side": rules.side_name(side.side),
            "seats": seats(side.side),
            "total": side.total,
            "lines": side.lines.iter().map(line).collect::<Vec<_>>(),
        })
    });
    let mut told = json!({
        "final": sheet.is_final,
        "sides": sides.collect::<Vec<_>>(),
        "winners": sheet.winners.iter().flat_map(|side| seats(*side)).collect::<Vec<_>>(),
        "exact": sheet.exact,
    });
    if let Some(measure) = &sheet.decided_by {
        told["decided_by"] = json!(measure);
    }
    told
}
