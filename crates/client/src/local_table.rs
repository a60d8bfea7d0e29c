//! Local tables. Their entries are stored in the browser's storage, which all tabs share; replaying them rebuilds a table.

use crate::chapters::Progress;
use crate::shelf::Shelf;
use kit::Eyes;
use protocol::{Level, Status, TableLine, Watch, Who};
use serde::{Deserialize, Serialize};
use table::{
    BadRecord, Change, Entry, Hosting, Person, PersonId, Presence, Record, Refused, Setup, Sitter,
    Table, TableId,
};

/// A table whose entries are on a [`Shelf`].
pub struct LocalTable {
    table: Table,
    entries: Vec<Entry>,
    /// The stored text when this tab last read it; any difference was written by another tab.
    known: String,
}

/// The stored form of a table.
#[derive(Serialize, Deserialize)]
struct Saved {
    line: TableLine,
    entries: Vec<Entry>,
}

/// The stored form of a table in the first version of the page.
#[derive(Deserialize)]
struct SavedRecord {
    game: String,
    seats: Vec<SavedSeat>,
    over: bool,
    changed: u64,
    #[serde(default)]
    rematch: Option<TableId>,
    record: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SavedSeat {
    Person { name: String, resigned: bool },
    Bot(Level),
}

/// The reason why a table cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotOpen {
    /// The table does not exist.
    #[error("there is no such table")]
    Missing,
    /// The stored text is invalid; the message says why.
    #[error("{0}")]
    Damaged(String),
}

/// The reason why a table did not change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotDone {
    /// Another tab has continued the game; the table has been updated.
    Behind,
    /// Another tab with a newer version of the page has stored something that this one cannot read.
    Unreadable,
    /// The table refuses the request.
    Refused(Refused),
}

impl From<Refused> for NotDone {
    fn from(refused: Refused) -> Self {
        NotDone::Refused(refused)
    }
}

const PREFIX: &str = "durbar.table.";

/// Returns the storage key of a table.
pub fn place(id: &TableId) -> String {
    format!("{PREFIX}{id}")
}

impl LocalTable {
    /// Creates a table and starts its game. All seats must be taken.
    pub fn create(id: TableId, setup: Setup, now: u64, shelf: &dyn Shelf) -> Result<Self, Refused> {
        let first = Entry {
            version: 1,
            at: now,
            by: None,
            key: None,
            digest: None,
            change: Change::Create(Box::new(setup)),
        };
        let table = Table::open(id, &first, &Hosting::default())?;
        let mut local = LocalTable {
            table,
            entries: vec![first],
            known: String::new(),
        };
        local.append(Change::Start, None, now)?;
        local.keep(shelf);
        Ok(local)
    }

    /// Loads a stored table.
    pub fn open(id: &TableId, shelf: &dyn Shelf) -> Result<Self, CannotOpen> {
        let text = shelf.get(&place(id)).ok_or(CannotOpen::Missing)?;
        LocalTable::read(id, text)
    }

    fn read(id: &TableId, text: String) -> Result<Self, CannotOpen> {
        let entries = match serde_json::from_str::<Saved>(&text) {
            Ok(saved) => saved.entries,
            Err(error) => match serde_json::from_str::<SavedRecord>(&text) {
                Ok(saved) => saved
                    .entries()
                    .map_err(|error| CannotOpen::Damaged(error.to_string()))?,
                Err(_) => return Err(CannotOpen::Damaged(error.to_string())),
            },
        };
        let table = Table::replay(id.clone(), &entries, &Hosting::default());
        Ok(LocalTable {
            table: table.map_err(|error| CannotOpen::Damaged(error.to_string()))?,
            entries,
            known: text,
        })
    }

    /// Returns the table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the person in a seat.
    pub fn person(&self, seat: kit::Seat) -> Option<Person> {
        let found = self.table.seats().find(|(other, ..)| *other == seat);
        match found {
            Some((_, Sitter::Person { person, name }, _)) => Some(Person {
                id: person.clone(),
                name: name.clone(),
            }),
            _ => None,
        }
    }

    /// Loads what another tab has stored. Returns whether there was anything new. If it cannot be read, nothing changes.
    pub fn catch_up(&mut self, shelf: &dyn Shelf) -> Result<bool, NotDone> {
        let Some(text) = shelf.get(&place(self.table.id())) else {
            return Ok(false); // Deleted in another tab: this tab keeps its copy.
        };
        if text == self.known {
            return Ok(false);
        }
        *self = LocalTable::read(self.table.id(), text).map_err(|_| NotDone::Unreadable)?;
        Ok(true)
    }

