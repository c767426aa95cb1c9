//! Where chance comes from: seeded, replayed or scripted. The state holds no generator, no seed and no deck order; a
//! pile is a bag, and what is drawn from it is asked for here, one card at a time.

use crate::bag::CardBag;
use crate::hash::Fnv;
use crate::ids::ZoneId;
use crate::state::TicketPlace;
use arrayvec::ArrayString;
use rand_chacha::ChaCha8Core;
use rand_core::block::Generator;
use rand_core::{Rng, SeedableRng};

/// What one outcome is chosen from.
#[derive(Clone, Copy, Debug)]
pub struct Lot<'a> {
    /// Number of the stream, constant for these rules.
    pub stream: u16,
    /// Name of the stream: that of the pile drawn from. Seeds depend on it, so that a pile nobody uses changes nothing.
    pub name: &'a str,
    /// What can come.
    pub from: Weights<'a>,
}

/// What can come, and how often.
#[derive(Clone, Copy, Debug)]
pub enum Weights<'a> {
    /// Each of these cards, by the number of its kind.
    Cards(&'a CardBag),
    /// Each of these outcomes once.
    Each(&'a [u16]),
    /// Each ticket of a pile, by its number.
    Tickets(LooseTickets<'a>),
    /// Outcomes `0..n`, once each.
    Below(u16),
}

/// The tickets that lie in a pile without an order.
#[derive(Clone, Copy, Debug)]
pub struct LooseTickets<'a> {
    pub(crate) places: &'a [TicketPlace],
    pub(crate) zone: ZoneId,
    pub(crate) n: u16,
}

impl LooseTickets<'_> {
    /// Their numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        (0..).zip(self.places).filter(|(_, place)| self.is_one(place)).map(|(i, _)| i)
    }

    /// The number of the i-th, looked for from the nearer end.
    #[inline]
    pub(crate) fn nth(&self, i: usize) -> Option<u16> {
        let behind = usize::from(self.n).checked_sub(i + 1)?;
        if i <= behind {
            return self.iter().nth(i);
        }
        let mut last = self.places.iter().enumerate().rev().filter(|(_, place)| self.is_one(place));
        last.nth(behind).map(|(at, _)| at as u16)
    }

    fn has(&self, ticket: u16) -> bool {
        self.places.get(usize::from(ticket)).is_some_and(|place| self.is_one(place))
    }

    #[inline]
    fn is_one(&self, place: &TicketPlace) -> bool {
        place.zone == self.zone && place.pos == 0
    }
}

impl Lot<'_> {
    /// How many equal chances there are.
    #[inline]
    pub fn total(&self) -> u32 {
        match self.from {
            Weights::Cards(cards) => cards.len() as u32,
            Weights::Each(list) => list.len() as u32,
            Weights::Tickets(tickets) => tickets.n.into(),
            Weights::Below(n) => u32::from(n),
        }
    }

    /// The outcome of chance number `i` of [`Lot::total`].
    #[inline]
    pub fn nth(&self, i: u32) -> Option<u16> {
        match self.from {
            Weights::Cards(cards) => cards.nth(i).map(|kind| kind.0.into()),
            Weights::Each(list) => list.get(i as usize).copied(),
            Weights::Tickets(tickets) => tickets.nth(i as usize),
            Weights::Below(n) => (i < u32::from(n)).then_some(i as u16),
        }
    }

    /// Whether this outcome can come.
    #[inline]
    pub fn allows(&self, outcome: u16) -> bool {
        match self.from {
            Weights::Cards(cards) => cards.counts().get(outcome as usize).is_some_and(|&n| n > 0),
            Weights::Each(list) => list.contains(&outcome),
            Weights::Tickets(tickets) => tickets.has(outcome),
            Weights::Below(n) => outcome < n,
        }
    }
}

