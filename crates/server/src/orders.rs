//! Orders of the host: `durbar admin` writes them into the store, a server carries them out, and what was ordered stays there as a log.

use crate::people::MEMORY;
use crate::problem::Problem;
use crate::random::{NoRandomness, draw};
use crate::store::{self, ConductOp, Listed, Op, Standing, Store, StoreError};
use crate::tables::{Submission, line};
use crate::{App, Config, Server};
use kit::hexadecimal;
use protocol::{DELETED, Reason, Status, TableLine};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;
use table::{Change, Person, PersonId, Request, TableId};
use tokio::time::Instant;

/// An order of the host, which is also a command of `durbar admin`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, clap::Subcommand)]
#[serde(tag = "order", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// End a table as it is: nobody can act there any more.
    CloseTable {
        /// The id of the table, as in its link.
        table: TableId,
    },
    /// Delete a table with its chat.
    DeleteTable {
        /// The id of the table, as in its link.
        table: TableId,
    },
    /// Let a person write no messages.
    Mute {
        /// The id of the person, as in `durbar admin people`.
        person: PersonId,
    },
    /// Exclude a person; a bot plays on for them.
    Ban {
        /// The id of the person, as in `durbar admin people`.
        person: PersonId,
    },
    /// Take back `mute` and `ban`.
    Pardon {
        /// The id of the person, as in `durbar admin people`.
        person: PersonId,
    },
    /// Delete a person with all that they sign in with, and their name wherever they played or wrote; a bot plays on for them.
    DeletePerson {
        /// The id of the person, as in `durbar admin people`.
        person: PersonId,
    },
    /// Give the tables of a guest to an account, and delete the guest. A person orders this by signing in.
    #[command(skip)]
    Join {
        /// The guest.
        guest: PersonId,
        /// The account.
        person: PersonId,
    },
    /// Close a report of a person about another.
    CloseReport {
        /// The id of the report, as in `durbar admin reports`.
        report: String,
    },
    /// Delete now what the server keeps no longer (its options --keep-guests and so on).
    CleanUp,
}

