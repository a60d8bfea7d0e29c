//! Local tables as [`Link`]s.

use super::{Ask, Connection, Link, Trouble, bots};
use crate::browser::{self, BrowserShelf};
use crate::frame::{Frame, frame};
use crate::guided;
use crate::local_table::{self, CannotOpen, LocalTable, NotDone};
use crate::route::Route;
use kit::{Eyes, Seat, Seed};
use leptos::prelude::*;
use protocol::{NewTable, Status, Watch};
use table::{Change, Person, PersonId, Presence, Refused, Setup, Sitter, TableId};
use wasm_bindgen::JsCast as _;
use web_sys::StorageEvent;

/// Creates a table at which these people share one screen, in the seats that are not a bot's. Returns its id, or an error message.
pub fn create(wanted: NewTable, names: &[String]) -> Result<TableId, String> {
    let person = |name: &str| Person {
        id: PersonId::from_random(browser::random_bytes()),
        name: name.trim().to_owned(),
    };
    let mut people = names.iter().map(|name| person(name));
    let owner = people.next().unwrap_or_else(|| person(""));
    let seed = Seed::from_bytes(browser::random_bytes());
    let mut setup = Setup::new(wanted, &owner, seed).map_err(|error| error.to_string())?;
    let open = setup
        .seats
        .iter_mut()
        .filter(|sitter| **sitter == Sitter::Open);
    for (sitter, person) in open.zip(people) {
        *sitter = Sitter::from(&person);
    }
    begin(setup).map_err(|error| error.to_string())
}

/// Begins a table that is set up. Returns its id.
pub fn begin(setup: Setup) -> Result<TableId, Refused> {
    let id = TableId::from_random(browser::random_bytes());
    LocalTable::create(id.clone(), setup, browser::now(), &BrowserShelf)?;
    Ok(id)
}

/// Opens a stored table.
pub fn open(id: &str) -> Result<Link, CannotOpen> {
    let id = id.parse().map_err(|_| CannotOpen::Missing)?;
    let table = LocalTable::open(&id, &BrowserShelf)?;
    let mut presence = Presence::default();
    for person in table.table().seated() {
        presence.enter(person, "");
    }
    let is_bot = |(_, sitter, _): (Seat, &Sitter, bool)| matches!(sitter, Sitter::Bot { .. });
    if table.table().seats().any(is_bot) {
        bots::wake();
    }
    // In a guided game, the same actions lead to the same game.
    let seed = match guided::of(&BrowserShelf, id.as_str()) {
        Some(_) => table.table().setup().seed.child(0),
        None => Seed::from_bytes(browser::random_bytes()),
    };
    let host = Host {
        seed,
        told: 0,
        eyes: first_eyes(&table),
        table,
        presence,
    };
    let link = Link::new(host.news(), Connection::Local);
    let local = Local {
        host: StoredValue::new_local(host),
        link,
        frame: frame(),
        answer: StoredValue::new(None),
    };
    Effect::new(move |_| {
        if !link.held.get() {
            local.play_waiting();
        }
    });
    let place = local_table::place(&id);
    let other_tabs = window_event_listener_untyped("storage", move |event| {
        let event = event.dyn_ref::<StorageEvent>();
        if event.and_then(StorageEvent::key).as_ref() == Some(&place) {
            local.catch_up();
        }
    });
    on_cleanup(move || {
        other_tabs.remove();
        bots::rest();
    });
    local.go_on();
    Ok(Link {
        ask: Callback::new(move |ask| local.hear(ask)),
        ..link
    })
}

/// With one person, the eyes are always theirs; with several, public until one of them takes the screen.
fn first_eyes(table: &LocalTable) -> Eyes {
    let mut people = table.table().people();
    match (people.next(), people.next()) {
        (Some(seat), None) => Eyes::Seat(seat),
        _ => Eyes::Public,
    }
}

struct Host {
    table: LocalTable,
    presence: Presence,
    eyes: Eyes,
    /// The version that the viewer knows.
    told: u64,
    seed: Seed,
}

impl Host {
    /// Returns the update after the version that the viewer knows.
    fn news(&self) -> protocol::Update {
        let person = self.viewer().map(|person| person.id);
        let watch = Watch {
            since: Some(self.told),
            chat: None,
            at_least: None,
        };
        let table = self.table.table();
        table.update(person.as_ref(), watch, &self.presence, browser::now())
    }

    fn viewer(&self) -> Option<Person> {
        self.table.person(self.eyes.seat()?)
    }

    fn change(
        &mut self,
        want: impl FnOnce(&table::Table) -> Result<Change, Refused>,
        by: Option<&PersonId>,
    ) -> Result<(), NotDone> {
        let done = self.table.change(want, by, browser::now(), &BrowserShelf);
        if done == Err(NotDone::Behind) {
            self.told = 0;
        }
        done
    }

    /// Loads what another tab has done. Returns whether there was anything new.
    fn catch_up(&mut self) -> Result<bool, NotDone> {
        let behind = self.table.catch_up(&BrowserShelf)?;
        if behind {
            self.told = 0;
        }
        Ok(behind)
    }

    /// Returns the first person who has to decide.
    fn person_to_decide(&self) -> Option<Seat> {
        let deciders = self.table.table().deciders();
        let mut people = self.table.table().people();
        people.find(|seat| deciders.contains(*seat))
    }
}

/// Controls a local table: the current eyes, and the thinking bot.
#[derive(Clone, Copy)]
struct Local {
    host: StoredValue<Host, LocalStorage>,
    link: Link,
    frame: Frame,
    /// A bot's answer that waits until what happened before has been told.
    answer: StoredValue<Option<Answer>>,
}

