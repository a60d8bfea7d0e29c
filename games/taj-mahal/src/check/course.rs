//! Checks of the course of the game: the pending decision, and the number of turns.

use crate::components::{Province, Symbol, VISITS};
use crate::state::{Open, Player, Stage, Withdrawal};
use kit::{Flaw, Seat, Set, ensure};

impl Open {
    pub(super) fn check_route(&self) -> Result<(), Flaw> {
        ensure((1..=VISITS).contains(&self.visit), || {
            format!("there is no visit {}", self.visit)
        })?;
        let provinces: Set<Province> = self.route.into_iter().collect();
        ensure(provinces.len() == u32::from(VISITS), || {
            "the route leads to a province twice".to_owned()
        })?;
        ensure(self.route.last() == Some(&Province::Agra), || {
            "the last visit does not lead to agra".to_owned()
        })?;
        let players = self.options.players;
        ensure(self.first_start_seat.number() < players, || {
            format!(
                "seat {} cannot start: there are {players} players",
                self.first_start_seat
            )
        })
    }

    pub(super) fn check_stage(&self) -> Result<(), Flaw> {
        let visitors: Set<Seat> = self.players.seats().collect();
        ensure(self.active.without(visitors).is_empty(), || {
            "a seat that does not exist is active".to_owned()
        })?;
        match self.stage {
            Stage::Turn { seat } => self.check_person(seat).and(self.check_active(seat)),
            Stage::Place(withdrawal) => {
                self.check_person(withdrawal.seat)
                    .and(self.check_active(withdrawal.seat))?;
                self.check_withdrawal(withdrawal)
            }
            Stage::Draft { seat, takes } => {
                self.check_person(seat)?;
                ensure(!self.active.contains(seat), || {
                    format!("seat {seat} takes cards but has not withdrawn")
                })?;
                ensure((1..=self.takes()).contains(&takes), || {
                    format!("seat {seat} cannot take {takes} cards")
                })
            }
            Stage::Over => {
                let done = self.visit == VISITS
                    && self.active.is_empty()
                    && self.display.is_empty()
                    && !self.court.contains(Symbol::Elephant);
                ensure(done, || {
                    "the game is over before its last visit has ended".to_owned()
                })
            }
        }
    }

    fn check_person(&self, seat: Seat) -> Result<(), Flaw> {
        ensure(seat.number() < self.options.players, || {
            format!("seat {seat} decides, but it does not exist")
        })
    }

    fn check_active(&self, seat: Seat) -> Result<(), Flaw> {
        ensure(self.active.contains(seat), || {
            format!("seat {seat} is to act but has withdrawn")
        })
    }

    /// A player withdraws at most once from a visit, so all their palaces in its province have just been placed.
    fn check_withdrawal(&self, withdrawal: Withdrawal) -> Result<(), Flaw> {
        let Withdrawal {
            seat,
            normal,
            crown,
            placed,
            ..
        } = withdrawal;
        ensure(normal > 0 || crown, || {
            "no palace is left to place".to_owned()
        })?;
        let here = self.province().cities();
        let Player {
            palaces,
            crown_palaces,
            ..
        } = &self.players[seat];
        let built = palaces.and(here).len() + crown_palaces.and(here).len();
        ensure(u32::from(placed) == built, || {
            format!("seat {seat} has placed {built} palaces in this visit and not {placed}")
        })
    }

    /// Checks that players who have withdrawn have no row, and that the others have won nothing yet.
    pub(super) fn check_presence(&self, seat: Seat, player: &Player) -> Result<(), Flaw> {
        if !self.active.contains(seat) {
            let idle = player.row.is_empty()
                && player.row_specials.is_empty()
                && player.bound_colour.is_none();
            return ensure(idle, || {
                format!("seat {seat} has withdrawn but still has a row")
            });
        }
        let here = self.province().cities();
        let places = self.withdrawal_of(seat).is_some();
        let has_palace = !player.network().and(here).is_empty();
        ensure(
            (places || !has_palace) && !player.tiles.contains(self.tile()),
            || format!("seat {seat} has won something in this visit but has not withdrawn"),
        )
    }

    /// A turn lays one coloured card; the absent maharaja lays one of any kind. So players who have had a turn in this round have laid one
    /// more than the others.
    pub(super) fn check_turns(&self) -> Result<(), Flaw> {
        let actor = match self.stage {
            Stage::Turn { seat }
            | Stage::Place(Withdrawal { seat, .. })
            | Stage::Draft { seat, .. } => seat,
            Stage::Over => return Ok(()),
        };
        let mut seat = self.start_seat();
        let mut has_acted = true;
        let mut rounds = None;
        for _ in self.players.seats() {
            has_acted &= seat != actor;
            if self.active.contains(seat) {
                let finished = self.turns(seat).checked_sub(has_acted.into());
                let same = finished.is_some() && rounds.is_none_or(|rounds| rounds == finished);
                ensure(same, || {
                    format!("seat {seat} has laid cards on more or on fewer turns than it has had")
                })?;
                rounds = Some(finished);
            }
            seat = self.seat_after(seat);
        }
        Ok(())
    }

    /// Returns the number of turns in this visit in which a player has laid cards.
    fn turns(&self, seat: Seat) -> u32 {
        let row = self.players[seat].row;
        let beside = if self.is_absent(seat) { 0 } else { row.white() };
        row.len() - beside
    }
}