/// A source of outcomes.
pub trait Chance {
    /// One outcome of the lot, which is never empty. `None` (a script that has run out) or an outcome that the lot does
    /// not allow makes the step fail; it never panics.
    fn pick(&mut self, lot: &Lot<'_>) -> Option<u16>;

    /// The number of one of `n` equal chances of a stream, `n` at least one, where that is all there is to it: then nobody has
    /// to make a lot. It is the number of the chance that [`Chance::pick`] would have given of a lot of so many, instead of it.
    /// `None`: the lot decides, as it must where outcomes are written down or read.
    fn number(&mut self, stream: u16, n: u32) -> Option<u32> {
        let _ = (stream, n);
        None
    }
}

/// A number below `n` without bias (Lemire's method), the same on every platform. `n` of zero gives zero.
#[inline]
pub fn below(rng: &mut impl Rng, n: u32) -> u32 {
    below_from(|| rng.next_u32(), n)
}

/// The same, from words that are as likely as each other.
#[inline(always)]
fn below_from(mut word: impl FnMut() -> u32, n: u32) -> u32 {
    let mut m = u64::from(word()) * u64::from(n);
    if (m as u32) < n {
        let least = n.wrapping_neg() % n;
        while (m as u32) < least {
            m = u64::from(word()) * u64::from(n);
        }
    }
    (m >> 32) as u32
}

/// How many words the generator gives at once.
const BLOCK: usize = 64;

/// The words of a generator, one after the other.
#[derive(Clone, Debug)]
struct Words {
    generator: ChaCha8Core,
    block: [u32; BLOCK],
    /// How many of the block were given.
    given: usize,
}

impl Words {
    fn new(key: [u8; 32]) -> Self {
        Self { generator: ChaCha8Core::from_seed(key), block: [0; BLOCK], given: BLOCK }
    }

    #[inline(always)]
    fn next(&mut self) -> u32 {
        if self.given >= BLOCK {
            self.fill();
        }
        let word = self.block[self.given % BLOCK];
        self.given += 1;
        word
    }

    #[cold]
    #[inline(never)]
    fn fill(&mut self) {
        self.generator.generate(&mut self.block);
        self.given = 0;
    }
}

/// Outcomes from a seed. Every stream has a generator of its own, keyed by the seed and the stream's name.
///
/// ```
/// use ttr_core::CardBag;
/// use ttr_core::chance::{Chance, Lot, SeededChance, Weights};
/// let cards = CardBag::from_counts(&[3, 0, 2]);
/// let lot = Lot { stream: 0, name: "a pile", from: Weights::Cards(&cards) };
/// let (mut one, mut two) = (SeededChance::new(7), SeededChance::new(7));
/// for _ in 0..100 {
///     let outcome = one.pick(&lot);
///     assert_eq!(outcome, two.pick(&lot));
///     assert!(lot.allows(outcome.unwrap()));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct SeededChance {
    seed: u64,
    streams: Vec<Option<Words>>,
    /// What the names of streams come to, remembered from one seed to the next.
    keys: Vec<NameKey>,
}

/// The part of a key that is made of a stream's name.
#[derive(Clone, Debug, Default)]
struct NameKey {
    /// None for a name that is too long to be remembered.
    name: Option<ArrayString<64>>,
    key: [u8; 24],
}

impl NameKey {
    fn new(name: &str) -> Self {
        let mut key = [0u8; 24];
        for (i, part) in key.chunks_exact_mut(8).enumerate() {
            let mut hash = Fnv::new();
            hash.word(i as u64);
            hash.bytes(name.as_bytes());
            part.copy_from_slice(&hash.value().to_le_bytes());
        }
        Self { name: ArrayString::from(name).ok(), key }
    }
}

impl SeededChance {
    /// Outcomes of this seed, from the start.
    pub fn new(seed: u64) -> Self {
        Self { seed, streams: Vec::new(), keys: Vec::new() }
    }

    /// Starts again with another seed, keeping the memory.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.streams.fill(None);
    }

    /// The number where words run out, or some are passed over, so that all are as likely.
    #[cold]
    #[inline(never)]
    fn number_seldom(&mut self, stream: u16, n: u32) -> Option<u32> {
        match self.streams.get_mut(usize::from(stream)) {
            Some(Some(words)) => Some(below_from(|| words.next(), n)),
            _ => None,
        }
    }

    #[cold]
    #[inline(never)]
    fn begin(&mut self, at: usize, name: &str) -> &mut Words {
        if self.streams.len() <= at {
            self.streams.resize(at + 1, None);
            self.keys.resize_with(at + 1, NameKey::default);
        }
        let known = &mut self.keys[at];
        if known.name.as_ref().is_none_or(|known| known.as_str() != name) {
            *known = NameKey::new(name);
        }
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..].copy_from_slice(&known.key);
        self.streams[at].insert(Words::new(key))
    }
}

