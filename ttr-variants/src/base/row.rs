//! The row of cards that lie open. A card taken from it is replaced at once (G2b); one that takes
//! the whole draw, such as a wild, is the only card of its turn and never the second (G3). A row with too many of a kind is replaced whole (G4),
//! unless no better row can be had (G5).

use super::cards::Drawing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ttr_core::{
    ActionSpace, ArgKind, CardBag, Cx, DeckId, Frame, Holds, Installer, KindSet, Look, Manifest, Note, ParamFault,
    Phase, Rank, RuleModule, Value, Vis, ZoneId,
};

/// What becomes of a row with too many of a kind (C4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// It is shuffled back into the draw pile.
    Reshuffle,
    /// It is discarded.
    Discard,
}

/// Parameters of the row.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Row {
    /// How many cards lie open.
    pub size: u8,
    /// At most so many of a kind: by the name of the kind, or `wild` for all wilds. With more, the row is replaced.
    pub limit: BTreeMap<String, u8>,
    /// What becomes of a row that is replaced.
    pub overflow: Overflow,
    /// How often in a row it is replaced at most, before it stays as it is.
    pub resets: u16,
}

impl Default for Row {
    fn default() -> Self {
        Self { size: 5, limit: BTreeMap::from([("wild".to_owned(), 2)]), overflow: Overflow::Discard, resets: 20 }
    }
}

impl RuleModule for Row {
    fn manifest() -> Manifest {
        Manifest::new("row", "the cards that lie open, and when they are replaced").requires("cards")
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        if self.resets > 1000 {
            faults.push(ParamFault::new("resets", "must be at most 1000"));
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        for (name, most) in &self.limit {
            let kinds = b.kinds_where(|k| k.name == *name || name == "wild" && k.wild);
            if kinds.is_empty() {
                b.fault(&format!("limit.{name}"), "is for a kind of card that there is not");
            }
            b.row_limit(kinds, *most);
        }
        let drawing = b.service::<Drawing>();
        let row = b.zone("row", Holds::Cards, Vis::Public);
        let stays = b.message("stays", "the row stays as it is: no better one can be dealt");
        let fill = move |cx: &mut Cx<'_>| self.fill(cx, row, stays);
        b.setup(Phase::Table, {
            let fill = fill.clone();
            move |cx| fill(cx)
        });
        // G5: filled and looked at after every card drawn and at the end of every turn.
        if !drawing.after_card(fill.clone()) {
            b.fault("", "can't be beside another module that puts the table in order after every card");
        }
        b.on_turn_end(Phase::Upkeep, move |cx, _| fill(cx));

        let take = b.op("take", "takes {card} from the row", &[("card", ArgKind::Kind)], {
            let drawing = drawing.clone();
            move |cx, frame, who, action| {
                let kind = action.kind();
                let left = cx.rules().kind(kind).left_after(drawing.left(frame), drawing.draw.into());
                cx.move_card(row, drawing.hand.of(who), kind);
                drawing.card_taken(cx, who, left.unwrap_or_default());
            }
        });
        let absent = b.message("not-there", "there is no {card} in the row");
        let price = b.message("too-dear", "{card} takes more of a draw than is left");
        b.why_not(take, {
            let drawing = drawing.clone();
            move |look, frame, _, action| {
                let kind = action.kind();
                if kind.index() >= look.rules().kinds().len() || look.cards(row)[kind.index()] == 0 {
                    let there = kind.index() < look.rules().kinds().len();
                    let note = Note::new(absent);
                    return Some(if there { note.with("card", Value::Kind(kind)) } else { note });
                }
                let left = look.rules().kind(kind).left_after(drawing.left(frame), drawing.draw.into());
                left.is_none().then(|| Note::new(price).with("card", Value::Kind(kind)))
            }
        });
        let all = u16::from(drawing.draw);
        let list = move |look: Look<'_>, left: u16, out: &mut ActionSpace<'_>| {
            let affordable = look.kinds_in(row).filter(|k| look.rules().kind(*k).left_after(left, all).is_some());
            out.each(take, affordable.map(|k| u16::from(k.0)));
        };
        b.offer(Rank::Ordinary, move |look, _, out| list(look, all, out));
        b.offer_in(drawing.decision, Rank::Ordinary, move |look, frame: &Frame, _, out| list(look, frame.args[0], out));
    }
}

impl Row {
    /// Fills the empty places, and replaces the row as long as it has too many of a kind and can be bettered.
    fn fill(&self, cx: &mut Cx<'_>, row: ZoneId, stays: ttr_core::MsgId) {
        for reset in 0..=self.resets {
            let missing = usize::from(self.size).saturating_sub(cx.look().count(row));
            for _ in 0..missing {
                if !self.turn_up(cx, row) {
                    break;
                }
            }
            if within_limits(cx.look(), &cx.look().bag(row)) {
                return;
            }
            // G5a: without a better row to be had, and G5d: after so many tries, it stays.
            if reset == self.resets || !self.can_be_bettered(cx.look(), row) {
                return cx.note(Note::new(stays));
            }
            self.put_away(cx, row);
        }
    }

