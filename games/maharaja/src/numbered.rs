//! Enumerations of numbered components.

/// Declares an enumeration whose members are identified by their printed numbers, counted from 1. In JSON they are those numbers.
macro_rules! numbered {
    ($(#[$about:meta])* $vis:vis enum $name:ident: $noun:literal { $($(#[$doc:meta])* $member:ident = $number:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        $vis enum $name { $($(#[$doc])* $member = $number),+ }

        impl $name {
            /// All members, in order.
            pub const ALL: [$name; [$($number),+].len()] = [$($name::$member),+];

            /// Returns the printed number.
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// Returns the member with this number.
            pub fn numbered(number: u8) -> Option<Self> {
                Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
            }
        }

        impl kit::Key for $name {
            const COUNT: usize = $name::ALL.len();

            fn index(self) -> usize {
                usize::from(self.number()) - 1
            }

            fn at(index: usize) -> Option<Self> {
                $name::ALL.get(index).copied()
            }
        }

        /// The first member; only used to fill lists of fixed size.
        impl Default for $name {
            fn default() -> Self {
                let [first, ..] = $name::ALL;
                first
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.number().fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = kit::UnknownId;

            fn from_str(text: &str) -> Result<Self, kit::UnknownId> {
                let canonical = text.parse().ok().filter(|number: &u8| number.to_string() == text);
                canonical.and_then($name::numbered).ok_or_else(|| kit::UnknownId {
                    noun: $noun,
                    id: text.to_owned(),
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(self.number())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = u8::deserialize(deserializer)?;
                $name::numbered(number).ok_or_else(|| {
                    serde::de::Error::custom(format!("there is no {} {number}", $noun))
                })
            }
        }
    };
}

pub(crate) use numbered;