impl Chance for SeededChance {
    #[inline]
    fn pick(&mut self, lot: &Lot<'_>) -> Option<u16> {
        let at = lot.stream as usize;
        let words = match self.streams.get_mut(at) {
            Some(Some(words)) => words,
            _ => self.begin(at, lot.name),
        };
        lot.nth(below_from(|| words.next(), lot.total()))
    }

    #[inline]
    fn number(&mut self, stream: u16, n: u32) -> Option<u32> {
        // Mostly the next word does.
        if let Some(Some(words)) = self.streams.get_mut(usize::from(stream))
            && let Some(word) = words.block.get(words.given)
        {
            let m = u64::from(*word) * u64::from(n);
            if m as u32 >= n {
                words.given += 1;
                return Some((m >> 32) as u32);
            }
        }
        self.number_seldom(stream, n)
    }
}

/// Outcomes given beforehand, each with the stream it is for.
#[derive(Clone, Debug, Default)]
pub struct ReplayedChance {
    outcomes: std::collections::VecDeque<(u16, u16)>,
}

impl ReplayedChance {
    /// These outcomes, in this order, as pairs of stream and outcome.
    pub fn new(outcomes: impl IntoIterator<Item = (u16, u16)>) -> Self {
        Self { outcomes: outcomes.into_iter().collect() }
    }

    /// How many outcomes have not been asked for.
    pub fn left(&self) -> usize {
        self.outcomes.len()
    }
}

impl Chance for ReplayedChance {
    fn pick(&mut self, lot: &Lot<'_>) -> Option<u16> {
        match self.outcomes.front() {
            Some(&(stream, outcome)) if stream == lot.stream => {
                self.outcomes.pop_front();
                Some(outcome)
            }
            _ => None,
        }
    }
}

/// What some piles give before a seed decides, by their names: kinds of cards, tickets or numbers, as in a saved game.
pub type Script = std::collections::BTreeMap<String, Vec<serde_json::Value>>;

/// Outcomes of some streams written down, of all others from a seed: for tests and puzzles.
#[derive(Clone, Debug)]
pub struct ScriptedChance {
    script: Vec<(String, std::collections::VecDeque<u16>)>,
    rest: SeededChance,
    strict: bool,
}

impl ScriptedChance {
    /// Nothing written yet; all from this seed.
    pub fn new(seed: u64) -> Self {
        Self { script: Vec::new(), rest: SeededChance::new(seed), strict: false }
    }

    /// A written outcome that cannot come makes the step fail, instead of waiting until it can.
    #[must_use]
    pub fn strict(self) -> Self {
        Self { strict: true, ..self }
    }

    /// The next outcomes of the stream of this name. When they have run out, or one cannot come, the seed decides.
    #[must_use]
    pub fn next(mut self, stream: &str, outcomes: impl IntoIterator<Item = u16>) -> Self {
        self.push(stream, outcomes);
        self
    }

    /// Writes further outcomes.
    pub fn push(&mut self, stream: &str, outcomes: impl IntoIterator<Item = u16>) {
        match self.script.iter_mut().find(|(name, _)| name == stream) {
            Some((_, list)) => list.extend(outcomes),
            None => self.script.push((stream.to_owned(), outcomes.into_iter().collect())),
        }
    }

    /// How many written outcomes of this stream were not asked for.
    pub fn left(&self, stream: &str) -> usize {
        self.script.iter().find(|(name, _)| name == stream).map_or(0, |(_, list)| list.len())
    }
}

impl Chance for ScriptedChance {
    fn pick(&mut self, lot: &Lot<'_>) -> Option<u16> {
        if let Some((_, list)) = self.script.iter_mut().find(|(name, _)| name == lot.name)
            && let Some(&outcome) = list.front()
            && (self.strict || lot.allows(outcome))
        {
            list.pop_front();
            return Some(outcome);
        }
        self.rest.pick(lot)
    }

    fn number(&mut self, stream: u16, n: u32) -> Option<u32> {
        let nothing_written = self.script.iter().all(|(_, list)| list.is_empty());
        if nothing_written { self.rest.number(stream, n) } else { None }
    }
}

