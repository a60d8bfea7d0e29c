//! All tables: those in use are kept in memory, the truth is in the store.

use crate::App;
use crate::entry::{Entry, Line, Setting, Sitter, What};
use crate::ids::{PersonId, TableId};
use crate::measures;
use crate::people::{Person, Viewer};
use crate::problem::{Answer, Problem};
use crate::sitting::{Cannot, Kept, Sitting};
use crate::store::{Append, Op, Store};
use kit::{Seat, SeatSet};
use protocol::{Done, Pace, Room, TableLine, Update, Watch};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// So many steps of each table are told from memory; older ones are replayed from the store.
const STEPS_KEPT: usize = 32;
/// So many lines of chat of each table are kept in memory.
const LINES_KEPT: usize = 50;
/// For so long a node sees to a bot's decision before another takes over.
pub const LEASE: u64 = 3_000;
/// The clocks of two nodes may differ by so much; a clock that is further behind was set back.
const CLOCKS_DIFFER: u64 = 5_000;

/// A table in use.
pub struct Slot {
    /// Its name.
    pub id: TableId,
    known: tokio::sync::Mutex<Option<Known>>,
    version: AtomicU64,
    lines: AtomicU64,
    tick: watch::Sender<()>,
    seated: Mutex<Vec<PersonId>>,
    present: Mutex<HashMap<PersonId, usize>>,
    thinking: Mutex<SeatSet>,
}

/// What is known of a table; made from the store alone.
struct Known {
    sitting: Sitting,
    chat: VecDeque<Line>,
    lines: u64,
}

/// The tables in use, bounded in number.
pub struct Tables {
    slots: Mutex<HashMap<TableId, (Arc<Slot>, u64)>>,
    uses: AtomicU64,
    most: usize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tables {
    /// Room for that many tables in memory.
    pub fn new(most: usize) -> Self {
        Tables {
            slots: Mutex::default(),
            uses: AtomicU64::new(0),
            most: most.max(1),
        }
    }

    /// The place of a table in memory, whether the table exists or not.
    fn slot(&self, id: &TableId) -> Arc<Slot> {
        let used = self.uses.fetch_add(1, Ordering::Relaxed);
        let mut slots = locked(&self.slots);
        if let Some((slot, last_used)) = slots.get_mut(id) {
            *last_used = used;
            return slot.clone();
        }
        if slots.len() >= self.most {
            forget_oldest(&mut slots, self.most);
        }
        let slot = Arc::new(Slot {
            id: id.clone(),
            known: tokio::sync::Mutex::new(None),
            version: AtomicU64::new(0),
            lines: AtomicU64::new(0),
            tick: watch::Sender::new(()),
            seated: Mutex::default(),
            present: Mutex::default(),
            thinking: Mutex::default(),
        });
        slots.insert(id.clone(), (slot.clone(), used));
        measures::TABLES_IN_MEMORY.set(slots.len());
        slot
    }

    fn in_use(&self, id: &TableId) -> Option<Arc<Slot>> {
        locked(&self.slots).get(id).map(|(slot, _)| slot.clone())
    }

    fn all_in_use(&self) -> Vec<Arc<Slot>> {
        let slots = locked(&self.slots);
        slots.values().map(|(slot, _)| slot.clone()).collect()
    }

    fn forget(&self, id: &TableId) {
        locked(&self.slots).remove(id);
    }
}

/// Makes room for a tenth more; a table that somebody holds stays.
fn forget_oldest(slots: &mut HashMap<TableId, (Arc<Slot>, u64)>, most: usize) {
    let mut free: Vec<(u64, TableId)> = slots
        .iter()
        .filter(|(_, (slot, _))| Arc::strong_count(slot) == 1)
        .map(|(id, (_, used))| (*used, id.clone()))
        .collect();
    free.sort();
    for (_, id) in free.into_iter().take(most / 10 + 1) {
        slots.remove(&id);
    }
}

impl Slot {
    /// Tells every viewer that there is something new.
    pub fn tick(&self) {
        self.tick.send_replace(());
    }

    /// Wakes up whenever there is something new.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.tick.subscribe()
    }

