//! The rules that an action can break.

use kit::Rule;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $key:literal, $section:literal;)+) => {
        $($(#[$doc])* pub const $name: Rule = Rule { key: $key, section: $section };)+

        /// All rules.
        pub const ALL: &[Rule] = &[$($name),+];
    };
}

rules! {
    /// Another decision has to be taken first.
    OTHER_DECISION: "other-decision", "6";
    /// Only an objective in your hand can be placed.
    OBJECTIVE_IN_HAND: "objective-in-hand", "4.2";
    /// Another player's starting mahout is on that colour.
    COLOUR_TAKEN: "colour-taken", "4.2";
    /// On the first turn the elephant is placed in a district.
    PLACE_ELEPHANT: "place-elephant", "7.1";
    /// The elephant is on the board already and can only move.
    ELEPHANT_PLACED: "elephant-placed", "7.1";
    /// Every elephant step after the first costs a coin.
    STEPS_COST_COINS: "steps-cost-coins", "7.1";
    /// A free move leads to another district.
    OTHER_DISTRICT: "other-district", "7.1";
    /// The movement token is not available.
    NO_TOKEN: "no-token", "7.1";
    /// This free move needs a `free_elephant` storehouse that is not yet flipped.
    NO_FREE_ELEPHANT: "no-free-elephant", "7.1";
    /// A group needs at least one worker.
    NO_WORKERS: "no-workers", "7.2";
    /// There is no worker of that colour in your hand.
    NOT_IN_GROUP: "not-in-group", "7.2";
    /// The last worker lands on a section of your choice.
    LAST_WORKER_LANDS: "last-worker-lands", "7.2";
    /// Only the last worker of a group may skip sections.
    ONLY_LAST_LANDS: "only-last-lands", "7.2";
    /// The last worker lands on a section with room, at the latest where the group came from.
    NO_LANDING: "no-landing", "7.2";
    /// Every skipped section costs a coin.
    SKIPS_COST_COINS: "skips-cost-coins", "7.2";
    /// Only the `free_skip` storehouse lets a section be skipped without a coin.
    NO_FREE_SKIP: "no-free-skip", "8.8";
    /// With the `free_skip` storehouse one skipped section must be named as free.
    NAME_FREE_SKIP: "name-free-skip", "13a";
    /// Only a tile in the district of the active worker can be used.
    TILE_ELSEWHERE: "tile-elsewhere", "7.3";
    /// The tile of this turn has been used.
    BLOCK_CLOSED: "block-closed", "7.3";
    /// Main and secondary action come from the same tile.
    OTHER_TILE: "other-tile", "7.3";
    /// This action of the tile has been done.
    PART_DONE: "part-done", "7.3";
    /// A secondary action needs an active worker of the tile's colour.
    COLOUR_DIFFERS: "colour-differs", "7.3";
    /// This action cannot be performed now.
    NOT_PERFORMABLE: "not-performable", "7.3";
    /// An elephant action needs your elephant in the district of the active worker.
    ELEPHANT_ELSEWHERE: "elephant-elsewhere", "7.3";
    /// The elephant action has been used.
    ELEPHANT_USED: "elephant-used", "7.3";
    /// The elephant action comes before both actions of the tile or after them.
    ELEPHANT_BETWEEN: "elephant-between", "7.3";
    /// No tile has been opened that could be closed.
    BLOCK_NOT_OPEN: "block-not-open", "7.3";
    /// Only a mahout tile on your board can be used.
    MAHOUT_NOT_ON_BOARD: "mahout-not-on-board", "8.7";
    /// The choice is between two marble and one copper.
    GAIN_CHOICE: "gain-choice", "2.4";
    /// Only an item that you have can be given back.
    NOTHING_TO_DISCARD: "nothing-to-discard", "8.1";
    /// The coins do not pay for that purchase.
    BUY_COSTS: "buy-costs", "8.3";
    /// Only a resource that you have can be sold.
    NOTHING_TO_SELL: "nothing-to-sell", "8.3";
    /// What was bought in this turn cannot be sold in it.
    BOUGHT_ALREADY: "bought-already", "8.3";
    /// What was sold in this turn cannot be bought in it.
    SOLD_ALREADY: "sold-already", "8.3";
    /// An exchange needs the exchange storehouse.
    NO_EXCHANGE: "no-exchange", "8.8";
    /// The exchange storehouse works on your own turn only.
    EXCHANGE_OWN_TURN: "exchange-own-turn", "8.8";
    /// The exchange storehouse works once on each turn.
    EXCHANGE_ONCE: "exchange-once", "8.8";
    /// Only marble and copper, or copper and gold, can be exchanged.
    EXCHANGE_PAIR: "exchange-pair", "8.8";
    /// Only a resource that you have can be exchanged.
    EXCHANGE_EMPTY: "exchange-empty", "8.8";
    /// After this exchange no donation would be possible.
    EXCHANGE_DEAD_END: "exchange-dead-end", "13a";
    /// This action does not allow that kind of upgrade.
    UPGRADE_KIND: "upgrade-kind", "2.4";
    /// There is no free space for that upgrade.
    UPGRADE_SPACE: "upgrade-space", "8.4";
    /// The start space is for the opening objective only.
    START_SPACE: "start-space", "2.11";
    /// That storehouse is not on offer.
    NOT_ON_OFFER: "not-on-offer", "8.4";
    /// Only a mahout tile in your hand can be placed.
    MAHOUT_IN_HAND: "mahout-in-hand", "8.4";
    /// The resource for that upgrade is missing.
    UPGRADE_COSTS: "upgrade-costs", "8.4";
    /// Only the `upgrade_any_resource` storehouse gives a choice of payment.
    PAYMENT_FIXED: "payment-fixed", "8.4";
    /// With the `upgrade_any_resource` storehouse the payment must be named.
    PAYMENT_CHOICE: "payment-choice", "14a";
    /// This step must be taken on a particular knowledge track.
    TRACK_GIVEN: "track-given", "8.5";
    /// The donation tile does not have that space.
    NO_SUCH_SPACE: "no-such-space", "2.5";
    /// A donation needs your elephant on the board.
    NO_ELEPHANT: "no-elephant", "8.6";
    /// A donation needs a counter on your elephant.
    NO_COUNTER: "no-counter", "8.6";
    /// There is a counter on that space.
    SPACE_TAKEN: "space-taken", "8.6";
    /// Both spaces below a donation must be occupied.
    FLOATING: "floating", "8.6";
    /// The resources for that level are missing.
    DONATION_COSTS: "donation-costs", "8.6";
}

/// Returns an error with the rule unless the condition holds.
pub(crate) fn require(holds: bool, rule: Rule) -> Result<(), Rule> {
    if holds { Ok(()) } else { Err(rule) }
}