    /// Applies and stores a change, unless another tab was faster or its entries cannot be read.
    pub fn change(
        &mut self,
        want: impl FnOnce(&Table) -> Result<Change, Refused>,
        by: Option<&PersonId>,
        now: u64,
        shelf: &dyn Shelf,
    ) -> Result<(), NotDone> {
        if self.catch_up(shelf)? {
            return Err(NotDone::Behind);
        }
        let change = want(&self.table)?;
        self.append(change, by, now)?;
        self.keep(shelf);
        Ok(())
    }

    fn append(&mut self, change: Change, by: Option<&PersonId>, now: u64) -> Result<(), Refused> {
        let entry = self.table.entry(change, by, now);
        self.table.add(&entry)?;
        self.entries.push(entry);
        Ok(())
    }

    fn keep(&mut self, shelf: &dyn Shelf) {
        let saved = Saved {
            line: self.table.line(None),
            entries: std::mem::take(&mut self.entries),
        };
        self.known = serde_json::to_string(&saved).unwrap_or_default();
        self.entries = saved.entries;
        shelf.put(&place(self.table.id()), &self.known);
    }
}

/// Returns all stored tables, the most recently played first.
pub fn all(shelf: &dyn Shelf) -> Vec<TableLine> {
    let names = shelf.names();
    let ids = names.iter().filter_map(|name| name.strip_prefix(PREFIX));
    let mut lines: Vec<TableLine> = ids
        .filter_map(|id| line(id, &shelf.get(&format!("{PREFIX}{id}"))?))
        .collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.changed));
    lines
}

/// Returns how far the game of a stored table is, as everybody may know it.
pub fn progress(id: &str, shelf: &dyn Shelf) -> Option<Progress> {
    let local = LocalTable::open(&id.parse().ok()?, shelf).ok()?;
    let watch = Watch {
        since: Some(0),
        chat: None,
        at_least: None,
    };
    let told = local
        .table
        .seen_by(Eyes::Public, watch, &Presence::default(), 0);
    Progress::of(&told)
}

/// A table that was deleted.
#[derive(Clone, PartialEq, Debug)]
pub struct Deleted {
    name: String,
    text: String,
}

impl Deleted {
    /// Puts the table back; `false` if there is no room for it.
    pub fn restore(&self, shelf: &dyn Shelf) -> bool {
        shelf.put(&self.name, &self.text)
    }
}

/// Deletes a table, if there is one.
pub fn delete(id: &str, shelf: &dyn Shelf) -> Option<Deleted> {
    let name = format!("{PREFIX}{id}");
    let text = shelf.get(&name)?;
    shelf.remove(&name);
    Some(Deleted { name, text })
}

fn line(id: &str, text: &str) -> Option<TableLine> {
    #[derive(Deserialize)]
    struct Line {
        line: TableLine,
    }
    let present = serde_json::from_str::<Line>(text).map(|saved| saved.line);
    present.ok().or_else(|| {
        let saved: SavedRecord = serde_json::from_str(text).ok()?;
        Some(TableLine {
            began: 0,
            rated: false,
            language: None,
            table: id.to_owned(),
            game: saved.game,
            status: match saved.over {
                true => Status::Over,
                false => Status::Running,
            },
            pace: protocol::Pace::Relaxed,
            seats: saved.seats.iter().map(SavedSeat::who).collect(),
            your_turn: false,
            changed: saved.changed,
        })
    })
}

impl SavedRecord {
    /// Converts to the current form of entries.
    fn entries(&self) -> Result<Vec<Entry>, BadRecord> {
        let record: Record = self.record.parse()?;
        let numbered = || kit::Seat::first(u8::MAX).zip(&self.seats);
        let sitters = numbered().map(|(seat, saved)| match saved {
            SavedSeat::Person { name, .. } => Sitter::Person {
                person: PersonId::from_random([seat.number(); table::ID_LENGTH]),
                name: name.clone(),
            },
            SavedSeat::Bot(level) => Sitter::Bot { level: *level },
        });
        let owner = PersonId::from_random([0; table::ID_LENGTH]);
        let mut entries = record.entries(sitters.collect(), owner)?;
        let resigned = numbered()
            .filter(|(_, saved)| matches!(saved, SavedSeat::Person { resigned: true, .. }))
            .map(|(seat, _)| Change::Resign { seat })
            .filter(|_| !self.over);
        let rematch = self.rematch.clone().map(|table| Change::Rematch { table });
        for (change, version) in resigned.chain(rematch).zip(entries.len() as u64 + 1..) {
            entries.push(Entry {
                version,
                at: self.changed,
                by: None,
                key: None,
                digest: None,
                change,
            });
        }
        Ok(entries)
    }
}

