//! Payments by brute force: every bag of cards within a hand is tried, and it is one if it is enough, and not so without
//! any one of its cards (G13).

use super::{Judge, Route, text, texts};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A kind of card, as a cost looks at it.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// Its deck.
    pub deck: String,
    /// Its colour; wilds have none.
    pub colour: Option<String>,
    /// How many spaces it covers at most.
    pub units: u64,
    /// The symbols that it shows.
    pub symbols: Vec<String>,
    /// Whether it can be paid with at all.
    pub payable: bool,
}

impl Card {
    pub(super) fn read(deck: &str, kind: &str, said: &toml::Value) -> Self {
        let wild = said.get("wild").and_then(toml::Value::as_bool).unwrap_or(false);
        let named = if wild { None } else { Some(kind.to_owned()) };
        Self {
            deck: deck.to_owned(),
            colour: said.get("colour").map(text).or(named),
            units: said.get("units").and_then(toml::Value::as_integer).unwrap_or(1) as u64,
            symbols: said.get("symbols").map(texts).unwrap_or_default(),
            payable: said.get("payable").and_then(toml::Value::as_bool).unwrap_or(true),
        }
    }
}

/// More bags than this are not gone through: the hand is too large for a brute force.
const MOST_BAGS: u64 = 12_000;

/// What a player may do for cards, as far as the judge went through it.
#[derive(Default)]
pub struct Payable {
    /// The actions, in map order, payments with more of the first kinds first.
    pub actions: Vec<Json>,
    /// The names of what would have taken too long.
    pub skipped: Vec<Json>,
}

impl Judge {
    /// What the viewer holds to pay with: how many of each kind.
    pub(super) fn hand(&self, view: &Json) -> Vec<u64> {
        let hand = view["zones"].as_array().expect("zones").iter();
        let hand = hand.into_iter().find(|z| z["name"] == "hand" && z["owner"] == view["viewer"]).expect("a hand");
        let held = |kind: &str| hand["cards"][kind].as_u64().unwrap_or(0);
        let both = self.kinds.iter().zip(&self.cards);
        both.map(|((kind, ..), card)| if card.payable { held(kind) } else { 0 }).collect()
    }

    /// A payment with its names.
    pub(super) fn pay_json(&self, bag: &[u64]) -> Json {
        let paid = self.kinds.iter().zip(bag).filter(|(_, n)| **n > 0);
        paid.map(|((kind, ..), n)| (kind.clone(), Json::from(*n))).collect::<serde_json::Map<_, _>>().into()
    }

    /// The payments for a route; nothing if there are too many bags to go through.
    pub fn payments(&self, bags: &mut Bags, route: &Route) -> Option<Vec<Vec<u64>>> {
        let any = self.param("claim", "any-colour").map_or("gray".to_owned(), text);
        let decks = self.param("claim", "decks").and_then(|d| d.get(self.piece(route))).map(texts);
        // The kinds that fit, with those that wilds are of.
        let fits = |(card, (.., wild)): (&Card, &(String, String, u64, bool))| {
            let colour = route.colour == any || card.colour.as_ref() == Some(&route.colour);
            *wild || colour && decks.as_ref().is_none_or(|decks| decks.contains(&card.deck))
        };
        let fits: Vec<bool> = self.cards.iter().zip(&self.kinds).map(fits).collect();
        let enough = |bag: &[u64]| bag.iter().zip(&fits).all(|(n, fits)| *n == 0 || *fits) && self.covers(bag, route);
        let most = if route.says("pair") { 2 * route.length } else { route.length };
        Some(brute_force(bags.of(u64::from(most) + 1)?, enough))
    }

    /// The cards of a bag, one by one: wilds as `None`.
    fn cards_of(&self, bag: &[u64]) -> Vec<Option<&Card>> {
        let mut cards = Vec::new();
        for ((card, (.., wild)), n) in self.cards.iter().zip(&self.kinds).zip(bag) {
            (0..*n).for_each(|_| cards.push((!wild).then_some(card)));
        }
        cards
    }

    /// Whether cards that all fit a route are enough for it.
    fn covers(&self, bag: &[u64], route: &Route) -> bool {
        let cards = self.cards_of(bag);
        if route.says("pair") {
            return cards.len() == 2 * route.length as usize && in_pairs(&cards);
        }
        let mut colours = cards.iter().flatten().map(|card| &card.colour);
        let one_colour = colours.next().is_none_or(|first| colours.all(|colour| colour == first));
        let wilds = cards.iter().filter(|card| card.is_none()).count() as i64;
        let ferry = if self.has("ferries") { route.number("ferry") } else { 0 };
        one_colour
            && wilds >= ferry
            && cards.iter().map(|card| card.map_or(1, |c| c.units)).sum::<u64>() >= u64::from(route.length)
    }

