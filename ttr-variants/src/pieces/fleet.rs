//! The choice of pieces (W7): once the tickets are kept, all players choose at once and unseen how many pieces of each kind
//! they play with; the others stay in their boxes.

use crate::words::{Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::event::PiecesAt;
use ttr_core::page::listed;
use ttr_core::{
    ArgKind, Chapter, Installer, Manifest, Note, Page, ParamFault, Phase, PieceId, RuleModule, Starter, Value,
};

/// Most ways to choose that are offered.
const MOST_WAYS: usize = 5_000;
/// Most kinds of pieces that an action can name.
const MOST_KINDS: usize = 3;

/// Parameters of the choice of pieces.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Fleet {
    /// How many pieces every player plays with, of all kinds that claim routes.
    #[schemars(range(min = 1))]
    pub total: u16,
}

impl Default for Fleet {
    fn default() -> Self {
        Self { total: 60 }
    }
}

// What it says.
const TOO_MANY: Says = ("too-many", "everybody plays with {n} pieces in all");
const WRONG_NUMBER: Says = ("wrong-number", "it must be {n} pieces in all, of those that there are");

impl RuleModule for Fleet {
    fn manifest() -> Manifest {
        Manifest::new("fleet", "all choose in secret how many pieces of each kind they play with")
            .search_terms(["choose trains and ships", "secret choice", "sealed", "box"])
            .examples(include_str!("fleet.toml"))
            .requires("pieces")
    }

    fn check(&self) -> Vec<ParamFault> {
        let none = (self.total == 0).then(|| ParamFault::new("total", "must be at least 1 piece"));
        none.into_iter().collect()
    }

    fn starter(&self, room: usize) -> Starter {
        // Fewer than the pieces that there are room for, so that there is a choice.
        let most = room * 3 / 5;
        let starter = Starter::new();
        if usize::from(self.total) > most { starter.set("total", most.max(1)) } else { starter }
    }

    fn install(self, b: &mut Installer<'_>) {
        let pieces = b.claim_pieces();
        let (names, counts): (Vec<String>, Vec<u16>) =
            pieces.iter().map(|p| &b.pieces()[p.index()]).map(|p| (p.name.clone(), p.count)).unzip();
        let there: u32 = counts.iter().map(|n| u32::from(*n)).sum();
        if u32::from(self.total) > there {
            return b.fault("total", format!("is {}, but every player has {there} pieces", self.total));
        }
        if pieces.len() > MOST_KINDS {
            let n = pieces.len();
            return b.fault("", format!("lets choose among {MOST_KINDS} kinds of pieces at most, and there are {n}"));
        }
        let ways = ways(&counts, self.total);
        if ways.len() > MOST_WAYS {
            return b.fault("total", format!("leaves {} ways to choose; at most {MOST_WAYS}", ways.len()));
        }
        let args: Vec<(&str, ArgKind)> = names.iter().map(|name| (name.as_str(), ArgKind::Number)).collect();
        let each: Vec<String> = names.iter().map(|name| format!("{{{name}}} {name} {{{name}:piece|pieces}}")).collect();
        let choose = b.op("choose", &format!("plays with {}", each.join(" and ")), &args, {
            let (pieces, counts) = (pieces.clone(), counts.clone());
            move |cx, _, who, action| {
                for ((piece, count), n) in pieces.iter().zip(&counts).zip(action.args) {
                    cx.move_pieces(who, *piece, PiecesAt::Stock, PiecesAt::Box, count.saturating_sub(n));
                }
            }
        });
        let asked = b.sealed_decision("choice", "choose the pieces to play with", move |_, _, _, out| {
            ways.iter().for_each(|way| out.with(choose, *way));
        });
        let wrong = says(b, WRONG_NUMBER);
        let total = i64::from(self.total);
        b.why_not(choose, move |_, frame, _, _| {
            (frame.decision == asked).then(|| Note::new(wrong).with("n", Value::Number(total)))
        });
        b.setup_ask_all(Phase::AfterGoals, asked);
        let many = says(b, TOO_MANY);
        b.contradiction(move |look, who| {
            let placed = |piece: &PieceId| i32::from(look.rules().piece(*piece).count) - look.stock(who, *piece);
            let all: i32 = pieces.iter().map(placed).sum();
            (all > i32::from(self.total)).then(|| Note::new(many).with("n", Value::Number(self.total.into())))
        });
        b.tell({
            let (names, counts) = (names.clone(), counts.clone());
            move |page| tell(page, self.total, names.iter().map(String::as_str).zip(counts.iter().copied()))
        });
    }
}

fn tell<'a>(page: &mut Page<'_>, total: u16, kinds: impl Iterator<Item = (&'a str, u16)> + Clone) {
    let all: u32 = kinds.clone().map(|(_, n)| u32::from(n)).sum();
    let each = kinds.map(|(name, n)| {
        let others = all - u32::from(n);
        let least = u32::from(total).saturating_sub(others);
        let name = page.rules().board().shown(name).to_owned();
        format!("{least} to {} {name} pieces", n.min(total))
    });
    let text = format!(
        "Then all choose at once, unseen, the {total} pieces that they play with: {}. The others stay in the box.",
        listed(each.collect::<Vec<_>>())
    );
    page.say(Chapter::Setup, Phase::AfterGoals, "choice", text).on(&["total"]).clauses(&["W7"]);
}

/// Every way to take so many pieces of these, in order.
fn ways(counts: &[u16], total: u16) -> Vec<[u16; MOST_KINDS]> {
    let mut ways = Vec::new();
    let most = |at: usize| counts.get(at).copied().unwrap_or_default().min(total);
    for first in 0..=most(0) {
        for second in 0..=most(1).min(total - first) {
            let third = total - first - second;
            if third <= most(2) {
                ways.push([first, second, third]);
            }
            if ways.len() > MOST_WAYS {
                return ways;
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_offered_once() {
        assert_eq!(ways(&[3], 3), [[3, 0, 0]]);
        assert_eq!(ways(&[2, 3], 4), [[1, 3, 0], [2, 2, 0]]);
        assert_eq!(ways(&[1, 1, 2], 2), [[0, 0, 2], [0, 1, 1], [1, 0, 1], [1, 1, 0]]);
        assert!(ways(&[1], 2).is_empty());
    }
}