impl SavedSeat {
    fn who(&self) -> Who {
        match self {
            SavedSeat::Person { name, .. } => Who::Person {
                name: name.clone(),
                id: None,
            },
            SavedSeat::Bot(level) => Who::Bot { level: *level },
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
pub mod tests {
    use super::*;
    use crate::shelf::Memory;
    use kit::{Seat, Seed};
    use protocol::{NewTable, SeatFor, Update};
    use serde_json::json;
    use table::{Replay, Request};

    fn id(letter: char) -> TableId {
        letter.to_string().repeat(22).parse().unwrap()
    }

    fn person(letter: char) -> Person {
        Person {
            id: letter.to_string().repeat(22).parse().unwrap(),
            name: letter.to_string(),
        }
    }

    /// Creates a table of people `a`, `b` and so on, and easy bots.
    pub fn created(game: &str, people: usize, bots: usize, shelf: &Memory) -> LocalTable {
        let mut seats = vec![SeatFor::Open; people];
        seats.resize(people + bots, SeatFor::Bot(Level::Easy));
        let wanted = NewTable {
            options: [("players".to_owned(), json!(people + bots))]
                .into_iter()
                .collect(),
            seats,
            ..NewTable::of(game)
        };
        let mut setup = Setup::new(wanted, &person('a'), Seed::from_text(game)).unwrap();
        for (sitter, letter) in setup.seats.iter_mut().take(people).zip('a'..) {
            *sitter = Sitter::from(&person(letter));
        }
        LocalTable::create(id('t'), setup, 1_000, shelf).unwrap()
    }

    pub fn update(local: &LocalTable, seat: Option<Seat>, since: u64) -> Update {
        let person = seat.and_then(|seat| local.person(seat));
        let watch = Watch {
            since: Some(since),
            chat: None,
            at_least: None,
        };
        let id = person.map(|person| person.id);
        local
            .table()
            .update(id.as_ref(), watch, &Presence::default(), 2_000)
    }

    pub fn request(
        local: &mut LocalTable,
        seat: Seat,
        request: &Request,
        shelf: &Memory,
    ) -> Result<(), NotDone> {
        let person = local.person(seat).unwrap();
        local.change(
            |table| table.request(&person, request, 3_000),
            Some(&person.id),
            3_000,
            shelf,
        )
    }

    /// Lets bots decide, and people take their first legal action, up to `most` times or until the game is over.
    pub fn play(local: &mut LocalTable, most: usize, shelf: &Memory) {
        for _ in 0..most {
            if let Some(question) = local.table().question(Seed::from_text("bots")) {
                let action = question.answer(|| 0.0, &mut || false).unwrap();
                let (version, seat) = (question.version, question.seat);
                local
                    .change(
                        |table| table.answer(version, seat, action),
                        None,
                        3_000,
                        shelf,
                    )
                    .unwrap();
                continue;
            }
            let deciders = local.table().deciders();
            let Some(seat) = deciders.lowest() else {
                return;
            };
            let legal = update(local, Some(seat), 0).position.unwrap().legal;
            request(local, seat, &Request::Play(legal[0].clone()), shelf).unwrap();
        }
    }

    #[test]
    fn whole_games_of_all_kinds_end_with_a_record_that_replays() {
        for (game, people, bots) in [
            ("taj-mahal", 1, 1),
            ("taj-mahal", 1, 3),
            ("amritsar", 1, 0),
            ("amritsar", 0, 2),
            ("maharaja", 1, 0),
            ("maharaja", 2, 1),
        ] {
            let shelf = Memory::default();
            let mut local = created(game, people, bots, &shelf);
            play(&mut local, 5_000, &shelf);
            let end = update(&local, None, 0);
            assert_eq!(end.status, Status::Over, "{game}");
            assert!(end.seed.is_some());
            let record = local.table().record(Eyes::Public).unwrap();
            assert_eq!(record.date.as_deref(), Some("1970-01-01"));
            let bots_in_record = record.players.iter().filter(|player| player.bot.is_some());
            assert_eq!(bots_in_record.count(), bots, "{game}");
            let replay = Replay::open(&record.to_string()).unwrap();
            let position = end.position.unwrap();
            let totals = crate::chapters::totals(&position.standings);
            assert_eq!(replay.course().last(), Some(&totals));
            let replayed = replay.after(replay.moves(), Eyes::Public).unwrap();
            assert_eq!(replayed.position.unwrap().view, position.view, "{game}");
            // A record has the names of people, and no ids.
            let who = |update: &Update| -> Vec<Who> {
                let mut seats = update.clone().seats;
                for seat in &mut seats {
                    if let Who::Person { id, .. } = &mut seat.who {
                        *id = None;
                    }
                }
                seats.into_iter().map(|seat| seat.who).collect()
            };
            let again = replay.after(0, Eyes::Public).unwrap();
            assert_eq!(who(&again), who(&update(&local, None, 0)), "{game}");
        }
    }

    #[test]
    fn a_deleted_table_can_be_restored() {
        let shelf = Memory::default();
        created("taj-mahal", 1, 1, &shelf);
        let before = all(&shelf);
        let [line] = before.as_slice() else {
            panic!("{} tables", before.len());
        };
        let deleted = delete(&line.table, &shelf).unwrap();
        assert_eq!((all(&shelf), delete(&line.table, &shelf)), (vec![], None));
        assert!(deleted.restore(&shelf));
        assert_eq!(all(&shelf), before);
    }

    #[test]
    fn a_table_is_the_same_after_a_reload() {
        let shelf = Memory::default();
        let mut before = created("amritsar", 1, 2, &shelf);
        play(&mut before, 60, &shelf);
        let after = LocalTable::open(&id('t'), &shelf).unwrap();
        let seat = Some(Seat::FIRST);
        assert_eq!(update(&after, seat, 0), update(&before, seat, 0));
        assert_eq!(all(&shelf), [before.table().line(None)]);
        delete(id('t').as_str(), &shelf);
        assert!(all(&shelf).is_empty());
        assert_eq!(
            LocalTable::open(&id('t'), &shelf).err(),
            Some(CannotOpen::Missing)
        );
    }

    /// The form in which version 0.1 of the page stored tables.
    #[test]
    fn a_table_that_was_saved_as_a_record_still_opens() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 2, 1, &shelf);
        play(&mut local, 30, &shelf);
        let record = local.table().record(Eyes::AllSeeing).unwrap().to_string();
        let kept_lines = record.lines().filter(|line| {
            !["[Date", "[Bot", "[End"]
                .iter()
                .any(|new| line.starts_with(new))
        });
        let record: String = kept_lines.map(|line| format!("{line}\n")).collect();
        let saved = json!({
            "game": "taj-mahal",
            "seats": [{"person": {"name": "a", "resigned": false}}, {"person": {"name": "b", "resigned": true}}, {"bot": "easy"}],
            "over": false,
            "changed": 7_000,
            "rematch": null,
            "record": record,
        });
        let old = "0123456789abcdef";
        shelf.put(&format!("durbar.table.{old}"), &saved.to_string());
        let line = all(&shelf).into_iter().find(|line| line.table == old);
        assert_eq!(line.unwrap().changed, 7_000);
        let mut opened = LocalTable::open(&old.parse().unwrap(), &shelf).unwrap();
        let (now, before) = (update(&opened, None, 0), update(&local, None, 0));
        assert_eq!(now.position, before.position);
        assert!(now.seats[1].played_by_bot && !now.seats[0].played_by_bot);
        // The game continues, and is stored in the new form.
        play(&mut opened, 5, &shelf);
        let again = LocalTable::open(&old.parse().unwrap(), &shelf).unwrap();
        assert_eq!(update(&again, None, 0), update(&opened, None, 0));
    }

    #[test]
    fn a_damaged_save_says_what_is_wrong() {
        let shelf = Memory::default();
        let local = created("maharaja", 1, 1, &shelf);
        let text = shelf.get(&place(local.table().id())).unwrap();
        shelf.put(&place(&id('s')), &text.replace("\"start\"", "\"gone\""));
        let error = LocalTable::open(&id('s'), &shelf).err().unwrap();
        assert!(error.to_string().contains("gone"), "{error}");
        shelf.put(&place(&id('r')), "no json");
        assert!(matches!(
            LocalTable::open(&id('r'), &shelf),
            Err(CannotOpen::Damaged(_))
        ));
    }

    #[test]
    fn two_tabs_play_one_game_and_nothing_is_overwritten() {
        let shelf = Memory::default();
        let mut one = created("taj-mahal", 1, 2, &shelf);
        let mut other = LocalTable::open(&id('t'), &shelf).unwrap();
        play(&mut one, 8, &shelf);
        let ahead = one.table().version();
        // The other tab is behind: its move is not carried out, and it shows the current state.
        let legal = update(&other, Some(Seat::FIRST), 0).position.unwrap().legal;
        let stale = Request::Play(legal.first().cloned().unwrap_or("withdraw".to_owned()));
        assert_eq!(
            request(&mut other, Seat::FIRST, &stale, &shelf),
            Err(NotDone::Behind)
        );
        assert_eq!(other.table().version(), ahead);
        let kept = LocalTable::open(&id('t'), &shelf).unwrap();
        assert_eq!(kept.table().version(), ahead);
        // Afterwards both tabs can continue in turn.
        play(&mut other, 4, &shelf);
        assert_eq!(one.catch_up(&shelf), Ok(true));
        assert_eq!(one.catch_up(&shelf), Ok(false));
        assert_eq!(update(&one, None, 0), update(&other, None, 0));
    }

    #[test]
    fn what_a_newer_page_has_saved_is_not_overwritten() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 2, 0, &shelf);
        play(&mut local, 4, &shelf);
        let (name, before) = (place(&id('t')), update(&local, None, 0));
        let kept = shelf.get(&name).unwrap();
        let seat = local.table().deciders().lowest().unwrap();
        let legal = update(&local, Some(seat), 0).position.unwrap().legal;
        // A different form, and a change that this page does not know.
        let newer = [
            "{\"form\": 2}".to_owned(),
            kept.replace("\"start\"", "\"start-later\""),
        ];
        for newer in newer {
            shelf.put(&name, &newer);
            assert_eq!(local.catch_up(&shelf), Err(NotDone::Unreadable));
            let action = Request::Play(legal[0].clone());
            let done = request(&mut local, seat, &action, &shelf);
            assert_eq!(done, Err(NotDone::Unreadable));
            assert_eq!(shelf.get(&name), Some(newer));
            assert_eq!(update(&local, None, 0), before);
        }
        // Once it can be read again, the game continues.
        shelf.put(&name, &kept);
        let action = Request::Play(legal[0].clone());
        assert_eq!(request(&mut local, seat, &action, &shelf), Ok(()));
    }

    #[test]
    fn alone_against_bots_the_last_own_action_can_be_taken_back() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 1, 2, &shelf);
        while !local.table().deciders().contains(Seat::FIRST) {
            play(&mut local, 1, &shelf);
        }
        let before = update(&local, Some(Seat::FIRST), 0);
        let action = before.position.clone().unwrap().legal[0].clone();
        request(&mut local, Seat::FIRST, &Request::Play(action), &shelf).unwrap();
        while !local.table().deciders().contains(Seat::FIRST) {
            play(&mut local, 1, &shelf);
        }
        assert!(update(&local, Some(Seat::FIRST), 0).you.can_undo);
        request(&mut local, Seat::FIRST, &Request::Undo, &shelf).unwrap();
        let after = update(&local, Some(Seat::FIRST), 0);
        assert_eq!(after.position, before.position);
    }

    #[test]
    fn a_person_who_is_called_like_a_level_stays_a_person() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 0, 2, &shelf);
        local.table = {
            let mut entries = local.entries.clone();
            if let Change::Create(setup) = &mut entries[0].change {
                let (person, name) = (person('e').id, "easy".to_owned());
                setup.seats[0] = Sitter::Person { person, name };
            }
            let table = Table::replay(id('t'), &entries, &Hosting::default()).unwrap();
            local.entries = entries;
            table
        };
        local.keep(&shelf);
        play(&mut local, 5_000, &shelf);
        let record = local.table().record(Eyes::Public).unwrap().to_string();
        let seats = Replay::open(&record)
            .unwrap()
            .after(0, Eyes::Public)
            .unwrap()
            .seats;
        assert!(matches!(&seats[0].who, Who::Person { name, .. } if name == "easy"));
        assert_eq!(seats[1].who, Who::Bot { level: Level::Easy });
    }
}