    fn turn_up(&self, cx: &mut Cx<'_>, row: ZoneId) -> bool {
        (0..cx.rules().decks().len()).any(|deck| cx.turn_card(DeckId::at(deck), row).is_some())
    }

    fn put_away(&self, cx: &mut Cx<'_>, row: ZoneId) {
        if self.overflow == Overflow::Discard {
            return cx.discard_all(row);
        }
        let rules = cx.rules();
        for (i, deck) in rules.decks().iter().enumerate() {
            let mut part = CardBag::EMPTY;
            for (kind, n) in cx.look().bag(row).iter().filter(|(k, _)| deck.kinds.has(*k)) {
                part.add(kind, n);
            }
            cx.move_cards(row, deck.draw, &part);
            // C4: the discards go in too if without them no good row could be dealt.
            if !self.good_row_from(cx.look(), &cx.look().bag(deck.draw), &cx.look().bag(deck.discards)) {
                cx.reshuffle(DeckId::at(i));
            }
        }
    }

    /// Whether some row, as full as the cards allow, keeps the limits: from all that is not in hands.
    fn can_be_bettered(&self, look: Look<'_>, row: ZoneId) -> bool {
        let mut all = look.bag(row);
        for deck in look.rules().decks() {
            for pile in [deck.draw, deck.discards] {
                all = all.plus(&look.bag(pile)).unwrap_or(all);
            }
        }
        self.good_row_from(look, &all, &CardBag::EMPTY)
    }

    /// Whether a row that keeps the limits can be dealt from a pile and, once that is out, from the one behind it.
    fn good_row_from(&self, look: Look<'_>, first: &CardBag, then: &CardBag) -> bool {
        let limits = look.rules().row_limits();
        let size = usize::from(self.size).min(first.len() + then.len());
        let limited = limits.iter().fold(KindSet::NONE, |set, (kinds, _)| set.or(*kinds));
        let all = KindSet((1u64 << look.rules().kinds().len()).wrapping_sub(1) as u32);
        let room = |pile: &CardBag, taken: &CardBag| {
            let free = pile.len_of(all.minus(limited));
            let most = |(kinds, most): &(KindSet, u8)| {
                pile.len_of(*kinds).min(usize::from(*most).saturating_sub(taken.len_of(*kinds)))
            };
            free + limits.iter().map(most).sum::<usize>()
        };
        if first.len() >= size {
            return room(first, &CardBag::EMPTY) >= size;
        }
        within_limits(look, first) && room(then, first) >= size - first.len()
    }
}

fn within_limits(look: Look<'_>, row: &CardBag) -> bool {
    look.rules().row_limits().iter().all(|(kinds, most)| row.len_of(*kinds) <= usize::from(*most))
}
