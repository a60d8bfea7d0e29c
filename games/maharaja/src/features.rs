//! Views as numbered features, for bots that learn.

use crate::action::Action;
use crate::components::{
    BotTile, Character, City, Field, FinalTile, Level, ROUNDS, Reward, STATUES, SpecialRule,
    Village, WheelAction,
};
use crate::numbers::{self, NUMBERING};
use crate::plan::Plan;
use crate::state::{Maharaja, Stage};
use crate::turn::Turn;
use crate::view::View;
use kit::{Chance, Features, Key, Learn, Numbering, Seat, Seed, Set, distance};

/// The most players, and with them the most places of players in the features.
const PLACES: u8 = 4;
/// The lowest positions of the reward track, whose tiles are told apart.
const LOW_REWARDS: u8 = 5;
/// The steps in which coins are told apart.
const COINS: [i32; 8] = [1, 3, 6, 10, 13, 16, 22, 30];
/// The steps in which the numbers of shrines are told apart.
const SHRINES_AT_HAND: [i32; 6] = [1, 2, 3, 4, 6, 8];

impl Learn for Maharaja {
    const FEATURES: u16 = 971;
    const PARTS: u16 = numbers::PARTS;

    fn features(view: &View, seat: Seat, features: &mut Features) {
        features.clear();
        view.table_features(features);
        view.stage_features(seat, features);
        view.map_features(seat, features);
        let players = view.players();
        for place in 0..PLACES {
            if place < players {
                view.player_features(seat.after(place, players), features);
            } else {
                features.none(PLAYER_FEATURES);
            }
        }
    }

    fn known(view: &View) -> Self {
        Maharaja {
            open: view.open,
            plans: view.plans,
            face_down: None,
            chance: Chance::new(Seed::from_bytes([0; 32])),
        }
    }

    fn numbering() -> &'static Numbering<Action> {
        &NUMBERING
    }

    fn parts(action: Action, parts: &mut Features) {
        parts.clear();
        numbers::parts(action, parts);
    }
}

const PLAYER_FEATURES: u16 = 107;

impl View {
    /// Returns the number of players, including Brahmabot.
    fn players(&self) -> u8 {
        self.open.tableaus.count()
    }

    fn table_features(&self, features: &mut Features) {
        let open = &self.open;
        features.one_of(usize::from(open.options.players).saturating_sub(1), 4);
        features.key::<Level>(open.brahmabot.map(|brahmabot| brahmabot.level));
        features.set::<SpecialRule>(open.rules);
        features.key::<FinalTile>(open.final_tile);
        features.one_of(open.round.into(), u16::from(ROUNDS) + 1);
        features.key::<City>(open.maharaja);
        for city in open.track.from_left() {
            features.key(Some(city));
        }
        for position in 1..=LOW_REWARDS {
            features.key::<Reward>(open.rewards.at(position));
        }
        features.set(open.display.iter().copied().collect::<Set<Character>>());
        features.at_least(open.markers.into(), 7);
        let row = open.brahmabot.and_then(|brahmabot| brahmabot.row);
        features.key::<BotTile>(row.map(|row| row.left));
        features.key::<BotTile>(row.map(|row| row.middle));
    }

    fn stage_features(&self, viewer: Seat, features: &mut Features) {
        let (open, players) = (&self.open, self.players());
        let place = |seat: Seat| distance(viewer, seat, players);
        let mut decider = |stage: bool, seat: Seat| {
            if stage {
                features.one_of(place(seat), PLACES.into());
            } else {
                features.none(PLACES.into());
            }
        };
        let first = open.deciders().lowest().unwrap_or(viewer);
        decider(matches!(open.stage, Stage::ChooseCharacter { .. }), first);
        decider(matches!(open.stage, Stage::PlaceShrine { .. }), first);
        decider(matches!(open.stage, Stage::Turn(_)), first);
        decider(matches!(open.stage, Stage::Victim { .. }), first);
        decider(matches!(open.stage, Stage::Reward(_)), first);
        features.flag(open.stage == Stage::Plan);
        let turn = match open.stage {
            Stage::Turn(turn) | Stage::Victim { turn, .. } => Some(turn),
            _ => None,
        };
        self.turn_features(turn, features);
        let rewarding = match open.stage {
            Stage::Reward(rewarding) => Some(rewarding),
            _ => None,
        };
        let applying = rewarding.and_then(|rewarding| rewarding.applying);
        features.key::<Reward>(applying.map(|applying| applying.reward));
        features.flag(applying.is_some_and(|applying| applying.times > 1));
        let waits = |seat: Seat| rewarding.is_some_and(|at| at.waiting.contains(&seat));
        for steps in 0..PLACES {
            features.flag(steps < players && waits(viewer.after(steps, players)));
        }
    }

    fn turn_features(&self, turn: Option<Turn>, features: &mut Features) {
        let planned = turn.map_or(Default::default(), |turn| turn.planned);
        features.set(planned.iter().copied().collect::<Set<WheelAction>>());
        features.at_least(planned.len() as u32, 2);
        features.flag(turn.is_some_and(|turn| turn.marker_used));
        features.flag(turn.is_some_and(|turn| turn.travelled));
        let open = turn.and_then(|turn| turn.open);
        features.key::<WheelAction>(open.map(|open| open.action));
        features.flag(open.is_some_and(|open| open.statues > 0));
        features.at_least(open.map_or(0, |open| open.shrines.into()), 2);
        features.flag(open.is_some_and(|open| open.owes_city));
    }

    fn map_features(&self, viewer: Seat, features: &mut Features) {
        let (open, players) = (&self.open, self.players());
        let place = |seat: Seat| distance(viewer, seat, players);
        for city in City::all() {
            for field in Field::all() {
                match open.cities[city].statues[field] {
                    Some(owner) => features.one_of(place(owner), PLACES.into()),
                    None => features.none(PLACES.into()),
                }
            }
        }
        for village in Village::all() {
            for steps in 0..PLACES {
                let owner = viewer.after(steps, players);
                features.flag(steps < players && open.villages[village].include(owner));
            }
        }
    }

    fn player_features(&self, seat: Seat, features: &mut Features) {
        let open = &self.open;
        let tableau = &open.tableaus[seat];
        features.key(tableau.character);
        features.key(Some(tableau.priest));
        features.steps(tableau.coins.into(), &COINS);
        features.steps(tableau.shrines.into(), &SHRINES_AT_HAND);
        features.one_of(tableau.statues.into(), u16::from(STATUES) + 1);
        features.at_least(tableau.markers.into(), 4);
        features.flag(!tableau.used.is_empty());
        features.flag(open.committed.contains(seat));
        features.flag(open.acted.contains(seat));
        let plan = self.plans[seat].map(Plan::actions);
        let actions: Set<WheelAction> = plan.into_iter().flatten().collect();
        features.set(actions);
        features.flag(plan.is_some_and(|[one, other]| one == other));
        for city in City::all() {
            features.at_least(open.cities[city].shrines[seat].into(), 4);
        }
        let mut marked = Set::<Character>::EMPTY;
        for mark in open.maharani.iter().flatten() {
            if mark.seat == seat {
                marked.insert(mark.character);
            }
        }
        features.set(marked);
    }
}
