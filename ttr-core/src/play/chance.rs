//! Where chance comes from: seeded, replayed or scripted. The state holds no generator, no seed and no deck order; a
//! pile is a bag, and what is drawn from it is asked for here, one card at a time.

use crate::bag::CardBag;
use crate::hash::Fnv;
use crate::ids::nth_member;
use crate::state::Lying;
use arrayvec::ArrayString;
use rand_chacha::ChaCha8Core;
use rand_core::block::Generator;
use rand_core::{Rng, SeedableRng};

/// What one outcome is chosen from: some chances, all of them equal.
#[derive(Clone, Copy, Debug)]
pub struct Lot<'a> {
    /// Number of the stream, constant for these rules.
    pub stream: u16,
    /// Name of the stream: that of the pile drawn from. Seeds depend on it, so that a pile nobody uses changes nothing.
    pub name: &'a str,
    /// How many equal chances there are, one or more.
    pub n: u32,
    /// What each of them brings.
    pub from: Weights<'a>,
}

/// What can come, and how often.
#[derive(Clone, Copy, Debug)]
pub enum Weights<'a> {
    /// Each of these cards, by the number of its kind.
    Cards(&'a CardBag),
    /// Each of these outcomes once.
    Each(&'a [u16]),
    /// Each ticket that lies without an order, by its number.
    Tickets(LooseTickets<'a>),
    /// Outcomes `0..n`, once each.
    Below(u16),
}

/// The tickets that lie in a pile without an order.
#[derive(Clone, Copy, Debug)]
pub struct LooseTickets<'a>(pub(crate) &'a [Lying]);

impl LooseTickets<'_> {
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().map(|lying| lying.loose)
    }
}

impl Weights<'_> {
    /// How many equal chances there are.
    pub fn total(&self) -> u32 {
        match self {
            Self::Cards(cards) => cards.size(),
            Self::Each(list) => list.len() as u32,
            Self::Tickets(tickets) => tickets.words().map(u64::count_ones).sum(),
            Self::Below(n) => u32::from(*n),
        }
    }
}

impl<'a> Lot<'a> {
    /// The chances of a stream.
    pub fn new(stream: u16, name: &'a str, from: Weights<'a>) -> Self {
        Self { stream, name, n: from.total(), from }
    }

    /// What chance number `i` brings.
    #[inline]
    pub fn outcome(&self, i: u32) -> Option<u16> {
        match self.from {
            Weights::Cards(cards) => cards.nth(i).map(|kind| kind.0.into()),
            Weights::Each(list) => list.get(i as usize).copied(),
            Weights::Tickets(tickets) => nth_member(tickets.words(), i).map(|ticket| ticket as u16),
            Weights::Below(n) => (i < u32::from(n)).then_some(i as u16),
        }
    }

    /// The first chance that brings this outcome, if it can come.
    pub fn number(&self, outcome: u16) -> Option<u32> {
        let at = usize::from(outcome);
        match self.from {
            Weights::Cards(cards) => {
                let counts = cards.counts();
                (*counts.get(at)? > 0).then(|| counts[..at].iter().map(|n| u32::from(*n)).sum())
            }
            Weights::Each(list) => list.iter().position(|each| *each == outcome).map(|at| at as u32),
            Weights::Tickets(tickets) => {
                let (word, bit) = (at / 64, at % 64);
                let there = tickets.words().nth(word).filter(|word| word >> bit & 1 != 0)?;
                let before = tickets.words().take(word).map(u64::count_ones).sum::<u32>();
                Some(before + (there & ((1 << bit) - 1)).count_ones())
            }
            Weights::Below(n) => (outcome < n).then_some(outcome.into()),
        }
    }
}

/// Why a source has nothing to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoOutcome {
    /// What it has is for another stream, or all of it was given.
    Empty,
    /// What it has can't come now.
    CantCome(u16),
}

/// A source of outcomes.
pub trait Chance {
    /// Which of the equal chances of a lot it is, from zero.
    ///
    /// # Errors
    /// If the source has none (a script that has run out, or one that says what can't come): then the step fails, and nothing
    /// panics.
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome>;
}

/// A number below `n` without bias (Lemire's method), the same on every platform. `n` of zero gives zero.
#[inline]
pub fn below(rng: &mut impl Rng, n: u32) -> u32 {
    below_from(|| rng.next_u32(), n)
}

/// A number below `n` from words that are as likely as each other.
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
    /// None before the first word is asked for.
    generator: Option<ChaCha8Core>,
    block: [u32; BLOCK],
    /// How many of the block were given.
    given: usize,
}

impl Words {
    const NONE: Self = Self { generator: None, block: [0; BLOCK], given: BLOCK };

    /// The next word. The key is asked for before the first.
    fn next(&mut self, key: impl FnOnce() -> [u8; 32]) -> u32 {
        if self.given >= BLOCK {
            self.generator.get_or_insert_with(|| ChaCha8Core::from_seed(key())).generate(&mut self.block);
            self.given = 0;
        }
        let word = self.block[self.given % BLOCK];
        self.given += 1;
        word
    }

    /// The number below `n` that the next word gives where no other number can be likelier, as almost always.
    #[inline(always)]
    fn below(&mut self, n: u32) -> Option<u32> {
        let m = u64::from(*self.block.get(self.given)?) * u64::from(n);
        (m as u32 >= n).then(|| {
            self.given += 1;
            (m >> 32) as u32
        })
    }
}

