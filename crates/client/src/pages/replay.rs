//! Replay of a record: from a finished table, a file, or pasted text.

use crate::boards::{
    Board, Choices, Explained, Seen, follow_decisions, let_travel, provide_scene, symbols,
};
use crate::browser::{self, BrowserShelf};
use crate::chapters::chapters;
use crate::frame::{frame, t};
use crate::hosts::{Connection, Link, api, shared};
use crate::local_table::LocalTable;
use crate::shelf::Shelf as _;
use crate::table::{Course, Log, Players, names};
use ::table::{ENTRIES_BEFORE_PLAY, Replay};
use kit::{Eyes, Seat};
use leptos::ev;
use leptos::prelude::*;
use protocol::Update;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;

/// Where a record from a file is kept, and how the address tells that it is shown, so that it survives a reload.
const IMPORTED: &str = "imported";
/// How the address names the action that is shown.
const MOVE: &str = "move";

/// A record, step by step.
#[component]
pub fn ReplayPage(id: Option<String>) -> impl IntoView {
    let kept = id.as_deref().and_then(|id| {
        let table = LocalTable::open(&id.parse().ok()?, &BrowserShelf).ok()?;
        table.table().record(Eyes::AllSeeing)
    });
    let imported = || browser::query(IMPORTED).and_then(|_| BrowserShelf.get(IMPORTED));
    let record = RwSignal::new(kept.map(|record| record.to_string()).or_else(imported));
    // A table on the server, or a record that a link names.
    let elsewhere = id
        .map(|id| format!("/api/tables/{id}/record"))
        .or_else(|| browser::query("record"));
    if let (None, Some(path)) = (
        record.get_untracked(),
        elsewhere.filter(|path| path.starts_with('/')),
    ) {
        spawn_local(async move {
            if let Ok(text) = api::text(&path).await {
                record.set(Some(text));
            }
        });
    }
    view! {
        {move || match record.get() {
            None => view! { <ChooseRecord record/> }.into_any(),
            Some(text) => match Replay::open(&text) {
                Ok(replay) => view! { <Walk replay/> }.into_any(),
                Err(error) => {
                    let problem = error.to_string();
                    view! {
                        <p class="notice" role="alert">{move || frame().say("replay-bad", &[("problem", &problem)])}</p>
                        <ChooseRecord record/>
                    }
                    .into_any()
                }
            },
        }}
    }
}

#[component]
fn ChooseRecord(record: RwSignal<Option<String>>) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let import = move |text: String| {
        if BrowserShelf.put(IMPORTED, &text) {
            browser::replace_query(IMPORTED, "1");
        }
        record.set(Some(text));
    };
    let read_file = move |event: web_sys::Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input
            .and_then(|input| input.files())
            .and_then(|files| files.get(0))
        else {
            return;
        };
        spawn_local(async move {
            let content = JsFuture::from(file.text())
                .await
                .ok()
                .and_then(|content| content.as_string());
            import(content.unwrap_or_default());
        });
    };
    view! {
        <section class="narrow">
            <h1>{move || t("replay-title")}</h1>
            <p>{move || t("replay-lead")}</p>
            <fieldset>
                <label>
                    <span>{move || t("replay-file")}</span>
                    <input id="record-file" type="file" accept=".record,.txt,text/plain" on:change=read_file/>
                </label>
                <label>
                    <span>{move || t("replay-text")}</span>
                    <textarea id="record-text" rows="8" spellcheck="false" on:input=move |event| text.set(event_target_value(&event))></textarea>
                </label>
                <div>
                    <button id="record-open" class="primary" on:click=move |_| import(text.get_untracked())>{move || t("replay-open")}</button>
                </div>
            </fieldset>
        </section>
    }
}

