//! The bodies of requests to a server, and what a table makes of them.

use kit::{Eyes, Seed};
use protocol::{
    AboutSeat, AnswerSubstitute, AnswerUndo, NewTable, Play, Ready, Say, SetSeat, Shuffle, Sit,
    Update, Vacation, Versioned, Watch,
};
use serde_json::from_str;
use table::{Change, Entry, Hosting, Person, PersonId, Presence, Request, Setup, Table, TableId};

/// How many requests are carried out.
const MOST_REQUESTS: usize = 100;
/// How many people send requests.
const PEOPLE: usize = 4;

/// The first line is the body of `POST /api/tables`. Each of the others is a digit for whoever asks, the last part of an address, and a body, such as
/// `0 moves {"version":3,"action":"withdraw"}`; the action `#3` stands for a legal one. Beside the addresses of the server, `wait` lets so many
/// seconds pass and `bot` lets a bot decide. Whoever asks must get an update that reads back, and the table's entries must
/// lead to the same table.
pub fn requests(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut lines = text.lines();
    let wanted = lines.next().and_then(|body| from_str(body).ok());
    let Some(mut host) = wanted.and_then(Host::new) else {
        return;
    };
    for line in lines.take(MOST_REQUESTS) {
        let mut parts = line.splitn(3, ' ');
        let by = parts.next().and_then(|who| who.parse().ok());
        let by = by.and_then(|who: usize| host.people.get(who).cloned());
        let address = parts.next().unwrap_or_default();
        let body = parts.next().unwrap_or_default();
        if let Some(by) = by {
            host.carry_out(&by, address, body);
        }
    }
    host.check();
}

/// A host of one table, without network and store.
struct Host {
    people: Vec<Person>,
    table: Table,
    entries: Vec<Entry>,
    now: u64,
}

impl Host {
    fn new(wanted: NewTable) -> Option<Self> {
        let person = |number: usize| Person {
            id: PersonId::from_random([number as u8; _]),
            name: format!("person {number}"),
        };
        let people: Vec<_> = (0..PEOPLE).map(person).collect();
        let setup = Setup::new(wanted, people.first()?, Seed::from_text("requests")).ok()?;
        let now = 1_800_000_000_000;
        let first = Entry {
            version: 1,
            at: now,
            by: None,
            key: None,
            digest: None,
            change: Change::Create(Box::new(setup)),
        };
        let table = Table::open(id(), &first, &Hosting::default()).expect("a first entry");
        Some(Host {
            people,
            table,
            entries: vec![first],
            now,
        })
    }

    fn carry_out(&mut self, by: &Person, address: &str, body: &str) {
        self.now += 1_000;
        match address {
            "wait" => self.wait(body.parse().unwrap_or(0)),
            "bot" => self.let_bot_decide(),
            "chat" => self.say(by, body),
            _ => {
                let request = self.read(by, address, body);
                let change = request.map(|request| self.table.request(by, &request, self.now));
                if let Some(Ok(change)) = change {
                    self.add(change, Some(&by.id));
                }
            }
        }
        self.tell(Some(&by.id));
    }

    /// What a body asks for, as the server reads it.
    fn read(&self, by: &Person, address: &str, body: &str) -> Option<Request> {
        Some(match address {
            "sit" => Request::Sit(from_str::<Sit>(body).ok()?.seat),
            "leave" => Request::Leave,
            "seat" => {
                let set: SetSeat = from_str(body).ok()?;
                Request::SetSeat(set.seat, set.place)
            }
            "ready" => Request::Ready(from_str::<Ready>(body).ok()?.ready),
            "shuffle" => Request::Shuffle(from_str::<Shuffle>(body).ok()?.shuffle),
            "start" => Request::Start,
            "moves" => Request::Play(self.action(by, from_str(body).ok()?)),
            "undo" => from_str::<Versioned>(body).ok().map(|_| Request::Undo)?,
            "undo/answer" => Request::AnswerUndo(from_str::<AnswerUndo>(body).ok()?.agree),
            "resign" => Request::Resign,
            "return" => Request::ComeBack,
            "nudge" => Request::Nudge(from_str::<AboutSeat>(body).ok()?.seat),
            "stand-in" => Request::StandIn(from_str::<AboutSeat>(body).ok()?.seat),
            "vacation" => Request::Vacation(from_str::<Vacation>(body).ok()?.until),
            "substitute" => Request::Substitute(from_str::<AboutSeat>(body).ok()?.seat),
            "substitute/answer" => {
                Request::AnswerSubstitute(from_str::<AnswerSubstitute>(body).ok()?.agree)
            }
            "rematch" => Request::Rematch(id()),
            _ => return None,
        })
    }

