//! A score sheet as JSON, for other programs. Its keys are documented in `docs/score.md`.

use serde_json::Value as Json;
use ttr_core::{Rules, ScoreSheet};
use ttr_table::protocol::sheet;

/// The whole sheet, as the protocol tells it; but those who have won by their names, and nothing left out.
pub(super) fn sheet(rules: &Rules, score: &ScoreSheet) -> Json {
    let mut told = serde_json::to_value(sheet::of(rules, score)).unwrap_or_default();
    told["winners"] = score.winners.iter().map(|side| rules.side_name(*side)).collect();
    told["decided_by"] = score.decided_by.clone().into();
    told
}
