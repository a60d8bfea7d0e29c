//! What the host of a site sees of it.

use super::reading::{listed, person, standing};
use super::sql::Value::Number;
use super::{Listed, Standing, Store, StoreError};
use table::PersonId;

/// A person as the host sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonAbout {
    /// The id.
    pub id: PersonId,
    /// The name.
    pub name: String,
    /// The time of creation.
    pub created: u64,
    /// What the host decided about them.
    pub standing: Option<Standing>,
    /// The number of tables that they own or sit at.
    pub tables: u64,
}

/// The number of rows of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// People.
    pub people: u64,
    /// Sessions and tokens.
    pub sessions: u64,
    /// Tables that have not started.
    pub waiting: u64,
    /// Tables at play.
    pub running: u64,
    /// Tables whose game is over.
    pub finished: u64,
    /// The entries of all tables.
    pub entries: u64,
    /// The chat messages of all tables.
    pub messages: u64,
}

impl Store {
    /// Returns all tables, the most recently changed first.
    pub async fn all_tables(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables ORDER BY changed DESC LIMIT $1";
        self.find(sql, &[Number(most.into())], listed).await
    }

    /// Returns all people, the newest first.
    pub async fn all_people(&self, most: u32) -> Result<Vec<PersonAbout>, StoreError> {
        let sql = "SELECT id, name, created, standing, (SELECT COUNT(*) FROM mine WHERE mine.person = people.id) \
            FROM people ORDER BY created DESC, id LIMIT $1";
        self.find(sql, &[Number(most.into())], |row| {
            Ok(PersonAbout {
                id: person(row.text(0)?)?,
                name: row.text(1)?.to_owned(),
                created: row.number(2)?,
                standing: standing(row.optional_text(3)?)?,
                tables: row.number(4)?,
            })
        })
        .await
    }

    /// Counts everything.
    pub async fn statistics(&self) -> Result<Statistics, StoreError> {
        let sql = "SELECT (SELECT COUNT(*) FROM people), (SELECT COUNT(*) FROM sessions), \
            (SELECT COUNT(*) FROM tables WHERE status = 'waiting'), (SELECT COUNT(*) FROM tables WHERE status = 'running'), \
            (SELECT COUNT(*) FROM tables WHERE status = 'over'), (SELECT COUNT(*) FROM entries), (SELECT COUNT(*) FROM chat)";
        let counted = self.find(sql, &[], |row| {
            Ok(Statistics {
                people: row.number(0)?,
                sessions: row.number(1)?,
                waiting: row.number(2)?,
                running: row.number(3)?,
                finished: row.number(4)?,
                entries: row.number(5)?,
                messages: row.number(6)?,
            })
        });
        Ok(counted.await?.pop().unwrap_or_default())
    }
}
