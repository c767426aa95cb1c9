//! The row of cards that lie open. A card taken from it is replaced at once (G2b), where there are several decks by
//! the taker's choice or in a fixed order (W9); one that takes the whole draw, such as a wild, is the only card of its turn
//! and never the second (G3). A row with too many of a kind is replaced whole (G4, W10), unless no better row can be had
//! (G5).

mod limits;
mod page;

use super::cards::Drawing;
use crate::base::forms::read_either;
use crate::words::{Says, says};
use arrayvec::ArrayVec;
use limits::{Share, keeps_limits};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use ttr_core::limits::MAX_DECKS;
use ttr_core::{
    ArgKind, CardBag, CodeInfo, Cx, Deck, DeckId, Diagnostic, Holds, Installer, Kind, KindSet, Line, Lint, Look,
    Manifest, MsgId, Note, ParamFault, Phase, Place, Rank, Read, RuleModule, TurnRule, Value, Vis, ZoneId,
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

/// Most times that a row is replaced before it stays.
const MAX_RESETS: u16 = 1000;

/// Which deck fills the place of a card that was taken from the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Refill {
    /// The first deck, in their order, that has a card.
    InOrder,
    /// Whichever the player wants who took the card.
    Taker,
}

/// How many cards lie open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Size {
    /// So many, from the decks in their order.
    Cards(u8),
    /// So many of each deck when a whole row is dealt.
    ByDeck(BTreeMap<String, u8>),
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        read_either(de, "how many cards (0 to 255), or a table of decks", Self::Cards, Self::ByDeck)
    }
}

impl Size {
    fn total(&self) -> usize {
        match self {
            Self::Cards(n) => usize::from(*n),
            Self::ByDeck(by) => by.values().map(|n| usize::from(*n)).sum(),
        }
    }
}

/// Parameters of the row.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Row {
    /// How many cards lie open: a number, or so many of each deck, as in `{ train = 3, ship = 3 }`.
    #[schemars(example = 5, example = json!({ "train": 3, "ship": 3 }))]
    pub size: Size,
    /// Which deck fills the place of a card that was taken.
    pub refill: Refill,
    /// The order of the decks: earlier ones fill empty places first. Decks not named come behind, by name.
    #[schemars(example = json!(["train", "ship"]))]
    pub order: Vec<String>,
    /// At most so many of a kind: by the name of the kind, or `wild` for all wilds. With more, the row is replaced.
    #[schemars(example = json!({ "wild": 2 }))]
    pub limit: BTreeMap<String, u8>,
    /// What becomes of a row that is replaced.
    pub overflow: Overflow,
    /// How often in a row it is replaced at most, before it stays as it is.
    #[schemars(range(max = MAX_RESETS), extend("x-players" = false))]
    pub resets: u16,
}

impl Default for Row {
    fn default() -> Self {
        Self {
            size: Size::Cards(5),
            refill: Refill::InOrder,
            order: Vec::new(),
            limit: BTreeMap::from([("wild".to_owned(), 2)]),
            overflow: Overflow::Discard,
            resets: 20,
        }
    }
}

// What it says.
const STAYS: Says = ("stays", "the row stays as it is: no better one can be dealt");
const NO_CARD: Says = ("no-card", "there is no card in that deck");
const NOT_THERE: Says = ("not-there", "there is no {card} in the row");
const TOO_DEAR: Says = ("too-dear", "{card} takes more of a draw than is left");

