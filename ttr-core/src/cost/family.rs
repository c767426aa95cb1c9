//! Families of bags, and the algebra that makes the payments of a cost out of those of its parts.
//!
//! What is minimal in a whole is minimal in its parts: if B is a payment and its cards are given to the parts, then those of
//! a part are a minimal cover of that part, in the colour chosen, for else a card could be left out. So the payments are
//! among the sums of such covers, and every sum covers the cost: the payments are the minimal ones among them. The colour
//! variables are chosen independently, hence
//!
//! payments = minimal( sum over variables v of ( union over colours c of ( sum over the parts of v of covers(part, c) ) ) )
//!
//! with every part of free colours as a variable of its own. The families are decision diagrams whose nodes are never made
//! twice, and each operation is done once for the same nodes.

use super::cover::{self, Colour};
use super::diagram::{Diagram, Sketch};
use super::{Agree, CostError, KindInfo, MAX_WORK, Part};
use crate::ids::{Kind, KindSet};
use crate::limits::{MAX_CARD_KINDS, MAX_CARDS_OF_A_KIND, MAX_COST_PARTS};
use arrayvec::ArrayVec;
use std::collections::HashMap;
use std::rc::Rc;

/// Compiles parts whose kinds are all known.
pub(super) fn compile(parts: &[Part], kinds: &[KindInfo]) -> Result<Diagram, CostError> {
    let order = order(parts, kinds);
    if parts.iter().any(|part| part.least_wilds > part.most_wilds) {
        return Ok(Diagram::new(order, &[]));
    }
    let mut families = Families::new(order.iter().map(|&kind| (kind, kinds[kind.index()])).collect());
    let mut left: ArrayVec<&Part, MAX_COST_PARTS> = parts.iter().collect();
    let mut all = families.nothing();
    while let Some(&first) = left.first() {
        let variable = match first.agree {
            Agree::Free => {
                left.remove(0);
                cover::minimal_covers(&mut families, first, Colour::Any)
            }
            agree => {
                let together: Vec<&Part> = parts.iter().filter(|part| part.agree == agree).collect();
                left.retain(|part| part.agree != agree);
                families.in_one_colour(&together)
            }
        };
        all = families.sum(all, variable);
    }
    // The minimal covers of a single part are minimal whatever the colour: see `cover::Units`.
    let payments = if parts.len() > 1 { families.minimal(all) } else { all };
    if families.exhausted() { Err(CostError::TooLarge) } else { Ok(families.diagram(payments, order)) }
}

/// The kinds that pay, in kind order; but by colour if groups are asked for and their colours come mixed up, for then the
/// diagram has to know one open colour instead of all of them.
fn order(parts: &[Part], kinds: &[KindInfo]) -> ArrayVec<Kind, MAX_CARD_KINDS> {
    let colour = |kind: &Kind| kinds[kind.index()].colour;
    let mixed_up = parts.iter().filter(|part| part.groups.is_some()).any(|part| {
        let mut runs: Vec<_> = part.cards.iter().map(|kind| colour(&kind)).collect();
        runs.dedup();
        (1..runs.len()).any(|i| runs[..i].contains(&runs[i]))
    });
    let used = parts.iter().fold(KindSet::NONE, |used, part| used.or(part.cards).or(part.wilds));
    let mut order: ArrayVec<_, MAX_CARD_KINDS> = used.iter().collect();
    if mixed_up {
        order.sort_by_key(|kind| (colour(kind).is_none(), colour(kind)));
    }
    order
}

/// A family of bags of the kinds from some layer on. Equal families of a layer have equal numbers.
pub(super) type Family = u32;
/// No bag.
pub(super) const NONE: Family = 0;
/// Behind the last layer: the bag of no card.
pub(super) const END: Family = 1;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Op {
    Union,
    Sum,
    Without,
    Minimal,
}

/// The bags with 0, 1, 2... cards of the layer's kind, as families of the next layer; the last is not [`NONE`].
struct Node {
    with: Rc<[Family]>,
    fewest: u32,
    most: u32,
}

pub(super) struct Families {
    pub(super) layers: Vec<(Kind, KindInfo)>,
    nodes: Vec<Node>,
    known: HashMap<Rc<[Family]>, Family>,
    done: HashMap<(Op, Family, Family), Family>,
    /// The steps made. Beyond [`MAX_WORK`] results have no meaning, and come at once.
    work: usize,
}

impl Families {
    fn new(layers: Vec<(Kind, KindInfo)>) -> Self {
        let leaf = || Node { with: Rc::new([]), fewest: 0, most: 0 };
        let nodes = vec![leaf(), leaf()];
        Self { layers, nodes, known: HashMap::new(), done: HashMap::new(), work: 0 }
    }

    /// The family of these bags with 0, 1, 2... cards of the layer's kind.
    pub(super) fn node(&mut self, mut with: Vec<Family>) -> Family {
        self.spend(with.len() + 1);
        with.truncate(MAX_CARDS_OF_A_KIND + 1);
        while with.last() == Some(&NONE) {
            with.pop();
        }
        if with.is_empty() || self.exhausted() {
            return NONE;
        }
        if let Some(&known) = self.known.get(with.as_slice()) {
            return known;
        }
        let (mut fewest, mut most) = (u32::MAX, 0);
        for (n, &f) in (0u32..).zip(&with).filter(|&(_, &f)| f != NONE) {
            let next = &self.nodes[f as usize];
            (fewest, most) = (fewest.min(n + next.fewest), most.max(n + next.most));
        }
        let with: Rc<[Family]> = with.into();
        let new = self.nodes.len() as Family;
        self.nodes.push(Node { with: with.clone(), fewest, most });
        self.known.insert(with, new);
        new
    }

