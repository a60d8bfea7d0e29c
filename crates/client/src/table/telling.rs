//! Telling the story: sentence by sentence at the chosen speed, with stops at moments. The board shows the position of what is told.

use super::lines::{Place, player};
use super::moment::Moment;
use super::single::ByItself;
use super::story::{
    Deeds, Item, Source, at_once, behind, by_player, going_back, is_asked, me, next, skipped,
    time_to_read,
};
use crate::browser;
use crate::frame::frame;
use crate::hosts::Link;
use crate::hosts::lesson::InLesson;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use protocol::{Status, Step, Update};
use std::sync::Arc;
use std::time::Duration;
use words::Teller;

/// How far the story of a table is told. It starts again from what was there when the table was opened.
#[derive(Clone, Copy)]
pub struct Telling {
    /// The place up to which it is told.
    told: RwSignal<Place>,
    items: Memo<Vec<Item>>,
    /// What is told just now.
    now: Memo<Option<Item>>,
    /// Whether it is told at once until the viewer is asked, or something stops the game.
    skips: RwSignal<bool>,
    /// The announcement for screen readers.
    pub said: RwSignal<String>,
    /// The sentence that is told, and who acts in it. Between the moves of others, the last one stays.
    pub sentence: Memo<Option<(String, Option<usize>)>>,
    /// What stops the game.
    pub moment: Memo<Option<(Place, Moment)>>,
    /// What each player did, once all of it has been told.
    pub deeds: Memo<Vec<Deeds>>,
    /// Whether that says more than what has just been told.
    pub of_interest: Memo<bool>,
    /// The versions at which the page carried out the viewer's only choice.
    pub by_itself: ByItself,
    /// What the table shows.
    pub shown: Signal<Arc<Update>>,
}

