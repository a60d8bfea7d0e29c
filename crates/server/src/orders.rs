//! Orders of the host: `durbar admin` writes them into the store, a server carries them out, and what was ordered stays there as a log.

use crate::problem::Problem;
use crate::random::{NoRandomness, draw};
use crate::store::{self, Op, Standing, Store, StoreError};
use crate::tables::{Submission, line};
use crate::{App, Config, Server};
use kit::hexadecimal;
use protocol::TableLine;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use table::{Change, Person, PersonId, Request, TableId};

/// An order of the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// End a table as it is: nobody can act there any more.
    CloseTable {
        /// The table.
        table: TableId,
    },
    /// Delete a table with its chat.
    DeleteTable {
        /// The table.
        table: TableId,
    },
    /// Let a person write no messages.
    Mute {
        /// The person.
        person: PersonId,
    },
    /// Exclude a person. A bot plays on for them.
    Ban {
        /// The person.
        person: PersonId,
    },
    /// Take back `Mute` and `Ban`.
    Pardon {
        /// The person.
        person: PersonId,
    },
    /// Delete a person with their sessions. A bot plays on for them.
    DeletePerson {
        /// The person.
        person: PersonId,
    },
    /// Delete now what is kept no longer.
    CleanUp,
}

/// The interval at which the host's program looks whether its order was carried out.
const LOOK: Duration = Duration::from_millis(100);
/// The time that a running server has to carry out an order.
const PATIENCE: Duration = Duration::from_secs(3);

/// An error about an order.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No id could be drawn.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// No server carried it out.
    #[error("no server carried out the order in time; it stays in the store")]
    Ignored,
}

/// Gives an order and returns its result in words. If no server is running, one is started for it, with this configuration.
pub async fn give(config: Config, order: &Order) -> Result<String, OrderError> {
    let store = Store::visit(&config.database).await?;
    let id = hexadecimal(&draw::<16>(&config.random)?);
    let given = Op::Order {
        id: id.clone(),
        at: (config.now)(),
        what: serde_json::to_string(order).unwrap_or_default(),
    };
    store.write(given).await?;
    let mut outcome = outcome(&store, &id).await?;
    if outcome.is_none() {
        let server = Server::open(config).await?;
        outcome = self::outcome(&store, &id).await?;
        server.close().await;
    }
    store.close().await;
    outcome.ok_or(OrderError::Ignored)
}

/// Returns all tables as everybody could see them in a list, the most recently changed first.
pub async fn tables(store: &Store, most: u32) -> Result<Vec<TableLine>, StoreError> {
    let tables = store.all_tables(most).await?;
    Ok(tables
        .iter()
        .filter_map(|table| line(table, None))
        .collect())
}

/// Waits for the result of an order.
async fn outcome(store: &Store, id: &str) -> Result<Option<String>, StoreError> {
    for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() {
        let order = store.order(id).await?;
        if let Some(outcome) = order.and_then(|order| order.outcome) {
            return Ok(Some(outcome));
        }
        tokio::time::sleep(LOOK).await;
    }
    Ok(None)
}

impl App {
    /// Carries out the orders that the host has given.
    pub async fn carry_out_orders(&self) {
        let Ok(orders) = self.store.open_orders().await else {
            return;
        };
        for store::Order { id, what, .. } in orders {
            let outcome = match serde_json::from_str(&what) {
                Ok(order) => self.carry_out(&order).await,
                Err(error) => format!("not understood: {error}"),
            };
            tracing::info!(order = what, outcome, "the host gave an order");
            let at = self.now();
            let _ = self.store.write(Op::Carried { id, at, outcome }).await;
        }
    }

    /// Carries out an order. Returns the result in words. To carry it out again changes nothing.
    pub async fn carry_out(&self, order: &Order) -> String {
        let result = match order {
            Order::CloseTable { table } => self.close_table(table).await,
            Order::DeleteTable { table } => self.delete_table(table).await,
            Order::Mute { person } => self.judge(person, Some(Standing::Muted)).await,
            Order::Ban { person } => self.ban(person).await,
            Order::Pardon { person } => self.judge(person, None).await,
            Order::DeletePerson { person } => self.delete_person(person).await,
            Order::CleanUp => self.clean_up_now().await.map(|cleaned| cleaned.to_string()),
        };
        result.unwrap_or_else(|problem| format!("failed: {problem}"))
    }

    async fn close_table(&self, table: &TableId) -> Result<String, Problem> {
        let close = |_: &table::Table| Ok(Change::Close);
        self.change(table, Submission::default(), close).await?;
        Ok("closed".to_owned())
    }

    /// Deletes a table; whoever watches it is told that it is gone.
    pub async fn delete_table(&self, table: &TableId) -> Result<String, Problem> {
        if !self.store.write(Op::DeleteTable(table.clone())).await? {
            return Err(Problem::no_table());
        }
        self.reload(table).await;
        self.store.notify_reload(table).await?;
        Ok("deleted".to_owned())
    }

    async fn judge(
        &self,
        person: &PersonId,
        standing: Option<Standing>,
    ) -> Result<String, Problem> {
        if !self
            .store
            .write(Op::Judge(person.clone(), standing))
            .await?
        {
            return Err(Problem::not_found("there is no person with this id"));
        }
        self.sessions.forget(person);
        self.sessions_ended.send_replace(());
        Ok(standing.map_or("pardoned", Standing::word).to_owned())
    }

    async fn ban(&self, person: &PersonId) -> Result<String, Problem> {
        let banned = self.judge(person, Some(Standing::Banned)).await?;
        let left = self.leave_all(person).await?;
        Ok(format!("{banned}, and left {left} tables"))
    }

    async fn delete_person(&self, person: &PersonId) -> Result<String, Problem> {
        let left = self.leave_all(person).await?;
        if !self.store.write(Op::DeletePerson(person.clone())).await? {
            return Err(Problem::not_found("there is no person with this id"));
        }
        self.sessions.forget(person);
        self.sessions_ended.send_replace(());
        Ok(format!("deleted, and left {left} tables"))
    }

    /// Lets a person leave all tables that are not over. Returns their number.
    async fn leave_all(&self, person: &PersonId) -> Result<usize, Problem> {
        let mut left = 0;
        let person = Person {
            id: person.clone(),
            name: String::new(),
        };
        for listed in self.store.tables_of(&person.id, u32::MAX).await? {
            if listed.status == protocol::Status::Over {
                continue;
            }
            let leaves = self.request(&listed.table, Submission::of(&person), Request::Leave);
            left += usize::from(leaves.await.is_ok());
        }
        Ok(left)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::CloseTable { table } => write!(f, "close table {table}"),
            Order::DeleteTable { table } => write!(f, "delete table {table}"),
            Order::Mute { person } => write!(f, "mute {person}"),
            Order::Ban { person } => write!(f, "ban {person}"),
            Order::Pardon { person } => write!(f, "pardon {person}"),
            Order::DeletePerson { person } => write!(f, "delete person {person}"),
            Order::CleanUp => f.write_str("clean up"),
        }
    }
}