    /// Somebody watches from now on, or no longer. Only who sits at the table is missed by the others.
    pub fn presence(&self, person: &PersonId, here: bool) {
        let mut present = locked(&self.present);
        let count = present.entry(person.clone()).or_default();
        let before = *count;
        *count = if here {
            before + 1
        } else {
            before.saturating_sub(1)
        };
        let changed = (before == 0) != (*count == 0);
        if *count == 0 {
            present.remove(person);
        }
        drop(present);
        if changed && locked(&self.seated).contains(person) {
            self.tick();
        }
    }

    /// A bot has been thinking for a while, or no longer.
    pub fn thinks(&self, seat: Seat, long: bool) {
        let mut thinking = locked(&self.thinking);
        let changed = match long {
            true => thinking.insert(seat),
            false => thinking.remove(seat),
        };
        drop(thinking);
        if changed {
            self.tick();
        }
    }
}

impl Known {
    async fn read(store: &Store, id: &TableId, kept: &Kept) -> Answer<Option<Self>> {
        let entries = store.entries(id, 0).await?;
        if entries.is_empty() {
            return Ok(None);
        }
        let sitting = Sitting::replay(&entries, kept).inspect_err(|error| {
            tracing::error!(table = %id, %error, "a table cannot be replayed");
        })?;
        let mut known = Known {
            sitting,
            chat: VecDeque::new(),
            lines: 0,
        };
        known.hear(store.chat(id, 0).await?);
        measures::TABLES_LOADED.count();
        Ok(Some(known))
    }

    /// Catches up with what other nodes wrote.
    async fn catch_up(&mut self, store: &Store, id: &TableId) -> Answer<bool> {
        let entries = store.entries(id, self.sitting.version()).await?;
        let lines = store.chat(id, self.lines).await?;
        let news = !entries.is_empty() || !lines.is_empty();
        for entry in entries {
            self.sitting.add(&entry)?;
        }
        self.hear(lines);
        Ok(news)
    }

    fn hear(&mut self, lines: impl IntoIterator<Item = Line>) {
        for line in lines {
            self.lines = self.lines.max(line.number);
            self.chat.push_back(line);
        }
        while self.chat.len() > LINES_KEPT {
            self.chat.pop_front();
        }
    }
}

/// What a list needs of a table.
#[derive(Serialize, Deserialize)]
struct Summary {
    game: String,
    pace: Pace,
    seats: Vec<Sitter>,
    /// The people who are asked to decide.
    waits_for: Vec<PersonId>,
}

impl Summary {
    fn of(sitting: &Sitting) -> Self {
        let deciders = sitting.deciders();
        let asked = sitting
            .seats()
            .filter(|(seat, _, away)| deciders.contains(*seat) && !away);
        Summary {
            game: sitting.setting().game.clone(),
            pace: sitting.setting().pace,
            seats: sitting
                .seats()
                .map(|(_, sitter, _)| sitter.clone())
                .collect(),
            waits_for: asked
                .filter_map(|(_, sitter, _)| sitter.person().cloned())
                .collect(),
        }
    }
}

/// What a list shows of a table to this viewer.
pub fn line(listed: &crate::store::Listed, viewer: Option<&PersonId>) -> Option<TableLine> {
    let summary: Summary = serde_json::from_str(&listed.line).ok()?;
    Some(TableLine {
        table: listed.table.to_string(),
        game: summary.game,
        status: listed.status,
        pace: summary.pace,
        seats: summary.seats.iter().map(Sitter::shown).collect(),
        your_turn: viewer.is_some_and(|viewer| summary.waits_for.contains(viewer)),
        changed: listed.changed,
    })
}

/// A change that somebody wants: who, on which version, under which name.
#[derive(Clone, Default)]
pub struct Wish {
    /// Whose wish; nobody's if it is a bot's or a clock's.
    pub by: Option<Person>,
    /// The version on which it was chosen; `None` if any will do.
    pub version: Option<u64>,
    /// The name of the request.
    pub key: Option<String>,
}

