//! Checks of the players' boards and the Maharajah's.

use crate::board::Side;
use crate::check::MOST_COINS;
use crate::components::maharajah::{BOARD_COUNTERS, LAST_MARKER, QUARRY};
use crate::components::*;
use crate::maharajah::Maharajah;
use crate::pending::Pending;
use crate::player::{Movement, Player};
use crate::state::Open;
use kit::{Flaw, Key, Seat, Set, ensure};

impl Open {
    pub(super) fn check_maharajah(&self) -> Result<(), Flaw> {
        ensure(self.maharajah.is_some() == self.options.solo(), || {
            "the Maharajah plays against one player, and only then".to_owned()
        })?;
        let Some(maharajah) = &self.maharajah else {
            return Ok(());
        };
        let Maharajah {
            counters_elephant,
            counters_board,
            white_track,
            objective,
            ..
        } = *maharajah;
        check_elephant(counters_elephant)?;
        ensure(counters_board <= BOARD_COUNTERS, || {
            format!("the Maharajah's board has {counters_board} counters")
        })?;
        check_counters(&[
            counters_elephant,
            counters_board,
            self.donated(Side::Maharajah),
        ])?;
        for (resource, &stored) in maharajah.storehouse.iter() {
            ensure(stored <= QUARRY[resource], || {
                format!(
                    "the Maharajah has {stored} {resource}; there are {}",
                    QUARRY[resource]
                )
            })?;
        }
        ensure(white_track <= LAST_MARKER, || {
            format!("the white-worker track has no space {white_track}")
        })?;
        ensure(objective.star().is_some(), || {
            format!("the Maharajah's objective {objective} has no star")
        })?;
        let [first, ..] = self.temple;
        let at_first = Maharajah::set_up(first, objective, self.options);
        ensure(self.his_turns() > 0 || *maharajah == at_first, || {
            "something of the Maharajah's changed before his first turn".to_owned()
        })
    }

    pub(super) fn check_player(&self, seat: Seat, player: &Player) -> Result<(), Flaw> {
        check_elephant(player.counters_elephant)?;
        ensure(player.storehouses.len() <= STOREHOUSE_SPACES.into(), || {
            format!(
                "{} storehouses on {STOREHOUSE_SPACES} spaces",
                player.storehouses.len()
            )
        })?;
        ensure(
            !player.flipped || player.storehouses.contains(Storehouse::FreeElephant),
            || "only the free_elephant storehouse is flipped".to_owned(),
        )?;
        let mahouts: Set<Mahout> = player.mahouts_played().collect();
        ensure(
            mahouts.len() as usize == player.mahouts_played().count(),
            || "a mahout tile lies on the board twice".to_owned(),
        )?;
        check_counters(&[
            player.counters_elephant,
            player.counters_board(),
            player.counters_market,
            self.donated(Side::Player(seat)),
        ])?;
        for (track, &step) in player.knowledge.iter() {
            ensure(step <= LAST_STEP, || {
                format!("there is no step {step} of {track}")
            })?;
        }
        let unlocked = player.knowledge[Track::Development] >= UNLOCKING_STEP;
        ensure(unlocked == (player.movement != Movement::Locked), || {
            format!(
                "the movement token is {} on step {} of development",
                player.movement,
                player.knowledge[Track::Development]
            )
        })?;
        let exchanges = player.owns(Storehouse::Exchange);
        ensure(exchanges || !player.exchange_used, || {
            "the exchange storehouse was used, but is not there".to_owned()
        })?;
        self.check_storage(seat, player)?;
        self.check_opening(seat, player, mahouts)?;
        self.check_turns(seat, player)
    }

    /// Checks that all items fit, unless some are just being discarded.
    fn check_storage(&self, seat: Seat, player: &Player) -> Result<(), Flaw> {
        let most = player.capacity().saturating_add(MOST_COINS);
        let discards = self.actor() == Some(seat) && self.stack.last() == Some(&Pending::Discard);
        let (items, capacity) = (player.items.total(), player.capacity());
        ensure(items <= if discards { most } else { capacity }, || {
            format!("{items} items in {capacity} spaces with no discard pending")
        })?;
        ensure(!discards || items > capacity, || {
            "a discard is pending, but everything fits".to_owned()
        })
    }

    /// Checks that the opening objective and mahout are on the board as soon as they have been chosen, and nothing else before the first turn.
    fn check_opening(&self, seat: Seat, player: &Player, mahouts: Set<Mahout>) -> Result<(), Flaw> {
        let (objective, mahout) = self.opened(seat);
        let start = player.objectives_played.contains(ObjectiveSpace::Start);
        ensure(start == objective, || {
            let already = if start { "already" } else { "not" };
            format!("the opening objective was {already} chosen")
        })?;
        ensure(mahouts.contains(Mahout::Donate) == mahout, || {
            let already = if mahout { "not" } else { "already" };
            format!("the starting mahout was {already} placed")
        })?;
        let upgrades = player.storehouses.len() + player.objectives_played.len() + mahouts.len()
            - u32::from(objective)
            - u32::from(mahout);
        ensure(player.turns > 0 || upgrades == 0, || {
            "there are no upgrades before the first turn".to_owned()
        })?;
        let opened = Player {
            mahouts: player.mahouts,
            objectives_played: player.objectives_played,
            counters_elephant: u8::from(objective) + u8::from(mahout),
            ..Player::default()
        };
        ensure(player.turns > 0 || *player == opened, || {
            "something changed before the first turn".to_owned()
        })
    }

    /// Returns the player's index in turn order.
    fn place(&self, seat: Seat) -> Option<usize> {
        self.turn_order().position(|other| other == seat)
    }

    /// Returns whether a player has chosen the opening objective, and placed the starting mahout.
    fn opened(&self, seat: Seat) -> (bool, bool) {
        match self.stack.first() {
            Some(&Pending::SetupObjective { seat: now }) => {
                let earlier = self.place(seat) < self.place(now);
                (earlier, earlier)
            }
            Some(&Pending::SetupMahout { seat: now }) => {
                let (own, now) = (self.place(seat), self.place(now));
                (own <= now, own < now)
            }
            _ => (true, true),
        }
    }

    /// Checks the number of turns of each player, and that the elephant is on the board since the first one.
    fn check_turns(&self, seat: Seat, player: &Player) -> Result<(), Flaw> {
        let rounds = ROUNDS * self.decade.index() as u8 + self.round;
        let begun = !self.is_opening() && self.place(seat) <= self.place(self.active);
        let turns = rounds - u8::from(!begun);
        ensure(player.turns == turns, || {
            format!("{} turns begun instead of {turns}", player.turns)
        })?;
        let places = seat == self.active && self.stack.first() == Some(&Pending::Elephant1);
        let off_board = turns == 0 || turns == 1 && places;
        ensure(player.elephant.is_none() == off_board, || {
            "the elephant is placed in the first turn, at its beginning".to_owned()
        })
    }
}

fn check_elephant(counters: u8) -> Result<(), Flaw> {
    ensure(counters <= ELEPHANT_CAPACITY, || {
        format!("{counters} counters on an elephant that carries {ELEPHANT_CAPACITY}")
    })
}

fn check_counters(places: &[u8]) -> Result<(), Flaw> {
    let counters: u32 = places.iter().map(|&count| u32::from(count)).sum();
    ensure(counters == u32::from(COUNTERS), || {
        format!("{counters} counters instead of {COUNTERS}")
    })
}