    /// Whether the work was too much, so that results have no meaning.
    pub(super) fn exhausted(&self) -> bool {
        self.work > MAX_WORK
    }

    /// Counts steps of work.
    pub(super) fn spend(&mut self, steps: usize) {
        self.work += steps;
    }

    fn with(&self, f: Family) -> Rc<[Family]> {
        self.nodes[f as usize].with.clone()
    }

    /// The family of the empty bag alone.
    fn nothing(&mut self) -> Family {
        (0..self.layers.len()).fold(END, |f, _| self.node(vec![f]))
    }

    /// Does an operation, unless it was done before.
    fn once(&mut self, op: Op, f: Family, g: Family, make: impl FnOnce(&mut Self) -> Vec<Family>) -> Family {
        self.spend(1);
        if self.exhausted() {
            return NONE;
        }
        if let Some(&done) = self.done.get(&(op, f, g)) {
            return done;
        }
        let with = make(self);
        let made = self.node(with);
        self.done.insert((op, f, g), made);
        made
    }

    /// The bags of either family.
    pub(super) fn union(&mut self, f: Family, g: Family) -> Family {
        if f == g || g == NONE {
            return f;
        }
        if f == NONE {
            return g;
        }
        let (f, g) = (f.min(g), f.max(g));
        self.once(Op::Union, f, g, |this| {
            let (f, g) = (this.with(f), this.with(g));
            let of = |with: &[Family], n: usize| with.get(n).copied().unwrap_or(NONE);
            (0..f.len().max(g.len())).map(|n| this.union(of(&f, n), of(&g, n))).collect()
        })
    }

    /// Every bag of one family together with every bag of the other.
    fn sum(&mut self, f: Family, g: Family) -> Family {
        if f == NONE || g == NONE {
            return NONE;
        }
        if f == END {
            return END;
        }
        let (f, g) = (f.min(g), f.max(g));
        self.once(Op::Sum, f, g, |this| {
            let (f, g) = (this.with(f), this.with(g));
            this.spend(f.len() * g.len());
            let mut with = vec![NONE; f.len() + g.len() - 1];
            for (i, &f) in f.iter().enumerate() {
                for (j, &g) in g.iter().enumerate() {
                    let sum = this.sum(f, g);
                    with[i + j] = this.union(with[i + j], sum);
                }
            }
            with
        })
    }

    /// The bags of `f` in which no bag of `g` is contained.
    fn without(&mut self, f: Family, g: Family) -> Family {
        if f == NONE || f == g {
            return NONE;
        }
        if g == NONE || self.nodes[g as usize].fewest > self.nodes[f as usize].most {
            return f;
        }
        self.once(Op::Without, f, g, |this| {
            let (f, g) = (this.with(f), this.with(g));
            let mut up_to = NONE;
            let mut with = Vec::with_capacity(f.len());
            for (n, &f) in f.iter().enumerate() {
                up_to = this.union(up_to, g.get(n).copied().unwrap_or(NONE));
                with.push(this.without(f, up_to));
            }
            with
        })
    }

    /// The bags of the family in which no other is contained.
    fn minimal(&mut self, f: Family) -> Family {
        let node = &self.nodes[f as usize];
        if node.fewest == node.most {
            return f;
        }
        self.once(Op::Minimal, f, f, |this| {
            let mut fewer = NONE;
            let mut with = Vec::new();
            for &f in this.with(f).iter() {
                let minimal = this.minimal(f);
                with.push(this.without(minimal, fewer));
                fewer = this.union(fewer, f);
            }
            with
        })
    }

    /// The sums of minimal covers of these parts, all in the same colour, whichever.
    fn in_one_colour(&mut self, parts: &[&Part]) -> Family {
        let coloured = |kind| parts.iter().any(|part| part.cards.has(kind));
        let mut colours: Vec<_> =
            self.layers.iter().filter(|&&(kind, _)| coloured(kind)).map(|(_, info)| info.colour).collect();
        colours.sort_unstable();
        colours.dedup();
        if colours.is_empty() {
            colours.push(None);
        }
        let mut all = NONE;
        for colour in colours {
            let mut sum = self.nothing();
            for part in parts {
                let covers = cover::minimal_covers(self, part, Colour::Only(colour));
                sum = self.sum(sum, covers);
            }
            all = self.union(all, sum);
        }
        all
    }

    /// The diagram of a family, without the nodes that it does not need.
    fn diagram(&self, f: Family, order: ArrayVec<Kind, MAX_CARD_KINDS>) -> Diagram {
        let mut layers = Vec::new();
        let mut layer = if f == NONE { Vec::new() } else { vec![f] };
        while !layer.is_empty() {
            let mut places = HashMap::new();
            let mut below = Vec::new();
            let mut place = |f: Family| {
                (f != NONE).then(|| {
                    *places.entry(f).or_insert_with(|| {
                        below.push(f);
                        below.len() as u32 - 1
                    })
                })
            };
            let nodes = layer.iter().map(|&f| {
                let node = &self.nodes[f as usize];
                Sketch {
                    edges: node.with.iter().map(|&f| place(f)).collect(),
                    fewest: node.fewest.try_into().unwrap_or(u16::MAX),
                }
            });
            layers.push(nodes.collect());
            layer = below;
        }
        Diagram::new(order, &layers)
    }
}
