//! The payments of any cost as a decision diagram, and the walks through it that answer what a hand can pay.

use crate::bag::CardBag;
use crate::ids::{Kind, KindSet};
use crate::limits::MAX_CARD_KINDS;
use arrayvec::ArrayVec;

/// The payments of a cost: the paths from the first node to the last. A node of layer `p` has an edge for every number of
/// cards of the kind `order[p]`, to a node of the next layer; the last layer is one node, the end.
///
/// Nodes of a layer differ in what may follow, so a bag is at most one path, whatever roles its cards can play.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    /// The kinds that pay, by layer.
    order: ArrayVec<Kind, MAX_CARD_KINDS>,
    kinds: KindSet,
    /// Whether the layers are in kind order. Costs in groups have the kinds of a colour together instead.
    in_kind_order: bool,
    /// Where the nodes of each layer begin, and where the end is. Empty if there is no payment.
    layers: Vec<u32>,
    nodes: Vec<Node>,
    /// The next node for 0, 1, 2... cards; a number beyond all nodes where there is none.
    edges: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    edges: u32,
    /// The most cards of the layer's kind.
    most: u8,
    /// The fewest cards on a path from here to the end.
    fewest: u16,
}

/// A node while a diagram is made: the nodes of the next layer, by their place there, and the fewest cards to the end.
pub(super) struct Sketch {
    pub(super) edges: Vec<Option<u32>>,
    pub(super) fewest: u16,
}

/// Runs `f` with a number for each node, and for the way that leads nowhere: all 0. Tables of up to two thousand nodes live
/// on the stack, and no more of it is cleared than twice what is needed.
#[inline]
fn with_table<R>(len: usize, f: impl FnOnce(&mut [u64]) -> R) -> R {
    match len.next_power_of_two() {
        0..=128 => f(&mut [0; 128][..len]),
        256 => f(&mut [0; 256][..len]),
        512 => f(&mut [0; 512][..len]),
        1024 => f(&mut [0; 1024][..len]),
        2048 => f(&mut [0; 2048][..len]),
        _ => f(&mut vec![0; len]),
    }
}

impl Diagram {
    /// A diagram from its layers, of which the last is the end. Without any there is no payment.
    pub(super) fn new(order: ArrayVec<Kind, MAX_CARD_KINDS>, layers: &[Vec<Sketch>]) -> Self {
        let nowhere: usize = layers.iter().map(Vec::len).sum();
        let mut diagram = Self {
            kinds: order.iter().copied().collect(),
            in_kind_order: order.is_sorted(),
            order,
            layers: Vec::new(),
            nodes: Vec::with_capacity(nowhere),
            edges: Vec::new(),
        };
        for layer in layers {
            let here = diagram.nodes.len() as u32;
            let next = here + layer.len() as u32;
            diagram.layers.push(here);
            for Sketch { edges, fewest } in layer {
                let first = diagram.edges.len() as u32;
                let most = edges.len().saturating_sub(1) as u8;
                diagram.nodes.push(Node { edges: first, most, fewest: *fewest });
                diagram.edges.extend(edges.iter().map(|to| to.map_or(nowhere as u32, |to| next + to)));
            }
        }
        diagram
    }

    fn end(&self) -> usize {
        self.nodes.len() - 1
    }

    fn layer(&self, place: usize) -> std::ops::Range<usize> {
        self.layers[place] as usize..self.layers[place + 1] as usize
    }

    /// The nodes that follow on `least` to `most` cards.
    #[inline]
    fn next(&self, node: Node, least: u8, most: u8) -> &[u32] {
        let most = usize::from(most.min(node.most)) + 1;
        let least = usize::from(least).min(most);
        &self.edges[node.edges as usize..][least..most]
    }

    /// Fills in how many paths lead to each node with numbers of cards between two bags.
    #[inline]
    fn paths_to(&self, least: &CardBag, most: &CardBag, paths: &mut [u64]) {
        let mut left = self.cards_in(most);
        paths[0] = 1;
        for (place, &kind) in self.order.iter().enumerate() {
            let (least, most) = (least.of(kind), most.of(kind));
            let layer = self.layer(place);
            let (here, below) = paths.split_at_mut(layer.end);
            for (&ways, &node) in here[layer.clone()].iter().zip(&self.nodes[layer.clone()]) {
                if ways > 0 && node.fewest <= left {
                    for &next in self.next(node, least, most) {
                        let to = &mut below[next as usize - layer.end];
                        *to = to.saturating_add(ways);
                    }
                }
            }
            left -= u16::from(most);
        }
    }

    /// How many cards there are of the kinds that pay.
    fn cards_in(&self, bag: &CardBag) -> u16 {
        self.order.iter().map(|&kind| u16::from(bag.of(kind))).sum()
    }

    /// Fills in how many paths lead from each node to the end with numbers of cards between two bags.
    fn paths_from(&self, least: &CardBag, most: &CardBag, paths: &mut [u64]) {
        paths[self.end()] = 1;
        for (place, &kind) in self.order.iter().enumerate().rev() {
            let (least, most) = (least.of(kind), most.of(kind));
            for node in self.layer(place) {
                let next = self.next(self.nodes[node], least, most);
                paths[node] = next.iter().fold(0, |sum: u64, &next| sum.saturating_add(paths[next as usize]));
            }
        }
    }

    fn count_between(&self, least: &CardBag, most: &CardBag) -> u64 {
        if self.nodes.is_empty() {
            return 0;
        }
        with_table(self.nodes.len() + 1, |paths| {
            self.paths_to(least, most, paths);
            paths[self.end()]
        })
    }