/// Passes outcomes on and writes them down.
pub struct RecordedChance<'a> {
    inner: &'a mut dyn Chance,
    /// What came, as pairs of stream and outcome.
    pub outcomes: Vec<(u16, u16)>,
}

impl<'a> RecordedChance<'a> {
    /// Records what this source gives.
    pub fn new(inner: &'a mut dyn Chance) -> Self {
        Self { inner, outcomes: Vec::new() }
    }
}

impl Chance for RecordedChance<'_> {
    fn pick(&mut self, lot: &Lot<'_>) -> Option<u16> {
        let outcome = self.inner.pick(lot)?;
        self.outcomes.push((lot.stream, outcome));
        Some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_generator_gives_the_known_answer() {
        // Saved games depend on this stream: ChaCha8 from 32 bytes, `below` of our own.
        let mut words = Words::new([1; 32]);
        let mut rng = ChaCha8Rng::from_seed([1; 32]);
        let got: Vec<u32> = (0..200).map(|_| below_from(|| words.next(), 110)).collect();
        assert_eq!(got, (0..200).map(|_| below(&mut rng, 110)).collect::<Vec<_>>());
        assert_eq!(got[..8], KNOWN, "the values of saved games have changed");
    }

    const KNOWN: [u32; 8] = [93, 32, 45, 104, 18, 75, 13, 96];

    #[test]
    fn tickets_are_found_from_either_end() {
        let place = |zone, pos| TicketPlace { zone: ZoneId(zone), pos, seen: crate::ids::PlayerSet::NONE };
        let places: Vec<TicketPlace> = (0..30).map(|i| place(i % 3, u16::from(i % 4 == 0))).collect();
        let mut loose = LooseTickets { places: &places, zone: ZoneId(1), n: 0 };
        loose.n = loose.iter().count() as u16;
        for i in 0..usize::from(loose.n) + 2 {
            assert_eq!(loose.nth(i), loose.iter().nth(i));
        }
    }

    #[test]
    fn a_number_is_that_of_the_lot() {
        let cards = CardBag::from_counts(&[3, 0, 2, 5]);
        let lot = Lot { stream: 2, name: "a pile", from: Weights::Cards(&cards) };
        let (mut by_lots, mut by_numbers) = (SeededChance::new(9), SeededChance::new(9));
        assert_eq!(by_numbers.number(2, 10), None, "the name of the pile is not known yet");
        assert_eq!(by_lots.pick(&lot), by_numbers.pick(&lot));
        for _ in 0..200 {
            let i = by_numbers.number(2, lot.total()).expect("it is known now");
            assert_eq!(by_lots.pick(&lot), lot.nth(i));
        }
        assert_eq!(RecordedChance::new(&mut by_lots).number(2, 10), None);
        assert_eq!(ReplayedChance::new([(2, 1)]).number(2, 10), None);
        let mut scripted = ScriptedChance::new(9).next("a pile", [0]);
        assert_eq!(
            (scripted.pick(&lot), scripted.number(2, 10)),
            (Some(0), None),
            "the name of the pile is not known yet"
        );
        scripted.push("another pile", [0]);
        let (mut alone, mut rest) = (SeededChance::new(9), SeededChance::new(9));
        assert_eq!(scripted.pick(&lot), alone.pick(&lot));
        assert_eq!(scripted.number(2, 10), None, "something is written");
        scripted.pick(&Lot { name: "another pile", ..lot });
        rest.pick(&lot);
        assert_eq!(scripted.number(2, 10), rest.number(2, 10), "nothing more is written");
    }

    #[test]
    fn streams_do_not_disturb_each_other() {
        let lot = |stream, name| Lot { stream, name, from: Weights::Below(1000) };
        let mut alone = SeededChance::new(3);
        let expected: Vec<_> = (0..20).map(|_| alone.pick(&lot(4, "tickets"))).collect();
        let mut both = SeededChance::new(3);
        let got: Vec<_> = (0..20)
            .map(|_| {
                both.pick(&lot(1, "cards"));
                both.pick(&lot(2, "tickets"))
            })
            .collect();
        assert_eq!(got, expected, "keyed by name, not by number");
    }
}
