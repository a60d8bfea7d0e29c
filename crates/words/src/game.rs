//! What is peculiar to each game's words. The texts themselves are in the Fluent files.

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
    actions: &[],
    hidden: &["eyes"],
};

static GAMES: [GameWords; 3] = [
    GameWords {
        key: "taj-mahal",
        kinds: &[
            ("start", "seat"),
            ("from", "seat"),
            ("first_start_seat", "seat"),
            ("winners", "seat"),
            ("active", "seat"),
            ("special_cards", "seat"),
            ("points", "source"),
        ],
        per_seat: &["players", "hands", "hand_sizes"],
        chapter: "visit-began",
        actions: &[
            "play {card}",
            "play {card} {extra}",
            "withdraw",
            "palace {city}",
            "crown {city}",
            "take {card}",
        ],
        hidden: &["eyes", "options", "stage", "first_start_seat"],
    },
    GameWords {
        key: "amritsar",
        kinds: &[
            ("start_player", "seat"),
            ("active", "seat"),
            ("winners", "seat"),
            ("side", "seat"),
            ("donations", "seat"),
            ("hand", "objective"),
            ("played", "objective"),
            ("pp", "source"),
            ("action", "tile"),
        ],
        per_seat: &["players", "objectives"],
        chapter: "decade-began",
        actions: &[
            "objective {objective}",
            "mahout {colour}",
            "place {district}",
            "stay",
            "step {steps}",
            "free {district} {by}",
            "lift {section}",
            "drop {colour}",
            "land {section}",
            "land {section} free {free}",
            "elephant {tile}",
            "main {main}",
            "second {second}",
            "gain {resource}",
            "first {half}",
            "pick {resource}",
            "discard {item}",
            "buy {resource}",
            "sell {resource}",
            "finish",
            "exchange {give} {take}",
            "upgrade storehouse {storehouse}",
            "upgrade storehouse {storehouse} pay {pay}",
            "upgrade objective {objective} {space}",
            "upgrade objective {objective} {space} pay {pay}",
            "upgrade mahout {mahout} {colour}",
            "upgrade mahout {mahout} {colour} pay {pay}",
            "skip",
            "advance {track}",
            "use {mahout}",
            "donate {space}",
            "follow",
            "decline",
            "close",
            "done",
        ],
        hidden: &["eyes", "options", "stack"],
    },
    GameWords {
        key: "maharaja",
        kinds: &[
            ("winners", "seat"),
            ("victim", "seat"),
            ("committed", "seat"),
            ("acted", "seat"),
            ("statues", "seat"),
            ("villages", "seat"),
            ("display", "character"),
            ("out", "character"),
            ("characters", "character"),
            ("returned", "character"),
            ("maharani", "character"),
            ("used", "character"),
            ("rewards", "reward"),
            ("prestige", "source"),
            ("plan", "action"),
            ("plans", "action"),
            ("first", "action"),
            ("second", "action"),
        ],
        per_seat: &["tableaus", "shrines", "tolls", "plans"],
        chapter: "round-began",
        actions: &[
            "character {character}",
            "plan {first} {second}",
            "travel {route}",
            "travel {route} {route}",
            "travel {route} {route} {route}",
            "travel {route} {route} {route} {route}",
            "travel {route} {route} {route} {route} {route}",
            "travel {route} {route} {route} {route} {route} {route}",
            "travel {route} {route} {route} {route} {route} {route} {route}",
            "start {action}",
            "start 8 {character}",
            "start 9 {city}",
            "marker {action}",
            "marker 8 {character}",
            "marker 9 {city}",
            "statue {city} {field}",
            "shrine {site}",
            "ability {character}",
            "ability 3 {exchange}",
            "ability 10 {city}",
            "ability 13 {site}",
            "reward {position}",
            "buy {times}",
            "maharani {character}",
            "decline",
            "close",
            "end",
        ],
        hidden: &["eyes", "options", "stage"],
    },
];