    pub(super) fn count(&self, hand: &CardBag) -> u64 {
        self.count_between(&CardBag::EMPTY, hand)
    }

    pub(super) fn payable(&self, hand: &CardBag) -> bool {
        !self.nodes.is_empty()
            && with_table(self.nodes.len() + 1, |failed| self.reaches_end(0, 0, self.cards_in(hand), hand, failed))
    }

    /// Whether the end can be reached with the cards of a hand, of which `left` are of the kinds of later layers. Nodes from
    /// which it could not are marked.
    fn reaches_end(&self, node: usize, place: usize, left: u16, hand: &CardBag, failed: &mut [u64]) -> bool {
        let Some(&kind) = self.order.get(place) else { return node == self.end() };
        if node == self.nodes.len() || failed[node] != 0 || self.nodes[node].fewest > left {
            return false;
        }
        let held = hand.of(kind);
        let mut next = self.next(self.nodes[node], 0, held).iter().rev();
        let reached = next.any(|&n| self.reaches_end(n as usize, place + 1, left - u16::from(held), hand, failed));
        failed[node] = u64::from(!reached);
        reached
    }

    pub(super) fn nth(&self, hand: &CardBag, i: u64) -> Option<CardBag> {
        if self.nodes.is_empty() {
            return None;
        }
        with_table(self.nodes.len() + 1, |from| {
            self.paths_from(&CardBag::EMPTY, hand, from);
            (i < from[0]).then(|| if self.in_kind_order { self.walk(hand, i, from) } else { self.narrow(hand, i) })
        })
    }

    /// The `i`-th path, given how many paths lead from each node to the end. A number of paths that is too large to be told
    /// is larger than `i`, so that it is never counted off.
    fn walk(&self, hand: &CardBag, mut i: u64, from: &[u64]) -> CardBag {
        let mut pay = CardBag::EMPTY;
        let mut node = 0;
        for &kind in &self.order {
            let next = self.next(self.nodes[node], 0, hand.of(kind));
            for (n, &next) in next.iter().enumerate().rev() {
                if i < from[next as usize] {
                    pay.set(kind, n as u8);
                    node = next as usize;
                    break;
                }
                i -= from[next as usize];
            }
        }
        pay
    }

    /// The `i`-th payment where layers are not in kind order: kind after kind, by the number of paths with 0, 1, 2... cards
    /// of it and the numbers found already.
    fn narrow(&self, hand: &CardBag, mut i: u64) -> CardBag {
        let (mut least, mut most) = (CardBag::EMPTY, *hand);
        for kind in self.kinds.iter().filter(|&kind| hand.of(kind) > 0) {
            let place = self.order.iter().position(|&k| k == kind).unwrap_or(0);
            let mut ways = [0u64; 256];
            with_table(self.nodes.len() + 1, |to| {
                with_table(self.nodes.len() + 1, |from| {
                    self.paths_to(&least, &most, to);
                    self.paths_from(&least, &most, from);
                    for node in self.layer(place).filter(|&node| to[node] > 0) {
                        for (&next, ways) in self.next(self.nodes[node], 0, most.of(kind)).iter().zip(&mut ways) {
                            *ways = ways.saturating_add(to[node].saturating_mul(from[next as usize]));
                        }
                    }
                });
            });
            let mut n = most.of(kind);
            while n > 0 && i >= ways[usize::from(n)] {
                i -= ways[usize::from(n)];
                n -= 1;
            }
            least.set(kind, n);
            most.set(kind, n);
        }
        least
    }

    pub(super) fn for_each(&self, hand: &CardBag, each: &mut impl FnMut(CardBag)) {
        if self.nodes.is_empty() {
            return;
        }
        with_table(self.nodes.len() + 1, |from| {
            self.paths_from(&CardBag::EMPTY, hand, from);
            let mut pay = CardBag::EMPTY;
            if self.in_kind_order {
                self.follow(0, 0, hand, from, &mut pay, each);
            } else {
                let mut payments = Vec::new();
                self.follow(0, 0, hand, from, &mut pay, &mut |pay| payments.push(pay));
                payments.sort_unstable();
                payments.into_iter().for_each(each);
            }
        });
    }

    /// Goes all the ways to the end that the hand allows.
    fn follow(
        &self,
        node: usize,
        place: usize,
        hand: &CardBag,
        from: &[u64],
        pay: &mut CardBag,
        each: &mut impl FnMut(CardBag),
    ) {
        let Some(&kind) = self.order.get(place) else { return each(*pay) };
        for (n, &next) in self.next(self.nodes[node], 0, hand.of(kind)).iter().enumerate().rev() {
            if from[next as usize] > 0 {
                pay.set(kind, n as u8);
                self.follow(next as usize, place + 1, hand, from, pay, each);
            }
        }
        pay.set(kind, 0);
    }

    pub(super) fn is_payment(&self, pay: &CardBag) -> bool {
        if self.nodes.is_empty() || !pay.kinds().minus(self.kinds).is_empty() {
            return false;
        }
        let mut node = 0;
        for &kind in &self.order {
            let n = pay.of(kind);
            let Some(&next) = self.next(self.nodes[node], n, n).first() else { return false };
            node = next as usize;
            if node == self.nodes.len() {
                return false;
            }
        }
        true
    }

    pub(super) fn fits(&self, cards: &CardBag) -> bool {
        let unlimited = CardBag::from_counts(&[u8::MAX; MAX_CARD_KINDS]);
        cards.kinds().minus(self.kinds).is_empty() && self.count_between(cards, &unlimited) > 0
    }
}
