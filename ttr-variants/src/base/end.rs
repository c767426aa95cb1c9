//! The end: when a player ends a turn with few pieces, every player has a number of turns more (G21, C9). Once begun,
//! nothing undoes it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{Installer, Manifest, Phase, RuleModule, Starter};

/// Parameters of the end.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct End {
    /// So many pieces or fewer, of all kinds that claim routes, start the last turns.
    pub pieces: u16,
    /// How many turns every player has then.
    pub turns: u16,
}

impl Default for End {
    fn default() -> Self {
        Self { pieces: 2, turns: 1 }
    }
}

impl RuleModule for End {
    fn manifest() -> Manifest {
        Manifest::new("end", "when the last turns begin, and how many there are").requires("pieces")
    }

    fn starter(&self, room: usize) -> Starter {
        let most = (room / 8).max(1);
        let starter = Starter::new();
        if usize::from(self.pieces) > most { starter.set("pieces", most) } else { starter }
    }

    fn install(self, b: &mut Installer<'_>) {
        let pieces = b.claim_pieces();
        let few = b.end_reason("few-pieces", "a player has few pieces left");
        // Looked at after all else in the turn.
        b.on_turn_end(Phase::EndCheck, move |cx, who| {
            let left: i32 = pieces.iter().map(|p| cx.look().stock(who, *p)).sum();
            if left <= self.pieces.into() {
                cx.trigger_end(few, self.turns);
            }
        });
    }
}
