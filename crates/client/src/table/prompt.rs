//! The prompt line: who has to decide, about what, and the permanent buttons.

use super::rules::OpenRules;
use crate::boards::Seen;
use crate::frame::t;
use crate::hosts::Link;
use crate::pages::SpeedChoice;
use ::table::Request;
use leptos::prelude::*;
use protocol::{Status, Update, Who};
use std::fmt::Display;
use words::{Language, Teller};

/// The prompt line of a table.
#[component]
pub fn Prompt(link: Link, seen: Seen, game: &'static str, rules: OpenRules) -> impl IntoView {
    let prompt = Memo::new(move |_| {
        seen.update
            .with(|update| seen.teller.with(|teller| prompt(update, teller)))
    });
    let mine = Memo::new(move |_| {
        seen.update.with(|update| {
            update
                .position
                .as_ref()
                .is_some_and(|position| !position.legal.is_empty())
        })
    });
    let running = Memo::new(move |_| {
        seen.update
            .with(|update| update.status == Status::Running && update.you.seat.is_some())
    });
    let resigned = Memo::new(move |_| seen.update.with(|update| is_resigned(update)));
    let can_undo = Memo::new(move |_| seen.update.with(|update| can_undo(update)));
    let asking = RwSignal::new(false);
    view! {
        <div class="prompt" class:mine=move || mine.get()>
            <p class="prompt-game" aria-hidden="true">{game}</p>
            <p class="prompt-text" id="prompt" role="status">{prompt}</p>
            <div class="prompt-actions">
                <button class="quiet undo" disabled=move || !can_undo.get() on:click=move |_| link.request(Request::Undo)>
                    {move || t("undo")}
                </button>
                <Show when=move || running.get() && !resigned.get()>
                    <Show
                        when=move || asking.get()
                        fallback=move || view! {
                            <button class="quiet resign" on:click=move |_| asking.set(true)>{move || t("resign")}</button>
                        }
                    >
                        <span role="alert">{move || t("resign-sure")}</span>
                        <button
                            class="danger"
                            on:click=move |_| {
                                asking.set(false);
                                link.request(Request::Resign);
                            }
                        >
                            {move || t("yes")}
                        </button>
                        <button class="quiet" on:click=move |_| asking.set(false)>{move || t("no")}</button>
                    </Show>
                </Show>
                <Show when=move || running.get() && resigned.get()>
                    <button class="quiet" on:click=move |_| link.request(Request::ComeBack)>{move || t("come-back")}</button>
                </Show>
                <button
                    class="quiet rules-button"
                    aria-expanded=move || rules.0.with(Option::is_some).to_string()
                    on:click=move |_| rules.toggle()
                >
                    {move || t("rules")}
                </button>
                <SpeedChoice/>
            </div>
        </div>
    }
}

/// Returns whether a bot plays for the viewer.
fn is_resigned(update: &Update) -> bool {
    let seat = update.you.seat.map(|seat| usize::from(seat.number()));
    seat.and_then(|seat| update.seats.get(seat))
        .is_some_and(|state| state.played_by_bot)
}

/// Returns whether the viewer can take back, at once or by asking.
fn can_undo(update: &Update) -> bool {
    update.you.can_undo
        || update.you.seat.is_some()
            && update.status == Status::Running
            && update.undo_asked.is_none()
}