impl App {
    /// Makes a table.
    pub async fn create(&self, id: TableId, setting: Setting, by: &Person) -> Answer<Done> {
        let entry = Entry {
            version: 1,
            at: (self.now)(),
            by: Some(by.id.clone()),
            key: None,
            what: What::Create(Box::new(setting)),
        };
        let sitting = Sitting::open(&entry, &self.kept(STEPS_KEPT))?;
        let append = append_of(&id, entry, &sitting, &[]);
        if !self.store.write(Op::Append(Box::new(append))).await? {
            return Err(Problem::conflict("this table exists already"));
        }
        measures::TABLES_CREATED.count();
        Ok(Done {
            table: id.to_string(),
            version: 1,
        })
    }

    fn kept(&self, steps: usize) -> Kept {
        Kept {
            steps,
            begin: self.config.begin.clone(),
        }
    }

    /// Whether there is such a table.
    pub async fn exists(&self, id: &TableId) -> Answer<bool> {
        Ok(!self.store.entries(id, 0).await?.is_empty())
    }

    /// Lets something happen at a table. It runs to its end even if whoever asked no longer waits.
    pub async fn change(
        &self,
        id: &TableId,
        wish: Wish,
        want: impl FnOnce(&Sitting) -> Result<What, Cannot> + Send + 'static,
    ) -> Answer<Done> {
        let (app, id) = (self.clone(), id.clone());
        let change = tokio::spawn(async move { app.change_here(&id, wish, want).await });
        change.await.unwrap_or_else(|_| Err(Problem::ours()))
    }

    async fn change_here(
        &self,
        id: &TableId,
        wish: Wish,
        want: impl FnOnce(&Sitting) -> Result<What, Cannot>,
    ) -> Answer<Done> {
        let slot = self.tables.slot(id);
        let mut place = slot.known.lock().await;
        // Taken out while it changes: whatever goes wrong, the next one reads the truth from the store again.
        let mut known = match place.take() {
            Some(known) => known,
            None => self.read(id).await?,
        };
        let before = known.sitting.version();
        if wish.version.is_some_and(|version| version != before) {
            let repeated = self.version_of(id, &wish).await;
            let update = self.update_of(&slot, &known, wish.by.as_ref(), Watch::default());
            *place = Some(known);
            return match repeated? {
                Some(version) => Ok(done(id, version)),
                None => Err(Problem::stale(update)),
            };
        }
        let (now, last) = ((self.now)(), known.sitting.changed());
        if now + CLOCKS_DIFFER < last {
            *place = Some(known);
            return Err(Problem::clock_behind(last - now));
        }
        let what = match want(&known.sitting) {
            Ok(what) => what,
            Err(cannot) => {
                *place = Some(known);
                return Err(cannot.into());
            }
        };
        let people_before = people_at(&known.sitting);
        let entry = Entry {
            version: before + 1,
            at: now.max(last),
            by: wish.by.as_ref().map(|person| person.id.clone()),
            key: wish.key.clone(),
            what,
        };
        if let Err(cannot) = known.sitting.add(&entry) {
            *place = Some(known);
            return Err(cannot.into());
        }
        let is_move = matches!(entry.what, What::Play { .. });
        let append = append_of(id, entry, &known.sitting, &people_before);
        if !self.store.write(Op::Append(Box::new(append))).await? {
            // Another node was quicker.
            let known = self.read(id).await?;
            let repeated = self.version_of(id, &wish).await?;
            let update = self.update_of(&slot, &known, wish.by.as_ref(), Watch::default());
            self.put(&slot, &mut place, known);
            slot.tick();
            return match repeated {
                Some(version) => Ok(done(id, version)),
                None => Err(Problem::stale(update)),
            };
        }
        if is_move {
            measures::MOVES.count();
        }
        let bot_due = known.sitting.bots_due().next().is_some();
        self.put(&slot, &mut place, known);
        drop(place);
        slot.tick();
        if bot_due {
            self.thinkers.ask(id);
        }
        Ok(done(id, before + 1))
    }

    /// The version that the same request made before.
    async fn version_of(&self, id: &TableId, wish: &Wish) -> Answer<Option<u64>> {
        match (&wish.by, &wish.key) {
            (Some(by), Some(key)) => Ok(self.store.version_of_key(id, &by.id, key).await?),
            _ => Ok(None),
        }
    }

