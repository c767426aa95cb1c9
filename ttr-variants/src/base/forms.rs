//! Parameters that may be written in a short or a long form, read so that a fault in either is told where it stands.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor, value::StrDeserializer};
use std::fmt;
use std::marker::PhantomData;

struct Either<T, S, L> {
    expected: &'static str,
    short: S,
    long: L,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, V, S: FnOnce(u8) -> V, L: FnOnce(T) -> V> Visitor<'de> for Either<T, S, L> {
    type Value = V;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<V, E> {
        match u8::try_from(n) {
            Ok(n) => Ok((self.short)(n)),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(n), &self)),
        }
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<V, E> {
        match u8::try_from(n) {
            Ok(n) => Ok((self.short)(n)),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(n), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(self.long)
    }
}

/// Reads a small number, or a table.
pub(crate) fn read_either<'de, T: Deserialize<'de>, V, D: Deserializer<'de>>(
    de: D,
    expected: &'static str,
    short: impl FnOnce(u8) -> V,
    long: impl FnOnce(T) -> V,
) -> Result<V, D::Error> {
    de.deserialize_any(Either { expected, short, long, of: PhantomData })
}

struct NumberOr<T, S, L> {
    expected: &'static str,
    most: u64,
    number: S,
    word: L,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, V, S: FnOnce(u64) -> V, L: FnOnce(T) -> V> Visitor<'de> for NumberOr<T, S, L> {
    type Value = V;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<V, E> {
        match u64::try_from(n) {
            Ok(n) => self.visit_u64(n),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(n), &self)),
        }
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<V, E> {
        if n > self.most {
            return Err(E::invalid_value(Unexpected::Unsigned(n), &self));
        }
        Ok((self.number)(n))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<V, E> {
        match T::deserialize(StrDeserializer::<E>::new(word)) {
            Ok(word) => Ok((self.word)(word)),
            Err(_) => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

/// Reads a number that is no larger than `most`, or a word.
pub(crate) fn read_number_or<'de, T: Deserialize<'de>, V, D: Deserializer<'de>>(
    de: D,
    expected: &'static str,
    most: u64,
    number: impl FnOnce(u64) -> V,
    word: impl FnOnce(T) -> V,
) -> Result<V, D::Error> {
    de.deserialize_any(NumberOr { expected, most, number, word, of: PhantomData })
}
