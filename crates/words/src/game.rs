//! What is peculiar to each game's words, from the file `words/shape` of the game; its texts lie beside it.
//!
//! Each line of that file begins with a word: `chapter` names the event that begins a chapter; `turn`, `opponent` and `nobody` list the
//! events after which the seat in the event, the automatic opponent or no player acts; `per-seat` and `hidden` list fields of the view; `called winners like
//! seat` says that the values of one field are called like those of another; `action play {card}` is the form of an action.

/// How to read the JSON and the actions of a game.
#[derive(PartialEq)]
pub(crate) struct GameWords {
    /// The game's key.
    pub key: &'static str,
    /// Fields whose values are called like those of another field.
    pub kinds: &'static [(&'static str, &'static str)],
    /// Lists with one entry for each seat.
    pub per_seat: &'static [&'static str],
    /// The event that begins a chapter of the game: a visit, a decade, a round.
    pub chapter: &'static str,
    /// The events that begin the turn of the seat in them.
    pub turn: &'static [&'static str],
    /// The events that begin a turn of the automatic opponent.
    pub opponent: &'static [&'static str],
    /// The events after which something happens by itself: a scoring, the end of a round.
    pub nobody: &'static [&'static str],
    /// The forms of all actions. Words in braces are named values; the others make up the key.
    pub actions: &'static [&'static str],
    /// Parts of a view that say nothing to a person, or are shown elsewhere.
    pub hidden: &'static [&'static str],
}

impl GameWords {
    pub(crate) fn of(key: &str) -> &'static GameWords {
        let found = GAMES.iter().find(|game| game.key == key);
        found.unwrap_or(&UNKNOWN)
    }

    pub(crate) fn kind<'a>(&self, field: &'a str) -> &'a str {
        let found = self.kinds.iter().find(|(name, _)| *name == field);
        found.map_or(field, |(_, kind)| kind)
    }
}

/// A game that has no words yet: its ids are shown as they are.
static UNKNOWN: GameWords = GameWords {
    key: "",
    kinds: &[],
    per_seat: &["players"],
    chapter: "",
    turn: &[],
    opponent: &[],
    nobody: &[],
    actions: &[],
    hidden: &["eyes"],
};

/// All games, as the build script finds them.
static GAMES: &[GameWords] = include!(concat!(env!("OUT_DIR"), "/games.rs"));
