//! The stack of what has to be decided.
//!
//! At the bottom lies the main state of chapter 6.1, above it what its effects have caused (6.2). The last entry comes first: it is a
//! decision that the actor owes, or a consequence that follows by itself. An effect puts its consequences on the stack in reverse
//! order, so each is finished, with all that it causes, before the next one begins (spec 8.9).

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

/// Room on the stack. Play uses 6 of it at most: an upgrade's bridge, the second of its two knowledge steps, and in the first one a
/// market action with a sale for prestige whose coins do not fit.
pub(crate) const DEEPEST: usize = 16;

/// Something on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pending {
    // Main states, at the bottom only.
    /// The opening objective.
    SetupObjective {
        /// Who chooses.
        seat: Seat,
    },
    /// The colour of the starting mahout.
    SetupMahout {
        /// Who chooses.
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
        /// Whose income it is.
        seat: Seat,
        /// The track that pays next; none when all three have.
        due: Option<Track>,
    },

    // Decisions that an effect asks for.
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

    // Consequences that follow by themselves.
    /// What the bridge pays for a deed.
    Bridges(Trigger),
    /// What one bridge tile pays.
    Bridge(BridgeTile),
    /// Coins from the reserve.
    Coins(u8),
    /// Prestige.
    Prestige {
        /// How much.
        points: u8,
        /// What for.
        source: Source,
    },
}

/// A choice that somebody owes: its legal answers, and what each of them does.
pub(crate) trait Decision: Copy {
    /// Offers every answer that may be legal; `judge` has the last word.
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action));

    /// The rule that an answer would break.
    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule>;

    /// What a legal answer does.
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
    /// Whether somebody has to decide it; otherwise it follows by itself.
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

    /// Judges an answer of the actor and carries it out with everything that follows from it.
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
    /// Carries out what follows by itself, up to the next decision.
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
