//! What programs that play can't know: with it and the seed their values are the same again.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The longest secret, in bytes.
const MOST_BYTES: usize = 32;

/// What the values of programs are keyed by: bytes, written as hexadecimal digits, two for each.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(Vec<u8>);

/// Why a word is no secret.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSecret {
    /// It is empty.
    #[error("it is empty: a secret has hexadecimal digits, two for each of its 1 to {MOST_BYTES} bytes")]
    Empty,
    /// A character that is no digit.
    #[error("{found:?} at place {place} is no hexadecimal digit: those are 0 to 9 and a to f")]
    NoDigit {
        /// What was found.
        found: char,
        /// Where, from 1.
        place: usize,
    },
    /// A byte is cut in two.
    #[error("it has {0} digits: a secret has an even number of them, two for each byte")]
    Odd(usize),
    /// It is too long.
    #[error("it has {0} digits: a secret has at most {most}", most = 2 * MOST_BYTES)]
    TooLong(usize),
}

impl Secret {
    /// These bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for Secret {
    type Err = NoSecret;

    fn from_str(text: &str) -> Result<Self, NoSecret> {
        let digit = |(at, found): (usize, char)| {
            let digit = found.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            digit.ok_or(NoSecret::NoDigit { found, place: at + 1 })
        };
        let digits = text.chars().enumerate().map(digit).collect::<Result<Vec<u8>, _>>()?;
        match digits.len() {
            0 => Err(NoSecret::Empty),
            n if n % 2 != 0 => Err(NoSecret::Odd(n)),
            n if n > 2 * MOST_BYTES => Err(NoSecret::TooLong(n)),
            _ => Ok(Self(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())),
        }
    }
}

impl TryFrom<String> for Secret {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|why| format!("the secret: {why}"))
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        secret.to_string()
    }
}

impl fmt::Debug for Secret {
    /// Told only where it is asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_as_they_are_written_and_told_what_is_wrong_with_them() {
        for text in ["00", "0123456789abcdef", &"f0".repeat(32)] {
            assert_eq!(text.parse::<Secret>().map(|secret| secret.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("AbCd".parse(), Ok(Secret::new([0xab, 0xcd])), "in large letters too");
        let wrong = |text: &str| text.parse::<Secret>().expect_err("no secret").to_string();
        assert!(wrong("").starts_with("it is empty"));
        assert_eq!(wrong("0x12"), "'x' at place 2 is no hexadecimal digit: those are 0 to 9 and a to f");
        assert_eq!(wrong("123"), "it has 3 digits: a secret has an even number of them, two for each byte");
        assert_eq!(wrong(&"00".repeat(33)), "it has 66 digits: a secret has at most 64");
        assert_eq!(format!("{:?}", Secret::new([1])), "Secret(..)");
    }
}
