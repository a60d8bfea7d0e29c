//! What a table on a server says about people who are not there, and what the others can do: remind, let a bot play on, wait, let somebody else play on.

use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::{Connection, Link};
use ::table::Request;
use kit::Seat;
use leptos::prelude::*;
use protocol::{Pace, SeatState, Status, Update as Told, Who};
use std::time::Duration;
use words::Teller;

/// The time for which a lost connection of another person is shown.
const LOST_SHOWN: Duration = Duration::from_secs(10);

/// The notices about people who are not there.
#[component]
pub fn Absences(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let here = Memo::new(move |_| {
        link.connection.get() != Connection::Local
            && link.update.with(|update| update.status == Status::Running)
    });
    view! {
        <Show when=move || here.get()>
            <Own link/>
            <LostPeople link teller/>
            <Overdue link teller/>
            <Substitute link teller/>
            <Watching link teller/>
        </Show>
    }
}

fn seated(update: &Told) -> impl Iterator<Item = (Seat, &SeatState)> {
    Seat::first(u8::MAX).zip(&update.seats)
}

fn own(update: &Told) -> Option<&SeatState> {
    let seat = update.you.seat?;
    update.seats.get(usize::from(seat.number()))
}

/// Whether the viewer has a seat and plays for themselves.
fn plays(update: &Told) -> bool {
    own(update).is_some_and(|own| !own.played_by_bot)
}

/// A bot plays for the viewer, or the others wait for them.
#[component]
fn Own(link: Link) -> impl IntoView {
    let by_bot = Memo::new(move |_| {
        link.update
            .with(|update| own(update).is_some_and(|own| own.played_by_bot))
    });
    let nudged = Memo::new(move |_| {
        link.update
            .with(|update| own(update).is_some_and(|own| own.absence.nudged))
    });
    view! {
        <Show when=move || by_bot.get()>
            <div class="notice absence" role="status">
                <p>{move || t("absent-you")}</p>
                <button class="primary play-again" on:click=move |_| link.request(Request::ComeBack)>{move || t("come-back")}</button>
            </div>
        </Show>
        <Show when=move || nudged.get()>
            <p class="notice nudged" role="alert">{move || t("nudged-you")}</p>
        </Show>
    }
}

/// Tells for a while that somebody who was there has lost the connection.
#[component]
fn LostPeople(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let frame = frame();
    let connected = Memo::new(move |_| {
        link.update.with(|update| {
            let people = seated(update).filter(|(seat, state)| {
                matches!(state.who, Who::Person { .. }) && update.you.seat != Some(*seat)
            });
            people
                .map(|(seat, state)| (seat, state.connected))
                .collect::<Vec<_>>()
        })
    });
    let lost = RwSignal::new(Vec::<Seat>::new());
    Effect::new(move |before: Option<Vec<(Seat, bool)>>| {
        let now = connected.get();
        let was_here = |seat| before.iter().flatten().any(|known| *known == (seat, true));
        for &(seat, here) in &now {
            if here {
                lost.update(|lost| lost.retain(|other| *other != seat));
            } else if was_here(seat) {
                lost.update(|lost| lost.push(seat));
                let forget = move || {
                    let _ = lost.try_update(|lost| lost.retain(|other| *other != seat));
                };
                set_timeout(forget, LOST_SHOWN);
            }
        }
        now
    });
    move || {
        let seats = lost.get();
        let sentence = |seat: Seat| {
            let name = teller.with(|teller| teller.name(seat.number().into()));
            view! { <p class="notice person-lost" role="status">{frame.say("person-lost", &[("name", &name)])}</p> }
        };
        seats.into_iter().map(sentence).collect_view()
    }
}

/// A seat that is waited for.
#[derive(Clone, PartialEq)]
struct Waited {
    seat: Seat,
    /// When the others may decide, if the host had no pause.
    ready: u64,
    nudged: bool,
    agreed: usize,
    needed: usize,
    /// Whether the viewer has agreed.
    mine: bool,
}

