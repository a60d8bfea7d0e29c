//! The rules that an action can break.

use kit::Rule;

/// The result of a check: the broken rule, if any.
pub type Verdict = Result<(), Rule>;

/// Returns an error with the rule unless it is kept.
pub(crate) fn ensure(kept: bool, rule: Rule) -> Verdict {
    if kept { Ok(()) } else { Err(rule) }
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $key:literal, $section:literal;)+) => {
        $($(#[$doc])* pub const $name: Rule = Rule { key: $key, section: $section };)+

        /// All rules.
        pub const ALL: &[Rule] = &[$($name),+];
    };
}

rules! {
    /// Another kind of decision has to be taken.
    NOT_NOW: "not-now", "6";
    /// The character is not in the display.
    NOT_IN_DISPLAY: "not-in-display", "6";
    /// The village is full.
    VILLAGE_FULL: "village-full", "4.3";
    /// The player already has as many shrines in the village as allowed.
    ENOUGH_OWN_SHRINES: "enough-own-shrines", "4.3";
    /// Starting shrines go into villages.
    STARTS_IN_A_VILLAGE: "starts-in-a-village", "5";

    /// An action is still open.
    ACTION_OPEN: "action-open", "7";
    /// No action is open.
    NOTHING_OPEN: "nothing-open", "7";
    /// The action was not planned, or is done.
    NOT_PLANNED: "not-planned", "7";
    /// Only one action marker can be used in a turn.
    ONE_MARKER: "one-marker", "7";
    /// The player has no action marker.
    NO_MARKER: "no-marker", "7";
    /// An action marker cannot be used to swap.
    NOT_BY_MARKER: "not-by-marker", "7";
    /// The player cannot pay for action 7.
    PRESTIGE_TOO_DEAR: "prestige-too-dear", "8.1";

    /// The open action has no statue left to build.
    NO_STATUE_PART: "no-statue-part", "8.1";
    /// The open action has no shrine left to build.
    NO_SHRINE_PART: "no-shrine-part", "8.1";
    /// A shrine in a city must be built first.
    OWES_CITY_SHRINE: "owes-city-shrine", "8.1";
    /// The required shrine in a city would become impossible.
    CITY_SHRINE_IMPOSSIBLE: "city-shrine-impossible", "8.1";
    /// The player has no statue left.
    NO_STATUE: "no-statue", "8.2";
    /// The field is taken.
    FIELD_TAKEN: "field-taken", "8.2";
    /// The priest is not in that city.
    PRIEST_ELSEWHERE: "priest-elsewhere", "8.2";
    /// The player cannot pay for the statue.
    STATUE_TOO_DEAR: "statue-too-dear", "8.2";
    /// The player has no shrine on the tableau.
    NO_SHRINE: "no-shrine", "8.3";
    /// The player cannot pay for the shrine.
    SHRINE_TOO_DEAR: "shrine-too-dear", "8.3";

    /// Two journeys in a row are not allowed.
    TRAVELLED: "travelled", "8.4";
    /// The roads do not form a route.
    NO_ROUTE: "no-route", "8.4";
    /// A village on the road has no shrine.
    ROAD_CLOSED: "road-closed", "8.4";
    /// The player cannot pay the toll.
    TOLL_TOO_HIGH: "toll-too-high", "8.4";
    /// Another route costs less.
    NEEDLESS_PAYMENT: "needless-payment", "8.4";

    /// The player already has this character.
    SAME_CHARACTER: "same-character", "8.5";
    /// The character is out of reach.
    OUT_OF_REACH: "out-of-reach", "8.5";
    /// Special rule S4 forbids taking another player's character.
    NO_STEALING: "no-stealing", "12";
    /// The flag is too far left.
    FLAG_TOO_FAR_LEFT: "flag-too-far-left", "8.6";

    /// The player has no such ability.
    NOT_YOUR_ABILITY: "not-your-ability", "9";
    /// The ability was already used in this round.
    USED: "used", "9";
    /// The ability would have no effect.
    NO_EFFECT: "no-effect", "7";
    /// The player cannot pay for the ability.
    NOT_PAYABLE: "not-payable", "9";
    /// Free shrines go into cities.
    CITIES_ONLY: "cities-only", "9";

    /// There is no tile at that position.
    NO_REWARD: "no-reward", "10.3";
    /// Too many purchases.
    TOO_MANY_PURCHASES: "too-many-purchases", "10.4";
    /// This tile has already marked the character.
    MARKED_ALREADY: "marked-already", "10.5";
}
