//! People and unguessable ids.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// Letters and digits that are hard to confuse, 5 bits each.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The length of a new id: 110 bits.
pub const ID_LENGTH: usize = 22;
/// The accepted lengths of ids; browsers used to create shorter ones.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=ID_LENGTH;

/// A person with their name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The id, which others do not see.
    pub id: PersonId,
    /// The public name.
    pub name: String,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Creates an id from random bytes, using 5 bits of each.
            pub fn from_random(bytes: [u8; ID_LENGTH]) -> Self {
                let letter = |byte: u8| ALPHABET.get(usize::from(byte % 32)).copied().unwrap_or(b'0');
                $name(bytes.map(letter).map(char::from).iter().collect())
            }

            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                let fits = LENGTHS.contains(&text.len()) && text.bytes().all(|letter| ALPHABET.contains(&letter));
                if fits { Ok($name(text.to_owned())) } else { Err(BadId) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;

            fn try_from(text: String) -> Result<Self, BadId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// The id of a table in links. Anyone who knows it may watch.
    TableId
}

id! {
    /// The id of a person. Not shown to others.
    PersonId
}

/// An error about a text that is not an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an id has {ID_LENGTH} letters and digits")]
pub struct BadId;

impl PersonId {
    /// Returns the public id of the person, which others see. Nobody can find the person's own id from it.
    pub fn public(&self) -> String {
        let digest = Sha256::digest(format!("durbar person {self}"));
        let byte = |place| digest.get(place).copied().unwrap_or(0);
        PersonId::from_random(std::array::from_fn(byte)).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_nothing_else_does() {
        let id = TableId::from_random(std::array::from_fn(|index| (index * 37) as u8));
        assert_eq!(id.to_string().parse(), Ok(id.clone()));
        assert!("0123456789abcdef".parse::<TableId>().is_ok());
        for odd in [
            "",
            "short",
            "0123456789abcdefghijkl",
            "../../../../etc/passwd",
        ] {
            assert_eq!(odd.parse::<TableId>(), Err(BadId));
        }
    }
}
