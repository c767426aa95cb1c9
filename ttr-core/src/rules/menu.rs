//! Menus: what is offered in a decision, line by line. A line says once what it offers, and the engine counts it; or a rule is asked.

use crate::actions::ActionSpace;
use crate::cost::price_list::{PriceList, Target};
use crate::ids::{CityId, DeckId, Kind, KindSet, ModuleId, OpId, PieceId, PlayerId, SideId, ZoneId};
use crate::install::CostId;
use crate::kind::CardKind;
use crate::look::Look;
use crate::registers::{PerCity, Reg, unset_bits};
use crate::rules::{Rank, Rules};
use crate::state::Frame;

/// Whether a kind of card can be chosen, given a number.
type CardTest = Box<dyn Fn(&CardKind, u16) -> bool + Send + Sync>;
pub(crate) type ListFn = Box<dyn Fn(Look<'_>, &Frame, PlayerId, &mut ActionSpace<'_>) + Send + Sync>;

/// A line of a menu: for what an operation is offered, for [`crate::Installer::line`].
pub enum Line {
    /// For every payment of every route that the player may claim; the route is the first argument.
    Claims,
    /// For each of these decks of which a card can be had, as the first argument.
    Decks(Vec<DeckId>),
    /// For each kind of card that lies in a zone, as the first argument.
    Kinds {
        /// Where the cards lie.
        zone: ZoneId,
        /// The largest number that `of` is asked about; with a larger one nothing can be chosen.
        most: u16,
        /// Whether a kind can be chosen, given the first number of the frame that asks; in a turn, given `most`.
        of: CardTest,
    },
    /// Once, while a ticket lies in this zone.
    WhileTickets(ZoneId),
    /// For every payment of what it costs to place a piece in each city that is free; the city is the first argument.
    Cities(CityLine),
}

/// Placing a piece in a city: where it can be, and at what cost.
#[derive(Clone, Debug)]
pub struct CityLine {
    /// The piece; who has none left places none.
    pub piece: PieceId,
    /// In which cities, in map order.
    pub cities: Vec<CityId>,
    /// The register that is set for each city that is not free.
    pub at: Reg<PerCity, Option<SideId>>,
    /// Whether a route of the player's side must end there.
    pub touched: bool,
    /// What it costs with one piece left, with two, and so on; the last of these stands for more. Each has a cost for every city, in
    /// the order of `cities`; the last cost stands for the cities behind.
    pub costs: Vec<Vec<CostId>>,
}

/// A line with its operation and its module.
pub(crate) struct MenuLine {
    pub source: Source,
    pub module: ModuleId,
    pub rank: Rank,
    /// Whether what it lists is looked at again, because it is not ordinary or because filters may refuse it.
    pub judged: bool,
}

/// Where the actions of a line come from.
#[repr(u8)]
pub(crate) enum Source {
    /// A rule lists them.
    Asked(ListFn),
    /// A line as its module said it. Settling replaces it once all zones and kinds are known.
    Said {
        op: OpId,
        in_turn: bool,
        line: Box<Line>,
    },
    Claims(OpId),
    /// Decks, with the bags of their draw piles and discards.
    Decks(OpId, Box<[(DeckId, [u16; 2])]>),
    /// The cards of a bag: which kinds, by the first number of the frame.
    Kinds {
        op: OpId,
        bag: u16,
        /// Whether not everybody may see these cards.
        hidden: bool,
        in_turn: Option<KindSet>,
        by_number: Box<[KindSet]>,
    },
    WhileTickets(OpId, ZoneId),
    Cities(Box<Cities>),
}

/// The cities of a line, with where things are kept.
pub(crate) struct Cities {
    op: OpId,
    /// Where the numbers of pieces are kept, one for each player.
    stock: usize,
    /// Where the register begins that is set for cities that are not free, and how many values it has.
    at: (usize, usize),
    /// The cities, a bit each.
    cities: Box<[u64]>,
    touched: bool,
    /// The number of the price list of all cities, by how many pieces are left.
    prices: Box<[u16]>,
}

impl MenuLine {
    /// The line with the places in a position of what it speaks of. For when all zones and kinds are known.
    pub fn settled(self, rules: &mut Rules) -> Self {
        let source = match self.source {
            Source::Said { op, in_turn, line } => Source::of(op, in_turn, *line, rules),
            settled => settled,
        };
        Self { source, judged: self.rank != Rank::Ordinary || !rules.play.filters.is_empty(), ..self }
    }

