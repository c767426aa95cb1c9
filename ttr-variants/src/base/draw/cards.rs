//! Decks, hands and drawing. A draw gives up to two cards, each taken blind from a deck or, with the row, face up (G2);
//! blind cards are all alike, wild or not (G3c). A deck that is out is made anew from its discards (G6). There is no hand
//! limit (G8). Hands are secret; how many cards they hold is not (G19).

mod page;

use crate::base::forms::{read_either, read_number_or};
use crate::words::{Says, says};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use ttr_core::{
    ArgKind, CardKind, CodeInfo, Cx, DecisionId, DeckId, Diagnostic, Frame, Holds, Installer, Joint, Line, Manifest,
    Note, ParamFault, Phase, Place, PlayerId, Rank, RuleModule, Vis, Waypoint, ZoneId, ZoneSet,
};

/// A kind of card: how many there are, or a table that says more.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Card {
    /// How many; its colour is its name.
    Count(u8),
    /// All about it.
    Full(CardSpec),
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        read_either(de, "how many cards (0 to 255), or a table", Self::Count, Self::Full)
    }
}

/// How much of a draw a card takes when taken from the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Price {
    /// So many of the draw's cards; 0: it can't be taken.
    Cards(#[schemars(range(max = 254))] u8),
    /// All of it: the card is a draw by itself.
    All(All),
}

/// The whole draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum All {
    /// The whole draw.
    All,
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        read_number_or(de, "a number of cards (0 to 254), or \"all\"", 254, |n| Self::Cards(n as u8), Self::All)
    }
}

/// All about a kind of card.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-attributes" = "card"))]
pub struct CardSpec {
    /// How many there are.
    pub count: u8,
    /// Its colour; its name, if not given. A wild has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-names" = "colours"))]
    pub colour: Option<String>,
    /// Whether it stands for any other card.
    #[serde(default)]
    pub wild: bool,
    /// How many spaces one card covers.
    #[serde(default = "one")]
    #[schemars(range(min = 1))]
    pub units: u8,
    /// How much of a draw it takes when taken from the row: a number of cards, 0 if it can't be taken, or `"all"`.
    #[serde(default = "one_card")]
    pub price: Price,
    /// Whether it can be paid with.
    #[serde(default = "yes")]
    pub payable: bool,
    /// Symbols that costs may ask for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
    /// Attributes of other modules.
    #[serde(flatten)]
    pub attributes: serde_json::Map<String, serde_json::Value>,
}

fn one() -> u8 {
    1
}

fn one_card() -> Price {
    Price::Cards(1)
}

fn yes() -> bool {
    true
}

impl Card {
    fn spec(&self) -> CardSpec {
        match self {
            Self::Full(spec) => spec.clone(),
            Self::Count(count) => CardSpec {
                count: *count,
                colour: None,
                wild: false,
                units: 1,
                price: Price::Cards(1),
                payable: true,
                symbols: Vec::new(),
                attributes: serde_json::Map::new(),
            },
        }
    }
}

/// How many cards are dealt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Deal {
    /// So many, of the only deck.
    Cards(u8),
    /// So many of each deck.
    ByDeck(BTreeMap<String, u8>),
}

impl<'de> Deserialize<'de> for Deal {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        read_either(de, "how many cards (0 to 255), or a table of decks", Self::Cards, Self::ByDeck)
    }
}

/// Parameters of decks and drawing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Cards {
    /// The decks by name, each with its kinds of cards: how many of each, or a table that says more.
    #[schemars(example = json!({ "train": { "red": 12, "blue": 12, "wild": { "count": 14, "wild": true } } }))]
    pub decks: BTreeMap<String, BTreeMap<String, Card>>,
    /// How many cards are dealt to each player; with several decks, of each: `{ train = 3 }`.
    pub deal: Deal,
    /// How many cards a draw gives.
    #[schemars(range(min = 1))]
    pub draw: u8,
}

