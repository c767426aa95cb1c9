//! What is offered to players: what a rule lists when it is asked, or data that the engine lists by itself, which is faster.

use crate::actions::ActionSpace;
use crate::bag::CardBag;
use crate::ids::{DeckId, Kind, KindSet, ModuleId, OpId, PlayerId, ZoneId};
use crate::look::Look;
use crate::rules::{CardKind, ListFn, Rank, Rules};
use crate::state::Frame;

/// Whether a card can be chosen, by its kind and the first number of the frame that asks.
type CardTest = Box<dyn Fn(&CardKind, u16) -> bool + Send + Sync>;

/// What an operation is offered for, told once instead of listed each time: [`crate::Installer::offer_each`].
pub enum Offered {
    /// Every payment of every route that the player may claim; the route is the first argument.
    Claims,
    /// Each of these decks of which a card can be had, as the first argument.
    Decks(Vec<DeckId>),
    /// Each kind of card that lies in a zone, as the first argument.
    Cards {
        /// Where the cards lie.
        zone: ZoneId,
        /// The largest number below; with a larger one nothing can be chosen.
        most: u16,
        /// Whether a kind can be chosen, by the first number of the frame that asks; in a turn that is `most`.
        of: CardTest,
    },
    /// Nothing but itself, while a ticket lies in this zone.
    WhileTickets(ZoneId),
}

/// What a module offers in a decision.
pub(crate) struct Offer {
    pub module: ModuleId,
    pub rank: Rank,
    pub list: List,
}

/// How it is listed. Which way it is stands in front, so that it is told by one look.
#[repr(u8)]
pub(crate) enum List {
    /// By nobody: others offer something there.
    Nothing,
    /// By the module.
    Asked(ListFn),
    Claims(OpId),
    WhileTickets(OpId, ZoneId),
    /// Decks, before all piles are known.
    DecksOf(OpId, Vec<DeckId>),
    /// Decks, with the bags of their draw piles and discards.
    Decks(OpId, Vec<(DeckId, [usize; 2])>),
    /// Cards, before all kinds are known.
    CardsOf {
        op: OpId,
        in_turn: bool,
        zone: ZoneId,
        most: u16,
        of: CardTest,
    },
    /// The cards of a bag.
    Cards {
        op: OpId,
        bag: usize,
        /// Which kinds, by the first number of the frame, each with a card of each of them.
        kinds: Vec<(KindSet, CardBag)>,
        /// The same in a turn.
        in_turn: Option<(KindSet, CardBag)>,
    },
}

impl List {
    pub fn told(op: OpId, what: Offered, in_turn: bool) -> Self {
        match what {
            Offered::Claims => Self::Claims(op),
            Offered::Decks(decks) => Self::DecksOf(op, decks),
            Offered::Cards { zone, most, of } => Self::CardsOf { op, in_turn, zone, most, of },
            Offered::WhileTickets(zone) => Self::WhileTickets(op, zone),
        }
    }

    /// The same once all zones and kinds are known.
    pub fn settled(self, rules: &Rules) -> Self {
        let bag = |zone: ZoneId| rules.zones[zone.index()].at;
        match self {
            Self::DecksOf(op, decks) => {
                let piles = |deck: DeckId| [rules.deck(deck).draw, rules.deck(deck).discards].map(bag);
                Self::Decks(op, decks.into_iter().map(|deck| (deck, piles(deck))).collect())
            }
            Self::CardsOf { op, in_turn, zone, most, of } => {
                let kinds_at = |number: u16| {
                    let kinds = rules.kinds.iter().enumerate().filter(|(_, kind)| of(kind, number));
                    let kinds: KindSet = kinds.map(|(at, _)| Kind::at(at)).collect();
                    (kinds, kinds.iter().fold(CardBag::EMPTY, |each, kind| each.with(kind, 1)))
                };
                let kinds = (0..=most).map(kinds_at).collect();
                Self::Cards { op, bag: bag(zone), kinds, in_turn: in_turn.then(|| kinds_at(most)) }
            }
            other => other,
        }
    }
}

impl Offer {
    /// Adds what is offered now.
    #[inline(always)]
    pub fn list(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        match &self.list {
            List::Asked(list) => list(look, frame, who, out),
            List::Claims(op) => out.claims(look, who, *op),
            List::Decks(op, decks) => out.each_deck(&look.st.bags, *op, decks),
            List::WhileTickets(op, zone) => {
                if look.ticket_count(*zone) > 0 {
                    out.one(*op);
                }
            }
            List::Cards { op, bag, kinds, in_turn } => {
                let of = in_turn.as_ref().or_else(|| kinds.get(usize::from(frame.args[0])));
                if let Some((kinds, each)) = of {
                    let there = &look.st.bags[*bag];
                    out.each_of_kinds(*op, there.kinds().and(*kinds), there.in_common(each));
                }
            }
            List::Nothing | List::DecksOf(..) | List::CardsOf { .. } => {}
        }
    }
}