impl Telling {
    /// Tells the story of a table until the page is left.
    pub fn begin(link: Link, teller: Signal<Teller>) -> Self {
        let settings = frame().settings;
        let by_itself = ByItself::default();
        let skips = RwSignal::new(false);
        let pause = Memo::new(move |_| {
            let pause = settings.with(|settings| settings.speed.pause());
            if skips.get() { 0 } else { pause }
        });
        // Whoever takes over the screen is told what happened before the curtain is opened: it is no secret.
        let me = Memo::new(move |_| {
            let comes = link.curtain.get().map(|seat| usize::from(seat.number()));
            comes.or_else(|| link.update.with(|update| me(update)))
        });
        let asked = Memo::new(move |_| {
            let nobody_decides = |update: &Update| {
                update.position.is_none() || update.status == Status::Over || is_asked(update)
            };
            link.curtain.with(Option::is_some) || link.update.with(|update| nobody_decides(update))
        });
        let told = RwSignal::new((0, 0));
        // What a spectator finds, the result of a finished game, and what led to a lesson are no news.
        link.update.with_untracked(|update| {
            let in_lesson = use_context::<InLesson>().is_some();
            if me.get_untracked().is_none() || update.status == Status::Over || in_lesson {
                told.set((update.version, usize::MAX));
            }
        });
        let items = Memo::new(move |_| {
            let stops = settings.with(|settings| !settings.skip_moments);
            link.update.with(|update| {
                link.log.with(|log| {
                    teller.with(|teller| {
                        let source = Source {
                            log,
                            teller,
                            game: &update.game,
                            view: update.position.as_ref().map(|position| &position.view),
                            me: me.get(),
                            since: told.get_untracked().0,
                            by_itself: &by_itself.get_value(),
                            stops,
                        };
                        source.story()
                    })
                })
            })
        });
        let now = Memo::new(move |_| items.with(|items| next(items, told.get()).cloned()));
        let waits_at = Memo::new(move |_| {
            now.with(|now| match now {
                Some(Item::Line(line, _)) => (pause.get() > 0).then_some(line.at.0),
                Some(Item::Moment(at, _)) => Some(at.0),
                None => None,
            })
        });
        let back_at = Memo::new(move |_| {
            let told = waits_at.get()?;
            link.recent
                .with(|recent| behind(recent, told).map(|update| update.version))
        });
        let shown = Memo::new_with_compare(
            move |_| {
                let present = link.update.get();
                let Some(version) = back_at.get() else {
                    return present;
                };
                link.recent.with(|recent| {
                    let to = recent.iter().find(|update| update.version == version);
                    to.map_or(present.clone(), |to| Arc::new(going_back(&present, to)))
                })
            },
            |before, now| match (before, now) {
                (Some(before), Some(now)) => !Arc::ptr_eq(before, now),
                _ => true,
            },
        );
        let sentence = Memo::new(move |before: Option<&Option<_>>| match now.get() {
            Some(Item::Line(line, actor)) => Some((line.sentence, actor)),
            Some(Item::Moment(..)) => None,
            None if asked.get() => None,
            None => before.cloned().flatten(),
        });
        let moment = Memo::new(move |_| match now.get() {
            Some(Item::Moment(at, moment)) => Some((at, moment)),
            _ => None,
        });
        let deeds = Memo::new(move |_| {
            if me.get().is_none() || !asked.get() || now.with(Option::is_some) {
                return Vec::new();
            }
            items.with(|items| teller.with(|teller| by_player(items, teller)))
        });
        // Before the viewer's first action, what has just been told is all that happened, unless somebody acted more than once.
        let acted = Memo::new(move |_| {
            let me = me.get();
            let mine = |step: &Arc<Step>| player(step).map(|seat| seat.number().into()) == me;
            link.log.with(|log| log.iter().any(mine))
        });
        let of_interest = Memo::new(move |_| {
            deeds.with(|deeds| {
                let more = deeds.iter().any(|deeds| deeds.actions() > 1);
                !deeds.is_empty() && (acted.get() || more)
            })
        });
        let telling = Telling {
            told,
            items,
            now,
            skips,
            said: RwSignal::new(String::new()),
            sentence,
            moment,
            deeds,
            of_interest,
            by_itself,
            shown: shown.into(),
        };
        telling.go_on_by_itself(pause);
        Effect::new(move |_| {
            let waits = waits_at.with(Option::is_some);
            link.held.set(waits);
            if now.with(|now| !matches!(now, Some(Item::Line(..)))) && (waits || asked.get()) {
                skips.set(false);
            }
        });
        on_cleanup(move || {
            link.held.try_set(false);
        });
        telling
    }

    /// Tells one sentence after the other; those that are not told one by one are announced at once.
    fn go_on_by_itself(self, pause: Memo<u32>) {
        let timer = StoredValue::new(None::<TimeoutHandle>);
        let stop = move || {
            if let Some(timer) = timer.try_update_value(Option::take).flatten() {
                timer.clear();
            }
        };
        Effect::new(move |_| {
            stop();
            let pause = pause.get();
            let ids = match self.now.get() {
                Some(Item::Line(line, _)) if pause > 0 => {
                    let pause = time_to_read(&line.sentence, pause);
                    self.said.set(line.sentence);
                    let at = line.at;
                    let go_on = move || {
                        self.told.try_set(at);
                    };
                    let pause = Duration::from_millis(pause.into());
                    timer.set_value(set_timeout_with_handle(go_on, pause).ok());
                    line.ids
                }
                Some(Item::Line(..)) => {
                    self.items.with_untracked(|items| {
                        let told = self.told.get_untracked();
                        self.said.set(at_once(items, told));
                        self.told.set(skipped(items, told));
                    });
                    Vec::new()
                }
                _ => Vec::new(),
            };
            browser::light_up(&ids);
        });
        on_cleanup(stop);
    }

    /// Returns whether something is told.
    pub fn tells(self) -> bool {
        self.sentence.with(Option::is_some)
    }

    /// Shows the present position at once.
    pub fn skip(self) {
        self.skips.set(true);
    }

    /// Tells everything since the viewer's last action again.
    pub fn look_again(self) {
        self.told.set((0, 0));
    }

    /// Goes on behind a moment.
    pub fn go_on(self, at: Place) {
        self.told.set(at);
    }
}