/// Outcomes from a seed. Every stream has a generator of its own, keyed by the seed and the stream's name.
///
/// ```
/// use ttr_core::CardBag;
/// use ttr_core::chance::{Chance, Lot, SeededChance, Weights};
/// let cards = CardBag::from_counts(&[3, 0, 2]);
/// let lot = Lot::new(0, "a pile", Weights::Cards(&cards));
/// let (mut one, mut two) = (SeededChance::new(7), SeededChance::new(7));
/// for _ in 0..100 {
///     let chance = one.pick(&lot);
///     assert_eq!(chance, two.pick(&lot));
///     assert!(lot.outcome(chance.unwrap()).is_some());
/// }
/// ```
#[derive(Clone, Debug)]
pub struct SeededChance {
    seed: u64,
    streams: Vec<Words>,
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

    /// The key of the stream of this name.
    fn of_stream(&mut self, seed: u64, name: &str) -> [u8; 32] {
        if self.name.as_ref().is_none_or(|known| known.as_str() != name) {
            *self = Self::new(name);
        }
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(&self.key);
        key
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
        for words in &mut self.streams {
            (words.generator, words.given) = (None, BLOCK);
        }
    }

    /// A number below `n`, whatever has to be done for it first.
    #[cold]
    #[inline(never)]
    fn pick_at_length(&mut self, lot: &Lot<'_>) -> u32 {
        let at = usize::from(lot.stream);
        if self.streams.len() <= at {
            self.streams.resize(at + 1, Words::NONE);
            self.keys.resize_with(at + 1, NameKey::default);
        }
        let (words, known, seed) = (&mut self.streams[at], &mut self.keys[at], self.seed);
        below_from(|| words.next(|| known.of_stream(seed, lot.name)), lot.n)
    }
}

impl Chance for SeededChance {
    #[inline]
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let at_once = self.streams.get_mut(usize::from(lot.stream)).and_then(|words| words.below(lot.n));
        Ok(at_once.unwrap_or_else(|| self.pick_at_length(lot)))
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
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        match self.outcomes.front() {
            Some(&(stream, outcome)) if stream == lot.stream => {
                self.outcomes.pop_front();
                lot.number(outcome).ok_or(NoOutcome::CantCome(outcome))
            }
            _ => Err(NoOutcome::Empty),
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
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        if let Some((_, list)) = self.script.iter_mut().find(|(name, _)| name == lot.name)
            && let Some(&outcome) = list.front()
        {
            let number = lot.number(outcome);
            if self.strict || number.is_some() {
                list.pop_front();
                return number.ok_or(NoOutcome::CantCome(outcome));
            }
        }
        self.rest.pick(lot)
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
    fn pick(&mut self, lot: &Lot<'_>) -> Result<u32, NoOutcome> {
        let i = self.inner.pick(lot)?;
        if let Some(outcome) = lot.outcome(i) {
            self.outcomes.push((lot.stream, outcome));
        }
        Ok(i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_generator_gives_the_known_answer() {
        // Saved games depend on this stream: ChaCha8 from 32 bytes, `below` of our own.
        let mut words = Words::NONE;
        let mut rng = ChaCha8Rng::from_seed([1; 32]);
        let got: Vec<u32> = (0..200).map(|_| below_from(|| words.next(|| [1; 32]), 110)).collect();
        assert_eq!(got, (0..200).map(|_| below(&mut rng, 110)).collect::<Vec<_>>());
        assert_eq!(got[..8], KNOWN, "the values of saved games have changed");
    }

    const KNOWN: [u32; 8] = [93, 32, 45, 104, 18, 75, 13, 96];

    #[test]
    fn every_outcome_has_the_number_of_a_chance_that_brings_it() {
        let cards = CardBag::from_counts(&[3, 0, 2, 5]);
        let lying = [5 | 1 << 63, 0, 1 << 7].map(|loose| Lying { loose, queued: u64::MAX });
        let lots =
            [Weights::Cards(&cards), Weights::Each(&[4, 9]), Weights::Tickets(LooseTickets(&lying)), Weights::Below(7)];
        for from in lots {
            let lot = Lot::new(0, "a pile", from);
            let outcomes: Vec<u16> = (0..lot.n).map(|i| lot.outcome(i).expect("one for each chance")).collect();
            assert_eq!(lot.outcome(lot.n), None);
            for outcome in 0..300 {
                let first = outcomes.iter().position(|of| *of == outcome).map(|i| i as u32);
                assert_eq!(lot.number(outcome), first, "{outcome} of {from:?}");
            }
        }
    }

    #[test]
    fn streams_do_not_disturb_each_other() {
        let lot = |stream, name| Lot::new(stream, name, Weights::Below(1000));
        let mut alone = SeededChance::new(3);
        let expected: Vec<_> = (0..20).map(|_| alone.pick(&lot(4, "tickets"))).collect();
        let mut both = SeededChance::new(3);
        let got: Vec<_> = (0..20)
            .map(|_| {
                both.pick(&lot(1, "cards")).expect("a seed has all outcomes");
                both.pick(&lot(2, "tickets"))
            })
            .collect();
        assert_eq!(got, expected, "keyed by name, not by number");
    }
}
