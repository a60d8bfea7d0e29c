//! Choices that are listed on demand, as named cards in the stage.

use super::place::Place;
use super::scene::Scene;
use leptos::prelude::*;
use maharaja::{Action, Begin};

/// Actions of one kind. A button in the stage leads to each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fold {
    /// The planned swap of the character.
    Swap,
    /// The planned shift of a flag.
    Shift,
    Statue,
    Shrine,
    Marker,
    Ability,
}

impl Fold {
    pub fn of(action: Action) -> Option<Fold> {
        match action {
            Action::Start(Begin::Swap(_)) => Some(Fold::Swap),
            Action::Start(Begin::Shift(_)) => Some(Fold::Shift),
            Action::Statue(..) => Some(Fold::Statue),
            Action::Shrine(_) => Some(Fold::Shrine),
            Action::Marker(_) => Some(Fold::Marker),
            Action::Ability(_) => Some(Fold::Ability),
            _ => None,
        }
    }

    /// Returns the name of the button, by which a lesson marks it.
    pub const fn place(self) -> &'static str {
        match self {
            Fold::Swap => "swap",
            Fold::Shift => "shift",
            Fold::Statue => "statue",
            Fold::Shrine => "shrine",
            Fold::Marker => "marker",
            Fold::Ability => "ability",
        }
    }

    /// Returns what the button says.
    pub fn label(self, scene: Scene) -> String {
        let key = match self {
            Fold::Swap => "board-action-swap",
            Fold::Shift => "board-action-shift",
            Fold::Statue => "board-fold-statue",
            Fold::Shrine => "board-fold-shrine",
            Fold::Marker => "board-fold-marker",
            Fold::Ability => "board-abilities",
        };
        scene.phrase(key, &[])
    }
}

/// What the stage shows instead of everything else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chosen {
    /// The actions at a place.
    At(Place),
    /// The actions of a kind.
    Of(Fold),
    /// Whether to end the turn or the open action although something is left.
    End,
}

impl Scene {
    /// Returns the actions of a kind.
    pub fn folded(self, fold: Fold) -> Vec<Action> {
        self.legal.with(|legal| {
            let legal = legal.iter().copied();
            legal.filter(|&it| Fold::of(it) == Some(fold)).collect()
        })
    }

    /// Returns the actions that the stage lists at present.
    pub fn listed(self) -> Vec<Action> {
        match self.chosen.get() {
            None => Vec::new(),
            Some(Chosen::At(place)) => self.meant_at(place),
            Some(Chosen::Of(fold)) => self.folded(fold),
            Some(Chosen::End) => {
                let mut ends = self.legal.get();
                ends.retain(|action| matches!(action, Action::Close | Action::End));
                ends
            }
        }
    }

    /// Returns what is left when the open action, or else the turn, ends now; empty if nothing is.
    pub fn losses(self) -> String {
        let Some((turn, tableau)) = self.my_turn().zip(
            self.of(|open| self.me().map(|seat| open.tableaus[seat]))
                .flatten(),
        ) else {
            return String::new();
        };
        let can = |kind: fn(&Action) -> bool| self.legal.with(|legal| legal.iter().any(kind));
        let said = match turn.open {
            Some(open) => {
                let goes_on = can(|action| {
                    let builds = matches!(action, Action::Statue(..) | Action::Shrine(_));
                    builds || matches!(action, Action::Travel(_))
                });
                let statues = open.statues.min(tableau.statues);
                let shrines = open.shrines.min(tableau.shrines);
                [
                    (goes_on && statues > 0).then(|| self.phrase("board-close-statue", &[])),
                    (goes_on && shrines > 0)
                        .then(|| self.phrase("board-close-shrines", &[("count", &shrines)])),
                    None,
                ]
            }
            None => {
                let planned = turn.planned.len();
                [
                    (planned > 0).then(|| self.phrase("board-end-loses", &[("count", &planned)])),
                    can(|action| matches!(action, Action::Ability(_)))
                        .then(|| self.phrase("board-end-ability", &[])),
                    can(|action| matches!(action, Action::Marker(_)))
                        .then(|| self.phrase("board-end-marker", &[])),
                ]
            }
        };
        said.into_iter().flatten().collect::<Vec<_>>().join(". ")
    }
}