impl Default for Cards {
    fn default() -> Self {
        Self { decks: BTreeMap::new(), deal: Deal::Cards(4), draw: 2 }
    }
}

/// A draw under way, for modules that offer other ways to take a card.
#[derive(Clone, Copy)]
pub struct Drawing {
    /// The decision about the next card; its first number is how much of the draw is left.
    pub decision: DecisionId,
    /// The hands.
    pub hand: ZoneSet,
    /// How many cards a draw gives.
    pub draw: u8,
    /// The way of a drawn card to the hand; whoever has it stop elsewhere first is told how much of the draw is left.
    pub way: Waypoint,
    /// What is done after a card that came from a deck: the table is put in order. The number is how much of the draw is left. A card
    /// taken from the row does not come by here: the row puts itself in order.
    pub drawn: Joint,
}

impl Drawing {
    /// How much of the draw is left in this frame: all of it where none has begun.
    #[inline]
    pub fn left(&self, frame: &Frame) -> u16 {
        if frame.decision == self.decision { frame.args[0] } else { self.draw.into() }
    }

    /// Where a card goes that this player draws: to the hand, unless a module has it stop elsewhere first.
    #[inline]
    pub fn goes_to(&self, cx: &Cx<'_>, who: PlayerId) -> ZoneId {
        cx.next_stop(self.way, who)
    }

    /// A card came from elsewhere than the row, and left so much of the draw. The player is asked on (G2c), but first the joint
    /// [`Drawing::drawn`] is reached, where the table is put in order.
    #[inline]
    pub fn card_taken(&self, cx: &mut Cx<'_>, who: PlayerId, left: u16) {
        self.ask_on(cx, who, left);
        cx.reach(self.drawn, who, left);
    }

    /// Asks for the next card of the draw, if there is one, and lets the waypoint [`Drawing::way`] go on with the card that was taken.
    /// Whatever is asked after this is settled before it.
    #[inline]
    pub fn ask_on(&self, cx: &mut Cx<'_>, who: PlayerId, left: u16) {
        if left > 0 {
            cx.ask(self.decision, who, [left, 0, 0, 0, 0, 0]);
        }
        cx.arrive(self.way, who, left);
    }
}

// What it says.
const NO_CARD: Says = ("no-card", "there is no card to draw from that deck");

impl RuleModule for Cards {
    fn manifest() -> Manifest {
        Manifest::new("cards", "decks, hands, dealing and drawing")
            .search_terms(["deck", "hand", "deal", "draw", "wild", "joker", "locomotive", "train cards", "reshuffle"])
            .examples(include_str!("cards.toml"))
            .code(CodeInfo::error(
                "cards::too-few",
                "a deck has fewer cards than are dealt",
                include_str!("explain/cards-too-few.md"),
            ))
    }

    fn check(&self) -> Vec<ParamFault> {
        let mut faults = Vec::new();
        if self.decks.values().all(BTreeMap::is_empty) {
            faults.push(ParamFault::new("decks", "has no cards; as in `[cards.decks.train]` with `red = 12`"));
        }
        if self.draw == 0 {
            faults.push(ParamFault::new("draw", "must be at least 1 card"));
        }
        let mut names: Vec<&String> = self.decks.values().flat_map(BTreeMap::keys).collect();
        names.sort_unstable();
        for twice in names.windows(2).filter(|w| w[0] == w[1]) {
            let message = format!("names {:?} in two decks; give each kind a name of its own", twice[0]);
            faults.push(ParamFault::new("decks", message));
        }
        for (deck, cards) in &self.decks {
            for (name, card) in cards {
                let spec = card.spec();
                if spec.units == 0 {
                    faults.push(ParamFault::new(format!("decks.{deck}.{name}.units"), "must be at least 1"));
                }
            }
        }
        match &self.deal {
            Deal::Cards(n) if self.decks.len() > 1 => {
                let message =
                    format!("is {n}, but there are several decks: say how many of each, as in {{ train = 3 }}");
                faults.push(ParamFault::new("deal", message));
            }
            Deal::Cards(_) => {}
            Deal::ByDeck(by) => {
                for deck in by.keys().filter(|d| !self.decks.contains_key(*d)) {
                    faults.push(ParamFault::new(format!("deal.{deck}"), "is for a deck that there is not"));
                }
            }
        }
        faults
    }