/// Returns who has to decide, and about what.
fn prompt(update: &Update, teller: &Teller) -> String {
    let say =
        |key: &str, values: &[(&str, &dyn Display)]| words::say(teller.language(), key, values);
    let Some(position) = &update.position else {
        return say("lobby-title", &[]);
    };
    if update.status == Status::Over {
        return say("prompt-over", &[]);
    }
    if let (Some(seat), false) = (update.you.seat, position.legal.is_empty()) {
        let headings = teller
            .groups(&position.legal)
            .into_iter()
            .map(|group| group.heading)
            .take(3);
        let what = alternatives(headings.collect(), teller.language());
        return say(
            "prompt-yours",
            &[
                ("name", &teller.name(seat.number().into())),
                ("what", &what),
            ],
        );
    }
    let deciders: Vec<usize> = position
        .deciders
        .iter()
        .map(|seat| seat.number().into())
        .collect();
    match *deciders.as_slice() {
        [seat] => {
            let key = match update.seats.get(seat).map(|state| &state.who) {
                Some(Who::Bot { .. }) => "prompt-bot",
                _ => "prompt-theirs",
            };
            say(key, &[("name", &teller.name(seat))])
        }
        _ => {
            let names = deciders.into_iter().map(|seat| teller.name(seat));
            say(
                "prompt-several",
                &[("names", &teller.listed(names.collect()))],
            )
        }
    }
}

/// `Lay a card or withdraw`.
fn alternatives(mut words: Vec<String>, language: Language) -> String {
    let lower = |word: String| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_lowercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    let Some(last) = words.pop() else {
        return String::new();
    };
    if words.is_empty() {
        return last;
    }
    let mut words = words.into_iter();
    let first = words.next().unwrap_or_default();
    let first = std::iter::once(first)
        .chain(words.map(lower))
        .collect::<Vec<_>>()
        .join(", ");
    ::words::say(language, "or", &[("first", &first), ("last", &lower(last))])
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play, update};
    use crate::shelf::Memory;
    use kit::Seat;
    use protocol::UndoAsked;

    fn teller() -> Teller {
        let names = ["Anna", "Ben"].map(str::to_owned).to_vec();
        Teller::new(Language::En, "taj-mahal", names)
    }

    #[test]
    fn the_prompt_tells_whose_decision_it_is() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 2, 0, &shelf);
        let decider = local.table().deciders().lowest().unwrap();
        let name = teller().name(decider.number().into());
        let mine = update(&local, Some(decider), 0);
        assert_eq!(
            prompt(&mine, &teller()),
            format!("{name}: Lay a card or withdraw")
        );
        let mut told = update(&local, None, 0);
        assert_eq!(prompt(&told, &teller()), format!("{name} decides."));
        for seat in &mut told.seats {
            seat.who = Who::Bot {
                level: protocol::Level::Easy,
            };
        }
        assert_eq!(prompt(&told, &teller()), format!("{name} is thinking …"));
        told.position.as_mut().unwrap().deciders = Seat::first(2).collect();
        assert_eq!(prompt(&told, &teller()), "Anna and Ben decide.");
        told.position = None;
        assert_eq!(prompt(&told, &teller()), "Waiting for players");
        play(&mut local, 5_000, &shelf);
        let end = update(&local, None, 0);
        assert_eq!(prompt(&end, &teller()), "The game is over.");
    }

    #[test]
    fn alternatives_read_as_one_sentence() {
        let said = |words: &[&str]| {
            let words = words.iter().map(|&word| word.to_owned()).collect();
            alternatives(words, Language::En)
        };
        assert_eq!(said(&[]), "");
        assert_eq!(said(&["Lay a card"]), "Lay a card");
        assert_eq!(said(&["Lay", "Take", "Pass"]), "Lay, take or pass");
    }

    #[test]
    fn taking_back_can_be_asked_for_while_the_game_runs() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let mut told = update(&local, Some(Seat::FIRST), 0);
        assert!(!told.you.can_undo && can_undo(&told));
        let asked = UndoAsked {
            seat: Seat::FIRST,
            actions: 1,
            agreed: Vec::new(),
        };
        told.undo_asked = Some(asked);
        assert!(!can_undo(&told));
        assert!(!can_undo(&update(&local, None, 0)));
    }

    #[test]
    fn who_resigned_sees_it_and_nobody_else() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        for (viewer, resigned) in Seat::first(2).zip([true, false]) {
            let mut told = update(&local, Some(viewer), 0);
            assert!(!is_resigned(&told));
            told.seats.first_mut().unwrap().played_by_bot = true;
            assert_eq!(is_resigned(&told), resigned);
        }
    }
}
