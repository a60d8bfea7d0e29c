//! The court of the Grand Mogul: symbols, influence markers and the special cards that markers are worth.

use Symbol::{Elephant, General, Mogul, Monk, Princess, Vizier};
use kit::{Key, Set, ids};

ids! {
    /// A symbol on cards. Each symbol competes for one prize at the court. Source: rulebook.
    pub enum Symbol: "symbol" {
        /// Political influence; its prize is a marker and a palace.
        Vizier = "vizier",
        /// Military influence; its prize is a marker and a palace.
        General = "general",
        /// Religious influence; its prize is a marker and a palace.
        Monk = "monk",
        /// Social influence; its prize is a marker and a palace.
        Princess = "princess",
        /// The Grand Mogul; his prize is the crown, for a crown palace.
        Mogul = "mogul",
        /// Economic influence; its prize is the province tile.
        Elephant = "elephant",
    }
}

ids! {
    /// An influence marker; two of a kind are worth a special card. Source: rulebook.
    pub enum Marker: "marker" {
        /// Won with [`Symbol::Vizier`].
        Vizier = "vizier",
        /// Won with [`Symbol::General`].
        General = "general",
        /// Won with [`Symbol::Monk`].
        Monk = "monk",
        /// Won with [`Symbol::Princess`].
        Princess = "princess",
    }
}

impl Symbol {
    /// Returns the marker that this symbol wins, if any.
    pub fn marker(self) -> Option<Marker> {
        Marker::at(self.index())
    }
}

impl Marker {
    /// Returns the symbol that wins this marker.
    pub const fn symbol(self) -> Symbol {
        match self {
            Marker::Vizier => Vizier,
            Marker::General => General,
            Marker::Monk => Monk,
            Marker::Princess => Princess,
        }
    }

    /// Returns the special card for two of this marker. Source: general and princess public, vizier and monk reconstructed.
    pub const fn special(self) -> Special {
        match self {
            Marker::Vizier => Special::FreeColour,
            Marker::General => Special::Elephant,
            Marker::Monk => Special::Mogul,
            Marker::Princess => Special::Points,
        }
    }
}

/// The symbols whose prize is a marker.
pub const MARKER_SYMBOLS: Set<Symbol> =
    Set::from_bits(1 << Vizier as u8 | 1 << General as u8 | 1 << Monk as u8 | 1 << Princess as u8);

ids! {
    /// A special card. Source: rulebook.
    pub enum Special: "special card" {
        /// Counts as one elephant.
        Elephant = "special-elephant",
        /// Counts as one Grand Mogul.
        Mogul = "special-mogul",
        /// Brings two points at once.
        Points = "special-points",
        /// Lets the coloured card laid with it have any colour.
        FreeColour = "special-free-colour",
    }
}

impl Special {
    /// Returns the symbol that it counts as.
    pub const fn symbol(self) -> Option<Symbol> {
        match self {
            Special::Elephant => Some(Elephant),
            Special::Mogul => Some(Mogul),
            Special::Points | Special::FreeColour => None,
        }
    }
}
