//! The stack of pending decisions and consequences.
//!
//! The main state of chapter 6.1 is at the bottom, the consequences of its effects are above it (6.2). The last entry is the current one: a
//! decision of the actor, or an automatic consequence. An effect pushes its consequences in reverse order, so each is completely resolved
//! before the next one begins (spec 8.9).

use crate::action::Action;
use crate::components::{BridgeTile, Colour, Track, Trigger};
use crate::donation::Donate;
use crate::elephant::{ElephantMove, Moment};
use crate::event::Event;
use crate::follow::{Following, Progress};
use crate::gains::{ChooseGain, ChooseResource, Discard, Order};
use crate::knowledge::Knowledge;
use crate::mahout::MahoutTile;
use crate::market::Market;
use crate::menu::Menu;
use crate::play::Play;
use crate::prestige::Source;
use crate::setup::{OpeningMahout, OpeningObjective};
use crate::sowing::{ChooseGroup, Sowing};
use crate::state::Amritsar;
use crate::upgrade::Upgrades;
use kit::{Refusal, Rule, Seat, Sink};
use serde::{Deserialize, Serialize};

/// The capacity of the stack. Play uses at most 6 entries: an upgrade's bridge, the second of its two knowledge steps, and in the first one a
/// market action with a sale for prestige whose coins do not fit.
pub(crate) const DEEPEST: usize = 16;

/// An entry of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pending {
    // Main states, at the bottom only.
    /// The opening objective.
    SetupObjective {
        /// The player who chooses.
        seat: Seat,
    },
    /// The colour of the starting mahout.
    SetupMahout {
        /// The player who chooses.
        seat: Seat,
    },
    /// The elephant move that begins a turn.
    Elephant1,
    /// The group of workers to lift.
    ChooseGroup,
    /// A worker to leave behind.
    Sow(Sowing),
    /// The actions of the active worker.
    Actions(Menu),
    /// The second elephant move.
    Elephant2 {
        /// The colour of the active worker, which others may follow.
        worker: Colour,
    },
    /// Whether to follow the active worker.
    Follow(Following),
    /// Whether to follow the worker beside the Maharajah.
    MaharajahFollow(Following),
    /// The income of a decade.
    Income {
        /// The player who receives the income.
        seat: Seat,
        /// The track that pays next; `None` when all three have.
        due: Option<Track>,
    },

    // Decisions caused by an effect.
    /// Two marble or one copper.
    ChooseGain,
    /// A coin or a market action first.
    Order,
    /// Resources of choice.
    ChooseResource(ChooseResource),
    /// Items that do not fit.
    #[default]
    Discard,
    /// Trades.
    Market(Market),
    /// An upgrade.
    Upgrade(Upgrades),
    /// A knowledge step.
    Knowledge(Knowledge),
    /// The action of a mahout tile.
    MahoutTile,
    /// A donation.
    Donate,

    // Automatic consequences.
    /// The bridge's payment for a trigger.
    Bridges(Trigger),
    /// The payment of one bridge tile.
    Bridge(BridgeTile),
    /// Coins from the reserve.
    Coins(u8),
    /// Prestige.
    Prestige {
        /// The number of points.
        points: u8,
        /// The source of the points.
        source: Source,
    },
}

/// A pending choice: its legal answers, and the effect of each.
pub(crate) trait Decision: Copy {
    /// Offers every answer that may be legal; `judge` decides.
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action));

    /// Returns the rule that an answer would break.
    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule>;

    /// Carries out a legal answer.
    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action);
}

/// Evaluates `$use_it` with the decision that an entry of the stack asks for, or `$otherwise` for a consequence.
macro_rules! decision {
    ($pending:expr, $decision:ident => $use_it:expr, $otherwise:expr) => {{
        macro_rules! ask {
            ($asked:expr) => {{
                let $decision = $asked;
                $use_it
            }};
        }
        match $pending {
            Pending::SetupObjective { .. } => ask!(OpeningObjective),
            Pending::SetupMahout { .. } => ask!(OpeningMahout),
            Pending::Elephant1 => ask!(ElephantMove(Moment::First)),
            Pending::ChooseGroup => ask!(ChooseGroup),
            Pending::Sow(sowing) => ask!(sowing),
            Pending::Actions(menu) => ask!(menu),
            Pending::Elephant2 { worker } => ask!(ElephantMove(Moment::Second(worker))),
            Pending::Follow(following) | Pending::MaharajahFollow(following)
                if following.progress == Progress::Asked =>
            {
                ask!(following)
            }
            Pending::ChooseGain => ask!(ChooseGain),
            Pending::Order => ask!(Order),
            Pending::ChooseResource(choice) => ask!(choice),
            Pending::Discard => ask!(Discard),
            Pending::Market(market) => ask!(market),
            Pending::Upgrade(upgrades) => ask!(upgrades),
            Pending::Knowledge(knowledge) => ask!(knowledge),
            Pending::MahoutTile => ask!(MahoutTile),
            Pending::Donate => ask!(Donate),
            Pending::Follow(_)
            | Pending::MaharajahFollow(_)
            | Pending::Income { .. }
            | Pending::Bridges(_)
            | Pending::Bridge(_)
            | Pending::Coins(_)
            | Pending::Prestige { .. } => $otherwise,
        }
    }};
}

impl Pending {
    /// Returns whether this entry is a decision; otherwise it is an automatic consequence.
    pub fn is_decision(self) -> bool {
        decision!(self, _decision => true, false)
    }
}

impl Amritsar {
    /// Lists the legal answers of the actor.
    pub(crate) fn list(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.open.actor() != Some(seat) {
            return;
        }
        let Some(&pending) = self.open.stack.last() else {
            return;
        };
        decision!(pending, decision => decision.candidates(self, seat, &mut |answer| {
            if decision.judge(self, seat, answer).is_ok() {
                actions.push(answer);
            }
        }), ());
    }

    /// Checks an answer of the actor and carries it out with all its consequences.
    pub(crate) fn decide(
        &mut self,
        seat: Seat,
        answer: Action,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Refusal> {
        let &pending = self.open.stack.last().ok_or(Refusal::Over)?;
        decision!(pending, decision => {
            decision.judge(self, seat, answer)?;
            let mut play = Play { game: self, events };
            decision.answer(&mut play, seat, answer);
            play.settle();
        }, ());
        Ok(())
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Carries out automatic consequences, up to the next decision.
    fn settle(&mut self) {
        while let Some(&pending) = self.game.open.stack.last() {
            if pending.is_decision() {
                return self.close_spent_block(pending);
            }
            self.follow_up(pending);
        }
    }

    fn follow_up(&mut self, consequence: Pending) {
        let Some(seat) = self.game.open.actor() else {
            return;
        };
        match consequence {
            Pending::Follow(following) => self.end_follow(following),
            Pending::MaharajahFollow(following) => self.end_maharajah_follow(following),
            Pending::Income { seat, due } => self.pay_income(seat, due),
            Pending::Bridges(trigger) => self.trigger_bridges(seat, trigger),
            Pending::Bridge(tile) => self.pay_bridge(seat, tile),
            Pending::Coins(coins) => self.gain_pending_coins(seat, coins),
            Pending::Prestige { points, source } => self.score_pending(seat, points, source),
            _decision => (),
        }
    }
}