/// The table at one point of the record, with the same board as in play.
#[component]
fn Walk(replay: Replay) -> impl IntoView {
    let frame = frame();
    let last = replay.moves();
    let course = replay.course().to_vec();
    let seats = replay.record().players.len();
    let replay = StoredValue::new_local(replay);
    let linked = browser::query(MOVE).and_then(|number| number.parse().ok());
    let at: RwSignal<usize> = RwSignal::new(linked.unwrap_or(last).min(last));
    Effect::new(move |_| browser::replace_query(MOVE, &at.get().to_string()));
    let playing = RwSignal::new(false);
    play_on(at, last, playing);
    listen_to_keys(at, last);
    let look = RwSignal::new(Eyes::AllSeeing);
    let update = Memo::new(move |before: Option<&Option<Arc<Update>>>| {
        let found = replay
            .with_value(|replay| replay.after(at.get(), look.get()))
            .ok()
            .map(|mut update| {
                // Nobody is away from a record.
                for seat in &mut update.seats {
                    seat.connected = true;
                }
                Arc::new(update)
            });
        found.or_else(|| before.cloned().flatten())
    });
    let Some(first) = update.get_untracked() else {
        return ().into_any();
    };
    let link = Link::new(Arc::unwrap_or_clone(first), Connection::Local);
    let shown = link.update;
    Effect::new(move |_| {
        if let Some(update) = update.get() {
            link.log.set(shared(&update.steps));
            shown.set(update);
        }
    });
    let teller = Signal::from(Memo::new(move |_| {
        shown.with(|update| frame.teller(&update.game, names(update, frame)))
    }));
    let seen = Seen {
        update: shown.into(),
        teller,
        play: Callback::new(|_| ()),
        looked_at: RwSignal::new(None),
        sheet: RwSignal::new("board"),
    };
    provide_scene(seen);
    follow_decisions(seen);
    let_travel(seen);
    let stops = replay.with_value(chapters);
    let marks = stops.clone();
    let here = {
        let places: Vec<usize> = stops.iter().map(|(place, _)| *place).collect();
        Memo::new(move |_| last_before(&places, at.get()))
    };
    let stops = stops.into_iter().map(|(place, begins)| {
        let name = move || match &begins {
            Some(event) => teller.with(|teller| teller.chapter(event)),
            None => Some(t("replay-setup")),
        };
        view! { <option value=place selected=move || here.get() == place>{name}</option> }
    });
    let step =
        move |key: &'static str, drawn: &'static str, to: Box<dyn Fn(usize) -> usize + Send>| {
            view! {
                <button
                    class=key
                    aria-label=move || t(key)
                    on:click=move |_| {
                        playing.set(false);
                        at.set(to(at.get_untracked()).min(last));
                    }
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=drawn></path></svg>
                </button>
            }
        };
    let go_to = move |action: Option<usize>| {
        if let Some(action) = action {
            playing.set(false);
            at.set(action.min(last));
        }
    };
    view! {
        <div class="table replay" data-game=shown.with_untracked(|update| update.game.clone())>
            <h1 class="visually-hidden">{move || t("replay-title")}</h1>
            <div class="visually-hidden" inner_html=shown.with_untracked(|update| symbols(&update.game))></div>
            <div class="replay-bar">
                <p role="status">{move || frame.say("prompt-replay", &[("number", &at.get()), ("count", &last)])}</p>
                <div class="replay-controls">
                    {step("replay-first", "M2 2h2v12H2zM9 2v12L4 8zM14 2v12L9 8z", Box::new(|_| 0))}
                    {step("replay-back", "M10 2v12L2 8zM11 2h2v12h-2z", Box::new(|at| at.saturating_sub(1)))}
                    <input
                        type="range" min="0" max=last class="replay-slider"
                        aria-label=move || t("replay-slider")
                        prop:value=move || at.get().to_string()
                        on:input=move |event| at.set(event_target_value(&event).parse().unwrap_or(last))
                    />
                    <button
                        class="replay-play"
                        aria-label=move || t(if playing.get() { "replay-pause" } else { "replay-play" })
                        on:click=move |_| {
                            // At the end it begins anew.
                            if at.get_untracked() == last {
                                at.set(0);
                            }
                            playing.set(!playing.get_untracked());
                        }
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <path d=move || if playing.get() { "M3 2h4v12H3zM9 2h4v12H9z" } else { "M4 2v12l9-6z" }></path>
                        </svg>
                    </button>
                    {step("replay-forward", "M3 2h2v12H3zM6 2v12l8-6z", Box::new(|at| at + 1))}
                    {step("replay-last", "M2 2v12l5-6zM7 2v12l5-6zM12 2h2v12h-2z", Box::new(|_| usize::MAX))}
                    <select
                        class="replay-stops"
                        aria-label=move || t("replay-jump")
                        on:change=move |event| at.set(event_target_value(&event).parse().unwrap_or(last))
                    >
                        {stops.collect_view()}
                    </select>
                    <select class="replay-eyes" aria-label=move || t("replay-eyes") on:change=move |event| look.set(eyes(&event_target_value(&event)))>
                        <option value="all">{move || t("replay-all")}</option>
                        <option value="public">{move || t("replay-public")}</option>
                        {(0..seats).map(|seat| view! {
                            <option value=seat>{move || teller.with(|teller| teller.name(seat))}</option>
                        }).collect_view()}
                    </select>
                </div>
            </div>
            <Explained><div class="table-grid">
                <Board seen/>
                <section class="stage" tabindex="0" aria-label=move || t("position")>
                    <Choices seen/>
                    <Course course marks teller at=Signal::from(at)/>
                </section>
                <aside class="table-side" aria-label=move || t("players")>
                    <Players seen/>
                    <div class="replay-log" on:click=move |event| go_to(logged(&event)) on:keydown=move |event| {
                        if event.key() == "Enter" {
                            go_to(logged(&event));
                        }
                    }>
                        <Log link seen/>
                    </div>
                </aside>
            </div></Explained>
        </div>
    }
    .into_any()
}

