//! Checks of the stack of decisions.

use crate::board::head_count;
use crate::components::*;
use crate::follow::{Following, Progress};
use crate::gains::ChooseResource;
use crate::market::{Market, Trade};
use crate::menu::{Block, Menu};
use crate::pending::Pending;
use crate::player::Movement;
use crate::prestige::Source;
use crate::sowing::Sowing;
use crate::state::Amritsar;
use kit::{Flaw, ensure};

/// More entries than play ever stacks up, but few enough that their consequences always fit on top.
const HIGHEST: usize = 8;
/// The maximum number of items or points in an entry of the stack.
const MOST: u8 = 2;

impl Amritsar {
    pub(super) fn check_stack(&self) -> Result<(), Flaw> {
        let stack = self.open.stack.as_slice();
        let Some((&main_state, above)) = stack.split_first() else {
            return Ok(()); // The game is over, as the round confirms.
        };
        ensure(stack.len() <= HIGHEST, || {
            format!(
                "{} entries on the stack; it never gets that high",
                stack.len()
            )
        })?;
        self.check_main_state(main_state, above)?;
        for &pending in above {
            self.check_above(main_state, pending)?;
        }
        let below = above.split_last().map_or(above, |(_, below)| below);
        for pending in below {
            ensure(can_wait(*pending), || {
                format!("{pending:?} does not wait for anything, but is not on top of the stack")
            })?;
        }
        let top = stack.last().copied().unwrap_or(main_state);
        ensure(top.is_decision(), || {
            format!("{top:?} on top of the stack is not for anybody to decide")
        })?;
        let mut answers = Vec::new();
        self.list(self.open.actor().unwrap_or_default(), &mut answers);
        ensure(!answers.is_empty(), || {
            format!("{top:?} on top of the stack has no legal answer")
        })
    }

    fn check_main_state(&self, main_state: Pending, above: &[Pending]) -> Result<(), Flaw> {
        let players = self.open.options.players;
        let actor = self.open.actor().unwrap_or_default();
        ensure(actor.number() < players, || {
            format!("the stack asks seat {actor}, which this table does not have")
        })?;
        match main_state {
            Pending::Sow(sowing) => self.check_sowing(sowing),
            Pending::Actions(menu) => self.check_menu(menu, above),
            Pending::Follow(following) => {
                ensure(following.seat != self.open.active, || {
                    "nobody follows the own worker".to_owned()
                })?;
                self.check_following(following, above)
            }
            Pending::MaharajahFollow(following) => {
                let beside = self.open.maharajah_workers[self.open.token];
                ensure(beside == Some(following.worker), || {
                    format!("no {} worker stands beside the token", following.worker)
                })?;
                self.check_following(following, above)
            }
            Pending::Elephant2 { .. } => {
                let locked = self.open.players[actor].movement == Movement::Locked;
                ensure(!locked, || "the second elephant move is locked".to_owned())?;
                nothing_above(above)
            }
            Pending::Income { .. } => ensure(
                self.open.token == MaharajahSpace::RED && !above.is_empty(),
                || "income is paid at the end of a decade, and by itself".to_owned(),
            ),
            Pending::SetupObjective { .. }
            | Pending::SetupMahout { .. }
            | Pending::Elephant1
            | Pending::ChooseGroup => nothing_above(above),
            _ => Err(Flaw(format!(
                "{main_state:?} is at the bottom of the stack, where a main state belongs"
            ))),
        }
    }

    fn check_sowing(&self, sowing: Sowing) -> Result<(), Flaw> {
        let hand = usize::from(head_count(&sowing.hand));
        ensure((1..=SECTION_CAPACITY.into()).contains(&hand), || {
            format!("{hand} workers in hand")
        })?;
        ensure(self.open.ring[sowing.origin].size() == 0, || {
            format!(
                "{} is not empty, though its workers were lifted",
                sowing.origin
            )
        })?;
        let room = sowing.landings(&self.open.ring).count();
        ensure(room >= hand, || {
            format!("{hand} workers in hand, but only {room} sections left on the way")
        })
    }

    fn check_menu(&self, menu: Menu, above: &[Pending]) -> Result<(), Flaw> {
        let here = self.open.ring[menu.section];
        ensure(here.workers[menu.worker] > 0, || {
            format!("no {} worker stands in {}", menu.worker, menu.section)
        })?;
        if let Block::Open {
            tile,
            main_done,
            second_done,
        } = menu.block
        {
            let district = menu.section.district();
            ensure(self.open.districts[district].contains(tile), || {
                format!("{tile} is used, but does not lie in the {district}")
            })?;
            ensure(main_done || second_done, || {
                format!("{tile} is open, but neither of its actions was done")
            })?;
            let spent = menu.is_spent(self, self.open.active);
            ensure(!spent || !above.is_empty(), || {
                format!("{tile} is open, but nothing is left to do on it")
            })?;
        }
        Ok(())
    }

