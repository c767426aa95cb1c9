//! The end: when a player ends a turn with few pieces, those of partners included, every player has a number of turns more
//! (G21, C9). Once begun, nothing undoes it.

use crate::words::Says;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::page::{counted, listed};
use ttr_core::{Chapter, Cx, Installer, Manifest, Page, Phase, PieceId, PlayerId, Read, RuleModule, Starter};

/// Parameters of the end.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct End {
    /// So many pieces or fewer of a side, of all kinds that claim routes, start the last turns.
    pub pieces: u16,
    /// How many turns every player has then.
    pub turns: u16,
}

impl Default for End {
    fn default() -> Self {
        Self { pieces: 2, turns: 1 }
    }
}

// What it says.
const FEW_PIECES: Says = ("few-pieces", "a player has few pieces left");

impl RuleModule for End {
    fn manifest() -> Manifest {
        Manifest::new("end", "when the last turns begin, and how many there are")
            .search_terms(["last round", "final round", "last turn", "game over", "end of the game"])
            .examples(include_str!("end.toml"))
            .requires("pieces")
    }

    fn starter(&self, room: usize) -> Starter {
        let most = (room / 8).max(1);
        let starter = Starter::new();
        if usize::from(self.pieces) > most { starter.set("pieces", most) } else { starter }
    }

    fn install(self, b: &mut Installer<'_>) {
        let pieces = b.claim_pieces();
        let reads: Vec<Read> = pieces.iter().map(|piece| Read::Stock(*piece)).collect();
        let few = b.end_reason(FEW_PIECES.0, FEW_PIECES.1);
        // Looked at after all else in the turn.
        let most = i32::from(self.pieces);
        let look_closer = move |cx: &mut Cx<'_>, who: PlayerId| {
            if of_side(cx, who, &pieces) <= most {
                cx.trigger_end(few, self.turns);
            }
        };
        b.on_turn_end_for(Phase::EndCheck, &reads, look_closer);
        b.tell(move |page| self.tell(page));
    }
}

impl End {
    fn tell(&self, page: &mut Page<'_>) {
        let names = |claims: bool| -> Vec<String> {
            let kinds = page.rules().pieces().iter().filter(|piece| piece.claims == claims);
            kinds.map(|piece| page.shown(&piece.name).to_owned()).collect()
        };
        let together = match &names(true)[..] {
            [] | [_] => String::new(),
            kinds => format!(", {} together", listed(kinds)),
        };
        let others = match &names(false)[..] {
            [] => String::new(),
            others => format!(" ({} pieces don't count)", listed(others)),
        };
        let then = match self.turns {
            0 => "the game ends at once".to_owned(),
            n => {
                let them = if n == 1 { "it" } else { "them" };
                format!(
                    "everybody, that player too, has {}; any action is open in {them}",
                    counted(n, "more turn", "more turns")
                )
            }
        };
        let few = match self.pieces {
            0 => "without any piece left".to_owned(),
            n => format!("with {} or fewer left", counted(n, "piece", "pieces")),
        };
        let few = format!("{few}{together}{others}");
        let stays = if self.turns == 0 { "" } else { " Nothing undoes this." };
        let partners = page.rules().side_count() < page.rules().players();
        let partners = if partners { ", those of the whole side together" } else { "" };
        let text = format!("When a player ends a turn {few}{partners}, {then}.{stays}");
        page.say(Chapter::End, Phase::EndCheck, "few", text).on(&["pieces", "turns"]).clauses(&["G21"]);
    }
}

/// How many pieces the players of a side have together.
fn of_side(cx: &Cx<'_>, who: PlayerId, pieces: &[PieceId]) -> i32 {
    let (rules, look) = (cx.rules(), cx.look());
    let of = |who: PlayerId| pieces.iter().map(|piece| look.stock(who, *piece)).sum::<i32>();
    rules.members(rules.side_of(who)).iter().map(of).sum()
}