    /// The action, or a legal one if it is `#` and a number.
    fn action(&self, by: &Person, play: Play) -> String {
        let number = play.action.strip_prefix('#').and_then(|n| n.parse().ok());
        let legal = |number: usize| {
            let seat = self.table.seat_of(&by.id)?;
            let legal = self.table.history()?.legal(seat);
            legal.get(number.checked_rem(legal.len())?).cloned()
        };
        number.and_then(legal).unwrap_or(play.action)
    }

    fn wait(&mut self, seconds: u32) {
        self.now += u64::from(seconds) * 1_000;
        if let Some(change) = self.table.time_out(self.now) {
            assert!(self.add(change, None), "a clock that ran out counts");
        }
    }

    fn let_bot_decide(&mut self) {
        let Some(mut question) = self.table.question(Seed::from_text("bot")) else {
            return;
        };
        question.bot = bots::Spec::Random;
        let action = question.answer(bots::now, &mut || true);
        let action = action.expect("a bot that is asked has an answer");
        let change = self.table.answer(question.version, question.seat, action);
        let change = change.expect("the table waits for the answer");
        assert!(self.add(change, None), "a bot's answer is legal");
    }

    fn say(&mut self, by: &Person, body: &str) {
        if let Ok(Say { text, .. }) = from_str(body) {
            let message = self.table.say(by, text, self.now);
            self.table.hear([message]);
        }
    }

    /// Lets it happen; a refusal must leave the table as it was.
    fn add(&mut self, change: Change, by: Option<&PersonId>) -> bool {
        let before = self.table.version();
        let entry = self.table.entry(change, by, self.now);
        let added = self.table.add(&entry).is_ok();
        assert_eq!(self.table.version(), before + u64::from(added));
        if added {
            self.entries.push(entry);
        }
        added
    }

    /// Tells a viewer how the table stands, as a page reads it.
    fn tell(&self, viewer: Option<&PersonId>) {
        let update = self.update(&self.table, viewer);
        let json = serde_json::to_string(&update).expect("an update has a JSON form");
        let read: Update = from_str(&json).expect("a page reads it");
        assert_eq!(read, update);
        self.table.line(viewer);
    }

    fn update(&self, table: &Table, viewer: Option<&PersonId>) -> Update {
        let since = table.version().checked_sub(2);
        let watch = Watch {
            since,
            ..Watch::default()
        };
        table.update(viewer, watch, &Presence::default(), self.now)
    }

    /// The entries, as a store keeps them, lead to the same table.
    fn check(&self) {
        let json = serde_json::to_string(&self.entries).expect("entries have a JSON form");
        let entries: Vec<Entry> = from_str(&json).expect("a store reads them");
        assert_eq!(entries, self.entries);
        let replayed = Table::replay(id(), &entries, &Hosting::default());
        let replayed = replayed.expect("what happened can happen again");
        self.tell(None);
        for viewer in &self.people {
            self.tell(Some(&viewer.id));
            let [mut told, again] =
                [&self.table, &replayed].map(|table| self.update(table, Some(&viewer.id)));
            told.chat.clear();
            assert_eq!(told, again);
        }
        for eyes in Eyes::all(PEOPLE as u8) {
            let record = |table: &Table| table.record(eyes).map(|record| record.to_string());
            assert_eq!(record(&self.table), record(&replayed));
        }
    }
}

fn id() -> TableId {
    TableId::from_random([7; _])
}
