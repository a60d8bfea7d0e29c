//! Tables on the server: updates come over a WebSocket, requests are sent by HTTP.

mod pulse;

use super::{Ask, Connection, Link, Trouble, api};
use crate::browser;
use crate::frame::{Frame, frame};
use crate::route::Route;
use leptos::prelude::*;
use protocol::{
    AboutSeat, AnswerSubstitute, AnswerUndo, Done, NewTable, Play, Problem, Ready, Rematch, Say,
    SetSeat, Shuffle, Sit, Status, Update as Told, Vacation, Versioned,
};
use serde::Serialize;
use serde_json::json;
use std::time::Duration;
use table::Request;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::{MessageEvent, WebSocket};

/// Creates a table and returns its id.
pub async fn create(name: &str, table: &NewTable) -> Result<String, Trouble> {
    api::introduce(name).await?;
    let done: Done = api::post("/api/tables", table).await?;
    Ok(done.table)
}

/// Opens a table. `ready` gets the link after the first update, or an error message.
pub fn open(id: String, ready: impl FnOnce(Result<Link, String>) + 'static) {
    let frame = frame();
    let owner = Owner::current();
    spawn_local(async move {
        let first: Result<Told, Trouble> =
            api::get(&format!("/api/tables/{id}?since=0&chat=0")).await;
        let opened = move || match first {
            Ok(update) => ready(Ok(follow(id, update, frame))),
            Err(trouble) => ready(Err(trouble.sentence("", frame.language.get_untracked()))),
        };
        match owner {
            Some(owner) => owner.with(opened),
            None => opened(),
        }
    });
}

fn follow(id: String, first: Told, frame: Frame) -> Link {
    let link = Link::new(first, Connection::Live);
    let online = Online {
        id: StoredValue::new(id),
        socket: StoredValue::new_local(None),
        tries: StoredValue::new(0),
        attempt: StoredValue::new(0),
        silent: StoredValue::new(0),
        link,
        frame,
    };
    online.connect();
    online.fetch_record();
    online.keep_name();
    online.keep_pulse();
    on_cleanup(move || online.hang_up());
    Link {
        ask: Callback::new(move |ask| online.hear(ask)),
        ..link
    }
}

/// The connection to one table on the server.
#[derive(Clone, Copy)]
struct Online {
    id: StoredValue<String>,
    socket: StoredValue<Option<WebSocket>, LocalStorage>,
    /// The number of consecutive failures to connect.
    tries: StoredValue<u32>,
    /// The number of the present connection: events of earlier ones are ignored.
    attempt: StoredValue<u32>,
    /// The number of beats since the server was last heard.
    silent: StoredValue<u32>,
    link: Link,
    frame: Frame,
}

/// The maximum delay before the next attempt to connect, in milliseconds.
const LONGEST_PAUSE: u64 = 8_000;

/// Returns the delay after a number of consecutive failures.
fn pause(tries: u32) -> Duration {
    Duration::from_millis((100_u64 << tries.min(7)).min(LONGEST_PAUSE))
}

/// The relation of an update to the version that the viewer knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum News {
    /// Current.
    Present,
    /// Older than what is known.
    Old,
    /// Steps before it are missing.
    Gap,
}

fn is_news(known: u64, update: &Told) -> News {
    match update.steps.first() {
        Some(first) if first.version > known + 1 => News::Gap,
        _ if update.version < known => News::Old,
        _ => News::Present,
    }
}

impl Online {
    fn path(self, rest: &str) -> String {
        format!(
            "/api/tables/{}{rest}",
            self.id.try_get_value().unwrap_or_default()
        )
    }

