//! People whom others have blocked: what they say is not shown, and their nudges, seats and rematches do not reach those who blocked them. They are not told.

use crate::App;
use crate::problem::Answer;
use protocol::{Reason, Update, Who};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{Person, PersonId, Setup, Sitter, TableId};
use tokio::time::Instant;

/// How long a list is remembered; after it, a block at another node counts here, too.
const MEMORY: Duration = Duration::from_secs(5);
/// The maximum number of remembered lists.
const REMEMBERED: usize = 20_000;

/// The public ids of people whom somebody has blocked.
pub type BlockedIds = Arc<HashSet<String>>;

/// Whom people have blocked, as far as it was asked for a moment ago: every chat message of every viewer depends on it.
#[derive(Default)]
pub struct Blocks(Mutex<HashMap<PersonId, (BlockedIds, Instant)>>);

impl Blocks {
    fn lists(&self) -> MutexGuard<'_, HashMap<PersonId, (BlockedIds, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, person: &PersonId) -> Option<BlockedIds> {
        let lists = self.lists();
        let (blocked, since) = lists.get(person)?;
        (since.elapsed() < MEMORY).then(|| blocked.clone())
    }

    fn put(&self, person: &PersonId, blocked: BlockedIds) {
        let mut lists = self.lists();
        if lists.len() >= REMEMBERED {
            lists.clear();
        }
        lists.insert(person.clone(), (blocked, Instant::now()));
    }

    /// Forgets the list of a person, which has changed.
    pub fn forget(&self, person: &PersonId) {
        self.lists().remove(person);
    }
}

impl App {
    /// Returns whom a person has blocked.
    pub async fn blocked_by(&self, person: &PersonId) -> Answer<BlockedIds> {
        if let Some(known) = self.blocks.get(person) {
            return Ok(known);
        }
        let blocked = self.store.blocked_by(person).await?;
        let blocked: HashSet<String> = blocked.iter().map(|(id, ..)| id.public()).collect();
        let blocked = Arc::new(blocked);
        self.blocks.put(person, blocked.clone());
        Ok(blocked)
    }

    /// Takes away what people have said whom the viewer has blocked, and their nudge.
    pub async fn without_blocked(
        &self,
        viewer: Option<&Person>,
        update: &mut Update,
    ) -> Answer<()> {
        let own = update.you.seat.map(|seat| usize::from(seat.number()));
        let own = own.and_then(|seat| update.seats.get(seat));
        let nudger = own.and_then(|own| own.absence.nudged_by);
        let nudger = nudger.and_then(|seat| update.seats.get(usize::from(seat.number())));
        let nudger = nudger.map(|nudger| nudger.who.clone());
        let Some(viewer) = viewer.filter(|_| !update.chat.is_empty() || nudger.is_some()) else {
            return Ok(());
        };
        let blocked = self.blocked_by(&viewer.id).await?;
        let is_blocked = |id: &String| blocked.contains(id);
        let chat = &mut update.chat;
        chat.retain(|line| !line.id.as_ref().is_some_and(is_blocked));
        if let Some(Who::Person { id: Some(id), .. }) = &nudger
            && is_blocked(id)
        {
            let seat = update.you.seat.map(|seat| usize::from(seat.number()));
            if let Some(own) = seat.and_then(|seat| update.seats.get_mut(seat)) {
                own.absence.nudged = false;
                own.absence.nudged_by = None;
            }
        }
        Ok(())
    }

    /// Refuses somebody whom the owner of the table has blocked, in the words for a full table.
    pub async fn may_sit(&self, person: &Person, table: &TableId) -> Answer<()> {
        let owner = self.look_at(table, |table| table.setup().owner.clone());
        match self.store.has_blocked(&owner.await?, &person.id).await? {
            true => Err(Reason::NoOpenSeat.into()),
            false => Ok(()),
        }
    }

    /// Refuses somebody whom one of the people at the table has blocked, in the words for a seat that cannot be taken.
    pub async fn may_substitute(&self, person: &Person, table: &TableId) -> Answer<()> {
        let seated = |table: &table::Table| table.seated().cloned().collect::<Vec<_>>();
        for other in self.look_at(table, seated).await? {
            if self.store.has_blocked(&other, &person.id).await? {
                return Err(Reason::NoSubstitute.into());
            }
        }
        Ok(())
    }

    /// Returns a setup without those who have blocked the owner or whom the owner has blocked: their seats are open.
    pub async fn without_enemies(&self, mut setup: Setup) -> Answer<Setup> {
        for sitter in &mut setup.seats {
            if let Sitter::Person { person, .. } = sitter
                && (self.store.has_blocked(person, &setup.owner).await?
                    || self.store.has_blocked(&setup.owner, person).await?)
            {
                *sitter = Sitter::Open;
            }
        }
        Ok(setup)
    }
}
