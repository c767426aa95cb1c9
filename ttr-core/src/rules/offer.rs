//! What is offered to players: what a rule lists when it is asked, or data that the engine lists by itself, which is faster.

use crate::actions::ActionSpace;
use crate::bag::CardBag;
use crate::cost::Tariff;
use crate::engine::TURN_MAIN;
use crate::ids::{CityId, DeckId, Kind, KindSet, ModuleId, OpId, PieceId, PlayerId, SideId, ZoneId};
use crate::install::CostId;
use crate::look::Look;
use crate::registers::{PerCity, Reg, unset_bits};
use crate::rules::{CardKind, ListFn, Rank, Rules};
use crate::state::Frame;
use std::sync::Arc;

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
    /// Every payment of what it costs to place a piece in each city that is free; the city is the first argument.
    Cities(Placement),
}

/// Placing a piece in a city: where it can be, and at what cost.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The piece; who has none left places none.
    pub piece: PieceId,
    /// In which cities, in map order.
    pub cities: Vec<CityId>,
    /// What is set where a city is not free.
    pub at: Reg<PerCity, Option<SideId>>,
    /// Whether a route of the player's side must end there.
    pub touched: bool,
    /// What it costs with one piece left, with two, and so on; the last of these stands for more. In all cities alike, or in each
    /// of them.
    pub costs: Vec<Vec<CostId>>,
}

/// A placement, once it is known where things are kept.
pub(crate) struct Places {
    pub op: OpId,
    /// Where the numbers of pieces are kept, one for each player.
    stock: usize,
    /// Where it is kept which cities are not free, and of how many.
    at: (usize, usize),
    /// The cities, a bit each.
    cities: Vec<u64>,
    pub touched: bool,
    /// By how many pieces are left.
    prices: Vec<Price>,
}

/// What it costs to place a piece.
#[derive(Clone, Copy)]
pub(crate) enum Price {
    /// The same everywhere, by the number of its solver.
    Alike(u16),
    /// By the city, with the number of a tariff.
    Each(u16),
}

impl Places {
    fn new(op: OpId, placement: &Placement, rules: &mut Rules) -> Self {
        let Placement { piece, cities, at, touched, costs } = placement;
        let mut set = vec![0; rules.board.cities.len().div_ceil(64)];
        cities.iter().for_each(|city| set[city.index() / 64] |= 1 << (city.index() % 64));
        let mut price = |costs: &Vec<CostId>| match costs[..] {
            [alike] => Price::Alike(alike.0),
            _ => {
                let by_city = cities.iter().zip(costs).map(|(city, cost)| (city.index(), cost.0));
                rules.tariffs.push(Tariff::new(by_city));
                Price::Each((rules.tariffs.len() - 1) as u16)
            }
        };
        let prices = costs.iter().map(&mut price).collect();
        let stock = rules.pieces[piece.index()].stock.slot(PlayerId(0));
        let at = (at.slot(CityId(0)), rules.regs[usize::from(at.number)].len);
        Self { op, stock, at, cities: set, touched: *touched, prices }
    }

    /// What the player's next piece costs; nothing if there is none left.
    #[inline(always)]
    pub fn price(&self, look: Look<'_>, who: PlayerId) -> Option<Price> {
        let left = usize::try_from(look.st.regs[self.stock + who.index()]).unwrap_or_default();
        self.prices.get(left.min(self.prices.len()).checked_sub(1)?).copied()
    }

    /// The cities that are free, in words of bits.
    #[inline]
    pub fn free<'a>(&'a self, look: Look<'a>) -> impl Iterator<Item = u64> + 'a {
        let (first, n) = self.at;
        let unset = look.st.regs[first..][..n].chunks(64).map(unset_bits);
        unset.zip(&self.cities).map(|(free, all)| free & all)
    }
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
    /// Cities, before it is known where things are kept.
    CitiesOf(OpId, Box<Placement>),
    Cities(Arc<Places>),
    /// By the module, for who has a card of these kinds to pay with.
    Holding(KindSet, HoldingFn),
}

/// Lists what is offered to a player for a card.
pub(crate) type HoldingFn = Arc<dyn Fn(Look<'_>, PlayerId, Kind, &mut ActionSpace<'_>) + Send + Sync>;

impl List {
    pub fn told(op: OpId, what: Offered, in_turn: bool) -> Self {
        match what {
            Offered::Claims => Self::Claims(op),
            Offered::Decks(decks) => Self::DecksOf(op, decks),
            Offered::Cards { zone, most, of } => Self::CardsOf { op, in_turn, zone, most, of },
            Offered::WhileTickets(zone) => Self::WhileTickets(op, zone),
            Offered::Cities(placement) => Self::CitiesOf(op, Box::new(placement)),
        }
    }

    /// The same once all zones and kinds are known.
    pub fn settled(self, rules: &mut Rules) -> Self {
        if let Self::CitiesOf(op, placement) = &self {
            return Self::Cities(Arc::new(Places::new(*op, placement, rules)));
        }
        let rules = &*rules;
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
                if has_ticket(look, *zone) {
                    out.one(*op);
                }
            }
            List::Cards { op, bag, kinds, in_turn } => {
                let of = in_turn.as_ref().or_else(|| kinds.get(usize::from(frame.args[0])));
                if let Some(of) = of {
                    let (kinds, n) = open_cards(look, *bag, of);
                    out.each_of_kinds(*op, kinds, n);
                }
            }
            List::Cities(places) => {
                if let Some(price) = places.price(look, who) {
                    out.each_place(look, who, places, price);
                }
            }
            List::Holding(kinds, list) => {
                if let Some(card) = look.purse_kinds(who).and(*kinds).iter().next() {
                    list(look, who, card, out);
                }
            }
            List::Nothing | List::DecksOf(..) | List::CardsOf { .. } | List::CitiesOf(..) => {}
        }
    }
}

