//! JSON objects that are read field by field.
//!
//! For internally tagged enumerations and flattened structs, `serde` derives separate code for every member. For all events of all games, that would make the
//! page 5 % larger. Here only each *type* of field needs code of its own, and there are few types.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// Declares an enumeration whose JSON is an object: one field holds the member's name in kebab case, and the member's own fields are next to it.
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
///             /// The seat whose turn it is.
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
    ($(#[$about:meta])* $vis:vis enum $name:ident: $tag:tt {
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
    /// Reads an object and passes its fields to the function.
    pub fn read<'de, D: Deserializer<'de>, T>(
        deserializer: D,
        read: fn(&mut Fields) -> Result<T, String>,
    ) -> Result<T, D::Error> {
        read(&mut Fields::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    /// Removes and reads a field. A missing field is read as `null`.
    pub fn take<T: DeserializeOwned>(&mut self, field: &str) -> Result<T, String> {
        let value = self.0.shift_remove(field).unwrap_or_default();
        serde_json::from_value(value).map_err(|error| format!("{field}: {error}"))
    }

    /// Reads all remaining fields as one value.
    pub fn rest<T: DeserializeOwned>(&mut self) -> Result<T, String> {
        let fields = Value::Object(std::mem::take(&mut self.0));
        serde_json::from_value(fields).map_err(|error| error.to_string())
    }

    /// Returns whether a JSON name belongs to a Rust member: `turn-began` belongs to `TurnBegan`.
    pub fn is_name_of(name: &str, member: &str) -> bool {
        let mut letters = name.bytes();
        let same = member.bytes().enumerate().all(|(at, letter)| {
            (at == 0 || !letter.is_ascii_uppercase() || letters.next() == Some(b'-'))
                && letters.next() == Some(letter.to_ascii_lowercase())
        });
        same && letters.next().is_none()
    }
}
