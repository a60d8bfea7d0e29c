//! Keys, ids, and the containers that they index.

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A type with a fixed number of values, such as a seat or a city.
pub trait Key: Copy + Eq + 'static {
    /// The number of values.
    const COUNT: usize;

    /// Returns the index of this value in their order. Always less than [`Key::COUNT`].
    fn index(self) -> usize;

    /// Returns the value at the given index.
    fn at(index: usize) -> Option<Self>;

    /// Returns all values, in order.
    fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT).filter_map(Self::at)
    }
}

/// A [`Key`] whose values have names for records, programs and logs.
pub trait Id: Key {
    /// The name of the type in messages: `"city"`.
    const NOUN: &'static str;

    /// Returns the name of this value: `"kas2"`.
    fn id(self) -> &'static str;

    /// Returns the value with the given name.
    fn named(id: &str) -> Result<Self, UnknownId> {
        Self::all()
            .find(|key| key.id() == id)
            .ok_or_else(|| UnknownId {
                noun: Self::NOUN,
                id: crate::refusal::shortened(id),
            })
    }
}

/// A name that no value of the type has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {noun} ‘{id}’")]
pub struct UnknownId {
    /// The name of the type, as [`Id::NOUN`].
    pub noun: &'static str,
    /// The unknown name.
    pub id: String,
}

/// Implements text and JSON conversions of a type by its [`Id`].
#[macro_export]
macro_rules! text_by_id {
    ($name:ty) => {
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad($crate::Id::id(*self))
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                <$name as $crate::Id>::named(text)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::Id::id(*self))
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let id = <::std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                <$name as $crate::Id>::named(&id).map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// Declares an enumeration whose members have ids.
///
/// ```
/// kit::ids! {
///     /// A good that a caravan carries.
///     pub enum Good: "good" {
///         /// From the plains.
///         Rice = "rice",
///         /// From the hills.
///         Tea = "tea",
///     }
/// }
/// assert_eq!("tea".parse(), Ok(Good::Tea));
/// assert_eq!("gold".parse::<Good>().unwrap_err().to_string(), "there is no good ‘gold’");
/// ```
#[macro_export]
macro_rules! ids {
    ($(#[$about:meta])* $vis:vis enum $name:ident: $noun:literal { $($(#[$doc:meta])* $member:ident = $id:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        $vis enum $name { $($(#[$doc])* $member),+ }

        impl $name {
            /// All members, in order.
            pub const ALL: [$name; <$name as $crate::Key>::COUNT] = [$($name::$member),+];
        }

        impl $crate::Key for $name {
            const COUNT: usize = [$($id),+].len();

            fn index(self) -> usize {
                self as usize
            }

            fn at(index: usize) -> Option<Self> {
                $name::ALL.get(index).copied()
            }
        }

        impl $crate::Id for $name {
            const NOUN: &'static str = $noun;

            fn id(self) -> &'static str {
                match self { $($name::$member => $id),+ }
            }
        }

        $crate::text_by_id!($name);
    };
}

/// A set of keys of a type with at most 64 values. In JSON, a list.
pub struct Set<K> {
    bits: u64,
    of: PhantomData<K>,
}

impl<K> Clone for Set<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Set<K> {}
impl<K> PartialEq for Set<K> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}
impl<K> Eq for Set<K> {}
impl<K> Default for Set<K> {
    fn default() -> Self {
        Set::EMPTY
    }
}

impl<K> Set<K> {
    /// The empty set.
    pub const EMPTY: Set<K> = Set::from_bits(0);

    /// Returns the set of the keys whose bits are set.
    pub const fn from_bits(bits: u64) -> Self {
        Set {
            bits,
            of: PhantomData,
        }
    }

    /// Returns the set as bits. Bit `i` belongs to the key with index `i`.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns the number of keys in the set.
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Returns the union of the two sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Set::from_bits(self.bits | other.bits)
    }

    /// Returns the intersection of the two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Set::from_bits(self.bits & other.bits)
    }

    /// Returns the keys that are not in the other set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Set::from_bits(self.bits & !other.bits)
    }
}

impl<K: Key> Set<K> {
    const FITS: () = assert!(K::COUNT <= 64, "a set is limited to keys with 64 values");

    /// Returns the set with one key.
    pub fn only(key: K) -> Self {
        let () = Self::FITS;
        Set::from_bits(1 << key.index())
    }

    /// Returns whether the set contains the key.
    pub fn contains(self, key: K) -> bool {
        self.bits & Self::only(key).bits != 0
    }

    /// Adds the key. Returns whether it was missing.
    pub fn insert(&mut self, key: K) -> bool {
        let missing = !self.contains(key);
        self.bits |= Self::only(key).bits;
        missing
    }

    /// Removes the key. Returns whether it was present.
    pub fn remove(&mut self, key: K) -> bool {
        let there = self.contains(key);
        self.bits &= !Self::only(key).bits;
        there
    }

    /// Returns the key with the lowest index.
    pub fn lowest(self) -> Option<K> {
        self.iter().next()
    }

    /// Returns the keys in order.
    pub fn iter(self) -> impl Iterator<Item = K> + Clone {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            K::at(lowest)
        })
    }
}

impl<K: Key> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        keys.into_iter()
            .fold(Set::EMPTY, |set, key| set.or(Set::only(key)))
    }
}

impl<K: Key + fmt::Debug> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<K: Key + Serialize> Serialize for Set<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, K: Key + Deserialize<'de>> Deserialize<'de> for Set<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = Set::EMPTY;
        for key in Vec::<K>::deserialize(deserializer)? {
            if !set.insert(key) {
                return Err(D::Error::custom("duplicate entry in a set"));
            }
        }
        Ok(set)
    }
}

