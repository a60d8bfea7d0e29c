//! Shared data of the board's components: the position, and the pending choice.

use super::chosen::Chosen;
use crate::boards::{Seen, scene};
use leptos::prelude::*;
use std::ops::Deref;
use taj_mahal::components::{City, Tile};
use taj_mahal::{Action, Open, PalaceKind, Placement, Preview, Stage, TajMahal};

/// Shared data of the board's components.
#[derive(Clone, Copy)]
pub struct Scene {
    position: scene::Scene<TajMahal>,
    /// The unconfirmed choice.
    pub chosen: RwSignal<Chosen>,
    /// The palace that a click at the pointer or the focus would place.
    pub pointed: RwSignal<Option<Action>>,
    /// The kind of palace that a click on a city places, if both are to be placed.
    pub kind: RwSignal<PalaceKind>,
}

impl Deref for Scene {
    type Target = scene::Scene<TajMahal>;

    fn deref(&self) -> &Self::Target {
        &self.position
    }
}

impl Scene {
    /// Returns the scene of the surrounding table, with one choice for all of its components.
    pub fn new(seen: Seen) -> Scene {
        use_context().unwrap_or_else(|| Scene::create(seen))
    }

    /// Creates the scene for all components of a table.
    pub fn provide(seen: Seen) {
        scene::Scene::<TajMahal>::provide(seen);
        provide_context(Scene::create(seen));
    }

    fn create(seen: Seen) -> Scene {
        let position = scene::Scene::<TajMahal>::new(seen);
        let scene = Scene {
            position,
            chosen: RwSignal::default(),
            pointed: RwSignal::new(None),
            kind: RwSignal::new(PalaceKind::Normal),
        };
        Effect::new(move |_| {
            position.view.with(|_| ());
            scene.chosen.set(Chosen::Nothing);
            scene.pointed.set(None);
            let normal = position.legal.with(|legal| {
                legal
                    .iter()
                    .any(|action| matches!(action, Action::Palace(_)))
            });
            scene.kind.set(if normal {
                PalaceKind::Normal
            } else {
                PalaceKind::Crown
            });
        });
        scene
    }

    /// Returns the public part of the position.
    pub fn open(self) -> Option<Open> {
        self.view.with(|view| view.as_ref().map(|view| view.open))
    }

    /// Returns whether the viewer can lay cards or withdraw now.
    pub fn is_my_turn(self) -> bool {
        self.legal.with(|legal| legal.contains(&Action::Withdraw))
    }

    /// Returns whether the viewer takes a card from the display now.
    pub fn am_taking(self) -> bool {
        let takes = |action: &Action| matches!(action, Action::Take(_));
        self.legal.with(|legal| legal.iter().any(takes))
    }

    /// Returns the chosen action, if it is complete and legal.
    pub fn chosen_action(self) -> Option<Action> {
        self.chosen
            .get()
            .action()
            .filter(|&action| self.can(action))
    }

    /// Returns the table with the chosen cards laid; without a choice, as it is.
    pub fn previewed(self) -> Option<Open> {
        let laid = || {
            let action @ Action::Play { .. } = self.chosen_action()? else {
                return None;
            };
            self.imagined
                .with(|game| game.as_ref()?.laid(self.me()?, action))
        };
        laid().or_else(|| self.open())
    }

    /// Returns the result of withdrawing now for the viewer.
    pub fn preview(self) -> Option<Preview> {
        self.imagined
            .with(|game| game.as_ref()?.preview(self.me()?))
    }

    /// Returns the action of a click on a city.
    pub fn city_action(self, city: City) -> Option<Action> {
        let action = match self.kind.get() {
            PalaceKind::Normal => Action::Palace(city),
            PalaceKind::Crown => Action::Crown(city),
        };
        self.can(action).then_some(action)
    }

    /// Returns the result of placing a palace.
    pub fn placement(self, action: Action) -> Option<Placement> {
        self.imagined
            .with(|game| game.as_ref()?.placement(self.me()?, action))
    }

    /// Returns whether the viewer is placing palaces.
    pub fn am_placing(self) -> bool {
        let placer = self.open().and_then(|open| match open.stage {
            Stage::Place(withdrawal) => Some(withdrawal.seat),
            _ => None,
        });
        placer.is_some() && placer == self.me()
    }

    pub fn play(self, action: Action) {
        self.chosen.set(Chosen::Nothing);
        self.pointed.set(None);
        self.position.play(action);
    }

    /// Returns the visit of a province tile, and its goods, as text.
    pub fn tile_words(self, tile: Tile) -> String {
        let goods = tile.goods().iter();
        let goods = goods.map(|&good| self.called(good)).collect();
        let goods = self.seen.teller.with(|teller| teller.listed(goods));
        self.phrase(
            "board-tile",
            &[("visit", &tile.number()), ("goods", &goods)],
        )
    }
}