    /// Connects, starting after what is already known.
    fn connect(self) {
        let Some(known) = self.link.update.try_with_untracked(|update| update.version) else {
            return;
        };
        let chat = self
            .link
            .chat
            .with_untracked(|chat| chat.last().map_or(0, |line| line.number));
        let origin = browser::link("").replacen("http", "ws", 1);
        let address = format!(
            "{origin}{}",
            self.path(&format!("/live?since={known}&chat={chat}"))
        );
        let Some(attempt) = self.attempt.try_update_value(|attempt| {
            *attempt += 1;
            *attempt
        }) else {
            return;
        };
        let _ = self.silent.try_set_value(0);
        let Ok(socket) = WebSocket::new(&address) else {
            return self.lost(attempt);
        };
        browser::listen(&socket, "message", move |event| {
            if !self.is_present(attempt) {
                return;
            }
            let _ = self.silent.try_set_value(0);
            let text = event
                .dyn_ref::<MessageEvent>()
                .and_then(|event| event.data().as_string());
            let text = text.unwrap_or_default();
            if pulse::is_pulse(&text) {
                self.link.connection.try_set(Connection::Live);
            } else if let Ok(update) = serde_json::from_str(&text) {
                self.told(update);
            }
        });
        browser::listen(&socket, "close", move |_| self.lost(attempt));
        let _ = self.socket.try_set_value(Some(socket));
    }

    /// Shows an update. Old ones are ignored; after a gap, the missing steps are requested.
    fn told(self, update: Told) {
        let Some(known) = self.link.update.try_with_untracked(|update| update.version) else {
            return;
        };
        self.tries.set_value(0);
        self.link.connection.set(Connection::Live);
        match is_news(known, &update) {
            News::Gap => return self.hang_up(),
            News::Old => return,
            News::Present => {}
        }
        let last_line = self
            .link
            .chat
            .with_untracked(|chat| chat.last().map_or(0, |line| line.number));
        let lines = update.chat.iter().filter(|line| line.number > last_line);
        let lines: Vec<_> = lines.cloned().collect();
        if !lines.is_empty() {
            self.link.chat.update(|chat| chat.extend(lines));
        }
        let ends = update.status == Status::Over
            && self
                .link
                .update
                .with_untracked(|known| known.status != Status::Over);
        self.link.take_over(update, false);
        self.fetch_record();
        if ends {
            self.fetch_chat();
        }
    }

    /// Loads the chat once the game is over: now everybody can read what spectators wrote.
    fn fetch_chat(self) {
        spawn_local(async move {
            let whole: Result<Told, Trouble> = api::get(&self.path("?chat=0")).await;
            if let Ok(whole) = whole {
                self.link.chat.try_update(|chat| {
                    chat.extend(whole.chat);
                    chat.sort_by_key(|line| line.number);
                    chat.dedup_by_key(|line| line.number);
                });
            }
        });
    }

    /// Loads the record once the game is over.
    fn fetch_record(self) {
        let over = self
            .link
            .update
            .with_untracked(|update| update.status == Status::Over);
        if over && self.link.record.with_untracked(Option::is_none) {
            spawn_local(async move {
                if let Ok(record) = api::text(&self.path("/record")).await {
                    self.link.record.try_set(Some(record));
                }
            });
        }
    }

    /// Whether this is the connection that counts.
    fn is_present(self, attempt: u32) -> bool {
        self.attempt.try_get_value() == Some(attempt)
    }

    fn is_open(self) -> bool {
        let open = |socket: &Option<WebSocket>| {
            let state = socket.as_ref().map(WebSocket::ready_state);
            state == Some(WebSocket::OPEN)
        };
        self.socket.try_with_value(open).unwrap_or_default()
    }

    fn send_text(self, text: &str) {
        if self.is_open()
            && let Some(Some(socket)) = self.socket.try_with_value(Option::clone)
        {
            let _ = socket.send_with_str(text);
        }
    }

    fn lost(self, attempt: u32) {
        if !self.is_present(attempt) {
            return;
        }
        let Some(tries) = self.tries.try_update_value(|tries| {
            *tries += 1;
            *tries
        }) else {
            return;
        };
        // A connection that is restored at once is not shown as lost.
        if tries > 1 {
            self.link.connection.set(Connection::Lost);
        }
        let again = move || {
            if self.is_present(attempt) {
                self.connect();
            }
        };
        set_timeout(again, pause(tries));
    }