/// The interval at which the host's program looks whether its order was carried out.
const LOOK: Duration = Duration::from_millis(100);
/// The time that a running server has to carry out an order that need not wait for other nodes.
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
    let patience = match store.is_shared() {
        true => PATIENCE + MEMORY,
        false => PATIENCE,
    };
    for _ in 0..patience.as_millis() / LOOK.as_millis() {
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
        self.settling()
            .retain(|id, _| orders.iter().any(|order| order.id == *id));
        // Whom and what orders concern that are still open: later ones about the same do not overtake them.
        let mut open: Vec<String> = Vec::new();
        for store::Order { id, what, .. } in orders {
            let order = serde_json::from_str::<Order>(&what);
            let concerned = order.as_ref().map(Order::concerns).unwrap_or_default();
            let overtakes = concerned.iter().any(|concerned| open.contains(concerned));
            let is_done = !overtakes && self.carry_out_stored(&id, &what, order).await;
            if !is_done {
                open.extend(concerned);
            }
        }
    }

    /// Carries out an order and writes down what came of it. Returns whether it is done: what fails because of the store, or has to wait for other nodes, is
    /// tried again in the next round.
    async fn carry_out_stored(
        &self,
        id: &str,
        what: &str,
        order: Result<Order, serde_json::Error>,
    ) -> bool {
        let outcome = match order {
            Ok(order) => self.carry_out(id, &order).await,
            Err(error) => Ok(Some(format!("not understood: {error}"))),
        };
        let outcome = match outcome {
            Ok(Some(outcome)) => outcome,
            Ok(None) => return false,
            Err(problem) if problem.status() >= 500 => return false,
            Err(problem) => format!("failed: {problem}"),
        };
        let carried = self.store.write(self.carried(id, outcome.clone())).await;
        if let Ok(true) = carried {
            tracing::info!(order = what, outcome, "an order was carried out");
        }
        carried.is_ok()
    }

    fn carried(&self, id: &str, outcome: String) -> Op {
        Op::Carried {
            id: id.to_owned(),
            at: self.now(),
            outcome,
        }
    }

    /// Carries out an order with this id. Returns the result in words, or `None` if it has to wait for other nodes. To carry it out again changes nothing,
    /// and neither does a node that still carries out what another one has finished.
    async fn carry_out(&self, id: &str, order: &Order) -> Result<Option<String>, Problem> {
        match order {
            Order::CloseTable { table } => self.close_table(table).await.map(Some),
            Order::DeleteTable { table } => self.delete_table(id, table).await.map(Some),
            Order::Mute { person } => self.judge(id, person, Some(Standing::Muted)).await,
            Order::Ban { person } => self.ban(id, person).await,
            Order::Pardon { person } => self.judge(id, person, None).await,
            Order::DeletePerson { person } => self.delete_person(id, person).await,
            Order::Join { guest, person } => self.join(guest, person).await.map(Some),
            Order::CloseReport { report } => self.close_report(id, report).await.map(Some),
            Order::CleanUp => Ok(Some(self.clean_up_now().await?.to_string())),
        }
    }

    fn settling(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        let settling = self.settling.lock();
        settling.unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether every node has forgotten the sessions as they were before an order changed them, which it has just done. What is acknowledged then holds
    /// everywhere.
    fn is_settled(&self, id: &str) -> bool {
        if !self.store.is_shared() {
            return true;
        }
        let now = Instant::now();
        let since = *self.settling().entry(id.to_owned()).or_insert(now);
        now - since > MEMORY
    }

    async fn close_table(&self, table: &TableId) -> Result<String, Problem> {
        let close = |_: &table::Table| Ok(Change::Close);
        match self.change(table, Submission::default(), close).await {
            // Another node may have been faster.
            Err(problem) if problem.document().reason != Some(Reason::Closed) => Err(problem),
            _ => Ok("closed".to_owned()),
        }
    }

    /// Deletes a table; whoever watches it is told that it is gone. The outcome is written with it: later there is nothing left that could tell.
    async fn delete_table(&self, id: &str, table: &TableId) -> Result<String, Problem> {
        let outcome = "deleted".to_owned();
        let parts = vec![
            Op::DeleteTable(table.clone(), None),
            self.carried(id, outcome.clone()),
        ];
        if !self.store.write(Op::InOrder(id.to_owned(), parts)).await? {
            return Err(Problem::no_table());
        }
        tracing::info!(%table, "a table was deleted");
        self.reload(table).await;
        Ok(outcome)
    }

    async fn judge(
        &self,
        id: &str,
        person: &PersonId,
        standing: Option<Standing>,
    ) -> Result<Option<String>, Problem> {
        let parts = vec![Op::Judge(person.clone(), standing)];
        let judged = self.store.write(Op::InOrder(id.to_owned(), parts)).await;
        self.forget_sessions(person);
        if !judged? {
            return Err(Problem::not_found("there is no person with this id"));
        }
        let outcome = standing.map_or("pardoned", Standing::word);
        Ok(self.is_settled(id).then(|| outcome.to_owned()))
    }

    /// Closes a report. The outcome is written with it, so that no node finds it closed by itself.
    async fn close_report(&self, id: &str, report: &str) -> Result<String, Problem> {
        let outcome = "closed".to_owned();
        let close = ConductOp::Close(report.to_owned(), self.now());
        let parts = vec![Op::Conduct(close), self.carried(id, outcome.clone())];
        match self.store.write(Op::InOrder(id.to_owned(), parts)).await? {
            true => Ok(outcome),
            false => Err(Problem::not_found("there is no open report with this id")),
        }
    }

    async fn ban(&self, id: &str, person: &PersonId) -> Result<Option<String>, Problem> {
        // First of all, they cannot sit down anywhere any more.
        let Some(banned) = self.judge(id, person, Some(Standing::Banned)).await? else {
            return Ok(None);
        };
        let left = self.leave_all(id, person).await?;
        Ok(Some(format!("{banned}, and left {left} tables")))
    }

    /// Deletes a person and their name. Tables that they own and that have not started are closed: nobody else could start them.
    async fn delete_person(&self, id: &str, person: &PersonId) -> Result<Option<String>, Problem> {
        // First of all, they cannot act any more.
        let end = Op::EndOtherSessions(person.clone(), String::new());
        let ended = self.store.write(end).await;
        self.forget_sessions(person);
        ended?;
        if !self.is_settled(id) {
            return Ok(None);
        }
        let mut left = 0;
        for listed in self.store.tables_of(person, u32::MAX).await? {
            left += usize::from(self.leave_for_good(&listed, person).await?);
        }
        let mut names = self.store.joined(person).await?;
        names.push(person.clone());
        for id in names {
            let name = DELETED.to_owned();
            let nobody = Person { id, name };
            for table in self.store.traces(&nobody.id).await? {
                self.rename_at(&table, &nobody.id, &nobody).await?;
                let delete = Op::DeleteName(nobody.id.clone(), table.clone());
                self.store.write(delete).await?;
                self.reload(&table).await;
            }
        }
        self.store.write(Op::ForgetJoined(person.clone())).await?;
        if !self.store.write(Op::DeletePerson(person.clone())).await? {
            return Err(Problem::not_found("there is no person with this id"));
        }
        self.forget_sessions(person);
        Ok(Some(format!("deleted, and left {left} tables")))
    }

    /// Lets a person leave a table that is not over; closes it if only they could start it. Returns whether they did.
    async fn leave_for_good(&self, listed: &Listed, person: &PersonId) -> Result<bool, Problem> {
        if listed.status == Status::Over {
            return Ok(false);
        }
        let leaver = Person {
            id: person.clone(),
            name: String::new(),
        };
        let leaves = self.request(&listed.table, Submission::of(&leaver), Request::Leave);
        let left = self.took_effect(&listed.table, leaves.await)?;
        if listed.status == Status::Waiting {
            let owner = person.clone();
            let close = move |table: &table::Table| match table.setup().owner == owner {
                true => Ok(Change::Close),
                false => Err(Reason::NotOwner.into()),
            };
            let closes = self.change(&listed.table, Submission::default(), close);
            self.took_effect(&listed.table, closes.await)?;
        }
        Ok(left)
    }

    /// Gives the tables of a guest to an account. Where both sit, a bot plays on for the guest.
    async fn join(&self, guest: &PersonId, person: &PersonId) -> Result<String, Problem> {
        let Some((name, _)) = self.store.person(person).await? else {
            return Err(Problem::not_found("there is no person with this id"));
        };
        let to = Person {
            id: person.clone(),
            name,
        };
        let (mut taken, mut left) = (0, 0);
        for listed in self.store.tables_of(guest, u32::MAX).await? {
            match self.rename_at(&listed.table, guest, &to).await? {
                true => taken += 1,
                false => left += usize::from(self.leave_for_good(&listed, guest).await?),
            }
        }
        self.store
            .write(Op::Join(guest.clone(), person.clone()))
            .await?;
        self.store.write(Op::DeletePerson(guest.clone())).await?;
        self.forget_sessions(guest);
        Ok(format!(
            "joined: took {taken} tables along, and left {left}"
        ))
    }

    /// Returns an order of a person with its id, to be written.
    pub fn order(&self, order: &Order) -> Result<(String, Op), Problem> {
        let id = hexadecimal(&self.random::<16>()?);
        let given = Op::Order {
            id: id.clone(),
            at: self.now(),
            what: serde_json::to_string(order).unwrap_or_default(),
        };
        Ok((id, given))
    }

    /// Carries out what was ordered, and waits until a certain order is done, if that does not take too long.
    pub async fn wait_for_order(&self, id: &str, patience: Duration) {
        let app = self.clone();
        let carried = tokio::spawn(async move { app.carry_out_orders().await });
        let _ = tokio::time::timeout(patience, carried).await;
        // Another node may have been faster, and is still at it.
        for _ in 0..patience.as_millis() / LOOK.as_millis() {
            let order = self.store.order(id).await;
            if !order.is_ok_and(|order| order.is_some_and(|order| order.done.is_none())) {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Lets a person leave all tables that are not over, by order of the host. Returns their number.
    async fn leave_all(&self, order: &str, person: &PersonId) -> Result<usize, Problem> {
        let mut left = 0;
        let person = Person {
            id: person.clone(),
            name: String::new(),
        };
        for listed in self.store.tables_of(&person.id, u32::MAX).await? {
            if listed.status == Status::Over {
                continue;
            }
            let submission = Submission {
                order: Some(order.to_owned()),
                ..Submission::of(&person)
            };
            let leaves = self.request(&listed.table, submission, Request::Leave);
            left += usize::from(self.took_effect(&listed.table, leaves.await)?);
        }
        Ok(left)
    }
}

impl Order {
    /// Returns the ids of the people and the table that it is about.
    fn concerns(&self) -> Vec<String> {
        match self {
            Order::CloseTable { table } | Order::DeleteTable { table } => vec![table.to_string()],
            Order::Mute { person }
            | Order::Ban { person }
            | Order::Pardon { person }
            | Order::DeletePerson { person } => vec![person.to_string()],
            Order::Join { guest, person } => vec![guest.to_string(), person.to_string()],
            Order::CloseReport { report } => vec![report.clone()],
            Order::CleanUp => Vec::new(),
        }
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
            Order::Join { guest, person } => write!(f, "join {guest} to {person}"),
            Order::CloseReport { report } => write!(f, "close report {report}"),
            Order::CleanUp => f.write_str("clean up"),
        }
    }
}
