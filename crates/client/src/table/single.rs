//! Decisions without a choice: the only legal action is carried out after a beat, which leaves time to see it and to take back.

use crate::boards::{Seen, would_end_turn};
use crate::frame::frame;
use crate::hosts::lesson::InLesson;
use crate::hosts::{ByHand, Connection, Link};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use protocol::{Update, WhatHappened};
use std::collections::BTreeSet;
use std::time::Duration;

/// The shortest and the longest beat, in milliseconds.
const BEATS: (u32, u32) = (120, 900);
/// How many times longer the beat is before the turn ends: others act then, and nothing can be taken back any more.
const BEFORE_THE_END: u32 = 2;

/// The versions of the table at which an only choice was carried out: nobody acted then.
pub type ByItself = StoredValue<BTreeSet<u64>>;

/// Carries out decisions without a choice. Returns the length of the current beat in milliseconds, while there is one.
pub fn carry_out_single(link: Link, seen: Seen, by_itself: ByItself) -> ReadSignal<Option<u32>> {
    let settings = frame().settings;
    let (beat, set_beat) = signal(None);
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(timer) = waiting.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    let in_lesson = use_context::<InLesson>().is_some();
    let by_hand = use_context::<ByHand>();
    let only = Memo::new(move |_| {
        // Friends elsewhere would learn from the pace that there was no choice, for example that no card could be laid.
        let wanted = !in_lesson
            && !by_hand.is_some_and(|ByHand(by_hand)| by_hand.get())
            && settings.with(|settings| settings.single)
            && link.connection.get() == Connection::Local
            && link.curtain.with(Option::is_none)
            && !link.held.get();
        wanted.then(|| seen.update.with(|update| only_choice(update)))?
    });
    Effect::new(move |_| {
        stop();
        let Some((version, action)) = only.get() else {
            set_beat.set(None);
            return;
        };
        let (shortest, longest) = BEATS;
        let pause = settings.with_untracked(|settings| settings.speed.pause());
        let ends = untrack(|| would_end_turn(seen, &action));
        let length = pause.clamp(shortest, longest) * if ends { BEFORE_THE_END } else { 1 };
        set_beat.set(Some(length));
        let carry_out = move || {
            by_itself.update_value(|versions| {
                versions.insert(version);
            });
            seen.play.run(action);
        };
        let timer = set_timeout_with_handle(carry_out, Duration::from_millis(length.into()));
        waiting.set_value(timer.ok());
    });
    on_cleanup(stop);
    beat
}

/// Returns the only legal action of the viewer, with the version of the table. After taking back there is none: the viewer wants to decide anew.
fn only_choice(update: &Update) -> Option<(u64, String)> {
    let took_back = |what: &WhatHappened| matches!(what, WhatHappened::TookBack { .. });
    let last = update.steps.last();
    if last.is_some_and(|step| took_back(&step.what)) {
        return None;
    }
    match update.position.as_ref()?.legal.as_slice() {
        [only] => Some((update.version, only.clone())),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;
    use protocol::Step;
    use serde_json::json;

    #[test]
    fn only_one_legal_action_is_no_choice() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let decider = local.table().deciders().lowest().unwrap();
        let mut asked = update(&local, Some(decider), 0);
        assert_eq!(only_choice(&asked), None);
        let legal = &mut asked.position.as_mut().unwrap().legal;
        legal.truncate(1);
        let only = legal.first().cloned().unwrap();
        assert_eq!(only_choice(&asked), Some((asked.version, only)));
        assert_eq!(only_choice(&update(&local, None, 0)), None);
    }

    #[test]
    fn after_taking_back_nothing_happens_by_itself() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let decider = local.table().deciders().lowest().unwrap();
        let mut asked = update(&local, Some(decider), 0);
        asked.position.as_mut().unwrap().legal.truncate(1);
        let took_back = json!({"step": "took-back", "version": 9, "seat": 0, "actions": 1});
        asked
            .steps
            .push(serde_json::from_value::<Step>(took_back).unwrap());
        assert_eq!(only_choice(&asked), None);
    }
}
