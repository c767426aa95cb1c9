//! What nobody has chosen and nobody can guess: drawn by the operating system.

use std::io;
use ttr_files::save::Secret;

/// How many bytes a secret has that was drawn.
const BYTES_OF_SECRETS: usize = 16;

/// A seed of 63 bits: as a whole number it can stand in every file.
///
/// # Errors
/// If the system draws nothing.
pub fn seed() -> io::Result<u64> {
    Ok(u64::from_le_bytes(bytes()?) >> 1)
}

/// What the values of programs are keyed by.
///
/// # Errors
/// If the system draws nothing.
pub fn secret() -> io::Result<Secret> {
    Ok(Secret::new(bytes::<BYTES_OF_SECRETS>()?))
}

fn bytes<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_wide_and_never_the_same() {
        let seeds: Vec<u64> = (0..64).map(|_| seed().expect("a seed")).collect();
        assert!(seeds.iter().all(|seed| *seed < 1 << 63) && seeds.iter().any(|seed| *seed >= 1 << 62), "{seeds:?}");
        assert!(seeds.iter().enumerate().all(|(i, seed)| !seeds[..i].contains(seed)), "{seeds:?}");
        assert_ne!(secret().expect("a secret"), secret().expect("a secret"));
    }
}