fn waited(update: &Told) -> Vec<Waited> {
    let Some(you) = update.you.seat.filter(|_| plays(update)) else {
        return Vec::new();
    };
    let playing =
        |state: &SeatState| matches!(state.who, Who::Person { .. }) && !state.played_by_bot;
    let people: Vec<_> = seated(update).filter(|(_, state)| playing(state)).collect();
    let others = people.len().saturating_sub(1);
    let waited = people.into_iter().filter(|(seat, _)| *seat != you);
    let waited = waited.filter_map(|(seat, state)| {
        let absence = &state.absence;
        Some(Waited {
            seat,
            ready: absence
                .since?
                .max(absence.vacation.unwrap_or_default())
                .saturating_add(u64::from(update.patience) * 1000),
            nudged: absence.nudged,
            agreed: absence.agreed.len(),
            needed: others.div_ceil(2),
            mine: absence.agreed.contains(&you),
        })
    });
    waited.collect()
}

/// People whom the others have waited for long enough, and what can be done.
#[component]
fn Overdue(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let frame = frame();
    let now = RwSignal::new(browser::now());
    let tick = move || {
        now.try_set(browser::now());
    };
    if let Ok(ticking) = set_interval_with_handle(tick, Duration::from_secs(1)) {
        on_cleanup(move || ticking.clear());
    }
    let all = Memo::new(move |_| link.update.with(|update| waited(update)));
    // The version for which the viewer chose to wait.
    let patient = RwSignal::new(None::<u64>);
    let version = Memo::new(move |_| link.update.with(|update| update.version));
    let overdue = Memo::new(move |_| {
        let mut all = all.get();
        all.retain(|waited| waited.ready <= now.get() && patient.get() != Some(version.get()));
        for waited in &mut all {
            waited.ready = 0;
        }
        all
    });
    let notice = move |waited: Waited| {
        let seat = waited.seat;
        let name = teller.with(|teller| teller.name(seat.number().into()));
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("name", &name),
            ("agreed", &waited.agreed),
            ("needed", &waited.needed),
        ];
        view! {
            <div class="notice absence overdue" role="alert">
                <p>{frame.say("absent", &[("name", &name)])}</p>
                <p class="small">{frame.say("absent-rule", &values)}</p>
                <p class="place-actions">
                    <button class="nudge" disabled=waited.nudged on:click=move |_| link.request(Request::Nudge(seat))>
                        {t(if waited.nudged { "absent-nudged" } else { "absent-nudge" })}
                    </button>
                    <button class="stand-in" disabled=waited.mine on:click=move |_| link.request(Request::StandIn(seat))>
                        {t("absent-bot")}
                    </button>
                    <button class="quiet wait" on:click=move |_| patient.set(Some(version.get_untracked()))>{t("absent-wait")}</button>
                </p>
            </div>
        }
    };
    move || overdue.get().into_iter().map(notice).collect_view()
}

/// Somebody without a seat asks to play on for whom a bot plays.
#[component]
fn Substitute(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let frame = frame();
    let asked = Memo::new(move |_| link.update.with(|update| update.substitute_asked.clone()));
    let you = Memo::new(move |_| {
        link.update
            .with(|update| update.you.seat.filter(|_| plays(update)))
    });
    move || {
        let asked = asked.get()?;
        let name = teller.with(|teller| teller.name(asked.seat.number().into()));
        let may_answer = you.get().is_some_and(|seat| !asked.agreed.contains(&seat));
        let sentence = match you.get() {
            Some(_) => frame.say(
                "substitute-asked",
                &[("person", &asked.name), ("name", &name)],
            ),
            None => frame.say("asked-seat", &[("person", &asked.name), ("name", &name)]),
        };
        Some(view! {
            <div class="notice absence" role="alert">
                <p>{sentence}</p>
                {may_answer.then(|| view! {
                    <button class="primary agree" on:click=move |_| link.request(Request::AnswerSubstitute(true))>{t("undo-agree")}</button>
                    <button on:click=move |_| link.request(Request::AnswerSubstitute(false))>{t("undo-refuse")}</button>
                })}
            </div>
        })
    }
}

