//! Soft sounds, made by the browser itself.

use crate::boards::Seen;
use crate::browser;
use crate::frame::frame;
use crate::settings::Sounds;
use js_sys::Reflect;
use leptos::prelude::*;
use protocol::{Step, Update, WhatHappened};
use serde_json::Value;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::AudioContext;

/// How loud a note begins; 1 is the loudest.
const VOLUME: f32 = 0.06;
/// How loud it ends: as good as nothing.
const SILENCE: f32 = 0.000_1;
/// The maximum number of steps that count as news; more are history that was just loaded.
const NEWS: usize = 3;

/// What can be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// The viewer has to decide.
    Turn,
    /// A piece is placed or a card laid.
    Piece,
    /// Somebody gets or pays coins.
    Coins,
    /// Something big stops the game.
    Moment,
}

impl Sound {
    /// Returns the notes: frequency, beginning and length, in hertz and seconds.
    fn notes(self) -> &'static [(f32, f64, f64)] {
        match self {
            Sound::Turn => &[(587.3, 0.0, 0.14), (880.0, 0.11, 0.19)],
            Sound::Piece => &[(196.0, 0.0, 0.09)],
            Sound::Coins => &[(1318.5, 0.0, 0.07), (1760.0, 0.06, 0.1)],
            Sound::Moment => &[(392.0, 0.0, 0.16), (493.9, 0.07, 0.16), (587.3, 0.14, 0.16)],
        }
    }
}

/// Plays what happens at a table.
pub fn listen(seen: Seen) {
    let settings = frame().settings;
    Effect::new(move |before: Option<(u64, bool)>| {
        let (version, asked) = seen
            .update
            .with(|update| (update.version, is_asked(update)));
        if let Some((last, was_asked)) =
            before.filter(|before| before.0 < version || !before.1 && asked)
        {
            let sounds = settings.with_untracked(|settings| settings.sounds);
            let heard = seen
                .update
                .with_untracked(|update| heard(update, last, was_asked, sounds));
            if let Some(sound) = heard {
                play(sound);
            }
        }
        (version, asked)
    });
}

/// Plays a sound, unless sounds are off.
pub fn ring(sound: Sound) {
    let sounds = frame().settings.with_untracked(|settings| settings.sounds);
    if sounds != Sounds::Off {
        play(sound);
    }
}

fn is_asked(update: &Update) -> bool {
    let position = update.position.as_ref();
    position.is_some_and(|position| !position.legal.is_empty())
}

/// Returns what is to be heard of an update after version `last`.
fn heard(update: &Update, last: u64, was_asked: bool, sounds: Sounds) -> Option<Sound> {
    if sounds == Sounds::Off {
        return None;
    }
    if is_asked(update) && !was_asked {
        return Some(Sound::Turn);
    }
    let mut news = update.steps.iter().filter(|step| step.version > last);
    if news.clone().count() > NEWS {
        return None;
    }
    let is_heard = |step: &&Step| match &step.what {
        WhatHappened::Played { seat, .. } => {
            sounds == Sounds::All || update.you.seat == Some(*seat)
        }
        _ => false,
    };
    let step = news.rfind(is_heard)?;
    let WhatHappened::Played { events, .. } = &step.what else {
        return None;
    };
    let coins = |event: &Value| {
        let coins = event.get("coins").and_then(Value::as_i64);
        coins.is_some_and(|coins| coins != 0)
    };
    Some(if events.iter().any(coins) {
        Sound::Coins
    } else {
        Sound::Piece
    })
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound. Before the first click or key, browsers do not allow any.
fn play(sound: Sound) {
    let _ = try_play(sound);
}

fn try_play(sound: Sound) -> Result<(), JsValue> {
    if !may_sound() {
        return Ok(());
    }
    CONTEXT.with_borrow_mut(|context| {
        let context = match context {
            Some(context) => context,
            None => context.insert(AudioContext::new()?),
        };
        let now = context.current_time();
        for &(frequency, begin, length) in sound.notes() {
            let (note, loud) = (context.create_oscillator()?, context.create_gain()?);
            note.frequency().set_value(frequency);
            let (begin, end) = (now + begin, now + begin + length);
            // It swells for a moment, so that it does not crack, and fades away.
            loud.gain().set_value_at_time(SILENCE, begin)?;
            loud.gain()
                .exponential_ramp_to_value_at_time(VOLUME, begin + 0.01)?;
            loud.gain()
                .exponential_ramp_to_value_at_time(SILENCE, end)?;
            note.connect_with_audio_node(&loud)?
                .connect_with_audio_node(&context.destination())?;
            note.start_with_when(begin)?;
            note.stop_with_when(end)?;
        }
        Ok(())
    })
}

/// Returns whether the viewer has clicked or typed; browsers that do not tell are asked for the sound at once.
fn may_sound() -> bool {
    let active = || {
        let navigator = browser::window()?.navigator();
        let activation = Reflect::get(&navigator, &"userActivation".into()).ok()?;
        let active = Reflect::get(&activation, &"hasBeenActive".into()).ok()?;
        active.as_bool()
    };
    active().unwrap_or(true)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;
    use kit::Seat;
    use serde_json::json;

    /// An update of seat 0 with the steps of these seats after version 5.
    fn after(seats: &[u8], asked: bool, event: &Value) -> Update {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let mut update = update(&local, Seat::new(0), 0);
        let position = update.position.as_mut().unwrap();
        position.legal.clear();
        if asked {
            position.legal.push("withdraw".to_owned());
        }
        let step = |(number, seat): (usize, &u8)| {
            let step = json!({"step": "played", "version": 6 + number, "seat": seat, "action": "x", "events": [event]});
            serde_json::from_value::<Step>(step).unwrap()
        };
        update.steps = seats.iter().enumerate().map(step).collect();
        update.version = 5 + seats.len() as u64;
        update
    }

    #[test]
    fn others_are_heard_only_if_wished() {
        let laid = json!({"event": "laid"});
        let hears = |update: &Update, sounds| heard(update, 5, false, sounds);
        let (mine, bots) = (after(&[0], false, &laid), after(&[1], false, &laid));
        assert_eq!(hears(&mine, Sounds::Own), Some(Sound::Piece));
        assert_eq!(hears(&bots, Sounds::Own), None);
        assert_eq!(hears(&bots, Sounds::All), Some(Sound::Piece));
        assert_eq!(hears(&mine, Sounds::Off), None);
        let paid = json!({"event": "income", "coins": 3});
        assert_eq!(
            hears(&after(&[0], false, &paid), Sounds::Own),
            Some(Sound::Coins)
        );
        // History that was just loaded makes no noise.
        assert_eq!(hears(&after(&[0; 4], false, &laid), Sounds::All), None);
    }

    #[test]
    fn the_own_turn_is_heard_when_it_begins() {
        let laid = json!({"event": "laid"});
        let bots = after(&[1], true, &laid);
        assert_eq!(heard(&bots, 5, false, Sounds::Own), Some(Sound::Turn));
        assert_eq!(heard(&bots, 5, true, Sounds::Own), None);
        assert_eq!(heard(&bots, 5, false, Sounds::Off), None);
    }

    #[test]
    fn sounds_are_short() {
        for sound in [Sound::Turn, Sound::Piece, Sound::Coins, Sound::Moment] {
            let ends = sound
                .notes()
                .iter()
                .map(|(_, begin, length)| begin + length);
            assert!(ends.fold(0.0, f64::max) <= 0.3 + 1e-9, "{sound:?}");
        }
    }
}