/// An array with one `T` for each `K`. In JSON, an object whose field names are the ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct By<K, T, const N: usize> {
    items: [T; N],
    of: PhantomData<K>,
}

impl<K: Key, T, const N: usize> By<K, T, N> {
    const COMPLETE: () = assert!(K::COUNT == N, "one item for each key");

    /// Creates the array from items in the order of the keys.
    pub const fn new(items: [T; N]) -> Self {
        let () = Self::COMPLETE;
        By {
            items,
            of: PhantomData,
        }
    }

    /// Creates the array by calling `make` for each key.
    pub fn from_fn(mut make: impl FnMut(K) -> T) -> Self
    where
        T: Default,
    {
        By::new(std::array::from_fn(|index| {
            K::at(index).map(&mut make).unwrap_or_default()
        }))
    }

    /// Returns each key with its item, in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        K::all().zip(&self.items)
    }

    /// Returns each key with its mutable item, in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut T)> {
        K::all().zip(&mut self.items)
    }
}

impl<K: Key, T: Copy + Default, const N: usize> Default for By<K, T, N> {
    fn default() -> Self {
        By::new([T::default(); N])
    }
}

/// Returns the items in the order of the keys.
impl<K: Key, T, const N: usize> AsRef<[T]> for By<K, T, N> {
    fn as_ref(&self) -> &[T] {
        &self.items
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "a key's index is below K::COUNT, and K::COUNT is N"
)]
impl<K: Key, T, const N: usize> Index<K> for By<K, T, N> {
    type Output = T;

    fn index(&self, key: K) -> &T {
        &self.items[key.index()]
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "a key's index is below K::COUNT, and K::COUNT is N"
)]
impl<K: Key, T, const N: usize> IndexMut<K> for By<K, T, N> {
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.items[key.index()]
    }
}

impl<K: Id, T: Serialize, const N: usize> Serialize for By<K, T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(key, item)| (key.id(), item)))
    }
}

impl<'de, K: Id, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de>
    for By<K, T, N>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = deserializer.deserialize_map(ReadMap::<K, T, N>(PhantomData))?;
        let mut complete = By::default();
        for (key, item) in read.iter() {
            complete[key] = item.ok_or_else(|| {
                D::Error::custom(format!("the {} ‘{}’ is missing", K::NOUN, key.id()))
            })?;
        }
        Ok(complete)
    }
}

/// Reads a map that has each key at most once.
struct ReadMap<K, T, const N: usize>(PhantomData<(K, T)>);

impl<'de, K: Id, T: Copy + Deserialize<'de>, const N: usize> Visitor<'de> for ReadMap<K, T, N> {
    type Value = By<K, Option<T>, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with a {} as each name", K::NOUN)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut read = By::new([None; N]);
        while let Some(id) = map.next_key::<String>()? {
            let key = K::named(&id).map_err(A::Error::custom)?;
            if read[key].replace(map.next_value()?).is_some() {
                return Err(A::Error::custom(format!(
                    "the {} ‘{id}’ appears twice",
                    K::NOUN
                )));
            }
        }
        Ok(read)
    }
}

/// For `#[serde(with = "kit::sparse")]`: omits the keys whose item is `None`.
pub mod sparse {
    use super::{By, Id, ReadMap};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::marker::PhantomData;

    /// Writes the keys whose item is present.
    pub fn serialize<K: Id, T: Serialize, S: Serializer, const N: usize>(
        by: &By<K, Option<T>, N>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            by.iter()
                .filter_map(|(key, item)| item.as_ref().map(|item| (key.id(), item))),
        )
    }

    /// Reads a map; missing keys become `None`.
    pub fn deserialize<
        'de,
        K: Id,
        T: Copy + Deserialize<'de>,
        D: Deserializer<'de>,
        const N: usize,
    >(
        deserializer: D,
    ) -> Result<By<K, Option<T>, N>, D::Error> {
        deserializer.deserialize_map(ReadMap::<K, T, N>(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::ids! {
        /// An example.
        enum Fruit: "fruit" {
            /// Sweet.
            Mango = "mango",
            /// Sour.
            Lime = "lime",
        }
    }

    #[test]
    fn ids_round_trip_and_unknown_ones_are_named() {
        for fruit in Fruit::ALL {
            assert_eq!(fruit.to_string().parse(), Ok(fruit));
        }
        assert_eq!(
            serde_json::from_str::<Fruit>("\"fig\"")
                .unwrap_err()
                .to_string(),
            "there is no fruit ‘fig’"
        );
    }

    #[test]
    fn a_map_names_every_key_once() {
        let prices = By::<Fruit, u8, 2>::new([3, 4]);
        let json = serde_json::to_string(&prices).unwrap();
        assert_eq!(json, r#"{"mango":3,"lime":4}"#);
        assert_eq!(
            serde_json::from_str::<By<Fruit, u8, 2>>(&json).unwrap(),
            prices
        );
        for broken in [
            r#"{"mango":3}"#,
            r#"{"mango":3,"lime":4,"fig":5}"#,
            r#"{"mango":3,"lime":4,"mango":3}"#,
        ] {
            assert!(
                serde_json::from_str::<By<Fruit, u8, 2>>(broken).is_err(),
                "{broken}"
            );
        }
    }

    #[test]
    fn a_set_is_a_list_without_repetitions() {
        let set: Set<Fruit> = [Fruit::Lime].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), r#"["lime"]"#);
        assert!(serde_json::from_str::<Set<Fruit>>(r#"["lime","lime"]"#).is_err());
        assert_eq!(Set::only(Fruit::Mango).or(set).lowest(), Some(Fruit::Mango));
    }
}