    fn put(&self, slot: &Slot, place: &mut Option<Known>, known: Known) {
        slot.version
            .store(known.sitting.version(), Ordering::Relaxed);
        slot.lines.store(known.lines, Ordering::Relaxed);
        *locked(&slot.seated) = people_at(&known.sitting);
        *place = Some(known);
    }

    async fn read(&self, id: &TableId) -> Answer<Known> {
        match Known::read(&self.store, id, &self.kept(STEPS_KEPT)).await? {
            Some(known) => Ok(known),
            None => {
                self.tables.forget(id);
                Err(Problem::no_table())
            }
        }
    }

    /// Looks at a table.
    async fn look<T>(&self, slot: &Slot, look: impl FnOnce(&Known) -> T) -> Answer<T> {
        let mut place = slot.known.lock().await;
        if place.is_none() {
            let known = self.read(&slot.id).await?;
            self.put(slot, &mut place, known);
        }
        let known = place.as_ref().ok_or_else(Problem::no_table)?;
        Ok(look(known))
    }

    /// A table in use, for whoever wants to stay.
    pub async fn open(&self, id: &TableId) -> Answer<Arc<Slot>> {
        let slot = self.tables.slot(id);
        self.look(&slot, |_| ()).await?;
        Ok(slot)
    }

    /// Looks at the sitting of a table.
    pub async fn look_at<T>(&self, id: &TableId, look: impl FnOnce(&Sitting) -> T) -> Answer<T> {
        let slot = self.tables.slot(id);
        self.look(&slot, |known| look(&known.sitting)).await
    }

    /// What this viewer is told; what is too long ago to be in memory is not told again.
    pub async fn recent_update(
        &self,
        slot: &Slot,
        viewer: &Viewer,
        watch: Watch,
    ) -> Answer<Update> {
        self.look(slot, |known| {
            self.update_of(slot, known, viewer.0.as_ref(), watch)
        })
        .await
    }

    /// What this viewer is told, all the way from the version that they know.
    pub async fn update(&self, slot: &Slot, viewer: &Viewer, watch: Watch) -> Answer<Update> {
        let mut update = self.recent_update(slot, viewer, watch).await?;
        let person = viewer.0.as_ref().map(|person| &person.id);
        if let Some(since) = watch.since.filter(|since| *since < update.version) {
            let told = update.steps.first().map(|step| step.version);
            if told != Some(since + 1) {
                let mut entries = self.store.entries(&slot.id, 0).await?;
                entries.retain(|entry| entry.version <= update.version);
                let sitting = Sitting::replay(&entries, &self.kept(usize::MAX))?;
                let eyes = sitting.eyes_of(person);
                update.steps = sitting.steps_since(since, eyes).unwrap_or_default();
            }
        }
        if let Some(after) = watch.chat {
            let told = update.chat.first().map(|line| line.number);
            if told.is_some_and(|told| told > after + 1) {
                let lines = self.store.chat(&slot.id, after).await?;
                let seated = update.you.seat.is_some();
                let lines = lines
                    .iter()
                    .filter(|line| may_hear(line, seated, update.status));
                update.chat = lines.map(Into::into).collect();
            }
        }
        Ok(update)
    }

    fn update_of(
        &self,
        slot: &Slot,
        known: &Known,
        person: Option<&Person>,
        watch: Watch,
    ) -> Update {
        let sitting = &known.sitting;
        let person = person.map(|person| &person.id);
        let mut update = crate::telling::update(sitting, &slot.id, person, (self.now)());
        let eyes = sitting.eyes_of(person);
        if let Some(since) = watch.since {
            update.steps = sitting.steps_since(since, eyes).unwrap_or_default();
        }
        let seated = update.you.seat.is_some();
        let after = watch.chat.unwrap_or(0);
        let lines = known.chat.iter().filter(|line| line.number > after);
        let lines = lines.filter(|line| may_hear(line, seated, update.status));
        update.chat = lines.map(Into::into).collect();
        update.thinking = locked(&slot.thinking).iter().collect();
        let present = locked(&slot.present);
        for (state, (_, sitter, _)) in update.seats.iter_mut().zip(sitting.seats()) {
            let here = sitter
                .person()
                .is_some_and(|person| present.contains_key(person));
            state.connected = here;
        }
        update
    }

