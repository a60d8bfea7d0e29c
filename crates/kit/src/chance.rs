//! Randomness: reproducible from a seed, unpredictable without it.

use chacha20::{ChaCha8Rng, ChaCha20Rng};
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// The source of all randomness in one game: 256 bits.
///
/// The text form is 64 hexadecimal digits. Any other text is hashed with SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Creates a seed from a text: 64 hexadecimal digits are used directly, any other text is hashed.
    pub fn from_text(text: &str) -> Self {
        from_hexadecimal(text).unwrap_or_else(|| Seed(Sha256::digest(text).into()))
    }

    /// Creates a seed from 256 random bits.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Seed(bytes)
    }

    /// Draws a new seed from a random stream.
    pub fn random(rng: &mut impl Rng) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    /// Returns the `number`-th of many independent seeds derived from this one.
    #[must_use]
    pub fn child(self, number: u64) -> Self {
        Seed(
            Sha256::new()
                .chain_update(b"durbar child seed")
                .chain_update(self.0)
                .chain_update(number.to_le_bytes())
                .finalize()
                .into(),
        )
    }

    /// Returns the hash that a table publishes before the game, so that players can verify the seed afterwards. It reveals nothing about a secret seed.
    pub fn commitment(self) -> String {
        hexadecimal(
            &Sha256::new()
                .chain_update(b"durbar commitment")
                .chain_update(self.0)
                .finalize(),
        )
    }
}

impl FromStr for Seed {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Seed::from_text(text))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hexadecimal(&self.0))
    }
}

/// A seed reveals every hidden card, so `{:?}` does not print it: it must not get into logs.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Seed::from_text(&text))
    }
}

/// Formats bytes with two hexadecimal digits each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hexadecimal(text: &str) -> Option<Seed> {
    let mut bytes = [0; 32];
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        for digit in pair {
            *byte = *byte << 4 | char::from(*digit).to_digit(16)? as u8;
        }
    }
    Some(Seed(bytes))
}

/// The random stream of one game: ChaCha20 keyed by the seed, and the position in the stream.
///
/// It is part of the state, so that a saved game continues as it would have. No view contains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    seed: Seed,
    words_used: u64,
}

impl Chance {
    /// Creates the stream of the seed, at its beginning.
    pub fn new(seed: Seed) -> Self {
        Chance {
            seed,
            words_used: 0,
        }
    }

    /// Returns a uniformly distributed number from 0 to `bound - 1`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.draw(|stream| below(stream, bound))
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.draw(|stream| shuffle(stream, items));
    }

    fn draw<T>(&mut self, use_it: impl FnOnce(&mut ChaCha20Rng) -> T) -> T {
        let mut stream = ChaCha20Rng::from_seed(self.seed.0);
        stream.set_word_pos(self.words_used.into());
        let drawn = use_it(&mut stream);
        self.words_used = stream.get_word_pos() as u64;
        drawn
    }
}

/// A random generator for everything outside the games, such as bots. Fast, and the same on every platform.
pub type Dice = ChaCha8Rng;

/// Creates the generator of a seed.
pub fn dice(seed: Seed) -> Dice {
    Dice::from_seed(seed.0)
}

/// Returns an exactly uniformly distributed number from 0 to `bound - 1`, or 0 if `bound` is 0.
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    // Lemire's method: the few values that would favour some numbers are rejected.
    let unfair = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= unfair {
            return (product >> 32) as u32;
        }
    }
}

/// Shuffles the items uniformly (Fisher and Yates, from the end).
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(text: &str) -> Seed {
        text.parse().unwrap()
    }

    #[test]
    fn a_seed_prints_as_hexadecimal_and_reads_back() {
        let any_text = seed("any text");
        assert_eq!(seed(&any_text.to_string()), any_text);
        assert_ne!(any_text, seed("any text "));
        assert_eq!(
            any_text.to_string(),
            "06c83efcd22e3b755ca95ffe22954a304740027769fb541a126a5d23b6f5ac1f"
        );
    }

    #[test]
    fn chance_never_changes_between_versions() {
        let mut chance = Chance::new(seed("golden"));
        let drawn: Vec<u32> = (0..8).map(|_| chance.below(100)).collect();
        // Computed by an independent implementation of ChaCha20.
        assert_eq!(drawn, [58, 16, 50, 70, 63, 29, 11, 62]);
    }

    #[test]
    fn chance_goes_on_where_it_was_saved() {
        let mut chance = Chance::new(seed("saved"));
        chance.shuffle(&mut [0; 30]);
        let mut restored: Chance =
            serde_json::from_str(&serde_json::to_string(&chance).unwrap()).unwrap();
        assert_eq!(restored.below(1000), chance.below(1000));
        assert_eq!(restored, chance);
    }

    #[test]
    fn chance_survives_the_end_of_its_stream() {
        for words_used in [
            u64::MAX,
            u64::MAX - 1,
            u64::MAX - 20,
            u64::MAX / 16,
            1 << 36,
        ] {
            let json = format!(r#"{{"seed":"s","words_used":{words_used}}}"#);
            let mut chance: Chance = serde_json::from_str(&json).unwrap();
            for _ in 0..3 {
                chance.shuffle(&mut [0; 96]);
                assert!(chance.below(10) < 10);
            }
        }
    }

    #[test]
    fn every_order_comes_up_about_as_often() {
        let mut dice = dice(seed("orders"));
        let mut seen = std::collections::BTreeMap::<[u8; 3], u32>::new();
        for _ in 0..6000 {
            let mut items = [1, 2, 3];
            shuffle(&mut dice, &mut items);
            *seen.entry(items).or_default() += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(
            seen.values().all(|&times| (880..1120).contains(&times)),
            "{seen:?}"
        );
    }

    #[test]
    fn below_nothing_is_nothing() {
        assert_eq!(below(&mut dice(seed("")), 0), 0);
    }

    #[test]
    fn a_commitment_does_not_show_the_seed_and_debug_keeps_it_secret() {
        let secret = seed("secret");
        assert_ne!(secret.commitment(), secret.to_string());
        assert_eq!(format!("{secret:?}"), "Seed(secret)");
        assert_ne!(secret.child(0), secret.child(1));
    }
}
