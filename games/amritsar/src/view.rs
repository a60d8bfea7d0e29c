//! Views, and states imagined from them.

use crate::components::*;
use crate::player::Objectives;
use crate::state::{Amritsar, Open};
use kit::{Eyes, Fields, Key, PerSeat, Rng, Seat, Set, below, shuffle};
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
    /// The viewer's own objectives; after the game also those on the others' boards, but never those left in their hands.
    pub objectives: PerSeat<Objectives>,
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(deserializer, |fields| {
            Ok(View {
                eyes: fields.take("eyes")?,
                objectives: fields.take("objectives")?,
                open: fields.rest()?,
            })
        })
    }
}

impl View {
    pub(crate) fn new(game: &Amritsar, eyes: Eyes) -> Self {
        let over = game.open.stack.is_empty();
        let known = |seat: Seat| match game.objectives[seat] {
            own if eyes.are(seat) => own,
            revealed if over => Objectives {
                hand: Set::EMPTY,
                played: revealed.played,
            },
            _ => Objectives::default(),
        };
        View {
            eyes,
            open: game.open,
            objectives: PerSeat::new(game.objectives.count(), known),
        }
    }

    /// Redraws the hidden objectives. Every player has one of each type, but only the owner knows which type lies where.
    pub(crate) fn imagine(&self, rng: &mut impl Rng) -> Amritsar {
        let mut objectives = self.objectives;
        for kind in ObjectiveType::ALL {
            let mut unseen = self.unseen(kind);
            for (_, theirs) in objectives.iter_mut() {
                if theirs.all().iter().all(|tile| tile.kind() != kind) {
                    let nth = below(rng, unseen.len()) as usize;
                    if let Some(tile) = unseen.iter().nth(nth) {
                        unseen.remove(tile);
                        theirs.hand.insert(tile);
                    }
                }
            }
        }
        for (seat, theirs) in objectives.iter_mut() {
            self.lay_face_down(seat, theirs, rng);
        }
        Amritsar {
            open: self.open,
            objectives,
        }
    }

    /// Returns the objectives of a type that a player may have without these eyes knowing.
    fn unseen(&self, kind: ObjectiveType) -> Set<Objective> {
        let known = self.objectives.iter().map(|(_, known)| known.all());
        let maharajah = self.open.maharajah.map(|he| Set::only(he.objective));
        known
            .chain(maharajah)
            .fold(Objective::of(kind).collect(), Set::without)
    }

    /// Puts some of the imagined objectives on the spaces whose tile these eyes do not know.
    fn lay_face_down(&self, seat: Seat, theirs: &mut Objectives, rng: &mut impl Rng) {
        let mut hand: ArrayVec<[Option<Objective>; Objective::COUNT]> =
            theirs.hand.iter().map(Some).collect();
        shuffle(rng, &mut hand);
        let mut hand = hand.into_iter().flatten();
        for space in self.open.players[seat].objectives_played.iter() {
            if theirs.played[space].is_none()
                && let Some(tile) = hand.next()
            {
                theirs.play(tile, space);
            }
        }
    }
}