    /// Closes the connection. While the table is shown, a new one is opened and sends what is missing.
    fn hang_up(self) {
        if let Some(Some(socket)) = self.socket.try_with_value(Option::clone) {
            let _ = socket.close();
        }
    }

    fn hear(self, ask: Ask) {
        self.link.problem.set(None);
        self.link.rule.set(None);
        let version = self.link.update.with_untracked(|update| update.version);
        let request = match ask {
            Ask::Request(request) => request,
            Ask::Say(text) => {
                let key = Some(browser::random_name());
                return self.introduced(move || self.send("/chat", Say { text, key }));
            }
            Ask::Rematch => return self.rematch(),
            Ask::OpenCurtain => return,
        };
        match request {
            Request::Play(action) => {
                let together = self.link.update.with_untracked(|update| {
                    let position = update.position.as_ref();
                    position.is_some_and(|position| position.deciders.len() > 1)
                });
                let key = Some(browser::random_name());
                let play = Play {
                    version,
                    action,
                    key,
                };
                self.play(play, together, 0);
            }
            Request::Undo => self.send("/undo", Versioned { version }),
            Request::AnswerUndo(agree) => {
                self.send("/undo/answer", AnswerUndo { version, agree });
            }
            Request::Resign => self.send("/resign", json!({})),
            Request::ComeBack => self.send("/return", json!({})),
            Request::Sit(seat) => self.sit(seat),
            Request::Leave => self.send("/leave", json!({})),
            Request::SetSeat(seat, place) => self.send("/seat", SetSeat { seat, place }),
            Request::Ready(ready) => self.send("/ready", Ready { ready }),
            Request::Shuffle(shuffle) => self.send("/shuffle", Shuffle { shuffle }),
            Request::Start => self.send("/start", json!({})),
            Request::Nudge(seat) => self.send("/nudge", AboutSeat { seat }),
            Request::StandIn(seat) => self.send("/stand-in", AboutSeat { seat }),
            Request::Vacation(until) => self.send("/vacation", Vacation { until }),
            Request::Substitute(seat) => {
                self.introduced(move || self.send("/substitute", AboutSeat { seat }));
            }
            Request::AnswerSubstitute(agree) => {
                self.send("/substitute/answer", AnswerSubstitute { agree });
            }
            // The server chooses the table of a rematch.
            Request::Rematch(_) => self.rematch(),
        }
    }

    /// Sends a move until the server has answered; its key prevents it from being played twice. If several seats decide simultaneously
    /// (`together`), it is also sent again when another one was faster.
    fn play(self, play: Play, together: bool, tries: u32) {
        spawn_local(async move {
            let answer: Result<Done, Trouble> = api::post(&self.path("/moves"), &play).await;
            match answer {
                Ok(_) => {}
                Err(Trouble::Unreachable) if tries < 60 => {
                    let _ = self.link.connection.try_set(Connection::Lost);
                    set_timeout(
                        move || self.play(play, together, tries + 1),
                        Duration::from_millis(1_000),
                    );
                }
                Err(Trouble::Refused(problem)) if together && tries < 60 => {
                    match still_possible(&problem, &play.action) {
                        Some(version) => self.play(Play { version, ..play }, together, tries + 1),
                        None => self.refused(Trouble::Refused(problem)),
                    }
                }
                Err(trouble) => self.refused(trouble),
            }
        });
    }

    fn send(self, rest: &'static str, body: impl Serialize + 'static) {
        spawn_local(async move {
            if let Err(trouble) = api::post::<serde_json::Value>(&self.path(rest), &body).await {
                self.refused(trouble);
            }
        });
    }

    /// Runs something that needs a guest with a name. Whoever has none is asked for it.
    fn introduced(self, then: impl FnOnce() + 'static) {
        let Some(name) = untrack(|| self.frame.own_name()) else {
            self.frame.settings_open.set(true);
            let needed = self.frame.say("lobby-name-needed", &[]);
            return self.link.problem.set(Some(needed));
        };
        spawn_local(async move {
            match api::introduce(&name).await {
                Ok(_) => {
                    then();
                    // The stream is that of a stranger: the next one is the guest's.
                    let known = self
                        .link
                        .update
                        .try_with_untracked(|update| update.you.id.is_some());
                    if known == Some(false) {
                        self.hang_up();
                    }
                }
                Err(trouble) => self.refused(trouble),
            }
        });
    }

