//! The rules that an action can break.

use kit::Rule;

const fn rule(key: &'static str, section: &'static str, says: &'static str) -> Rule {
    Rule { key, section, says }
}

macro_rules! rules {
    ($($name:ident: $key:literal, $section:literal, $says:literal;)+) => {
        $(
            #[doc = concat!("In a sentence: ", $says, ".")]
            pub const $name: Rule = rule($key, $section, $says);
        )+

        /// All of them.
        pub const ALL: &[Rule] = &[$($name),+];
    };
}

rules! {
    OTHER_DECISION: "other-decision", "6", "another decision has to be taken first";
    OBJECTIVE_IN_HAND: "objective-in-hand", "4.2", "only an objective in your hand can be placed";
    COLOUR_TAKEN: "colour-taken", "4.2", "another player's starting mahout is on that colour";
    PLACE_ELEPHANT: "place-elephant", "7.1", "on the first turn the elephant is placed in a district";
    ELEPHANT_PLACED: "elephant-placed", "7.1", "the elephant is on the board already and can only move";
    STEPS_COST_COINS: "steps-cost-coins", "7.1", "every elephant step after the first costs a coin";
    OTHER_DISTRICT: "other-district", "7.1", "a free move leads to another district";
    NO_TOKEN: "no-token", "7.1", "the movement token is not there to be spent";
    NO_FREE_ELEPHANT: "no-free-elephant", "7.1", "this free move needs a free_elephant storehouse that is not yet flipped";
    NO_WORKERS: "no-workers", "7.2", "a group needs at least one worker";
    NOT_IN_GROUP: "not-in-group", "7.2", "there is no worker of that colour in your hand";
    LAST_WORKER_LANDS: "last-worker-lands", "7.2", "the last worker lands on a section of your choice";
    ONLY_LAST_LANDS: "only-last-lands", "7.2", "only the last worker of a group may skip sections";
    NO_LANDING: "no-landing", "7.2", "the last worker lands on a section with room, at the latest where the group came from";
    SKIPS_COST_COINS: "skips-cost-coins", "7.2", "every skipped section costs a coin";
    NO_FREE_SKIP: "no-free-skip", "8.8", "only the free_skip storehouse lets a section be skipped without a coin";
    NAME_FREE_SKIP: "name-free-skip", "13a", "with the free_skip storehouse one skipped section must be named as free";
    TILE_ELSEWHERE: "tile-elsewhere", "7.3", "only a tile in the district of the active worker can be used";
    BLOCK_CLOSED: "block-closed", "7.3", "the tile of this turn has been used";
    OTHER_TILE: "other-tile", "7.3", "main and secondary action come from the same tile";
    PART_DONE: "part-done", "7.3", "this action of the tile has been done";
    COLOUR_DIFFERS: "colour-differs", "7.3", "a secondary action needs an active worker of the tile's colour";
    NOT_PERFORMABLE: "not-performable", "7.3", "this action cannot be performed now";
    ELEPHANT_ELSEWHERE: "elephant-elsewhere", "7.3", "an elephant action needs your elephant in the district of the active worker";
    ELEPHANT_USED: "elephant-used", "7.3", "the elephant action has been used";
    ELEPHANT_BETWEEN: "elephant-between", "7.3", "the elephant action comes before both actions of the tile or after them";
    BLOCK_NOT_OPEN: "block-not-open", "7.3", "no tile has been opened that could be closed";
    MAHOUT_NOT_ON_BOARD: "mahout-not-on-board", "8.7", "only a mahout tile on your board can be used";
    GAIN_CHOICE: "gain-choice", "2.4", "the choice is between two marble and one copper";
    NOTHING_TO_DISCARD: "nothing-to-discard", "8.1", "only an item that you have can be given back";
    BUY_COSTS: "buy-costs", "8.3", "the coins do not pay for that purchase";
    NOTHING_TO_SELL: "nothing-to-sell", "8.3", "only a resource that you have can be sold";
    BOUGHT_ALREADY: "bought-already", "8.3", "what was bought in this turn cannot be sold in it";
    SOLD_ALREADY: "sold-already", "8.3", "what was sold in this turn cannot be bought in it";
    NO_EXCHANGE: "no-exchange", "8.8", "an exchange needs the exchange storehouse";
    EXCHANGE_OWN_TURN: "exchange-own-turn", "8.8", "the exchange storehouse works on your own turn only";
    EXCHANGE_ONCE: "exchange-once", "8.8", "the exchange storehouse works once on each turn";
    EXCHANGE_PAIR: "exchange-pair", "8.8", "only marble and copper, or copper and gold, can be exchanged";
    EXCHANGE_EMPTY: "exchange-empty", "8.8", "only a resource that you have can be exchanged";
    EXCHANGE_DEAD_END: "exchange-dead-end", "13a", "after this exchange no donation would be possible";
    UPGRADE_KIND: "upgrade-kind", "2.4", "this action does not allow that kind of upgrade";
    UPGRADE_SPACE: "upgrade-space", "8.4", "there is no free space for that upgrade";
    START_SPACE: "start-space", "2.11", "the start space is for the opening objective only";
    NOT_ON_OFFER: "not-on-offer", "8.4", "that storehouse is not on offer";
    MAHOUT_IN_HAND: "mahout-in-hand", "8.4", "only a mahout tile in your hand can be placed";
    UPGRADE_COSTS: "upgrade-costs", "8.4", "the resource for that upgrade is missing";
    PAYMENT_FIXED: "payment-fixed", "8.4", "only the upgrade_any_resource storehouse gives a choice of payment";
    PAYMENT_CHOICE: "payment-choice", "14a", "with the upgrade_any_resource storehouse the payment must be named";
    TRACK_GIVEN: "track-given", "8.5", "this step belongs to a certain knowledge track";
    NO_SUCH_SPACE: "no-such-space", "2.5", "the donation tile does not have that space";
    NO_ELEPHANT: "no-elephant", "8.6", "a donation needs your elephant on the board";
    NO_COUNTER: "no-counter", "8.6", "a donation needs a counter on your elephant";
    SPACE_TAKEN: "space-taken", "8.6", "there is a counter on that space";
    FLOATING: "floating", "8.6", "both spaces below a donation must be occupied";
    DONATION_COSTS: "donation-costs", "8.6", "the resources for that level are missing";
}

/// `Ok` if it holds; otherwise the broken rule.
pub(crate) fn require(holds: bool, rule: Rule) -> Result<(), Rule> {
    if holds { Ok(()) } else { Err(rule) }
}
