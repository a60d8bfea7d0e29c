//! Events as data: an enumeration that is written and read as JSON.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The enumeration of a game's events, as [`Game::Event`](crate::Game::Event) wants them in JSON.
///
/// What `serde` derives for an enumeration with a name inside reads each member with code of its own, which would make the page a twentieth larger. This
/// reads each *kind* of field with code of its own, of which there are few.
///
/// ```
/// use kit::Seat;
///
/// kit::events! {
///     /// Something that happened.
///     #[derive(Clone, PartialEq, Debug)]
///     pub enum Event {
///         TurnBegan { seat: Seat },
///         SeedsTaken { seat: Seat, seeds: u8 },
///         GameOver,
///     }
/// }
///
/// let taken = Event::SeedsTaken { seat: Seat::FIRST, seeds: 3 };
/// let json = r#"{"event":"seeds-taken","seat":0,"seeds":3}"#;
/// assert_eq!(serde_json::to_string(&taken).unwrap(), json);
/// assert_eq!(serde_json::from_str::<Event>(json).unwrap(), taken);
/// let unknown = serde_json::from_str::<Event>(r#"{"event":"dawn"}"#).unwrap_err();
/// assert_eq!(unknown.to_string(), "there is no event ‘dawn’");
/// ```
#[macro_export]
macro_rules! events {
    ($(#[$about:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $event:ident $({ $($(#[$field_doc:meta])* $field:ident: $kind:ty),* $(,)? })?),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(::serde::Serialize)]
        #[serde(tag = "event", rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "events and their fields are named after what a player would name")]
        $vis enum $name { $($(#[$doc])* $event $({ $($(#[$field_doc])* $field: $kind),* })?),* }

        impl $name {
            fn of_fields(mut fields: $crate::EventFields) -> ::std::result::Result<Self, String> {
                $(if fields.are_of(stringify!($event)) {
                    return Ok($name::$event $({ $($field: fields.take(stringify!($field))?),* })?);
                })*
                Err(fields.unknown())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let fields = $crate::EventFields::deserialize(deserializer)?;
                $name::of_fields(fields).map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// The fields of an event in JSON; for [`events!`](crate::events).
#[derive(Debug, Serialize, Deserialize)]
pub struct EventFields(Map<String, Value>);

impl EventFields {
    /// Whether they belong to the event that Rust calls so: `TurnBegan` for `turn-began`.
    pub fn are_of(&self, event: &str) -> bool {
        let mut letters = self.name().bytes().peekable();
        let same = event.bytes().enumerate().all(|(at, letter)| {
            if letter.is_ascii_uppercase() && at > 0 && letters.next() != Some(b'-') {
                return false;
            }
            letters.next() == Some(letter.to_ascii_lowercase())
        });
        same && letters.peek().is_none()
    }

    /// The field of that name; a missing one is read as `null`.
    pub fn take<T: DeserializeOwned>(&mut self, field: &str) -> Result<T, String> {
        let value = self.0.get_mut(field).map(Value::take);
        serde_json::from_value(value.unwrap_or_default())
            .map_err(|error| format!("{field}: {error}"))
    }

    /// No event has their name.
    pub fn unknown(&self) -> String {
        format!("there is no event ‘{}’", self.name())
    }

    fn name(&self) -> &str {
        self.0
            .get("event")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
}
