//! The rules that an action can break.

use kit::Rule;

/// The player must lay a card or withdraw.
pub const TURN: Rule = rule("turn", "5");
/// The player must first place the palaces won.
pub const PLACE: Rule = rule("place", "5.4");
/// The player must take a card from the display.
pub const DRAFT: Rule = rule("draft", "5.6");
/// A white card needs a coloured one.
pub const COLOURED_CARD: Rule = rule("coloured-card", "5.2");
/// Two coloured cards cannot be laid together.
pub const ONE_COLOURED_CARD: Rule = rule("one-coloured-card", "5.2");
/// The card is not in the player's hand.
pub const IN_HAND: Rule = rule("in-hand", "5.2");
/// The player does not hold the special card.
pub const HOLD_SPECIAL: Rule = rule("hold-special", "5.2");
/// A special card can be laid once in a visit.
pub const SPECIAL_ONCE: Rule = rule("special-once", "5.2");
/// A player lays one colour in the whole visit.
pub const SAME_COLOUR: Rule = rule("same-colour", "5.2");
/// Palaces are placed in the province of the visit.
pub const CURRENT_PROVINCE: Rule = rule("current-province", "5.4");
/// A city has room for one normal palace.
pub const FREE_CITY: Rule = rule("free-city", "5.4");
/// The player has no normal palace to place.
pub const NORMAL_PALACE: Rule = rule("normal-palace", "5.4");
/// The player has no crown palace to place.
pub const CROWN_PALACE: Rule = rule("crown-palace", "5.4");
/// The card is not in the display.
pub const ON_DISPLAY: Rule = rule("on-display", "5.6");

/// All rules.
pub const ALL: [Rule; 14] = [
    TURN,
    PLACE,
    DRAFT,
    COLOURED_CARD,
    ONE_COLOURED_CARD,
    IN_HAND,
    HOLD_SPECIAL,
    SPECIAL_ONCE,
    SAME_COLOUR,
    CURRENT_PROVINCE,
    FREE_CITY,
    NORMAL_PALACE,
    CROWN_PALACE,
    ON_DISPLAY,
];

const fn rule(key: &'static str, section: &'static str) -> Rule {
    Rule { key, section }
}