/// What a bot has chosen.
struct Answer {
    version: u64,
    seat: Seat,
    action: String,
}

impl Local {
    /// Runs work on the table if the page still shows it.
    fn with<T>(self, work: impl FnOnce(&mut Host) -> T) -> Option<T> {
        self.host.try_update_value(work)
    }

    fn hear(self, ask: Ask) {
        self.link.problem.set(None);
        self.link.rule.set(None);
        let done = self.with(|host| match ask {
            Ask::Request(request) => match host.viewer() {
                Some(person) => host.change(
                    |table| table.request(&person, &request, browser::now()),
                    Some(&person.id),
                ),
                None => Ok(()),
            },
            Ask::Rematch => self.rematch(host),
            Ask::OpenCurtain => {
                if let Some(seat) = self.link.curtain.get_untracked() {
                    (host.eyes, host.told) = (Eyes::Seat(seat), 0);
                }
                Ok(())
            }
            // There is no chat among people in front of one screen.
            Ask::Say(_) => Ok(()),
        });
        if let Some(done) = done {
            self.after(done);
        }
    }

    /// Continues after a change, or shows why it failed.
    fn after(self, done: Result<(), NotDone>) {
        match done {
            Ok(()) => self.go_on(),
            Err(NotDone::Behind) => {
                self.go_on();
                let sentence = self.frame.say("problem-version-conflict", &[]);
                self.link.problem.try_set(Some(sentence));
            }
            Err(NotDone::Unreadable) => self.tell(&Trouble::NewerPage),
            Err(NotDone::Refused(refused)) => self.tell(&Trouble::Table(refused)),
        }
    }

    fn tell(self, trouble: &Trouble) {
        let game = self
            .link
            .update
            .with_untracked(|update| update.game.clone());
        let sentence = trouble.sentence(&game, self.frame.language.get_untracked());
        self.link.rule.try_set(trouble.rule().map(str::to_owned));
        self.link.problem.try_set(Some(sentence));
    }

    /// Handles a change by another tab.
    fn catch_up(self) {
        match self.with(Host::catch_up) {
            Some(Ok(true)) => self.go_on(),
            Some(Err(trouble)) => self.after(Err(trouble)),
            Some(Ok(false)) | None => {}
        }
    }

    fn rematch(self, host: &mut Host) -> Result<(), NotDone> {
        // Another tab may have created it.
        host.catch_up()?;
        let table = host.table.table();
        let again = match table.rematch() {
            Some(id) => id.clone(),
            None => {
                let seed = Seed::from_bytes(browser::random_bytes());
                let id = begin(table.again(&table.setup().owner, seed))?;
                let change = Change::Rematch { table: id.clone() };
                host.change(|_| Ok(change), None)?;
                id
            }
        };
        self.frame.go(Route::Local(again.to_string()));
        Ok(())
    }

    /// Shows the current state and lets the next seat decide.
    fn go_on(self) {
        let question = self.with(|host| {
            self.turn_the_screen(host);
            self.show(host);
            host.table.table().question(host.seed)
        });
        if let Some(Some(question)) = question {
            bots::ask(&question, move |answer| self.bot_answered(answer));
        }
    }

    /// In pass-and-play, closes the curtain before another person's secrets are shown.
    fn turn_the_screen(self, host: &mut Host) {
        let shared = host.table.table().people().count() > 1;
        let next = host.person_to_decide();
        let other = next.filter(|seat| !host.eyes.are(*seat) && shared);
        if other.is_some() {
            (host.eyes, host.told) = (Eyes::Public, 0);
        }
        self.link.curtain.set(other);
    }

    fn show(self, host: &mut Host) {
        let update = host.news();
        let anew = host.told == 0;
        host.told = update.version;
        if update.status == Status::Over {
            let record = host.table.table().record(Eyes::AllSeeing);
            self.link
                .record
                .set(record.map(|record| record.to_string()));
        }
        self.link.take_over(update, anew);
    }

    /// Plays a bot's move, at once or when what happened before has been told.
    fn bot_answered(self, answer: bots::Answer) {
        let action = match answer.action {
            Ok(action) => action,
            Err(problem) => return self.bots_broke(&problem),
        };
        self.answer.try_set_value(Some(Answer {
            version: answer.version,
            seat: answer.seat,
            action,
        }));
        if self.link.held.try_get_untracked() == Some(false) {
            self.play_waiting();
        }
    }

    /// Plays the bot's answer that waits.
    fn play_waiting(self) {
        let waiting = self.answer.try_update_value(Option::take).flatten();
        if let Some(Answer {
            version,
            seat,
            action,
        }) = waiting
        {
            self.play_bot(version, seat, action);
        }
    }

    fn play_bot(self, version: u64, seat: Seat, action: String) {
        let played =
            self.with(|host| host.change(|table| table.answer(version, seat, action), None));
        match played {
            // Somebody took back or came back meanwhile, or another tab was faster; the next question is asked.
            Some(Ok(()) | Err(NotDone::Behind | NotDone::Refused(Refused::Late))) => self.go_on(),
            Some(Err(NotDone::Refused(refused))) => self.bots_broke(&refused.to_string()),
            Some(Err(NotDone::Unreadable)) => self.tell(&Trouble::NewerPage),
            None => {}
        }
    }

    fn bots_broke(self, problem: &str) {
        let sentence = self.frame.say("bots-broke", &[("problem", &problem)]);
        self.link.problem.try_set(Some(sentence));
    }
}
