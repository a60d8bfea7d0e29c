//! What the parts of the board share: the position, what can be done, and what the person is about to do.

use crate::boards::Seen;
use kit::{Game as _, Id, Refusal, Seat, Seed, dice};
use leptos::prelude::*;
use serde_json::Value;
use std::fmt::Display;
use taj_mahal::components::{Card, City};
use taj_mahal::{Action, Extra, Open, PalaceKind, Placement, Promise, Stage, TajMahal, View};

/// What the person has chosen but not confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chosen {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Cards to lay.
    Cards {
        /// The coloured one.
        card: Option<Card>,
        /// What goes with it.
        extra: Option<Extra>,
    },
    /// To withdraw.
    Withdraw,
}

/// What the parts of the board share.
#[derive(Clone, Copy)]
pub struct Scene {
    /// What the frame gives.
    pub seen: Seen,
    /// The position to these eyes.
    pub view: Memo<Option<View>>,
    /// A whole game that looks the same, to try things out on.
    imagined: Memo<Option<TajMahal>>,
    /// What can be done.
    pub legal: Memo<Vec<Action>>,
    /// What is chosen but not confirmed.
    pub chosen: RwSignal<Chosen>,
    /// The palace that would be placed by a click where the pointer or the keyboard is.
    pub pointed: RwSignal<Option<Action>>,
    /// Which palace a click on a city places, where both are to be placed.
    pub kind: RwSignal<PalaceKind>,
}

impl Scene {
    pub fn new(seen: Seen) -> Scene {
        let view = Memo::new(move |_| {
            seen.update.with(|update| {
                let position = update.position.as_ref()?;
                serde_json::from_value(position.view.clone()).ok()
            })
        });
        let imagined = Memo::new(move |_| {
            // Nothing that is shown depends on the cards that these eyes cannot see, so any dice do.
            view.get()
                .map(|view| TajMahal::imagine(&view, &mut dice(Seed::from_text(""))))
        });
        let legal = Memo::new(move |_| {
            seen.update.with(|update| {
                let legal = update.position.iter().flat_map(|position| &position.legal);
                legal.filter_map(|action| action.parse().ok()).collect()
            })
        });
        let scene = Scene {
            seen,
            view,
            imagined,
            legal,
            chosen: RwSignal::default(),
            pointed: RwSignal::new(None),
            kind: RwSignal::new(PalaceKind::Normal),
        };
        Effect::new(move |_| {
            view.track();
            scene.chosen.set(Chosen::Nothing);
            scene.pointed.set(None);
            let normal = legal.with(|legal| {
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

    /// The open part of the position.
    pub fn open(self) -> Option<Open> {
        self.view.with(|view| view.as_ref().map(|view| view.open))
    }

    /// The seat of the person who looks.
    pub fn me(self) -> Option<Seat> {
        self.seen.update.with(|update| update.you.seat)
    }

    /// Whether the person can lay cards or withdraw now.
    pub fn is_my_turn(self) -> bool {
        self.legal.with(|legal| legal.contains(&Action::Withdraw))
    }

    pub fn can(self, action: Action) -> bool {
        self.legal.with(|legal| legal.contains(&action))
    }

    /// The action that is chosen, if it is complete and legal.
    pub fn chosen_action(self) -> Option<Action> {
        let action = match self.chosen.get() {
            Chosen::Cards {
                card: Some(card),
                extra,
            } => Action::Play { card, extra },
            Chosen::Withdraw => Action::Withdraw,
            _ => return None,
        };
        self.can(action).then_some(action)
    }

    /// The table as it would be with the chosen cards laid; as it is without.
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

    /// What withdrawing now would bring the person who looks.
    pub fn promise(self) -> Option<Promise> {
        self.imagined
            .with(|game| game.as_ref()?.promise(self.me()?))
    }

    /// What a click on a city does now.
    pub fn city_action(self, city: City) -> Option<Action> {
        let action = match self.kind.get() {
            PalaceKind::Normal => Action::Palace(city),
            PalaceKind::Crown => Action::Crown(city),
        };
        self.can(action).then_some(action)
    }

    /// What a palace would bring.
    pub fn placement(self, action: Action) -> Option<Placement> {
        self.imagined
            .with(|game| game.as_ref()?.placement(self.me()?, action))
    }

    /// Why an action is not possible, in the reader's language.
    pub fn why_not(self, action: Action) -> Option<String> {
        let me = self.me()?;
        let refusal = self
            .imagined
            .with(|game| game.as_ref()?.clone().apply(me, action, &mut ()).err());
        match refusal? {
            Refusal::Breaks(rule) => Some(self.phrase(&format!("rule-{}", rule.key), &[])),
            _ => None,
        }
    }

    /// Whether palaces are being placed by the person who looks.
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
        self.seen.play.run(action.to_string());
    }

    /// A text of the board.
    pub fn phrase(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        self.seen.teller.with(|teller| teller.phrase(key, values))
    }

    /// What a thing is called.
    pub fn called(self, thing: impl Id) -> String {
        self.called_id(thing.id())
    }

    /// What the thing with this id is called.
    pub fn called_id(self, id: &str) -> String {
        self.seen
            .teller
            .with(|teller| teller.value("", &Value::from(id)))
    }

    pub fn name(self, seat: Seat) -> String {
        self.seen
            .teller
            .with(|teller| teller.name(seat.number().into()))
    }

    pub fn action_words(self, action: Action) -> String {
        self.seen
            .teller
            .with(|teller| teller.action(&action.to_string()))
    }
}