    /// Says something at a table.
    pub async fn say(&self, id: &TableId, by: &Person, text: String) -> Answer<Done> {
        let slot = self.tables.slot(id);
        let mut place = slot.known.lock().await;
        for _ in 0..3 {
            let mut known = match place.take() {
                Some(known) => known,
                None => self.read(id).await?,
            };
            let seat = known.sitting.seat_of(&by.id);
            let apart = seat.is_none() && known.sitting.status() == protocol::Status::Running;
            let line = Line {
                number: known.lines + 1,
                at: (self.now)(),
                person: by.id.clone(),
                said: crate::entry::Said {
                    name: by.name.clone(),
                    seat,
                    room: if apart { Room::Spectators } else { Room::Table },
                    text: text.clone(),
                },
            };
            if self.store.write(Op::Say(id.clone(), line.clone())).await? {
                known.hear([line]);
                let version = known.sitting.version();
                self.put(&slot, &mut place, known);
                slot.tick();
                return Ok(done(id, version));
            }
        }
        Err(Problem::unavailable(
            "everybody speaks at once; say it again",
        ))
    }

    /// Another node has written something; up to which version or line is known.
    pub async fn heard(&self, heard: &crate::store::Heard) {
        let Some(slot) = self.tables.in_use(&heard.table) else {
            return;
        };
        let is_new = heard.version > slot.version.load(Ordering::Relaxed)
            || heard.line > slot.lines.load(Ordering::Relaxed);
        if is_new {
            self.catch_up(&slot).await;
        }
    }

    /// Anything may have happened; tables with viewers catch up at once, the others when somebody asks.
    pub async fn heard_nothing_for_a_while(&self) {
        for slot in self.tables.all_in_use() {
            self.catch_up(&slot).await;
        }
    }

    async fn catch_up(&self, slot: &Slot) {
        let mut place = slot.known.lock().await;
        let Some(mut known) = place.take() else {
            return;
        };
        match known.catch_up(&self.store, &slot.id).await {
            Ok(news) => {
                self.put(slot, &mut place, known);
                if news {
                    slot.tick();
                }
            }
            Err(_) => slot.tick(), // The place stays empty; whoever looks next reads anew.
        }
    }
}

fn done(table: &TableId, version: u64) -> Done {
    Done {
        table: table.to_string(),
        version,
    }
}

/// An entry with what it means for lists and clocks, after these people sat there.
pub fn append_of(table: &TableId, entry: Entry, sitting: &Sitting, before: &[PersonId]) -> Append {
    let owner = &sitting.setting().owner;
    let mut after = people_at(sitting);
    // A table stays its owner's, wherever the owner sits.
    after.push(owner.clone());
    let came = after.iter().filter(|person| !before.contains(person));
    let went = before.iter().filter(|person| !after.contains(person));
    let bot_due = sitting.bots_due().next().is_some();
    Append {
        table: table.clone(),
        owner: owner.clone(),
        status: sitting.status(),
        listed: sitting.setting().listed,
        deadline: sitting.clocks().deadline(),
        bot_due,
        leased_until: if bot_due { entry.at + LEASE } else { 0 },
        line: serde_json::to_string(&Summary::of(sitting)).unwrap_or_default(),
        came: match entry.what {
            What::Create(_) | What::Seat { .. } => came.cloned().collect(),
            _ => Vec::new(),
        },
        went: went.cloned().collect(),
        entry,
    }
}

/// The people who sit there.
pub fn people_at(sitting: &Sitting) -> Vec<PersonId> {
    let sitters = sitting.seats().map(|(_, sitter, _)| sitter);
    sitters.filter_map(Sitter::person).cloned().collect()
}

/// While the game runs, spectators talk among themselves.
fn may_hear(line: &Line, seated: bool, status: protocol::Status) -> bool {
    line.said.room == Room::Table || !seated || status == protocol::Status::Over
}
