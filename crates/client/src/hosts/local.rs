//! Tables that live in this page.

use super::{Ask, Connection, Link, bots, shared};
use crate::browser::{self, BrowserShelf};
use crate::frame::{Frame, frame};
use kit::{Eyes, Seat, Seed};
use leptos::prelude::*;
use parlour::{BadTable, LocalTable, Route, Saved, Setting};
use std::sync::Arc;
use std::time::Duration;

/// Sets up a new table and tells its name in links.
pub fn create(setting: &Setting) -> Result<String, BadTable> {
    let id = browser::random_name();
    let table = LocalTable::new(
        id.clone(),
        setting,
        Seed::from_bytes(browser::random_bytes()),
    )?;
    Saved::keep(&table, browser::now(), &BrowserShelf);
    Ok(id)
}

/// Opens a table that was kept; without one of that name there is no problem to tell either.
pub fn open(id: &str) -> Result<Link, Option<String>> {
    let saved = Saved::find(id, &BrowserShelf).ok_or(None)?;
    let table = saved.open().map_err(|error| Some(error.to_string()))?;
    let eyes = first_eyes(&table);
    let first = table.update(eyes, 0);
    let host = StoredValue::new_local(Host {
        seed: Seed::from_bytes(browser::random_bytes()),
        shown_at: browser::now(),
        told: 0,
        eyes,
        table,
    });
    let link = Link::new(first, Connection::Local);
    let local = Local {
        host,
        link,
        frame: frame(),
    };
    on_cleanup(bots::rest);
    local.go_on();
    Ok(Link {
        ask: Callback::new(move |ask| local.hear(ask)),
        ..link
    })
}

/// With one person, it is always theirs; with several, nobody's until one of them says who they are.
fn first_eyes(table: &LocalTable) -> Eyes {
    let people = table
        .seats()
        .iter()
        .zip(Seat::first(u8::MAX))
        .filter(|(seated, _)| seated.decides());
    let mut seats = people.map(|(_, seat)| seat);
    match (seats.next(), seats.next()) {
        (Some(seat), None) => Eyes::Seat(seat),
        _ => Eyes::Public,
    }
}

struct Host {
    table: LocalTable,
    eyes: Eyes,
    /// The version that the viewer knows.
    told: u64,
    shown_at: u64,
    seed: Seed,
}

/// Drives a local table: whose eyes look, which bot thinks, what is saved.
#[derive(Clone, Copy)]
struct Local {
    host: StoredValue<Host, LocalStorage>,
    link: Link,
    frame: Frame,
}

impl Local {
    /// Does something with the table, if the page still shows it.
    fn with<T>(self, work: impl FnOnce(&mut Host) -> T) -> Option<T> {
        self.host.try_update_value(work)
    }

    fn hear(self, ask: Ask) {
        self.link.problem.set(None);
        let done = self.with(|host| {
            let seat = match host.eyes {
                Eyes::Seat(seat) => Some(seat),
                Eyes::Public => None,
            };
            match (ask, seat) {
                (Ask::Play(action), Some(seat)) => host.table.play(seat, &action),
                (Ask::Undo, Some(seat)) => host.table.undo(seat),
                (Ask::Resign, Some(seat)) => {
                    host.table.resign(seat, true);
                    Ok(())
                }
                (Ask::ComeBack, Some(seat)) => {
                    host.table.resign(seat, false);
                    Ok(())
                }
                (Ask::Rematch, _) => self.rematch(&mut host.table),
                (Ask::OpenCurtain, _) => {
                    if let Some(seat) = self.link.curtain.get_untracked() {
                        (host.eyes, host.told) = (Eyes::Seat(seat), 0);
                    }
                    Ok(())
                }
                // The rest is for tables on a server.
                _ => Ok(()),
            }
        });
        match done {
            Some(Ok(())) => self.go_on(),
            Some(Err(problem)) => self.link.problem.set(Some(problem)),
            None => {}
        }
    }

    fn rematch(self, table: &mut LocalTable) -> Result<(), String> {
        let id = match table.rematch() {
            Some(id) => id.to_owned(),
            None => {
                let id = create(&table.setting()).map_err(|error| error.to_string())?;
                table.set_rematch(id.clone());
                Saved::keep(table, browser::now(), &BrowserShelf);
                id
            }
        };
        self.frame.go(Route::Local(id));
        Ok(())
    }

    /// Saves, shows, and lets the next one decide.
    fn go_on(self) {
        let question = self.with(|host| {
            Saved::keep(&host.table, browser::now(), &BrowserShelf);
            self.turn_the_screen(host);
            self.show(host);
            host.table.thought(host.seed)
        });
        if let Some(Some(thought)) = question {
            bots::ask(&thought, move |answer| self.bot_answered(answer));
        }
    }

    /// In pass-and-play, a curtain falls before another person's secrets are shown.
    fn turn_the_screen(self, host: &mut Host) {
        let next = host.table.person_to_decide();
        let other = next.filter(|seat| !host.eyes.are(*seat) && host.table.is_shared());
        if other.is_some() {
            (host.eyes, host.told) = (Eyes::Public, 0);
        }
        self.link.curtain.set(other);
    }

    fn show(self, host: &mut Host) {
        let update = Arc::new(host.table.update(host.eyes, host.told));
        let news = shared(&update.steps);
        self.link.log.update(|log| {
            if host.told == 0 {
                log.clear();
            }
            log.extend(news);
        });
        (host.told, host.shown_at) = (update.version, browser::now());
        if update.status == protocol::Status::Over {
            self.link
                .record
                .set(host.table.record().map(|record| record.to_string()));
        }
        self.link.update.set(update);
    }

    /// A bot's move is shown no sooner than the chosen speed allows.
    fn bot_answered(self, answer: bots::Answer) {
        if let Some(problem) = answer.problem {
            self.link
                .problem
                .try_set(Some(self.frame.say("bots-broke", &[("problem", &problem)])));
            return;
        }
        let pause = self
            .frame
            .settings
            .with_untracked(|settings| settings.speed.pause());
        let passed = self
            .with(|host| browser::now().saturating_sub(host.shown_at))
            .unwrap_or(0);
        let wait = Duration::from_millis(u64::from(pause).saturating_sub(passed));
        set_timeout(
            move || self.play_bot(answer.version, answer.action.unwrap_or_default()),
            wait,
        );
    }

    fn play_bot(self, version: u64, action: String) {
        let played = self.with(|host| {
            let seed = host.seed;
            match host.table.thought(seed) {
                Some(thought) if thought.version == version => {
                    host.table.play(thought.seat, &action)
                }
                // Somebody took back or came back meanwhile; the next question is asked below.
                _ => Ok(()),
            }
        });
        match played {
            Some(Ok(())) => self.go_on(),
            Some(Err(problem)) => {
                self.link
                    .problem
                    .try_set(Some(self.frame.say("bots-broke", &[("problem", &problem)])));
            }
            None => {}
        }
    }
}
