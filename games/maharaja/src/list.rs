//! Lists of fixed capacity, with a readable error when they are too long.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tinyvec::ArrayVec;

/// For `#[serde(deserialize_with = "crate::list::read")]`.
pub(crate) fn read<'de, D, T, const MOST: usize>(
    deserializer: D,
) -> Result<ArrayVec<[T; MOST]>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    let items = Vec::<T>::deserialize(deserializer)?;
    let count = items.len();
    if count > MOST {
        let says = format!("a list of {count} items, but at most {MOST} are allowed");
        return Err(D::Error::custom(says));
    }
    Ok(items.into_iter().collect())
}
