//! Views, and states imagined from them.

use crate::brahmabot::{Brahmabot, FaceDown};
use crate::components::{BotTile, Character, SetupTile};
use crate::plan::Plan;
use crate::state::{Maharaja, Open, Stage};
use kit::{Chance, Eyes, Fields, Key, PerSeat, Rng, Seat, SeatSet, Seed, Set, below, shuffle};
use serde::{Deserialize, Deserializer, Serialize};

/// What one pair of eyes may know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The viewer.
    pub eyes: Eyes,
    /// The public part of the state.
    #[serde(flatten)]
    pub open: Open,
    /// The plans known to these eyes: their own, and those of players who have begun to act.
    pub plans: PerSeat<Option<Plan>>,
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(deserializer, |fields| {
            Ok(View {
                eyes: fields.take("eyes")?,
                plans: fields.take("plans")?,
                open: fields.rest()?,
            })
        })
    }
}

impl Maharaja {
    pub(crate) fn seen_by(&self, eyes: Eyes) -> View {
        let shown = self.open.begun();
        let known = |seat| eyes.are(seat) || shown.contains(seat);
        View {
            eyes,
            open: self.open,
            plans: PerSeat::new(self.plans.count(), |seat| {
                self.plans[seat].filter(|_| known(seat))
            }),
        }
    }

    pub(crate) fn imagined(view: &View, rng: &mut impl Rng) -> Self {
        let open = view.open;
        let mut plan = |seat: Seat| {
            let known = view.plans[seat];
            known.or_else(|| open.committed.contains(seat).then(|| any_plan(rng)))
        };
        let plans = PerSeat::new(open.tableaus.count(), &mut plan);
        let face_down = open
            .brahmabot
            .map(|brahmabot| open.imagine_stacks(brahmabot, rng));
        let chance = Chance::new(Seed::random(rng));
        Maharaja {
            open,
            plans,
            face_down,
            chance,
        }
    }
}

fn any_plan(rng: &mut impl Rng) -> Plan {
    let number = below(rng, Plan::COUNT) as usize;
    Plan::all()
        .nth(number)
        .unwrap_or_else(|| Plan::new(Default::default(), Default::default()))
}

impl Open {
    /// Returns the players who have revealed the plan of this round.
    fn begun(&self) -> SeatSet {
        match self.stage {
            Stage::Turn(turn) | Stage::Victim { turn, .. } => self.acted.or(Set::only(turn.seat)),
            _ => self.acted,
        }
    }

    /// Returns the characters that nobody has seen yet in a solo game.
    pub(crate) fn unseen_characters(&self) -> impl Iterator<Item = Character> + '_ {
        Character::all().filter(|&character| {
            !self.out.contains(character)
                && !self.display.contains(&character)
                && self.owner(character).is_none()
        })
    }

    /// Imagines the stacks: all tiles that are not visible, in random order.
    fn imagine_stacks(&self, brahmabot: Brahmabot, rng: &mut impl Rng) -> FaceDown {
        let any_setup = SetupTile::at(below(rng, SetupTile::COUNT as u32) as usize);
        let mut secret = FaceDown {
            setup: brahmabot.setup.or(any_setup).unwrap_or(SetupTile::North),
            characters: self.unseen_characters().collect(),
            tiles: brahmabot.unseen_tiles().collect(),
            right: None,
        };
        shuffle(rng, &mut secret.characters);
        shuffle(rng, &mut secret.tiles);
        if brahmabot.row.is_some_and(|row| row.right.is_none()) {
            secret.right = secret.tiles.pop();
        }
        secret
    }
}

impl Brahmabot {
    /// Returns the action tiles that lie face down, in the stack or in the row.
    pub(crate) fn unseen_tiles(&self) -> impl Iterator<Item = BotTile> + '_ {
        let seen: Set<BotTile> = self.row.iter().flat_map(|row| row.face_up()).collect();
        BotTile::all().filter(move |&tile| !seen.or(self.used).contains(tile))
    }
}