    fn install(self, b: &mut Installer<'_>) {
        let mut dealt: Vec<(DeckId, u8)> = Vec::new();
        for (deck_name, cards) in &self.decks {
            let name = deck_name;
            let deck = b.deck(name);
            let n = match &self.deal {
                Deal::Cards(n) => *n,
                Deal::ByDeck(by) => by.get(name).copied().unwrap_or_default(),
            };
            dealt.push((deck, n));
            // Kind order: by name, wilds last, whatever the order in the file.
            let mut cards: Vec<(&String, CardSpec)> = cards.iter().map(|(n, c)| (n, c.spec())).collect();
            cards.sort_by_key(|(name, spec)| (spec.wild, *name));
            let total: usize = cards.iter().map(|(_, s)| usize::from(s.count)).sum();
            let needed = usize::from(n) * b.players();
            if total < needed {
                let message = format!(
                    "{n} cards are dealt to each of {} players, {needed} in all, but the {name} deck has {total}",
                    b.players()
                );
                b.report_at(Place::Param("deal"), Diagnostic::error("cards::too-few", message));
            }
            for (name, spec) in cards {
                let own = spec.colour.clone().unwrap_or_else(|| name.clone());
                let coloured = !spec.wild && (spec.payable || spec.colour.is_some());
                let colour = coloured.then(|| b.colour(&own));
                b.card_kind(
                    format!("decks.{}.{name}", deck_name),
                    CardKind {
                        name: name.clone(),
                        deck,
                        count: spec.count,
                        colour,
                        wild: spec.wild,
                        units: spec.units,
                        price: match spec.price {
                            Price::Cards(n) => ttr_core::Price::Cards(n),
                            Price::All(All::All) => ttr_core::Price::All,
                        },
                        payable: spec.payable,
                        symbols: spec.symbols,
                        attrs: spec.attributes,
                    },
                );
            }
        }
        let hand = b.zone_per_player("hand", Holds::Cards, Vis::Owner);
        b.pays_from(hand);
        b.setup(Phase::Hands, move |cx| {
            let players: Vec<PlayerId> = cx.look().in_order().collect();
            for who in players {
                for &(deck, n) in &dealt {
                    cx.turn_cards(deck, hand.of(who), n.into());
                }
            }
        });

        let decks: Vec<DeckId> = (0..b.decks().len()).map(DeckId::at).collect();
        let next = b.open_decision("draw", "draw another card");
        let (way, drawn) = (b.waypoint(hand), b.joint());
        let drawing = Drawing { decision: next, hand, draw: self.draw, way, drawn };
        b.provide(drawing);
        let blind = b.op(
            "blind",
            "draws a card from the {deck} deck",
            &[("deck", ArgKind::Deck)],
            move |cx, frame, who, action| {
                let left = drawing.left(frame);
                cx.turn_card(action.deck(), drawing.goes_to(cx, who));
                drawing.card_taken(cx, who, left.saturating_sub(1));
            },
        );
        // G7: no card, no draw.
        let none = says(b, NO_CARD);
        b.why_not(blind, move |look, _, _, action| {
            let deck = action.deck();
            let there = deck.index() < look.rules().decks().len() && look.deck_has_card(deck);
            (!there).then(|| Note::new(none))
        });
        b.line(Rank::Ordinary, blind, Line::Decks(decks.clone()));
        b.line_in(next, Rank::Ordinary, blind, Line::Decks(decks));
        b.tell(move |page| self.tell(page));
    }
}
