//! JSON objects that are read field by field.
//!
//! What `serde` derives for an enumeration with its name inside, or for a struct that is flattened into another, reads every member with code of its own. For all
//! events of all games that would make the page a twentieth larger. Here it is each *kind* of field that has code of its own, and of kinds there are few.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// An enumeration whose JSON is an object: a field holds the name of the member in kebab case, and beside it lie the member's own fields.
///
/// ```
/// use kit::Seat;
///
/// kit::tagged! {
///     /// Something that happened.
///     #[derive(Clone, PartialEq, Debug)]
///     pub enum Event: "event" {
///         /// A new turn.
///         TurnBegan {
///             /// Whose.
///             seat: Seat,
///         },
///         /// The end.
///         GameOver,
///     }
/// }
///
/// let began = Event::TurnBegan { seat: Seat::FIRST };
/// let json = r#"{"event":"turn-began","seat":0}"#;
/// assert_eq!(serde_json::to_string(&began).unwrap(), json);
/// assert_eq!(serde_json::from_str::<Event>(json).unwrap(), began);
///
/// let refused = |json| serde_json::from_str::<Event>(json).unwrap_err().to_string();
/// assert_eq!(refused(r#"{"event":"dawn"}"#), "there is no event ‘dawn’");
/// assert_eq!(refused(r#"{"event":"turn-began","seat":9}"#), "seat: there is no seat 9; a seat is 0 to 4");
/// ```
#[macro_export]
macro_rules! tagged {
    ($(#[$about:meta])* $vis:vis enum $name:ident: $tag:literal {
        $($(#[$doc:meta])* $member:ident $(($inner:ty))? $({ $($(#[$field_doc:meta])* $field:ident: $kind:ty),* $(,)? })?),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(::serde::Serialize)]
        #[serde(tag = $tag, rename_all = "kebab-case")]
        $vis enum $name { $($(#[$doc])* $member $(($inner))? $({ $($(#[$field_doc])* $field: $kind),* })?),* }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                $crate::Fields::read(deserializer, |fields| {
                    let name = fields.take::<String>($tag)?;
                    $(if $crate::Fields::is_name_of(&name, stringify!($member)) {
                        return Ok($name::$member $((fields.rest::<$inner>()?))? $({ $($field: fields.take(stringify!($field))?),* })?);
                    })*
                    Err(format!("there is no {} ‘{name}’", $tag))
                })
            }
        }
    };
}

/// The fields of a JSON object.
#[derive(Debug, Serialize, Deserialize)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// Reads an object by its fields.
    pub fn read<'de, D: Deserializer<'de>, T>(
        deserializer: D,
        read: fn(&mut Fields) -> Result<T, String>,
    ) -> Result<T, D::Error> {
        read(&mut Fields::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    /// The field of that name; a missing one is read as `null`.
    pub fn take<T: DeserializeOwned>(&mut self, field: &str) -> Result<T, String> {
        let value = self.0.shift_remove(field).unwrap_or_default();
        serde_json::from_value(value).map_err(|error| format!("{field}: {error}"))
    }

    /// All fields that were not taken, as one value.
    pub fn rest<T: DeserializeOwned>(&mut self) -> Result<T, String> {
        let fields = Value::Object(std::mem::take(&mut self.0));
        serde_json::from_value(fields).map_err(|error| error.to_string())
    }

    /// Whether a name in JSON is that of a member in Rust: `turn-began` of `TurnBegan`.
    pub fn is_name_of(name: &str, member: &str) -> bool {
        let mut letters = name.bytes();
        let same = member.bytes().enumerate().all(|(at, letter)| {
            (at == 0 || !letter.is_ascii_uppercase() || letters.next() == Some(b'-'))
                && letters.next() == Some(letter.to_ascii_lowercase())
        });
        same && letters.next().is_none()
    }
}