    /// Every port that the viewer of a position can build, in the order of `cities`, which are those where a port is open
    /// to the viewer.
    pub fn ports(&self, view: &Json, cities: &[String]) -> Option<Vec<Json>> {
        let cost: BTreeMap<&str, u64> = match self.param("ports", "cost").and_then(toml::Value::as_table) {
            Some(cost) => cost.iter().map(|(deck, n)| (deck.as_str(), n.as_integer().expect("cards") as u64)).collect(),
            None => BTreeMap::from([("train", 2), ("ship", 2)]),
        };
        let symbol = self.param("ports", "symbol").map_or("port".to_owned(), text);
        let total: u64 = cost.values().sum();
        let enough = |bag: &[u64]| {
            let cards = self.cards_of(bag);
            let own: Vec<&Card> = cards.iter().flatten().copied().collect();
            let of_deck = |deck: &str| own.iter().filter(|card| card.deck == deck).count() as u64;
            own.iter().all(|card| card.colour == own[0].colour && card.symbols.contains(&symbol))
                && own.iter().all(|card| cost.get(card.deck.as_str()).is_some_and(|n| of_deck(&card.deck) <= *n))
                && cards.len() as u64 == total
        };
        let payments = brute_force(Bags::new(self.hand(view)).of(total + 1)?, enough);
        let each = |city: &String| {
            let build = |bag: &Vec<u64>| serde_json::json!({ "city": city, "pay": self.pay_json(bag) });
            payments.iter().map(build).collect::<Vec<_>>()
        };
        Some(cities.iter().flat_map(each).collect())
    }
}

/// The bags that are enough, and not so without any one card.
fn brute_force(bags: &[Vec<u64>], enough: impl Fn(&[u64]) -> bool) -> Vec<Vec<u64>> {
    let superfluous = |bag: &[u64]| {
        (0..bag.len()).filter(|&k| bag[k] > 0).any(|k| {
            let mut less = bag.to_vec();
            less[k] -= 1;
            enough(&less)
        })
    };
    let payments = bags.iter().filter(|bag| enough(bag) && !superfluous(bag));
    let mut payments: Vec<Vec<u64>> = payments.cloned().collect();
    payments.sort_by(|a, b| b.cmp(a));
    payments
}

/// Every bag within a hand, by how many cards it has at most.
pub struct Bags {
    hand: Vec<u64>,
    known: BTreeMap<u64, Option<Vec<Vec<u64>>>>,
}

impl Bags {
    /// The bags of this hand, of which none was made yet.
    pub fn new(hand: Vec<u64>) -> Self {
        Self { hand, known: BTreeMap::new() }
    }

    /// The bags of so many cards at most; nothing if there are too many.
    fn of(&mut self, most: u64) -> Option<&[Vec<u64>]> {
        self.known.entry(most).or_insert_with(|| bags_within(&self.hand, most)).as_deref()
    }
}

/// Whether the cards can be sorted into pairs of one colour, of which one may be a wild: by trying every partner of the
/// first card.
fn in_pairs(cards: &[Option<&Card>]) -> bool {
    let Some((first, rest)) = cards.split_first() else { return true };
    (0..rest.len()).any(|i| {
        let pair = match (first, rest[i]) {
            (Some(a), Some(b)) => a.colour == b.colour,
            (None, None) => false,
            _ => true,
        };
        pair && in_pairs(&[&rest[..i], &rest[i + 1..]].concat())
    })
}

/// Every bag of at most so many cards within a hand; nothing if there are too many.
fn bags_within(hand: &[u64], most: u64) -> Option<Vec<Vec<u64>>> {
    let mut bags: Vec<Vec<u64>> = vec![Vec::new()];
    for &n in hand {
        let more = |bag: &Vec<u64>| {
            let room = most.saturating_sub(bag.iter().sum());
            (0..=n.min(room)).map(|n| [&bag[..], &[n]].concat()).collect::<Vec<_>>()
        };
        bags = bags.iter().flat_map(more).collect();
        if bags.len() as u64 > MOST_BAGS {
            return None;
        }
    }
    Some(bags)
}
