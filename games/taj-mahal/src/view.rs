//! Views, and states imagined from them.

use crate::cards::{Cards, Pile};
use crate::state::{Open, Stage, TajMahal};
use kit::{Chance, Eyes, Fields, PerSeat, Rng, Seed, shuffle};
use serde::{Deserialize, Deserializer, Serialize};
use tinyvec::ArrayVec;

/// What one pair of eyes may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The viewer.
    pub eyes: Eyes,
    /// The public part of the state.
    #[serde(flatten)]
    pub open: Open,
    /// The viewer's own hand; after the game, all hands.
    pub hands: PerSeat<Option<Cards>>,
    /// The number of cards in each hand.
    pub hand_sizes: PerSeat<u8>,
    /// The number of cards in the draw pile.
    pub draw_pile_size: u8,
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(deserializer, |fields| {
            Ok(View {
                eyes: fields.take("eyes")?,
                hands: fields.take("hands")?,
                hand_sizes: fields.take("hand_sizes")?,
                draw_pile_size: fields.take("draw_pile_size")?,
                open: fields.rest()?,
            })
        })
    }
}

impl View {
    pub(crate) fn new(game: &TajMahal, eyes: Eyes) -> Self {
        let people = game.hands.count();
        let over = game.open.stage == Stage::Over;
        View {
            eyes,
            open: game.open,
            hands: PerSeat::new(people, |seat| {
                (over || eyes.are(seat)).then_some(game.hands[seat])
            }),
            hand_sizes: PerSeat::new(people, |seat| game.hands[seat].len() as u8),
            draw_pile_size: game.draw_pile.len(),
        }
    }

    /// Deals the unseen cards at random to the hidden hands and the draw pile. Spec 5.10: known cards stay in their hands.
    pub(crate) fn imagine(&self, rng: &mut impl Rng) -> TajMahal {
        let mut unseen: ArrayVec<[_; crate::components::DECK]> = self.unseen().iter().collect();
        shuffle(rng, &mut unseen);
        let hands = PerSeat::new(self.hands.count(), |seat| {
            self.hands[seat].unwrap_or_else(|| {
                let mut hand = self.open.players[seat].known;
                for card in (hand.len()..self.hand_sizes[seat].into()).filter_map(|_| unseen.pop())
                {
                    hand.add(card);
                }
                hand
            })
        });
        TajMahal {
            open: self.open,
            hands,
            draw_pile: Pile::stacked(unseen, |_| ()),
            chance: Chance::new(Seed::random(rng)),
        }
    }

    /// Returns the cards that may be in a hidden hand or in the draw pile.
    fn unseen(&self) -> Cards {
        let mut unseen = Cards::deck();
        let hands = self
            .hands
            .iter()
            .map(|(seat, hand)| hand.unwrap_or(self.open.players[seat].known));
        let rows = self.open.players.iter().map(|(_, player)| player.row);
        for seen in hands.chain(rows).chain([self.open.discard_pile]) {
            unseen.remove_all(seen);
        }
        for &card in &self.open.display {
            unseen.remove(card);
        }
        unseen
    }
}
