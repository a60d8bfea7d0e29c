//! Players for tests, and all the games they can play.

use amritsar::{Action, Amritsar, Edition, Options, RulesVersion};
use kit::{Dice, Game, Seed, below};

/// Players who seldom do without.
pub fn busy_choice(whim: &mut Dice, legal: &[Action]) -> Action {
    let idle = |action: &Action| {
        matches!(
            action,
            Action::Done
                | Action::Decline
                | Action::Skip
                | Action::Finish
                | Action::Stay
                | Action::Close
        )
    };
    let busy: Vec<Action> = legal
        .iter()
        .copied()
        .filter(|action| !idle(action))
        .collect();
    let choices = if busy.is_empty() || below(whim, 8) == 0 {
        legal
    } else {
        &busy
    };
    choices[below(whim, choices.len() as u32) as usize]
}

/// A kind of game: the version of its rules and its options.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub rules: RulesVersion,
    pub options: Options,
}

impl Kind {
    /// All that there are.
    pub fn all() -> impl Iterator<Item = Kind> {
        let tables = [(1, false), (1, true), (2, false), (3, false), (4, false)];
        let sets = [
            (RulesVersion::One, Edition::De),
            (RulesVersion::Two, Edition::De),
            (RulesVersion::Two, Edition::En),
        ];
        tables.into_iter().flat_map(move |(players, hard)| {
            sets.map(|(rules, edition)| Kind {
                rules,
                options: Options {
                    players,
                    hard,
                    edition,
                },
            })
        })
    }

    pub fn set_up(self, seed: Seed) -> Amritsar {
        Amritsar::new_under(self.rules.number(), &self.options, seed).unwrap()
    }
}