    /// Tells the server a new name from the settings.
    fn keep_name(self) {
        let name = Memo::new(move |_| self.frame.own_name());
        Effect::new(move |before: Option<Option<String>>| {
            let name = name.get();
            let changed = before.is_some_and(|before| before != name);
            let seated = self.link.update.with_untracked(|update| update.you.seat);
            if changed && name.is_some() && seated.is_some() {
                self.introduced(|| ());
            }
            name
        });
    }

    /// Takes a seat. The eyes change, so everything is loaded again.
    fn sit(self, seat: Option<kit::Seat>) {
        self.introduced(move || {
            spawn_local(async move {
                match api::post::<Done>(&self.path("/sit"), &Sit { seat }).await {
                    Ok(_) => self.hang_up(),
                    Err(trouble) => self.refused(trouble),
                }
            });
        });
    }

    fn rematch(self) {
        let known = self
            .link
            .update
            .with_untracked(|update| update.rematch.clone());
        if let Some(table) = known {
            return self.frame.go(Route::Online(table));
        }
        spawn_local(async move {
            match api::post::<Rematch>(&self.path("/rematch"), &json!({})).await {
                Ok(rematch) => self.frame.go(Route::Online(rematch.table)),
                Err(trouble) => self.refused(trouble),
            }
        });
    }

    fn refused(self, trouble: Trouble) {
        let Some(game) = self
            .link
            .update
            .try_with_untracked(|update| update.game.clone())
        else {
            return;
        };
        let sentence = trouble.sentence(&game, self.frame.language.get_untracked());
        self.link.rule.try_set(trouble.rule().map(str::to_owned));
        self.link.problem.try_set(Some(sentence));
    }
}

/// Returns the current version if a stale action is still legal in it.
fn still_possible(problem: &Problem, action: &str) -> Option<u64> {
    let update = problem.update.as_ref()?;
    let legal = &update.position.as_ref()?.legal;
    legal
        .iter()
        .any(|legal| legal == action)
        .then_some(update.version)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play, update};
    use crate::shelf::Memory;
    use kit::Seat;

    #[test]
    fn an_update_follows_what_is_known_or_is_old_or_leaves_a_gap() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 2, 0, &shelf);
        play(&mut local, 4, &shelf);
        let version = local.table().version();
        let all = update(&local, None, 0);
        assert_eq!(is_news(0, &all), News::Present);
        // The same version again, with changed presence or chat.
        assert_eq!(is_news(version, &all), News::Present);
        assert_eq!(is_news(version + 1, &all), News::Old);
        let last = update(&local, None, version - 1);
        assert_eq!(is_news(version - 1, &last), News::Present);
        assert_eq!(is_news(version - 2, &last), News::Gap);
        assert_eq!(
            is_news(version, &update(&local, None, version)),
            News::Present
        );
    }

    #[test]
    fn a_lost_connection_is_tried_less_and_less_often() {
        let pauses = [1, 2, 3, 6, 7, 1_000].map(|tries| pause(tries).as_millis());
        assert_eq!(pauses, [200, 400, 800, 6_400, 8_000, 8_000]);
    }

    #[test]
    fn an_action_that_came_too_late_is_sent_again_if_it_is_still_possible() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let decider = local.table().deciders().lowest();
        let problem = |viewer: Option<Seat>| Problem {
            update: Some(Box::new(update(&local, viewer, 0))),
            kind: "/problems/version-conflict".to_owned(),
            status: 409,
            title: String::new(),
            detail: String::new(),
            rule: None,
            reason: None,
        };
        let version = local.table().version();
        assert_eq!(still_possible(&problem(decider), "withdraw"), Some(version));
        assert_eq!(still_possible(&problem(decider), "palace kas2"), None);
        assert_eq!(still_possible(&problem(None), "withdraw"), None);
    }
}
