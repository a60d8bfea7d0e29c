//! The rules that an action can break.

use kit::Rule;

/// A turn is a card laid or a withdrawal.
pub const TURN: Rule = rule("turn", "5");
/// Won palaces are placed before anything else.
pub const PLACE: Rule = rule("place", "5.4");
/// Cards are taken from the display.
pub const DRAFT: Rule = rule("draft", "5.6");
/// A white card needs a coloured one.
pub const COLOURED_CARD: Rule = rule("coloured-card", "5.2");
/// Never two coloured cards.
pub const ONE_COLOURED_CARD: Rule = rule("one-coloured-card", "5.2");
/// Only one's own cards.
pub const IN_HAND: Rule = rule("in-hand", "5.2");
/// Only one's own special cards.
pub const HOLD_SPECIAL: Rule = rule("hold-special", "5.2");
/// A special card works once in a visit.
pub const SPECIAL_ONCE: Rule = rule("special-once", "5.2");
/// One colour for the whole visit.
pub const SAME_COLOUR: Rule = rule("same-colour", "5.2");
/// Palaces go where the visit is.
pub const CURRENT_PROVINCE: Rule = rule("current-province", "5.4");
/// One normal palace in a city.
pub const FREE_CITY: Rule = rule("free-city", "5.4");
/// Palaces must be won.
pub const NORMAL_PALACE: Rule = rule("normal-palace", "5.4");
/// The crown must be won.
pub const CROWN_PALACE: Rule = rule("crown-palace", "5.4");
/// The display is all there is.
pub const ON_DISPLAY: Rule = rule("on-display", "5.6");

/// All of them.
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
