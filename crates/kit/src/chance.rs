//! Randomness: reproducible from a seed, unpredictable without it.

use chacha20::{ChaCha8Rng, ChaCha20Rng};
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// The origin of all chance in one game: 256 bits.
///
/// As text it is 64 hexadecimal digits. Any other text is a seed too, by way of its SHA-256 hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed that a text stands for: 64 hexadecimal digits as they are, any other text by its hash.
    pub fn from_text(text: &str) -> Self {
        from_hexadecimal(text).unwrap_or_else(|| Seed(Sha256::digest(text).into()))
    }

    /// A seed from 256 bits that somebody else drew.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Seed(bytes)
    }

    /// A fresh seed out of a random stream.
    pub fn random(rng: &mut impl Rng) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    /// The `number`-th of the many independent seeds that belong to this one.
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

    /// What a table publishes before the game, so that the seed can be checked after it. It tells nothing about a secret seed.
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

/// A seed tells every hidden card, so it does not slip into logs by way of `{:?}`.
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

/// Bytes as text, two digits each.
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

/// All randomness of one game: a ChaCha20 stream keyed by the seed, and how much of it has been used.
///
/// Part of the state, so that a saved game goes on as it would have. Hidden from everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    seed: Seed,
    words_used: u64,
}

impl Chance {
    /// The stream of that seed, from its beginning.
    pub fn new(seed: Seed) -> Self {
        Chance {
            seed,
            words_used: 0,
        }
    }

    /// A number from 0 to `bound - 1`, each as likely (0 if `bound` is 0).
    pub fn below(&mut self, bound: u32) -> u32 {
        self.draw(|stream| below(stream, bound))
    }

    /// Brings the items into an order that nobody can predict.
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

/// Randomness that is not part of any game, such as a bot's whim. Fast, and the same on every platform.
pub type Dice = ChaCha8Rng;

/// The dice that belong to a seed.
pub fn dice(seed: Seed) -> Dice {
    Dice::from_seed(seed.0)
}

/// A number from 0 to `bound - 1`, each exactly as likely (0 if `bound` is 0).
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    // Lemire's multiplication; the few values that would favour some numbers are drawn again.
    let unfair = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= unfair {
            return (product >> 32) as u32;
        }
    }
}

/// Brings the items into a random order, each order as likely (Fisher and Yates, from the end).
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
        // Computed once by an independent ChaCha20.
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
