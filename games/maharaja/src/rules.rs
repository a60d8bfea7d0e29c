//! What an action can break.

use kit::Rule;

/// `Ok` if the rules allow it.
pub type Verdict = Result<(), Rule>;

/// `Ok` if the rule is kept.
pub(crate) fn ensure(kept: bool, rule: Rule) -> Verdict {
    if kept { Ok(()) } else { Err(rule) }
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $key:literal, $section:literal, $says:literal;)+) => {
        $($(#[$doc])* pub const $name: Rule = Rule { key: $key, section: $section, says: $says };)+

        /// All of them.
        pub const ALL: &[Rule] = &[$($name),+];
    };
}

rules! {
    /// Another kind of choice is asked for.
    NOT_NOW: "not-now", "6", "another choice is asked for now";
    /// The character is not in the display.
    NOT_IN_DISPLAY: "not-in-display", "6", "that character is not in the display";
    /// The village is full.
    VILLAGE_FULL: "village-full", "4.3", "that village has no free space";
    /// Too many own shrines in the village.
    ENOUGH_OWN_SHRINES: "enough-own-shrines", "4.3", "you have enough shrines in that village";
    /// Starting shrines go into villages.
    STARTS_IN_A_VILLAGE: "starts-in-a-village", "5", "a starting shrine goes into a village";

    /// An action is still open.
    ACTION_OPEN: "action-open", "7", "an action is still open; close it first";
    /// No action is open.
    NOTHING_OPEN: "nothing-open", "7", "no action is open";
    /// The action was not planned, or is done.
    NOT_PLANNED: "not-planned", "7", "that action is not among those still planned";
    /// One action marker each turn.
    ONE_MARKER: "one-marker", "7", "only one action marker can be used in a turn";
    /// No action marker.
    NO_MARKER: "no-marker", "7", "you have no action marker";
    /// A marker cannot swap.
    NOT_BY_MARKER: "not-by-marker", "7", "an action marker cannot be used to swap the character";
    /// Action 7 costs coins.
    PRESTIGE_TOO_DEAR: "prestige-too-dear", "8.1", "you cannot pay for the prestige";

    /// The open action has no statue left to build.
    NO_STATUE_PART: "no-statue-part", "8.1", "the open action builds no statue any more";
    /// The open action has no shrine left to build.
    NO_SHRINE_PART: "no-shrine-part", "8.1", "the open action builds no shrine any more";
    /// A shrine in a city is owed.
    OWES_CITY_SHRINE: "owes-city-shrine", "8.1", "the other shrine of this action must be built in a city";
    /// The shrine in a city must stay possible.
    CITY_SHRINE_IMPOSSIBLE: "city-shrine-impossible", "8.1", "the shrine in a city would not be possible any more";
    /// No statue left.
    NO_STATUE: "no-statue", "8.2", "you have no statue left";
    /// The field is taken.
    FIELD_TAKEN: "field-taken", "8.2", "a statue stands on that field";
    /// The priest is elsewhere.
    PRIEST_ELSEWHERE: "priest-elsewhere", "8.2", "your priest is not in that city";
    /// The statue costs more.
    STATUE_TOO_DEAR: "statue-too-dear", "8.2", "you cannot pay for the statue";
    /// No shrine on the tableau.
    NO_SHRINE: "no-shrine", "8.3", "you have no shrine on your tableau";
    /// The shrine costs more.
    SHRINE_TOO_DEAR: "shrine-too-dear", "8.3", "you cannot pay for the shrine";

    /// Two travels in a row.
    TRAVELLED: "travelled", "8.4", "your priest has just travelled; do something else first";
    /// The roads are no route.
    NO_ROUTE: "no-route", "8.4", "these roads do not lead from your priest to another place without visiting one twice";
    /// A village without a shrine.
    ROAD_CLOSED: "road-closed", "8.4", "a village on the way has no shrine";
    /// The toll costs more.
    TOLL_TOO_HIGH: "toll-too-high", "8.4", "you cannot pay the toll";
    /// Another route is better.
    NEEDLESS_PAYMENT: "needless-payment", "8.4", "another route to the same place pays nobody more, or pays the same and comes first";

    /// The own character again.
    SAME_CHARACTER: "same-character", "8.5", "a swap takes a different character";
    /// The character is out of reach.
    OUT_OF_REACH: "out-of-reach", "8.5", "that character is neither in the display nor with another player";
    /// S4 forbids it.
    NO_STEALING: "no-stealing", "12", "special rule S4 lets a swap take a character of the display only";
    /// The flag is too far left.
    FLAG_TOO_FAR_LEFT: "flag-too-far-left", "8.6", "a flag on the positions 1 to 3 cannot be shifted";

    /// The player has no such ability.
    NOT_YOUR_ABILITY: "not-your-ability", "9", "you do not have that ability";
    /// The ability was used.
    USED: "used", "9", "you have used that ability in this round";
    /// The ability would do nothing.
    NO_EFFECT: "no-effect", "7", "the ability would have no effect";
    /// The ability costs more.
    NOT_PAYABLE: "not-payable", "9", "you cannot pay for that ability";
    /// Free shrines go into cities.
    CITIES_ONLY: "cities-only", "9", "that shrine can be built in a city only";

    /// No tile at that position.
    NO_REWARD: "no-reward", "10.3", "there is no reward to take at that position";
    /// Too many purchases.
    TOO_MANY_PURCHASES: "too-many-purchases", "10.4", "you can buy three times at most, and only what you can pay";
    /// The character was marked already.
    MARKED_ALREADY: "marked-already", "10.5", "two Maharani markers go on two different characters";
}