    /// Adds what is offered now.
    #[inline(always)]
    pub fn list(&self, look: Look<'_>, frame: &Frame, who: PlayerId, out: &mut ActionSpace<'_>) {
        match &self.source {
            Source::Asked(list) => list(look, frame, who, out),
            Source::Claims(op) => out.claims(look, who, *op),
            Source::Decks(op, decks) => {
                let bags = &look.st.bags[..];
                let (mut there, mut n) = (KindSet::NONE, 0);
                for (deck, [draw, discards]) in decks {
                    if !bags[usize::from(*draw)].is_empty() || !bags[usize::from(*discards)].is_empty() {
                        // A number as small as that of a kind.
                        there = there.with(Kind(deck.0));
                        n += 1;
                    }
                }
                out.so_many_kinds(*op, there, n);
            }
            Source::Kinds { op, bag, hidden, in_turn, by_number } => {
                if *hidden {
                    look.st.watch.note();
                }
                let of = in_turn.or_else(|| by_number.get(usize::from(frame.args[0])).copied());
                let there = look.st.bags[usize::from(*bag)].kinds();
                out.each_kind(*op, there.and(of.unwrap_or_default()));
            }
            Source::WhileTickets(op, zone) => {
                if look.ticket_count(*zone) > 0 {
                    out.one(*op);
                }
            }
            Source::Cities(cities) => cities.list(look, who, out),
            Source::Said { .. } => {}
        }
    }
}

impl Source {
    fn of(op: OpId, in_turn: bool, line: Line, rules: &mut Rules) -> Self {
        let bag = |zone: ZoneId| rules.material.spots[zone.index()].bag;
        match line {
            Line::Claims => Self::Claims(op),
            Line::WhileTickets(zone) => Self::WhileTickets(op, zone),
            Line::Decks(decks) => {
                let piles = |deck: &DeckId| [rules.deck(*deck).draw, rules.deck(*deck).discards].map(bag);
                Self::Decks(op, decks.iter().map(|deck| (*deck, piles(deck))).collect())
            }
            Line::Kinds { zone, most, of } => {
                let kinds_at = |number: u16| -> KindSet {
                    let kinds = rules.material.kinds.iter().enumerate().filter(|(_, kind)| of(kind, number));
                    kinds.map(|(at, _)| Kind::at(at)).collect()
                };
                let in_turn = in_turn.then(|| kinds_at(most));
                let hidden = !rules.material.spots[zone.index()].is_public();
                Self::Kinds { op, bag: bag(zone), hidden, in_turn, by_number: (0..=most).map(kinds_at).collect() }
            }
            Line::Cities(line) => Self::Cities(Box::new(Cities::new(op, &line, rules))),
        }
    }
}

impl Cities {
    fn new(op: OpId, line: &CityLine, rules: &mut Rules) -> Self {
        let CityLine { piece, cities, at, touched, costs } = line;
        let mut set = vec![0; rules.board.cities.len().div_ceil(64)];
        cities.iter().for_each(|city| set[city.index() / 64] |= 1 << (city.index() % 64));
        let prices = costs.iter().map(|costs| {
            let cost_of = |i: usize| costs.get(i).or(costs.last()).map(|cost| cost.0);
            let targets = (0..rules.board.cities.len()).map(|city| {
                let i = cities.binary_search(&CityId::at(city)).ok()?;
                Some(Target::without_pieces(cost_of(i)?))
            });
            let targets: Vec<Option<Target>> = targets.collect();
            rules.costs.lists.push(PriceList::new(&targets, &rules.costs.payers, &rules.costs.all, &[]));
            (rules.costs.lists.len() - 1) as u16
        });
        let prices = prices.collect();
        let stock = rules.material.pieces[piece.index()].stock.slot(PlayerId(0));
        let at = (at.slot(CityId(0)), rules.material.regs[usize::from(at.number)].len);
        Self { op, stock, at, cities: set.into(), touched: *touched, prices }
    }

    /// Every payment of the player's next piece in every city that is free.
    #[inline(never)]
    fn list(&self, look: Look<'_>, who: PlayerId, out: &mut ActionSpace<'_>) {
        let left = usize::try_from(look.st.regs[self.stock + who.index()]).unwrap_or_default();
        let Some(price) = left.min(self.prices.len()).checked_sub(1).and_then(|at| self.prices.get(at)) else { return };
        out.priced(look, who, self.op, *price, |open| {
            match self.touched {
                true => look.add_touched(look.rules.side_of(who), open),
                false => open.fill(u64::MAX),
            }
            let (first, n) = self.at;
            let free = look.st.regs[first..][..n].chunks(64).map(unset_bits);
            for ((open, free), all) in open.iter_mut().zip(free).zip(&self.cities) {
                *open &= free & all;
            }
        });
    }
}
