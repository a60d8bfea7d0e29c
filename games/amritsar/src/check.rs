//! Checks whether a state can occur: the invariants of spec 3, and what the rules imply.
//!
//! An accepted state can be played to the end, and all states on the way are accepted too. The following is **not** checked, because the
//! state does not contain it or the check would be very long:
//!
//! * how many points came from sales and missing counters, from the bridge, from the mahout that gives prestige, and from knowledge: only
//!   that there is something that pays them, and that they are not negative or beyond [`Prestige::MOST`](crate::Prestige::MOST);
//! * how many came from followers and majorities, and how many were lost for taxes and for passing the Maharajah, each within limits:
//!   not that somebody won each district, nor that a loss fits the points of its time; likewise what the Maharajah's board gave him;
//! * whether coins, resources, steps, upgrades and counters could be had in the turns so far, and who bought or sold what the market
//!   lacks or has;
//! * what was traded in this turn window, but for the market action under way;
//! * whether the entries of the stack can have caused one another in this order; only that they belong above the main state, give no
//!   more than anything in the game, and lead on.

mod points;
mod sides;
mod stack;

use crate::board::{DonationTile, SectionState, Side};
use crate::components::*;
use crate::pending::Pending;
use crate::player::Objectives;
use crate::state::{Amritsar, Open};
use kit::{By, Flaw, Key, Seat, Set, ensure};

/// An upper limit that no coin spot comes near.
pub(crate) const MOST_COINS: u8 = 100;

impl Amritsar {
    pub(crate) fn find_flaw(&self) -> Result<(), Flaw> {
        let open = &self.open;
        let players = open.options.players;
        let sound = open.rules.check(&open.options);
        sound.map_err(|error| Flaw(error.0))?;
        ensure(open.players.count() == players, || {
            format!("{} in players instead of {players}", open.players.count())
        })?;
        ensure(self.objectives.count() == players, || {
            format!(
                "{} in objectives instead of {players}",
                self.objectives.count()
            )
        })?;
        open.check_clock()?;
        open.check_ring()?;
        open.check_tiles()?;
        open.check_maharajah()?;
        open.check_donations()?;
        for (seat, player) in open.players.iter() {
            open.check_player(seat, player)
                .map_err(|Flaw(flaw)| Flaw(format!("seat {seat}: {flaw}")))?;
        }
        self.check_objectives()?;
        self.check_stack()?;
        self.check_points()
    }

    /// Checks that each player has one objective of each type, each tile exists once, and played objectives match the visible backs.
    fn check_objectives(&self) -> Result<(), Flaw> {
        let maharajah = self.open.maharajah.map(|he| he.objective);
        let mut dealt: Set<Objective> = maharajah.into_iter().collect();
        for (seat, objectives) in self.objectives.iter() {
            let all = objectives.all();
            check_one_of_each_type(seat, objectives)?;
            ensure(dealt.and(all).is_empty(), || {
                format!(
                    "seat {seat} has an objective that somebody else has too: {:?}",
                    dealt.and(all)
                )
            })?;
            dealt = dealt.or(all);
            let backs = self.open.players[seat].objectives_played;
            let played: Set<ObjectiveSpace> = ObjectiveSpace::all()
                .filter(|&space| objectives.played[space].is_some())
                .collect();
            ensure(played == backs, || {
                format!(
                    "seat {seat}: objectives lie on {played:?}, but objectives_played says {backs:?}"
                )
            })?;
        }
        Ok(())
    }
}

fn check_one_of_each_type(seat: Seat, objectives: &Objectives) -> Result<(), Flaw> {
    let played = ObjectiveSpace::all().filter_map(|space| objectives.played[space]);
    let tiles = objectives.hand.iter().chain(played);
    for kind in ObjectiveType::ALL {
        let count = tiles.clone().filter(|tile| tile.kind() == kind).count();
        ensure(count == 1, || {
            format!("seat {seat} has {count} objectives of type {kind} instead of 1")
        })?;
    }
    Ok(())
}

impl Open {
    /// Returns whether the opening decisions are still being made.
    pub(crate) fn is_opening(&self) -> bool {
        matches!(
            self.stack.first(),
            Some(Pending::SetupObjective { .. } | Pending::SetupMahout { .. })
        )
    }

    /// Returns whether all turns of the round are over.
    fn is_between_rounds(&self) -> bool {
        matches!(
            self.stack.first(),
            None | Some(Pending::MaharajahFollow(_) | Pending::Income { .. })
        )
    }