    fn check_following(&self, following: Following, above: &[Pending]) -> Result<(), Flaw> {
        let Following {
            seat,
            worker,
            progress,
        } = following;
        ensure((progress == Progress::Asked) == above.is_empty(), || {
            format!(
                "seat {seat} follows ({progress}), but {} decisions are open",
                above.len()
            )
        })?;
        ensure(self.open.players[seat].turns > 0, || {
            format!("seat {seat} follows before the own first turn, when nothing can be done by it")
        })?;
        let mahout = self.open.players[seat].mahouts[worker];
        ensure(mahout.is_some(), || {
            format!("seat {seat} has no mahout on {worker} to follow with")
        })?;
        let asked = progress == Progress::Asked;
        ensure(!asked || self.can_follow(seat, worker), || {
            format!("seat {seat} is asked to follow, but could only decline")
        })
    }

    fn check_above(&self, main_state: Pending, pending: Pending) -> Result<(), Flaw> {
        let belongs = match main_state {
            Pending::Sow(_) => match pending {
                Pending::Discard | Pending::ChooseResource(_) => true,
                _ => trigger_of(pending) == Some(Trigger::MoveGroupOf4),
            },
            Pending::Income { .. } => matches!(
                pending,
                Pending::Discard | Pending::ChooseResource(_) | Pending::Prestige { .. }
            ),
            _ => !is_main_state(pending) && trigger_of(pending) != Some(Trigger::MoveGroupOf4),
        };
        ensure(belongs, || {
            format!("{pending:?} is on the stack above {main_state:?}, where it cannot come from")
        })?;
        let sound = match pending {
            Pending::ChooseResource(ChooseResource { left, batch }) => {
                left > 0 && batch.total().saturating_add(left) <= MOST
            }
            Pending::Coins(coins) => coins <= COINS_WITH_MARKET,
            Pending::Prestige { points, source } => {
                points <= self.most_prestige(main_state, source)
            }
            _ => true,
        };
        ensure(sound, || {
            format!("{pending:?} gives more than anything in the game")
        })?;
        self.check_cause(pending)
    }

    /// Returns the maximum prestige from that source that follows items: for a sale, by the mahout, or as income.
    fn most_prestige(&self, main_state: Pending, source: Source) -> u8 {
        let actor = &self.open.players[self.open.actor().unwrap_or_default()];
        let income = matches!(main_state, Pending::Income { .. });
        match source {
            Source::Market if !income => MOST,
            Source::Actions if !income => {
                let pays = actor.mahouts_played().any(|tile| tile == Mahout::CoinAndPp);
                pays.into()
            }
            Source::Knowledge if income => u8::from(actor.knowledge[Track::Money] >= INCOME_STEP),
            _ => 0,
        }
    }

    /// Checks that a bridge tile counts for the actor, and that the trades of a market action are in the ledger.
    fn check_cause(&self, pending: Pending) -> Result<(), Flaw> {
        let actor = self.open.actor().unwrap_or_default();
        match pending {
            Pending::Bridge(tile) => {
                let mut counting = self.open.counting_bridges(actor);
                ensure(counting.any(|counts| counts == tile), || {
                    format!("the bridge tile {tile} pays, but does not count for seat {actor}")
                })
            }
            Pending::Market(Market { bought, sold }) => {
                let ledger = &self.open.players[actor].ledger;
                let noted = |trade| ledger.iter().any(|(_, &entry)| entry == Some(trade));
                let noted = (!bought || noted(Trade::Bought)) && (!sold || noted(Trade::Sold));
                ensure(noted, || {
                    "a trade of the market action is missing in the ledger".to_owned()
                })
            }
            _ => Ok(()),
        }
    }
}

/// Returns the trigger of a bridge tile's payment.
fn trigger_of(pending: Pending) -> Option<Trigger> {
    match pending {
        Pending::Bridge(tile) => Some(tile.trigger()),
        Pending::Bridges(trigger) => Some(trigger),
        _ => None,
    }
}

fn nothing_above(above: &[Pending]) -> Result<(), Flaw> {
    ensure(above.is_empty(), || {
        format!(
            "{} decisions above a main state that causes none before it is answered",
            above.len()
        )
    })
}

fn is_main_state(pending: Pending) -> bool {
    matches!(
        pending,
        Pending::SetupObjective { .. }
            | Pending::SetupMahout { .. }
            | Pending::Elephant1
            | Pending::ChooseGroup
            | Pending::Sow(_)
            | Pending::Actions(_)
            | Pending::Elephant2 { .. }
            | Pending::Follow(_)
            | Pending::MaharajahFollow(_)
            | Pending::Income { .. }
    )
}

/// Returns whether other entries can be above this one: trades continue after a discard, a second knowledge step comes after the first, and the
/// consequences of an effect come one after the other.
fn can_wait(pending: Pending) -> bool {
    !pending.is_decision() || matches!(pending, Pending::Market(_) | Pending::Knowledge(_))
}
