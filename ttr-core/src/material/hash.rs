//! A hash of our own, the same on every platform and in every version: saves carry it.

/// FNV-1a over 64-bit words, with a final mix.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Fnv {
    /// The empty hash.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in a word.
    #[inline]
    pub const fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    /// Takes in bytes, one by one, and their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.parts([bytes]);
    }

    /// Takes in the bytes of all parts, one by one, and their number, as if they were one.
    pub fn parts<'a>(&mut self, parts: impl IntoIterator<Item = &'a [u8]>) {
        let mut len = 0;
        for part in parts {
            for &b in part {
                self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
            }
            len += part.len();
        }
        self.word(len as u64);
    }

    /// The hash of all that was taken in.
    pub const fn value(&self) -> u64 {
        let mut x = self.0;
        x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ (x >> 32)
    }
}

impl Default for Fnv {
    fn default() -> Self {
        Self::new()
    }
}
