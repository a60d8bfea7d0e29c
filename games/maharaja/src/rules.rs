//! What an action can break.

use kit::Rule;

/// `Ok` if the rules allow it.
pub type Verdict = Result<(), Rule>;

/// `Ok` if the rule is kept.
pub(crate) fn ensure(kept: bool, rule: Rule) -> Verdict {
    if kept { Ok(()) } else { Err(rule) }
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $key:literal, $section:literal;)+) => {
        $($(#[$doc])* pub const $name: Rule = Rule { key: $key, section: $section };)+

        /// All of them.
        pub const ALL: &[Rule] = &[$($name),+];
    };
}

rules! {
    /// Another kind of choice is asked for.
    NOT_NOW: "not-now", "6";
    /// The character is not in the display.
    NOT_IN_DISPLAY: "not-in-display", "6";
    /// The village is full.
    VILLAGE_FULL: "village-full", "4.3";
    /// Too many own shrines in the village.
    ENOUGH_OWN_SHRINES: "enough-own-shrines", "4.3";
    /// Starting shrines go into villages.
    STARTS_IN_A_VILLAGE: "starts-in-a-village", "5";

    /// An action is still open.
    ACTION_OPEN: "action-open", "7";
    /// No action is open.
    NOTHING_OPEN: "nothing-open", "7";
    /// The action was not planned, or is done.
    NOT_PLANNED: "not-planned", "7";
    /// One action marker each turn.
    ONE_MARKER: "one-marker", "7";
    /// No action marker.
    NO_MARKER: "no-marker", "7";
    /// A marker cannot swap.
    NOT_BY_MARKER: "not-by-marker", "7";
    /// Action 7 costs coins.
    PRESTIGE_TOO_DEAR: "prestige-too-dear", "8.1";

    /// The open action has no statue left to build.
    NO_STATUE_PART: "no-statue-part", "8.1";
    /// The open action has no shrine left to build.
    NO_SHRINE_PART: "no-shrine-part", "8.1";
    /// A shrine in a city is owed.
    OWES_CITY_SHRINE: "owes-city-shrine", "8.1";
    /// The shrine in a city must stay possible.
    CITY_SHRINE_IMPOSSIBLE: "city-shrine-impossible", "8.1";
    /// No statue left.
    NO_STATUE: "no-statue", "8.2";
    /// The field is taken.
    FIELD_TAKEN: "field-taken", "8.2";
    /// The priest is elsewhere.
    PRIEST_ELSEWHERE: "priest-elsewhere", "8.2";
    /// The statue costs more.
    STATUE_TOO_DEAR: "statue-too-dear", "8.2";
    /// No shrine on the tableau.
    NO_SHRINE: "no-shrine", "8.3";
    /// The shrine costs more.
    SHRINE_TOO_DEAR: "shrine-too-dear", "8.3";

    /// Two travels in a row.
    TRAVELLED: "travelled", "8.4";
    /// The roads are no route.
    NO_ROUTE: "no-route", "8.4";
    /// A village without a shrine.
    ROAD_CLOSED: "road-closed", "8.4";
    /// The toll costs more.
    TOLL_TOO_HIGH: "toll-too-high", "8.4";
    /// Another route is better.
    NEEDLESS_PAYMENT: "needless-payment", "8.4";

    /// The own character again.
    SAME_CHARACTER: "same-character", "8.5";
    /// The character is out of reach.
    OUT_OF_REACH: "out-of-reach", "8.5";
    /// S4 forbids it.
    NO_STEALING: "no-stealing", "12";
    /// The flag is too far left.
    FLAG_TOO_FAR_LEFT: "flag-too-far-left", "8.6";

    /// The player has no such ability.
    NOT_YOUR_ABILITY: "not-your-ability", "9";
    /// The ability was used.
    USED: "used", "9";
    /// The ability would do nothing.
    NO_EFFECT: "no-effect", "7";
    /// The ability costs more.
    NOT_PAYABLE: "not-payable", "9";
    /// Free shrines go into cities.
    CITIES_ONLY: "cities-only", "9";

    /// No tile at that position.
    NO_REWARD: "no-reward", "10.3";
    /// Too many purchases.
    TOO_MANY_PURCHASES: "too-many-purchases", "10.4";
    /// The character was marked already.
    MARKED_ALREADY: "marked-already", "10.5";
}
