//! Checks of the deck, and of the rows of cards that were laid.

use crate::cards::Cards;
use crate::components::{ABSENT_MAHARAJA_CARDS, Card, DECK, Special, display_size};
use crate::state::{Open, Player, Stage, TajMahal};
use kit::{Flaw, Key, Seat, ensure};

impl TajMahal {
    /// Checks that draw pile, discard pile, display, rows and hands together are the deck.
    pub(super) fn check_cards(&self) -> Result<(), Flaw> {
        let open = &self.open;
        let rows = open.players.iter().map(|(_, player)| player.row);
        let hands = self.hands.iter().map(|(_, hand)| *hand);
        let unordered: Vec<Cards> = rows.chain(hands).chain([open.discard_pile]).collect();
        let ordered: Vec<Card> = self.draw_pile.iter().chain(open.display).collect();
        let total = unordered
            .iter()
            .map(|cards| cards.len() as usize)
            .sum::<usize>()
            + ordered.len();
        ensure(total == DECK, || {
            format!("there are {total} cards instead of {DECK}")
        })?;
        for card in Card::all() {
            let times = unordered
                .iter()
                .map(|cards| usize::from(cards.count(card)))
                .sum::<usize>()
                + ordered.iter().filter(|&&other| other == card).count();
            ensure(times == usize::from(card.copies()), || {
                format!("{card} is there {times} times instead of {}", card.copies())
            })?;
        }
        for (seat, hand) in self.hands.iter() {
            let known = open.players[seat].known;
            ensure(
                known
                    .faces()
                    .iter()
                    .all(|card| known.count(card) <= hand.count(card)),
                || format!("seat {seat} does not hold all the cards that it is known to hold"),
            )?;
        }
        open.check_display()
    }
}

impl Open {
    /// Spec 11: the players who have not withdrawn take all cards that are left.
    fn check_display(&self) -> Result<(), Flaw> {
        let takes = match self.stage {
            Stage::Draft { takes, .. } => takes,
            _ => 0,
        };
        let others = match self.active.len() {
            0 => 0,
            active => display_size(active as u8),
        };
        let most = usize::from(takes + others);
        ensure(self.display.len() <= most, || {
            format!(
                "the display has {} cards; it has at most {most}",
                self.display.len()
            )
        })
    }

    /// Spec 5.2: every turn lays one coloured card, all of one colour except one with Any Colour, and at most one more card.
    pub(super) fn check_row(&self, seat: Seat, player: &Player) -> Result<(), Flaw> {
        let specials = player.row_specials;
        ensure(
            specials
                .iter()
                .all(|special| self.special_cards[special] == Some(seat)),
            || format!("seat {seat} has laid a special card that it does not hold"),
        )?;
        let white = player.row.white();
        let coloured = player.row.len() - white;
        ensure(white + specials.len() <= coloured, || {
            format!("seat {seat} has laid more white and special cards than coloured ones")
        })?;
        let bound = player
            .bound_colour
            .map_or(0, |colour| player.row.of_colour(colour));
        ensure(player.bound_colour.is_none() || bound > 0, || {
            format!("seat {seat} is bound to a colour that it has not laid")
        })?;
        let free = u32::from(specials.contains(Special::FreeColour));
        ensure(coloured - bound <= free, || {
            format!("seat {seat} has laid a card of a colour that it is not bound to")
        })?;
        // The card laid with Any Colour does not bind; any other does.
        ensure((coloured > free) == player.bound_colour.is_some(), || {
            format!("seat {seat} is bound to a colour exactly if it has laid a card that binds")
        })
    }

    pub(super) fn check_absent_maharaja(&self, player: &Player) -> Result<(), Flaw> {
        let has_nothing = player.total() == 0
            && player.tiles.is_empty()
            && player.goods.iter().all(|(_, &count)| count == 0)
            && player.crown_palaces.is_empty()
            && player.known.is_empty()
            && player.row_specials.is_empty()
            && player.bound_colour.is_none()
            && player.markers.iter().all(|(_, &count)| count == 0);
        ensure(has_nothing, || {
            "the absent maharaja owns nothing but palaces and his row".to_owned()
        })?;
        ensure(player.row.len() <= ABSENT_MAHARAJA_CARDS, || {
            format!("the absent maharaja has laid more than {ABSENT_MAHARAJA_CARDS} cards")
        })
    }
}
