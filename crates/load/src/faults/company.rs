//! Two people with their tables, and everybody who comes to look on.

use super::clients::{Client, PATIENCE, Shared};
use crate::history::{Clock, TableHistory, Time};
use anyhow::{Result, bail};
use kit::{Id as _, Seed};
use protocol::{Done, Problem, Update};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::AnyGame;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use visitor::{Reply, Visitor};

/// How many clients of each player act at the same table, each with an own connection and own knowledge.
const TABS: u64 = 2;

/// Two people who play one table after the other.
pub struct Company {
    number: u64,
    seed: Seed,
    clock: Clock,
    addresses: Vec<SocketAddr>,
    players: [Visitor; 2],
    until: Time,
    pace: Duration,
}

impl Company {
    /// Two guests. This happens before the first fault.
    pub async fn new(
        number: u64,
        seed: u64,
        clock: Clock,
        addresses: Vec<SocketAddr>,
        until: Time,
        pace: Duration,
    ) -> Result<Self> {
        let players = [
            Visitor::guest(addresses[0], &format!("Anna {number}")).await?,
            Visitor::guest(addresses[0], &format!("Ben {number}")).await?,
        ];
        Ok(Company {
            number,
            seed: Seed::from_text("clients").child(seed).child(number),
            clock,
            addresses,
            players,
            until,
            pace,
        })
    }

    /// Plays until the end of the run, and returns what happened at each table.
    pub async fn play(mut self) -> Vec<TableHistory> {
        let mut histories = Vec::new();
        for round in 0.. {
            if self.clock.now() >= self.until {
                break;
            }
            let began = self.clock.now();
            let has_clock = (self.number + round).is_multiple_of(2);
            match self.begin(round, has_clock).await {
                Ok((table, base)) => {
                    let history = TableHistory {
                        table,
                        base,
                        began,
                        ready: self.clock.now(),
                        ..TableHistory::default()
                    };
                    histories.push(self.play_table(history, round, has_clock).await);
                }
                // A fault hit the beginning of the table; nobody looks at it any more.
                Err(_) => sleep(Duration::from_millis(200)).await,
            }
        }
        histories
    }

    /// A new table at which both sit, and its version. Each step is repeated until it is certain.
    async fn begin(&mut self, round: u64, has_clock: bool) -> Result<(String, u64)> {
        let games = AnyGame::ALL;
        let game = games[(self.number + round) as usize % games.len()].to_string();
        let pace = match has_clock {
            true => json!({"live": {"seconds": 12, "increment": 0}}),
            false => json!("relaxed"),
        };
        let wanted = json!({
            "game": game, "options": {"players": 2}, "seats": ["me", "open"],
            "pace": pace, "stand_in": "easy", "key": format!("table-{round}"),
        });
        let mut nodes = (0..).map(|attempt| attempt % self.addresses.len());
        let mut give_up = 0;
        let table = loop {
            let at = self.addresses[nodes.next().unwrap_or(0)];
            let reply = ask(
                &mut self.players[0].at(at),
                "POST",
                "/api/tables",
                Some(&wanted),
            )
            .await;
            if let Some(done) = reply.and_then(|reply| reply.read::<Done>().ok()) {
                break done.table;
            }
            patience(&mut give_up, self.clock, self.until).await?;
        };
        for (player, step, body, done) in [
            (1, "sit", json!({"seat": 1}), "already-seated"),
            (0, "start", Value::Null, "started"),
        ] {
            let path = format!("/api/tables/{table}/{step}");
            let body = (!body.is_null()).then_some(body);
            loop {
                let at = self.addresses[nodes.next().unwrap_or(0)];
                let reply = ask(
                    &mut self.players[player].at(at),
                    "POST",
                    &path,
                    body.as_ref(),
                )
                .await;
                let is_done = reply.is_some_and(|reply| {
                    let problem = serde_json::from_slice::<Problem>(&reply.body).ok();
                    let reason = problem.and_then(|problem| problem.reason);
                    reply.status == 200 || reason.is_some_and(|reason| reason.id() == done)
                });
                if is_done {
                    break;
                }
                patience(&mut give_up, self.clock, self.until).await?;
            }
        }
        loop {
            let at = self.addresses[nodes.next().unwrap_or(0)];
            let path = format!("/api/tables/{table}");
            let reply = ask(&mut Visitor::stranger(at), "GET", &path, None).await;
            if let Some(update) = reply.and_then(|reply| reply.read::<Update>().ok()) {
                return Ok((table, update.version));
            }
            patience(&mut give_up, self.clock, self.until).await?;
        }
    }

    /// Lets all clients of one table act until it is over.
    async fn play_table(
        &self,
        mut history: TableHistory,
        round: u64,
        has_clock: bool,
    ) -> TableHistory {
        let shared = Arc::new(Shared::at(&history.table));
        let client = |seat: Option<u8>, number: u64| {
            let nodes = self.addresses.iter().map(|&at| self.session(seat, at));
            let seed = self.seed.child(round).child(number);
            Client::new(self.clock, shared.clone(), seat, nodes.collect(), seed)
                .with_clock(has_clock)
        };
        let (until, pace) = (self.until, self.pace);
        let mut acting = JoinSet::new();
        for number in 0..2 * TABS {
            let client = client(Some((number % 2) as u8), number);
            acting.spawn(client.act(until, pace));
        }
        acting.spawn(client(None, 10).look_on(until, pace));
        let mut watching = JoinSet::new();
        for (number, seat) in [None, Some(0), None].into_iter().enumerate() {
            let node = number % self.addresses.len();
            watching.spawn(client(seat, 20 + number as u64).watch(node, until));
        }
        for operations in acting.join_all().await {
            history.operations.extend(operations);
        }
        shared.is_over.store(true, Ordering::Relaxed);
        for streams in watching.join_all().await {
            history.streams.extend(streams);
        }
        history
    }

    fn session(&self, seat: Option<u8>, at: SocketAddr) -> Visitor {
        match seat {
            Some(seat) => self.players[usize::from(seat)].at(at),
            None => Visitor::stranger(at),
        }
    }
}

/// Waits a moment before the next attempt; gives up at the end of the run.
async fn patience(give_up: &mut u32, clock: Clock, until: Time) -> Result<()> {
    *give_up += 1;
    if clock.now() >= until || *give_up > 300 {
        bail!("the table could not be made")
    }
    sleep(Duration::from_millis(100)).await;
    Ok(())
}

async fn ask(
    visitor: &mut Visitor,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Option<Reply> {
    let reply = timeout(PATIENCE[1], visitor.send(method, path, body.cloned()));
    reply.await.ok()?.ok()
}
