//! The deck.

use super::Symbol::{self, Elephant, General, Mogul, Monk, Princess, Vizier};
use Colour::{Green, Red, Violet, Yellow};
use kit::{By, Id, Key, Set, ids, text_by_id};

ids! {
    /// The colour of a coloured card. Source: rulebook.
    pub enum Colour: "colour" {
        /// Red.
        Red = "red",
        /// Yellow.
        Yellow = "yellow",
        /// Green.
        Green = "green",
        /// Violet.
        Violet = "violet",
    }
}

/// A card of the deck. Cards with the same face are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Card(u8);

struct Face {
    id: &'static str,
    colour: Option<Colour>,
    symbols: [Option<Symbol>; 2],
    copies: u8,
}

const fn coloured(id: &'static str, colour: Colour, [one, two]: [Symbol; 2], copies: u8) -> Face {
    Face {
        id,
        colour: Some(colour),
        symbols: [Some(one), Some(two)],
        copies,
    }
}

const fn white(id: &'static str, symbol: Symbol, copies: u8) -> Face {
    Face {
        id,
        colour: None,
        symbols: [Some(symbol), None],
        copies,
    }
}

/// The faces of the deck. Source: white faces rulebook and public; faces with an elephant public; that five cards of each colour show two
/// persons, each person twice, and that these differ from colour to colour, public; which two persons share a card reconstructed.
const FACES: [Face; Card::COUNT] = [
    coloured("red-ee", Red, [Elephant, Elephant], 2),
    coloured("red-ev", Red, [Elephant, Vizier], 3),
    coloured("red-eg", Red, [Elephant, General], 3),
    coloured("red-em", Red, [Elephant, Monk], 3),
    coloured("red-ep", Red, [Elephant, Princess], 3),
    coloured("red-ek", Red, [Elephant, Mogul], 2),
    coloured("red-vg", Red, [Vizier, General], 1),
    coloured("red-gm", Red, [General, Monk], 1),
    coloured("red-mp", Red, [Monk, Princess], 1),
    coloured("red-pk", Red, [Princess, Mogul], 1),
    coloured("red-vk", Red, [Vizier, Mogul], 1),
    coloured("yellow-ee", Yellow, [Elephant, Elephant], 2),
    coloured("yellow-ev", Yellow, [Elephant, Vizier], 3),
    coloured("yellow-eg", Yellow, [Elephant, General], 3),
    coloured("yellow-em", Yellow, [Elephant, Monk], 3),
    coloured("yellow-ep", Yellow, [Elephant, Princess], 3),
    coloured("yellow-ek", Yellow, [Elephant, Mogul], 2),
    coloured("yellow-vm", Yellow, [Vizier, Monk], 1),
    coloured("yellow-mk", Yellow, [Monk, Mogul], 1),
    coloured("yellow-gk", Yellow, [General, Mogul], 1),
    coloured("yellow-gp", Yellow, [General, Princess], 1),
    coloured("yellow-vp", Yellow, [Vizier, Princess], 1),
    coloured("green-ee", Green, [Elephant, Elephant], 2),
    coloured("green-ev", Green, [Elephant, Vizier], 3),
    coloured("green-eg", Green, [Elephant, General], 3),
    coloured("green-em", Green, [Elephant, Monk], 3),
    coloured("green-ep", Green, [Elephant, Princess], 3),
    coloured("green-ek", Green, [Elephant, Mogul], 2),
    coloured("green-vm", Green, [Vizier, Monk], 1),
    coloured("green-gm", Green, [General, Monk], 1),
    coloured("green-gk", Green, [General, Mogul], 1),
    coloured("green-pk", Green, [Princess, Mogul], 1),
    coloured("green-vp", Green, [Vizier, Princess], 1),
    coloured("violet-ee", Violet, [Elephant, Elephant], 2),
    coloured("violet-ev", Violet, [Elephant, Vizier], 3),
    coloured("violet-eg", Violet, [Elephant, General], 3),
    coloured("violet-em", Violet, [Elephant, Monk], 3),
    coloured("violet-ep", Violet, [Elephant, Princess], 3),
    coloured("violet-ek", Violet, [Elephant, Mogul], 2),
    coloured("violet-vg", Violet, [Vizier, General], 1),
    coloured("violet-gp", Violet, [General, Princess], 1),
    coloured("violet-mp", Violet, [Monk, Princess], 1),
    coloured("violet-mk", Violet, [Monk, Mogul], 1),
    coloured("violet-vk", Violet, [Vizier, Mogul], 1),
    white("white-e", Elephant, 7),
    white("white-v", Vizier, 1),
    white("white-g", General, 1),
    white("white-m", Monk, 1),
    white("white-p", Princess, 1),
    white("white-k", Mogul, 1),
];

impl Key for Card {
    const COUNT: usize = 50;

    fn index(self) -> usize {
        self.0.into()
    }

    fn at(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Card(index as u8))
    }
}

impl Id for Card {
    const NOUN: &'static str = "card";

    fn id(self) -> &'static str {
        self.face().id
    }
}

text_by_id!(Card);

impl Card {
    #[expect(
        clippy::indexing_slicing,
        reason = "a card is below COUNT by construction"
    )]
    fn face(self) -> &'static Face {
        &FACES[self.index()]
    }

    /// Returns the colour; `None` if the card is white.
    pub fn colour(self) -> Option<Colour> {
        self.face().colour
    }

    /// Returns the one or two symbols on the card.
    pub fn symbols(self) -> impl Iterator<Item = Symbol> {
        self.face().symbols.into_iter().flatten()
    }

    /// Returns the number of copies in the deck.
    pub fn copies(self) -> u8 {
        self.face().copies
    }
}

/// The cards of one colour.
pub const COLOURED: By<Colour, Set<Card>, 4> = By::new([
    cards_of(Some(Red)),
    cards_of(Some(Yellow)),
    cards_of(Some(Green)),
    cards_of(Some(Violet)),
]);
/// The white cards.
pub const WHITE: Set<Card> = cards_of(None);
/// The cards that show a symbol at least once.
pub const SHOWING: By<Symbol, Set<Card>, 6> = By::new([
    cards_showing(Vizier, 1),
    cards_showing(General, 1),
    cards_showing(Monk, 1),
    cards_showing(Princess, 1),
    cards_showing(Mogul, 1),
    cards_showing(Elephant, 1),
]);
/// The cards that show two elephants.
pub const TWO_ELEPHANTS: Set<Card> = cards_showing(Elephant, 2);

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn cards_of(colour: Option<Colour>) -> Set<Card> {
    let (mut bits, mut card) = (0, 0);
    while card < Card::COUNT {
        let same = match (FACES[card].colour, colour) {
            (Some(one), Some(two)) => one as u8 == two as u8,
            (None, None) => true,
            _ => false,
        };
        bits |= (same as u64) << card;
        card += 1;
    }
    Set::from_bits(bits)
}

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn cards_showing(symbol: Symbol, times: u8) -> Set<Card> {
    let (mut bits, mut card) = (0, 0);
    while card < Card::COUNT {
        let [one, two] = FACES[card].symbols;
        let shown = matches!(one, Some(shown) if shown as u8 == symbol as u8) as u8
            + matches!(two, Some(shown) if shown as u8 == symbol as u8) as u8;
        bits |= ((shown >= times) as u64) << card;
        card += 1;
    }
    Set::from_bits(bits)
}