impl RuleModule for Row {
    fn manifest() -> Manifest {
        Manifest::new("row", "the cards that lie open, and when they are replaced")
            .search_terms(["open cards", "face up", "display", "market", "offer", "three wilds", "locomotives"])
            .examples(include_str!("row.toml"))
            .requires("cards")
            .code(CodeInfo::warning(
                "row::limit",
                "no row that keeps its limits can be dealt",
                include_str!("explain/row-limit.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        if self.resets > MAX_RESETS {
            faults.push(ParamFault::new("resets", format!("must be at most {MAX_RESETS}")));
        }
        if self.size.total() > 255 {
            faults.push(ParamFault::new("size", format!("is {} cards in all; at most 255", self.size.total())));
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
        let decks = self.decks_in_order(b);
        let drawing = *b.service::<Drawing>();
        let row = b.zone("row", Holds::Cards, Vis::Public);
        let stays = says(b, STAYS);
        let (size, overflow, resets) = (self.size.total(), self.overflow, self.resets);
        let first = decks.first().map_or(DeckId::at(0), |(deck, _)| *deck);
        let table = Table { row, size: size as u32, decks, first, overflow, resets, stays, upkeep: b.turn_rule() };
        b.setup(Phase::Table, {
            let table = table.clone();
            move |cx| {
                table.deal(cx);
                table.put_in_order(cx);
            }
        });
        // W9: the choice is made once the card is taken, and seen before the next one is chosen.
        let refill = (self.refill == Refill::Taker).then(|| {
            let op = b.op("refill", "fills the row from the {deck} deck", &[("deck", ArgKind::Deck)], {
                let table = table.clone();
                move |cx, _, _, action| {
                    cx.turn_card(action.deck(), row);
                    table.put_in_order(cx);
                }
            });
            let asked = b.decision("refill-from", "choose the deck that fills the row", move |look, _, _, out| {
                let decks = (0..look.rules().decks().len()).map(DeckId::at);
                out.each(op, decks.filter(|d| look.deck_has_card(*d)).map(|d| u16::from(d.0)));
            });
            let none = says(b, NO_CARD);
            b.why_not(op, move |look, frame, _, action| {
                let there = action.deck().index() < look.rules().decks().len() && look.deck_has_card(action.deck());
                (frame.decision == asked && !there).then(|| Note::new(none))
            });
            asked
        });
        let take = b.op("take", "takes {card} from the row", &[("card", ArgKind::Kind)], {
            let table = table.clone();
            let all = u16::from(drawing.draw);
            move |cx, frame, who, action| {
                let kind = action.kind();
                let left = cx.rules().kind(kind).price.of(drawing.left(frame), all).unwrap_or_default();
                cx.move_card(row, drawing.goes_to(cx, who), kind);
                drawing.ask_on(cx, who, left);
                match refill {
                    Some(refill) if table.decks.iter().any(|(deck, _)| cx.look().deck_has_card(*deck)) => {
                        cx.ask(refill, who, [0; 6]);
                    }
                    _ => table.put_right(cx),
                }
            }
        });
        let absent = says(b, NOT_THERE);
        let price = says(b, TOO_DEAR);
        b.why_not(take, {
            move |look, frame, _, action| {
                let kind = action.kind();
                if kind.index() >= look.rules().kinds().len() || look.cards(row)[kind.index()] == 0 {
                    let there = kind.index() < look.rules().kinds().len();
                    let note = Note::new(absent);
                    return Some(if there { note.with("card", Value::Kind(kind)) } else { note });
                }
                let left = look.rules().kind(kind).price.of(drawing.left(frame), drawing.draw.into());
                left.is_none().then(|| Note::new(price).with("card", Value::Kind(kind)))
            }
        });
        let all = u16::from(drawing.draw);
        let cards =
            || Line::Kinds { zone: row, most: all, of: Box::new(move |kind, left| kind.price.of(left, all).is_some()) };
        b.line(Rank::Ordinary, take, cards());
        b.line_in(drawing.decision, Rank::Ordinary, take, cards());

        // G5: filled and looked at after every card drawn and at the end of every turn.
        b.on_turn_end_as(table.upkeep, Phase::Upkeep, &[Read::Zone(row)], {
            let table = table.clone();
            move |cx, _| table.put_in_order(cx)
        });
        b.at(drawing.drawn, Phase::Upkeep, {
            let table = table.clone();
            move |cx, _, _| {
                if cx.is_due(table.upkeep) {
                    table.put_in_order(cx);
                }
            }
        });

        b.lint(move |lint| check_limits(lint, size));
        b.tell({
            let decks: Vec<DeckId> = table.decks.iter().map(|(deck, _)| *deck).collect();
            move |page| self.tell(page, &decks, drawing.draw)
        });
    }
}

impl Row {
    /// The decks in their order, each with how many of its cards a whole row has.
    fn decks_in_order(&self, b: &mut Installer<'_>) -> Vec<(DeckId, usize)> {
        let names: Vec<String> = b.decks().iter().map(|deck| deck.name.clone()).collect();
        let mut order: Vec<usize> = Vec::new();
        for name in &self.order {
            match names.iter().position(|n| n == name) {
                Some(deck) if !order.contains(&deck) => order.push(deck),
                Some(_) => b.fault("order", format!("names the {name} deck twice")),
                None => b.fault("order", format!("names {name:?}, but the decks are {}", names.join(", "))),
            }
        }
        let others: Vec<usize> = (0..names.len()).filter(|deck| !order.contains(deck)).collect();
        order.extend(others);
        if let Size::ByDeck(by) = &self.size {
            for name in by.keys().filter(|name| !names.contains(name)) {
                b.fault(
                    &format!("size.{name}"),
                    format!("is for a deck that there is not; there are {}", names.join(", ")),
                );
            }
        }
        let share = |at: usize, deck: usize| match &self.size {
            Size::Cards(n) => {
                if at == 0 {
                    usize::from(*n)
                } else {
                    0
                }
            }
            Size::ByDeck(by) => by.get(&names[deck]).copied().map_or(0, usize::from),
        };
        order.iter().enumerate().map(|(at, deck)| (DeckId::at(*deck), share(at, *deck))).collect()
    }
}

/// The row on the table.
#[derive(Clone)]
struct Table {
    row: ZoneId,
    size: u32,
    /// The decks in their order, each with how many of its cards a whole row has.
    decks: Vec<(DeckId, usize)>,
    first: DeckId,
    overflow: Overflow,
    resets: u16,
    stays: MsgId,
    /// The rule that looks at it at the end of a turn.
    upkeep: TurnRule,
}

impl Table {
    /// Fills the empty places, and replaces the row as long as it has too many of a kind and can be bettered. The effect of
    /// taking a card calls [`Table::put_right`] itself, so that this is compiled in place there.
    #[inline(never)]
    fn put_in_order(&self, cx: &mut Cx<'_>) {
        self.put_right(cx);
    }

    /// Fills the empty places from the first deck, and looks at the limits: most often that is all. What is left is for [`Table::mend`].
    #[inline(always)]
    fn put_right(&self, cx: &mut Cx<'_>) {
        let limits = cx.rules().limits();
        match cx.fill(self.row, self.size, self.first) {
            Some(row) if limits.keeps(row) => cx.settled(self.upkeep),
            _ => self.mend(cx),
        }
    }

    /// Puts the row in order where the first deck has too few cards to fill it, or it has too many of a kind.
    #[cold]
    #[inline(never)]
    fn mend(&self, cx: &mut Cx<'_>) {
        self.fill(cx);
        if !within_limits(cx.look(), self.row) {
            self.better(cx);
        }
        // A row that stays so is looked at again at the end of every turn.
        let row = cx.look().bag_in(self.row);
        match row.size() >= self.size && cx.rules().limits().keeps(row) {
            true => cx.settled(self.upkeep),
            false => cx.wake(self.upkeep),
        }
    }

    fn better(&self, cx: &mut Cx<'_>) {
        for _ in 0..self.resets {
            // G5a: without a better row to be had it stays, and G5d: after so many tries.
            if !self.can_be_bettered(cx.look()) {
                break;
            }
            self.put_away(cx);
            self.deal(cx);
            if within_limits(cx.look(), self.row) {
                return;
            }
        }
        cx.note(Note::new(self.stays));
    }

    /// Deals a whole row: of each deck its share, and what one lacks from the others (W10).
    #[inline(never)]
    fn deal(&self, cx: &mut Cx<'_>) {
        let dealt: usize = self.decks.iter().map(|(deck, share)| cx.turn_cards(*deck, self.row, *share)).sum();
        if dealt < self.size as usize {
            self.fill(cx);
        }
    }

    /// Fills the empty places from the decks in their order.
    #[inline(never)]
    fn fill(&self, cx: &mut Cx<'_>) {
        for (deck, _) in &self.decks {
            if cx.fill(self.row, self.size, *deck).is_some() {
                break;
            }
        }
    }

    fn put_away(&self, cx: &mut Cx<'_>) {
        if self.overflow == Overflow::Discard {
            return cx.discard_all(self.row);
        }
        let rules = cx.rules();
        match rules.decks() {
            [deck] => cx.move_all(self.row, deck.draw),
            decks => {
                for deck in decks {
                    let part = cx.look().bag(self.row).only(deck.kinds);
                    cx.move_cards(self.row, deck.draw, &part);
                }
            }
        }
        // C4: the discards go in too if without them no good row could be dealt.
        if !self.is_good_row_dealt(cx.look()) {
            for (deck, _) in &self.decks {
                cx.reshuffle(*deck);
            }
        }
    }

    /// Whether a row that keeps the limits can be dealt from the draw piles, and from the discards once those are out.
    fn is_good_row_dealt(&self, look: Look<'_>) -> bool {
        if let [(deck, _)] = self.decks[..] {
            let deck = look.rules().deck(deck);
            if let Some(good) = self.good_row_of_one(look, look.bag_in(deck.draw), look.bag_in(deck.discards)) {
                return good;
            }
        }
        let piles = self.decks.iter().map(|(deck, _)| {
            let deck = look.rules().deck(*deck);
            (look.bag(deck.draw), look.bag(deck.discards))
        });
        self.is_plenty(look, |deck| [deck.draw].into_iter())
            || self.good_row_from(look, &piles.collect::<ArrayVec<_, MAX_DECKS>>())
    }

    /// Whether some row, as full as the cards allow, keeps the limits: from all that is not in hands.
    fn can_be_bettered(&self, look: Look<'_>) -> bool {
        let all_of = |deck: &Deck, row: CardBag| {
            let piles = [look.bag_in(deck.draw), look.bag_in(deck.discards)];
            piles.into_iter().fold(row, |sum, pile| sum.plus(pile).unwrap_or(sum))
        };
        if let ([deck], [_]) = (look.rules().decks(), &self.decks[..])
            && let Some(good) = self.good_row_of_one(look, &all_of(deck, look.bag(self.row)), &CardBag::EMPTY)
        {
            return good;
        }
        if self.is_plenty(look, |deck| [deck.draw, deck.discards].into_iter()) {
            return true;
        }
        let piles = self.decks.iter().map(|(deck, _)| {
            let deck = look.rules().deck(*deck);
            (all_of(deck, look.bag(self.row).only(deck.kinds)), CardBag::EMPTY)
        });
        self.good_row_from(look, &piles.collect::<ArrayVec<_, MAX_DECKS>>())
    }

    /// Whether these piles of each deck have enough cards without a limit, as they mostly do.
    fn is_plenty<I: Iterator<Item = ZoneId>>(&self, look: Look<'_>, piles: impl Fn(&Deck) -> I) -> bool {
        let limited = look.rules().limits().each().iter().fold(KindSet::NONE, |set, (kinds, _)| set.or(*kinds));
        let unlimited = |pile: ZoneId| look.count(pile) - look.count_of(pile, limited);
        let plenty =
            |(deck, share): &(DeckId, usize)| piles(look.rules().deck(*deck)).map(unlimited).sum::<usize>() >= *share;
        self.decks.iter().map(|(_, share)| share).sum::<usize>() == self.size as usize && self.decks.iter().all(plenty)
    }

    /// Whether a row that keeps the limits can be dealt from a pile and, once that is out, from the one behind it. Counting
    /// answers this where each limit is for one kind, as it mostly is; nothing where it does not.
    #[inline]
    fn good_row_of_one(&self, look: Look<'_>, first: &CardBag, then: &CardBag) -> Option<bool> {
        let rules = look.rules();
        let most = rules.limits().room(first)?;
        let there = first.size();
        if self.size <= there {
            return Some(most >= self.size);
        }
        // All of the first pile are dealt.
        let all = first.plus(then)?;
        Some(most == there && rules.limits().room(&all)? >= self.size.min(all.size()))
    }

    /// Whether a row that keeps the limits can be dealt from these piles, one of each deck, and, once that is out, from the
    /// one behind it.
    fn good_row_from(&self, look: Look<'_>, piles: &[(CardBag, CardBag)]) -> bool {
        let there = |(first, then): &(CardBag, CardBag)| first.len() + then.len();
        let mut dealt: ArrayVec<usize, MAX_DECKS> =
            self.decks.iter().zip(piles).map(|((_, share), pile)| there(pile).min(*share)).collect();
        for (dealt_of, pile) in (0..).zip(piles) {
            let missing = self.size as usize - dealt.iter().sum::<usize>();
            dealt[dealt_of] += missing.min(there(pile) - dealt[dealt_of]);
        }
        let shares = dealt.iter().zip(piles).map(|(n, (first, then))| match n.checked_sub(first.len()) {
            Some(more) => Share { certain: *first, from: *then, n: more },
            None => Share { certain: CardBag::EMPTY, from: *first, n: *n },
        });
        keeps_limits(look.rules().limits().each(), &shares.collect::<ArrayVec<_, MAX_DECKS>>())
    }
}

#[inline]
fn within_limits(look: Look<'_>, row: ZoneId) -> bool {
    look.rules().limits().keeps(look.bag_in(row))
}

/// If not even all cards together give a row that keeps the limits, it is dealt anew for nothing at every card.
fn check_limits(lint: &mut Lint<'_>, size: usize) {
    let (all_kinds, limits) = (lint.kinds(), lint.row_limits());
    let count = |kinds: KindSet| {
        kinds.iter().map(|k| all_kinds.get(k.index()).map_or(0, |kind| usize::from(kind.count))).sum::<usize>()
    };
    let all: KindSet = (0..all_kinds.len()).map(Kind::at).collect();
    let limited = limits.iter().fold(KindSet::NONE, |set, (kinds, _)| set.or(*kinds));
    let room: usize = limits.iter().map(|(kinds, most)| count(*kinds).min(usize::from(*most))).sum();
    let (free, size) = (count(all.minus(limited)), size.min(count(all)));
    if free + room < size {
        let message = format!(
            "a row of {size} cards can't keep these limits: the decks have {free} cards without a limit, and {room} more fit"
        );
        let help = "the row stays as it is after some vain tries: raise the limits or add cards";
        lint.report_at(Place::Param("limit"), Diagnostic::warning("row::limit", message).help(help));
    }
}
