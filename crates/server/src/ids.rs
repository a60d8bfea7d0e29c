//! Names that cannot be guessed.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Letters and digits that are not mistaken for each other, 5 bits each.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 22 letters are 110 bits.
const LENGTH: usize = 22;

/// The operating system has no randomness to give. Nothing secret can be made without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system gives no randomness; try again later")]
pub struct NoRandomness;

/// So many bytes that nobody can guess.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

fn random_name() -> Result<String, NoRandomness> {
    let letters = random::<LENGTH>()?;
    let letter = |byte: u8| {
        ALPHABET
            .get(usize::from(byte % 32))
            .copied()
            .unwrap_or(b'0')
    };
    Ok(letters.map(letter).map(char::from).iter().collect())
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// A new one.
            pub fn random() -> Result<Self, NoRandomness> {
                random_name().map($name)
            }

            /// As text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NoName;

            fn from_str(text: &str) -> Result<Self, NoName> {
                let fits = text.len() == LENGTH && text.bytes().all(|letter| ALPHABET.contains(&letter));
                if fits { Ok($name(text.to_owned())) } else { Err(NoName) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = NoName;

            fn try_from(text: String) -> Result<Self, NoName> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name! {
    /// A table's name in links. Whoever knows it may watch.
    TableId
}

name! {
    /// A person. Not shown to others.
    PersonId
}

/// Text that names nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a name has {LENGTH} letters and digits")]
pub struct NoName;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_nothing_else_does() {
        let id = TableId::random().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id.clone()));
        assert_ne!(TableId::random().unwrap(), id);
        for odd in [
            "",
            "short",
            "0123456789abcdefghijkl",
            "../../../../etc/passwd",
        ] {
            assert_eq!(odd.parse::<TableId>(), Err(NoName));
        }
    }
}
