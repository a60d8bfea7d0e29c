//! Unordered cards (a hand, a row, the discard pile) and ordered ones (the draw pile).

use crate::components::{COLOURED, Card, Colour, DECK, SHOWING, Symbol, TWO_ELEPHANTS, WHITE};
use kit::{Chance, Key, Set};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use tinyvec::ArrayVec;

/// A multiset of cards. In JSON, a list in the order of the components.
///
/// The count of each card (at most seven) is stored in three bit planes with one bit of each plane per card, so that counting takes only a few
/// instructions.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards {
    planes: [u64; 3],
}

impl Cards {
    /// Returns the whole deck.
    pub fn deck() -> Self {
        Card::all()
            .flat_map(|card| std::iter::repeat_n(card, card.copies().into()))
            .collect()
    }

    /// Returns the number of cards.
    pub fn len(self) -> u32 {
        self.count_in(Set::from_bits(u64::MAX))
    }

    /// Returns whether there are no cards.
    pub fn is_empty(self) -> bool {
        self.faces().is_empty()
    }

    /// Returns the distinct cards.
    pub fn faces(self) -> Set<Card> {
        let [ones, twos, fours] = self.planes;
        Set::from_bits(ones | twos | fours)
    }

    /// Returns the number of copies of a card.
    pub fn count(self, card: Card) -> u8 {
        self.count_in(Set::only(card)) as u8
    }

    fn count_in(self, faces: Set<Card>) -> u32 {
        let [ones, twos, fours] = self.planes.map(|plane| (plane & faces.bits()).count_ones());
        ones + 2 * twos + 4 * fours
    }

    /// Returns the number of cards of a colour.
    pub fn of_colour(self, colour: Colour) -> u32 {
        self.count_in(COLOURED[colour])
    }

    /// Returns the number of white cards.
    pub fn white(self) -> u32 {
        self.count_in(WHITE)
    }

    /// Returns the number of times that a symbol is shown.
    pub fn showing(self, symbol: Symbol) -> u32 {
        let again = if symbol == Symbol::Elephant {
            self.count_in(TWO_ELEPHANTS)
        } else {
            0
        };
        self.count_in(SHOWING[symbol]) + again
    }

    /// Adds a card. The count cannot overflow: the deck has at most seven copies of a card.
    pub fn add(&mut self, card: Card) {
        let mut carry = Set::only(card).bits();
        for plane in &mut self.planes {
            let next = *plane & carry;
            *plane ^= carry;
            carry = next;
        }
    }

    /// Removes a card. Returns whether it was present.
    pub fn remove(&mut self, card: Card) -> bool {
        if !self.faces().contains(card) {
            return false;
        }
        let mut borrow = Set::only(card).bits();
        for plane in &mut self.planes {
            let next = !*plane & borrow;
            *plane ^= borrow;
            borrow = next;
        }
        true
    }

    /// Adds all of these cards.
    pub fn add_all(&mut self, cards: Cards) {
        for card in cards.iter() {
            self.add(card);
        }
    }

    /// Removes all of these cards that are present.
    pub fn remove_all(&mut self, cards: Cards) {
        for card in cards.iter() {
            self.remove(card);
        }
    }

    /// Returns the cards with their copies, in the order of the components.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.faces()
            .iter()
            .flat_map(move |card| std::iter::repeat_n(card, self.count(card).into()))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(list: I) -> Self {
        let mut cards = Cards::default();
        for card in list {
            cards.add(card);
        }
        cards
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut cards = Cards::default();
        for card in Vec::<Card>::deserialize(deserializer)? {
            if cards.count(card) == card.copies() {
                return Err(D::Error::custom(format!(
                    "more than {} of {card}",
                    card.copies()
                )));
            }
            cards.add(card);
        }
        Ok(cards)
    }
}

/// The draw pile. In JSON, a list from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    from_the_bottom: ArrayVec<[Card; DECK]>,
}

impl Pile {
    /// Creates a shuffled pile.
    pub fn shuffled(cards: Cards, chance: &mut Chance) -> Self {
        Pile::stacked(cards.iter(), |list| chance.shuffle(list))
    }

    /// Creates a pile, listed from the top after `arrange` has ordered the cards.
    pub fn stacked(
        cards: impl IntoIterator<Item = Card>,
        arrange: impl FnOnce(&mut [Card]),
    ) -> Self {
        let mut list: ArrayVec<[Card; DECK]> = cards.into_iter().take(DECK).collect();
        arrange(&mut list);
        list.reverse();
        Pile {
            from_the_bottom: list,
        }
    }

    /// Removes the top card.
    pub fn draw(&mut self) -> Option<Card> {
        self.from_the_bottom.pop()
    }

    /// Returns the number of cards left.
    pub fn len(&self) -> u8 {
        self.from_the_bottom.len() as u8
    }

    /// Returns whether the pile is empty.
    pub fn is_empty(&self) -> bool {
        self.from_the_bottom.is_empty()
    }

    /// Returns the cards from the top.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.from_the_bottom.iter().rev().copied()
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.len() > DECK {
            return Err(D::Error::custom(format!(
                "a draw pile of {} cards; the deck has {DECK}",
                cards.len()
            )));
        }
        Ok(Pile::stacked(cards, |_| ()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Id;

    #[test]
    fn counting_across_planes() {
        let elephant = Card::named("white-e").unwrap();
        let mut cards = Cards::default();
        for held in 1..=7 {
            cards.add(elephant);
            assert_eq!((cards.count(elephant), cards.len()), (held, held.into()));
        }
        for left in (0..7).rev() {
            assert!(cards.remove(elephant));
            assert_eq!(cards.count(elephant), left);
        }
        assert!(!cards.remove(elephant));
    }

    #[test]
    fn a_pile_is_listed_from_the_top() {
        let mut pile: Pile = serde_json::from_str(r#"["red-ev","white-e"]"#).unwrap();
        assert_eq!(
            serde_json::to_string(&pile).unwrap(),
            r#"["red-ev","white-e"]"#
        );
        assert_eq!(
            pile.draw().map(|card| card.to_string()).as_deref(),
            Some("red-ev")
        );
    }

    #[test]
    fn json_has_no_more_copies_than_the_deck() {
        let error = serde_json::from_str::<Cards>(r#"["white-v","white-v"]"#).unwrap_err();
        assert_eq!(error.to_string(), "more than 1 of white-v");
    }
}