    fn check_clock(&self) -> Result<(), Flaw> {
        ensure((1..=ROUNDS).contains(&self.round), || {
            format!("there is no round {}", self.round)
        })?;
        for (name, seat) in [("start_player", self.start_player), ("active", self.active)] {
            ensure(seat.number() < self.options.players, || {
                format!("{name} is {seat}, a seat that this table does not have")
            })?;
        }
        let ends = self.decade == Decade::Iii && self.round == ROUNDS;
        ensure(!self.stack.is_empty() || ends, || {
            "an empty stack means that the game is over, but the last round did not end".to_owned()
        })?;
        let begins = self.decade == Decade::I && self.round == 1;
        ensure(!self.is_opening() || begins, || {
            "the opening decisions belong before the first round".to_owned()
        })?;
        let untouched = |section: Section, state: &SectionState| {
            state.coins == 0 && state.size() == section.start_workers()
        };
        let mut sections = self.ring.iter();
        let mut columns = self.market.iter();
        let as_set_up = sections.all(|(section, state)| untouched(section, state))
            && columns.all(|(_, &stock)| stock == MARKET_START);
        ensure(!self.is_opening() || as_set_up, || {
            "workers or goods moved before the first turn".to_owned()
        })?;
        ensure(
            !self.is_opening() || self.active == self.start_player,
            || "before the first turn the starting player is the active one".to_owned(),
        )?;
        let last_turn_is_over = self.active.after(1, self.options.players) == self.start_player;
        ensure(!self.is_between_rounds() || last_turn_is_over, || {
            "a round ends after the turn of the player before the starting player".to_owned()
        })?;
        let moves = usize::from(self.round - 1) + usize::from(self.is_between_rounds());
        let token = MaharajahSpace::at(moves % MaharajahSpace::COUNT);
        ensure(token == Some(self.token), || {
            format!("in round {} the token is not on {}", self.round, self.token)
        })
    }

    fn check_ring(&self) -> Result<(), Flaw> {
        let hand = match self.stack.first() {
            Some(Pending::Sow(sowing)) => sowing.hand,
            _ => By::default(),
        };
        for colour in Colour::all() {
            let on_ring = self.ring.iter().map(|(_, state)| state.workers[colour]);
            let count: u32 = on_ring.chain([hand[colour]]).map(u32::from).sum();
            ensure(count == u32::from(WORKERS_OF_A_COLOUR), || {
                format!(
                    "there are {count} {colour} workers on the ring and in hand instead of {WORKERS_OF_A_COLOUR}"
                )
            })?;
        }
        for (section, state) in self.ring.iter() {
            ensure(state.size() <= SECTION_CAPACITY, || {
                format!(
                    "{section} holds {} workers; there is room for {SECTION_CAPACITY}",
                    state.size()
                )
            })?;
            ensure(state.coins <= MOST_COINS, || {
                format!("{section} holds {} coins", state.coins)
            })?;
        }
        let beside: Set<Colour> = MaharajahSpace::all()
            .filter_map(|space| self.maharajah_workers[space])
            .collect();
        let expected = if self.options.maharajah_workers() {
            Colour::COUNT as u32
        } else {
            0
        };
        ensure(beside.len() == expected, || {
            format!(
                "workers of {} colours stand beside the Maharajah's spaces instead of {expected}",
                beside.len()
            )
        })?;
        ensure(
            expected > 0
                || MaharajahSpace::all().all(|space| self.maharajah_workers[space].is_none()),
            || {
                "no workers stand beside the Maharajah's spaces with three or four players"
                    .to_owned()
            },
        )
    }

    /// Checks district tiles, temple and bridge, market and storehouses.
    fn check_tiles(&self) -> Result<(), Flaw> {
        let mut placed = Set::<DistrictTile>::EMPTY;
        for (district, tiles) in self.districts.iter() {
            let colours: Set<Colour> = tiles.iter().map(DistrictTile::colour).collect();
            ensure(tiles.len() == 3 && colours.len() == 3, || {
                format!("the {district} needs three tiles of three colours, not {tiles:?}")
            })?;
            ensure(placed.and(*tiles).is_empty(), || {
                format!(
                    "a tile of the {district} lies somewhere else too: {:?}",
                    placed.and(*tiles)
                )
            })?;
            placed = placed.or(*tiles);
        }
        let temple: Set<TempleTile> = self.temple.into_iter().collect();
        ensure(temple.len() == 3, || {
            "a temple tile is there twice".to_owned()
        })?;
        let bridges: Set<BridgeTile> = self.bridges.into_iter().collect();
        ensure(bridges.len() == 3, || {
            "a bridge tile is there twice".to_owned()
        })?;
        for (resource, &stock) in self.market.iter() {
            ensure(stock <= MARKET_ROWS, || {
                format!("the market has {stock} {resource}; there is room for {MARKET_ROWS}")
            })?;
        }
        let mut storehouses = self.offer;
        let mut count = self.offer.len();
        for (_, player) in self.players.iter() {
            storehouses = storehouses.or(player.storehouses);
            count += player.storehouses.len();
        }
        let revealed = Storehouse::revealed(self.options.players) as u32;
        ensure(storehouses.len() == count && count == revealed, || {
            format!(
                "{count} storehouses, {} of them different, are on offer or on boards instead of {revealed}",
                storehouses.len()
            )
        })
    }

    fn check_donations(&self) -> Result<(), Flaw> {
        for (district, tile) in self.donations.iter() {
            for space in Space::all() {
                if let Some(side) = tile.counters[space] {
                    self.check_donation(district, tile, space, side)?;
                }
            }
        }
        Ok(())
    }

    fn check_donation(
        &self,
        district: District,
        tile: &DonationTile,
        space: Space,
        side: Side,
    ) -> Result<(), Flaw> {
        let set = self.donation_set();
        ensure(set.prestige(district, space).is_some(), || {
            format!("the donation tile {set}_{district} has no space {space}")
        })?;
        ensure(self.sides().any(|known| known == side), || {
            format!("{side} has a counter in the {district}, but does not play")
        })?;
        let below = set.below(space).into_iter().flatten();
        ensure(
            below
                .into_iter()
                .all(|below| tile.counters[below].is_some()),
            || {
                format!(
                    "the counter on {space} in the {district} floats: a space below it is empty"
                )
            },
        )
    }
}