/// Shows one action after the other while it is playing, as fast as others' moves are shown in play.
fn play_on(at: RwSignal<usize>, last: usize, playing: RwSignal<bool>) {
    let settings = frame().settings;
    let next = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(next) = next.try_update_value(Option::take).flatten() {
            next.clear();
        }
    };
    Effect::new(move |_| {
        stop();
        if !playing.get() {
            return;
        }
        let now = at.get();
        if now >= last {
            return playing.set(false);
        }
        let pause = settings
            .with(|settings| settings.speed.pause())
            .max(SHORTEST);
        let go_on = move || at.set(now + 1);
        let pause = Duration::from_millis(pause.into());
        next.set_value(set_timeout_with_handle(go_on, pause).ok());
    });
    on_cleanup(stop);
}

/// So many milliseconds each action is shown at least.
const SHORTEST: u32 = 100;

/// The arrows lead through the record, unless the keyboard is where they mean something else.
fn listen_to_keys(at: RwSignal<usize>, last: usize) {
    let keys = window_event_listener(ev::keydown, move |event| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let elsewhere = target.and_then(|target| {
            target
                .closest("input, select, textarea, .table-board, .log")
                .ok()
                .flatten()
        });
        if elsewhere.is_some() || event.alt_key() || event.ctrl_key() || event.meta_key() {
            return;
        }
        if let Some(to) = led_by(&event.key(), at.get_untracked(), last) {
            event.prevent_default();
            at.set(to);
        }
    });
    on_cleanup(move || keys.remove());
}

/// Where a key leads.
fn led_by(key: &str, at: usize, last: usize) -> Option<usize> {
    match key {
        "ArrowLeft" => Some(at.saturating_sub(1)),
        "ArrowRight" => Some((at + 1).min(last)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

/// The action whose line of the log an event is about.
fn logged(event: &web_sys::Event) -> Option<usize> {
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    let line = target.closest(".log [data-version]").ok()??;
    action_of(&line.get_attribute("data-version")?)
}

/// The action that led to a version of the table.
fn action_of(version: &str) -> Option<usize> {
    let version: usize = version.parse().ok()?;
    Some(version.saturating_sub(ENTRIES_BEFORE_PLAY))
}

/// Whose eyes are chosen; a seat by its number.
fn eyes(value: &str) -> Eyes {
    match value {
        "all" => Eyes::AllSeeing,
        "public" => Eyes::Public,
        seat => seat
            .parse()
            .ok()
            .and_then(Seat::new)
            .map_or(Eyes::Public, Eyes::Seat),
    }
}

/// Returns the last of these sorted positions at or before `at`.
fn last_before(places: &[usize], at: usize) -> usize {
    let passed = places.iter().rev().find(|place| **place <= at);
    passed.copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn arrows_lead_through_a_record_and_stop_at_its_ends() {
        assert_eq!(led_by("ArrowLeft", 0, 9), Some(0));
        assert_eq!(led_by("ArrowLeft", 5, 9), Some(4));
        assert_eq!(led_by("ArrowRight", 9, 9), Some(9));
        assert_eq!(led_by("Home", 5, 9), Some(0));
        assert_eq!(led_by("End", 5, 9), Some(9));
        assert_eq!(led_by("a", 5, 9), None);
    }

    #[test]
    fn a_line_of_the_log_leads_to_the_move_that_it_tells() {
        assert_eq!(action_of("2"), Some(0));
        assert_eq!(action_of("45"), Some(43));
        assert_eq!(action_of("x"), None);
    }

    #[test]
    fn the_present_chapter_is_the_last_one_that_began() {
        let places = [0, 14, 30];
        for (at, expected) in [(0, 0), (13, 0), (14, 14), (29, 14), (99, 30)] {
            assert_eq!(last_before(&places, at), expected);
        }
    }

    #[test]
    fn nonsense_sees_no_more_than_everybody() {
        assert_eq!(eyes("all"), Eyes::AllSeeing);
        assert_eq!(eyes("0"), Eyes::Seat(Seat::FIRST));
        for text in ["public", "-1", "200", "everything"] {
            assert_eq!(eyes(text), Eyes::Public, "{text}");
        }
    }
}