/// Whether a card of a deck can be had, whose draw pile and discards have these bags.
#[inline(always)]
pub(crate) fn has_card(bags: &[CardBag], [draw, discards]: [usize; 2]) -> bool {
    !bags[draw].is_empty() || !bags[discards].is_empty()
}

/// The kinds of open cards that are offered, where these are, and how many they are.
#[inline(always)]
pub(crate) fn open_cards(look: Look<'_>, bag: usize, (kinds, each): &(KindSet, CardBag)) -> (KindSet, u32) {
    let there = &look.st.bags[bag];
    (there.kinds().and(*kinds), there.in_common(each))
}

/// Whether there is a ticket in a zone.
#[inline(always)]
pub(crate) fn has_ticket(look: Look<'_>, zone: ZoneId) -> bool {
    look.ticket_count(zone) > 0
}

/// What is offered in a decision, where it is no more than what mostly is, in the order in which it mostly is. Then it is listed without
/// going from offer to offer.
#[derive(Clone)]
pub(crate) struct Shape {
    /// A deck, as a set of one, with the bags of its draw pile and discards.
    pub deck: Option<(OpId, KindSet, [usize; 2])>,
    pub claims: Option<OpId>,
    pub holding: Option<(KindSet, HoldingFn)>,
    /// The bag of the open cards, and which of them by the first number of the frame, as in [`List::Cards`].
    pub cards: Option<(OpId, usize)>,
    pub kinds: Vec<(KindSet, CardBag)>,
    pub places: Option<Arc<Places>>,
    pub tickets: Option<(OpId, ZoneId)>,
}

/// What is offered in a decision of a known shape. Which one it is stands in front, so that it is told by one look.
#[derive(Clone)]
#[repr(u8)]
pub(crate) enum Shaped {
    /// Cards alone.
    Cards(OfCards),
    /// What a turn mostly offers.
    Turn(OfTurn),
    /// More than that, or less.
    More(Shape),
}

/// A card of a deck or an open one.
#[derive(Clone)]
pub(crate) struct OfCards {
    /// As in [`Shape`].
    pub deck: (OpId, KindSet, [usize; 2]),
    pub open: (OpId, usize),
    pub kinds: Vec<(KindSet, CardBag)>,
}

/// A card, a claim or tickets.
#[derive(Clone)]
pub(crate) struct OfTurn {
    pub cards: OfCards,
    pub claims: OpId,
    pub tickets: (OpId, ZoneId),
}

impl Shaped {
    /// The shape of these offers, if they have one; claims can be counted at once or not.
    pub fn of(offers: &[Offer], by_classes: bool) -> Option<Self> {
        let shape = Shape::of(offers, by_classes)?;
        let Shape { deck, claims, holding: None, cards, kinds, places: None, tickets } = &shape else {
            return Some(Self::More(shape));
        };
        let of_cards = |deck, open| OfCards { deck, open, kinds: kinds.clone() };
        Some(match (*deck, *claims, *cards, *tickets) {
            (Some(deck), None, Some(open), None) => Self::Cards(of_cards(deck, open)),
            (Some(deck), Some(claims), Some(open), Some(tickets)) => {
                Self::Turn(OfTurn { cards: of_cards(deck, open), claims, tickets })
            }
            _ => Self::More(shape),
        })
    }
}

impl Shape {
    /// The shape of these offers, if they have it; claims can be counted at once or not.
    fn of(offers: &[Offer], by_classes: bool) -> Option<Self> {
        let (deck, claims, holding, cards, kinds, places, tickets) = (None, None, None, None, Vec::new(), None, None);
        let mut shape = Self { deck, claims, holding, cards, kinds, places, tickets };
        let mut lists = offers.iter().map(|offer| &offer.list).peekable();
        let one_deck = |list: &&List| matches!(list, List::Decks(_, decks) if decks.len() == 1);
        if let Some(List::Decks(op, decks)) = lists.next_if(one_deck) {
            // A number as small as that of a kind.
            shape.deck = decks.first().map(|(deck, piles)| (*op, KindSet::NONE.with(Kind(deck.0)), *piles));
        }
        if let Some(List::Claims(op)) = lists.next_if(|list| matches!(list, List::Claims(_)) && by_classes) {
            shape.claims = Some(*op);
        }
        if let Some(List::Holding(kinds, list)) = lists.next_if(|list| matches!(list, List::Holding(..))) {
            shape.holding = Some((*kinds, list.clone()));
        }
        if let Some(List::Cards { op, bag, kinds, in_turn }) = lists.next_if(|list| matches!(list, List::Cards { .. }))
        {
            shape.cards = Some((*op, *bag));
            shape.kinds = match in_turn {
                // In a turn the first number of the frame says how far it is.
                Some(of) => vec![*of; usize::from(TURN_MAIN) + 1],
                None => kinds.clone(),
            };
        }
        if let Some(List::Cities(places)) = lists.next_if(|list| matches!(list, List::Cities(_))) {
            shape.places = Some(places.clone());
        }
        if let Some(List::WhileTickets(op, zone)) = lists.next_if(|list| matches!(list, List::WhileTickets(..))) {
            shape.tickets = Some((*op, *zone));
        }
        lists.next().is_none().then_some(shape)
    }
}