/// Tells a spectator that they watch, and which seat they can ask for.
#[component]
fn Watching(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let frame = frame();
    let closed = RwSignal::new(false);
    let left = Memo::new(move |_| {
        link.update.with(|update| {
            let someone = seated(update)
                .any(|(_, state)| matches!(state.who, Who::Person { .. }) && !state.played_by_bot);
            let left = seated(update).filter(|(_, state)| state.played_by_bot && someone);
            left.map(|(seat, _)| seat).collect::<Vec<_>>()
        })
    });
    let asked = Memo::new(move |_| link.update.with(|update| update.substitute_asked.is_some()));
    let spectator = Memo::new(move |_| link.update.with(|update| update.you.seat.is_none()));
    let offer = move |seat: Seat| {
        let name = teller.with(|teller| teller.name(seat.number().into()));
        view! {
            <button class="substitute" disabled=move || asked.get() on:click=move |_| link.request(Request::Substitute(seat))>
                {frame.say("substitute-ask", &[("name", &name)])}
            </button>
        }
    };
    view! {
        <Show when=move || spectator.get() && !closed.get()>
            <div class="notice absence watching" role="status">
                <p>{move || t("watching")}</p>
                {move || left.get().into_iter().map(offer).collect_view()}
                <button class="quiet" on:click=move |_| closed.set(true)>{move || t("close")}</button>
            </div>
        </Show>
    }
}

/// The viewer's vacation, at a table with days for each decision.
#[component]
pub fn VacationChoice(link: Link) -> impl IntoView {
    let frame = frame();
    let may = Memo::new(move |_| {
        link.update.with(|update| {
            matches!(update.pace, Pace::Correspondence { .. })
                && update.status == Status::Running
                && update.you.seat.is_some()
        })
    });
    let until = Memo::new(move |_| link.update.with(|update| own(update)?.absence.vacation));
    let days = Memo::new(move |_| link.update.with(|update| update.you.vacation_days));
    let date = RwSignal::new(String::new());
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        // To the end of that day, as the viewer's clock counts.
        let end = js_sys::Date::parse(&format!("{}T23:59:59", date.get_untracked()));
        if end.is_finite() && end > 0.0 {
            link.request(Request::Vacation(Some(end as u64)));
        }
    };
    view! {
        <Show when=move || may.get()>
            <Show
                when=move || until.get().is_some()
                fallback=move || view! {
                    <form class="vacation" on:submit=go aria-label=move || t("vacation")>
                        <label>
                            <span>{move || t("vacation-until")}</span>
                            <input
                                type="date" required prop:value=move || date.get()
                                on:input=move |event| date.set(event_target_value(&event))
                            />
                        </label>
                        <p class="small">{move || frame.say("vacation-about", &[("days", &days.get())])}</p>
                        <button class="quiet">{move || t("vacation-go")}</button>
                    </form>
                }
            >
                <p>{move || until.get().map(|until| {
                    let date = browser::date(until, frame.language.get().tag());
                    frame.say("on-vacation", &[("date", &date)])
                })}</p>
                <button class="quiet vacation-end" on:click=move |_| link.request(Request::Vacation(None))>{move || t("vacation-end")}</button>
            </Show>
        </Show>
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;

    #[test]
    fn only_other_people_who_are_asked_are_waited_for() {
        let local = created("taj-mahal", 3, 1, &Memory::default());
        let seat = |number| Seat::new(number).unwrap();
        let of = |viewer: Option<Seat>| {
            let mut told = update(&local, viewer, 0);
            for (place, state) in told.seats.iter_mut().enumerate() {
                state.absence.since = (place == 1).then_some(500);
            }
            told.patience = 60;
            waited(&told)
        };
        let waited = of(Some(seat(0)));
        assert_eq!(waited.len(), 1);
        let only = waited.first().unwrap();
        assert_eq!((only.seat, only.ready, only.needed), (seat(1), 60_500, 1));
        assert!(
            of(Some(seat(1))).is_empty(),
            "nobody decides about themselves"
        );
        assert!(of(None).is_empty(), "spectators decide nothing");
    }
}
