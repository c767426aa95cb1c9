//! Exchanging pieces (W26): any number of one kind from one's stock for as many of another from one's own box, for a point
//! each. It is the turn's action, and a lesser one: who can do nothing else may pass instead.

use crate::words::{Says, brings, says};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::event::PiecesAt;
use ttr_core::limits::MAX_POINTS;
use ttr_core::{
    ArgKind, Chapter, FieldShape, Installer, Manifest, Note, Page, ParamFault, Phase, PieceId, Rank, RuleModule, Value,
};

/// Parameters of the exchange.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Exchange {
    /// Points for each piece that is exchanged; below zero they are lost.
    #[schemars(range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub points: i32,
}

impl Default for Exchange {
    fn default() -> Self {
        Self { points: -1 }
    }
}

// What it says.
const EXCHANGED: Says = ("exchanged", "{n} {n:piece|pieces} exchanged at {each} {each:point|points}");
const TOO_FEW: Says = ("too-few", "at most {n} {gives} {n:piece|pieces} can be exchanged for {takes} pieces");

impl RuleModule for Exchange {
    fn manifest() -> Manifest {
        Manifest::new("exchange", "exchanging pieces for others from one's box")
            .search_terms(["swap", "trade", "convert", "trains for ships"])
            .examples(include_str!("exchange.toml"))
            .requires("pieces")
            .field("exchanged", FieldShape::Count, "how many pieces the player exchanged, all times together")
    }

    fn check(&self) -> Vec<ParamFault> {
        ParamFault::points("points", self.points).into_iter().collect()
    }

    fn install(self, b: &mut Installer<'_>) {
        let pieces = b.claim_pieces();
        let bank = b.bank_at(EXCHANGED.0, EXCHANGED.1, self.points);
        let text = "exchanges {n} {gives} {n:piece|pieces} for {n} {takes} {n:piece|pieces}";
        let args = [("gives", ArgKind::Piece), ("takes", ArgKind::Piece), ("n", ArgKind::Number)];
        let exchange = b.op("pieces", text, &args, move |cx, _, who, action| {
            let [gives, takes] = [action.args[0], action.args[1]].map(|p| PieceId(p as u8));
            let n = action.args[2];
            cx.move_pieces(who, gives, PiecesAt::Stock, PiecesAt::Box, n);
            cx.move_pieces(who, takes, PiecesAt::Box, PiecesAt::Stock, n);
            bank.add(cx, who, self.points.saturating_mul(n.into()));
        });
        let each = match self.points {
            0 => "it costs no point".to_owned(),
            1 | -1 => format!("{:+} point for each piece", self.points),
            n => format!("{n:+} points for each piece"),
        };
        b.remark(exchange, &each);
        let few = says(b, TOO_FEW);
        b.why_not(exchange, {
            let pieces = pieces.clone();
            move |look, _, who, action| {
                let [gives, takes] = [action.args[0], action.args[1]].map(|p| PieceId(p as u8));
                if gives == takes || !pieces.contains(&gives) || !pieces.contains(&takes) {
                    return None;
                }
                let most = look.stock(who, gives).min(look.boxed(who, takes));
                let note = Note::new(few).with("n", Value::Number(most.into()));
                let wrong = !(1..=most).contains(&i32::from(action.args[2]));
                wrong.then(|| note.with("gives", Value::Piece(gives)).with("takes", Value::Piece(takes)))
            }
        });
        let pairs = pieces.iter().flat_map(|gives| pieces.iter().map(move |takes| [*gives, *takes]));
        let pairs: Vec<[PieceId; 2]> = pairs.filter(|[gives, takes]| gives != takes).collect();
        b.offer(Rank::Lesser, move |look, who, out| {
            for &[gives, takes] in &pairs {
                let most = look.stock(who, gives).min(look.boxed(who, takes));
                let most = u16::try_from(most).unwrap_or_default();
                out.up_to(exchange, [u16::from(gives.0), u16::from(takes.0)], most);
            }
        });
        b.field_bank("exchanged", bank, self.points);
        b.tell(move |page| self.tell(page));
    }
}

impl Exchange {
    fn tell(&self, page: &mut Page<'_>) {
        page.say(Chapter::Turn, Phase::Main, "exchange", "Exchange pieces with your box.").clauses(&["W26"]);
        let text = format!(
            "To exchange, take any number of pieces of one kind from your box for as many of another kind from your stock. Each of \
             them {}. You may do so as often as you like.",
            brings(self.points)
        );
        page.say(Chapter::Actions, Phase::Main, "exchange", text).on(&["points"]).clauses(&["W26"]);
    }
}
