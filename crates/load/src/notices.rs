//! `load notices`: whether everybody is told of each of their turns, while the server dies again and again.

use crate::node::ServerArgs;
use anyhow::{Context, Result, ensure};
use clap::Args;
use kit::{Seed, below, dice};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use visitor::{Browser, Inbox, VisitError, Visitor};

/// The time within which a turn must be told, kills included.
const LATEST: Duration = Duration::from_secs(20);

/// Lets people play who move only when a message has told them that it is their turn, and kills the server (SIGKILL) again and again. Each turn must be told.
#[derive(Args)]
pub struct Notices {
    #[command(flatten)]
    server: ServerArgs,
    /// How often the server is killed.
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// How many tables.
    #[arg(long, default_value_t = 30)]
    tables: u64,
}

/// Where the server is now; `None` while it is dead, and whether everything is over.
type Place = watch::Receiver<(Option<SocketAddr>, bool)>;

/// The push service and browser of everybody.
struct Post {
    service: Inbox,
    browser: Browser,
}

/// A turn: the table and the version that began it. When that was acknowledged, if it was.
type Turns = BTreeMap<(String, u64), Option<Instant>>;

impl Notices {
    /// Runs it and prints what was found.
    pub async fn run(self) -> Result<()> {
        let store = self.server.store()?;
        let allowed = [("DURBAR_PRIVATE_NOTICES".to_owned(), "true".to_owned())];
        let start = async || {
            let log = std::env::temp_dir().join(format!("durbar-notices-{}", std::process::id()));
            self.server.node_with(&store.database, &allowed, &log).await
        };
        let mut node = start().await?;
        let (place, known) = watch::channel((Some(node.address), false));
        let post = Arc::new(Post {
            service: Inbox::http().await?,
            browser: Browser::new([7; 32], [1; 16]).context("no key")?,
        });
        let mut games = JoinSet::new();
        for number in 0..self.tables {
            let (known, post) = (known.clone(), post.clone());
            games.spawn(async move { play(number, known, &post).await });
        }
        let mut dice = dice(Seed::from_text("notices"));
        for _ in 0..self.kills {
            sleep(Duration::from_millis(
                500 + u64::from(below(&mut dice, 2500)),
            ))
            .await;
            place.send_replace((None, false));
            node.kill()?;
            node = start().await?;
            place.send_replace((Some(node.address), false));
        }
        sleep(Duration::from_secs(3)).await;
        place.send_replace((Some(node.address), true));
        let mut turns = Turns::new();
        for game in games.join_all().await {
            turns.extend(game?);
        }
        report(&turns, &post, self.kills)
    }
}

/// Compares the turns with what arrived.
fn report(turns: &Turns, post: &Post, kills: u32) -> Result<()> {
    let mut arrived: BTreeMap<(String, u64), Vec<Instant>> = BTreeMap::new();
    for (turn, at) in post.told() {
        arrived.entry(turn).or_default().push(at);
    }
    let missing = turns
        .keys()
        .filter(|turn| !arrived.contains_key(turn))
        .count();
    let strange = arrived
        .keys()
        .filter(|turn| !turns.contains_key(turn))
        .count();
    let again: usize = arrived.values().map(|times| times.len() - 1).sum();
    let mut delays: Vec<Duration> = turns
        .iter()
        .filter_map(|(turn, began)| {
            let first = arrived.get(turn)?.first()?;
            Some(first.saturating_duration_since((*began)?))
        })
        .collect();
    delays.sort();
    let at = |part: usize| {
        delays
            .get(delays.len() * part / 100)
            .copied()
            .unwrap_or_default()
    };
    println!(
        "{kills} kills, {} turns told: {missing} missing, {strange} of no turn, {again} sent again (a browser shows them once); \
         told after p50 {:?}, p95 {:?}, at most {:?}",
        arrived.len(),
        at(50),
        at(95),
        delays.last().copied().unwrap_or_default(),
    );
    ensure!(missing == 0, "turns were not told");
    ensure!(strange == 0, "something was told that is no turn");
    Ok(())
}

impl Post {
    /// Everything that was told, with the time of its arrival.
    fn told(&self) -> Vec<((String, u64), Instant)> {
        let letters = self.service.letters().into_iter();
        letters
            .filter_map(|letter| {
                let message = self.browser.decrypt(&letter.body)?;
                let message: Value = serde_json::from_slice(&message).ok()?;
                let table = message.get("table")?.as_str()?.to_owned();
                Some(((table, message.get("version")?.as_u64()?), letter.at))
            })
            .collect()
    }

    /// Waits until a turn is told.
    async fn wait_for(&self, turn: &(String, u64)) -> Option<()> {
        let start = Instant::now();
        let mut read = 0;
        while start.elapsed() < LATEST {
            let letters = self.service.letters_from(read);
            read += letters.len();
            for letter in letters {
                let message = self.browser.decrypt(&letter.body)?;
                let message: Value = serde_json::from_slice(&message).ok()?;
                if message["table"] == *turn.0 && message["version"] == turn.1 {
                    return Some(());
                }
            }
            sleep(Duration::from_millis(10)).await;
        }
        None
    }
}

/// Plays a game of two until everything is over; returns the turns that began.
async fn play(number: u64, mut known: Place, post: &Post) -> Result<Turns> {
    let address = address(&mut known).await;
    let mut people = [
        Visitor::guest(address, &format!("Anna {number}")).await?,
        Visitor::guest(address, &format!("Ben {number}")).await?,
    ];
    let (p256dh, auth) = post.browser.keys();
    for (seat, person) in people.iter_mut().enumerate() {
        let endpoint = format!("http://{}/{number}/{seat}", post.service.address);
        let push = json!({"endpoint": endpoint, "p256dh": p256dh, "auth": auth});
        let contact = json!({"push": push, "language": "en"});
        let added = person
            .send("POST", "/api/me/contacts", Some(contact))
            .await?;
        added.read::<Value>()?;
    }
    let [anna, ben] = &mut people;
    let setup = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"]});
    let table = anna.create(setup).await?;
    ben.want(&table, "sit", json!({})).await?;
    let started = anna.want(&table, "start", Value::Null).await?;
    let mut turns = Turns::new();
    let mut now = usize::from(
        anna.look(&table)
            .await?
            .position
            .is_some_and(|position| position.legal.is_empty()),
    );
    if now == 1 {
        let first = (table.clone(), started.version);
        let told = post.wait_for(&first).await;
        told.with_context(|| format!("the first turn was not told within {LATEST:?}"))?;
        turns.insert(first, None);
    }
    while !known.borrow().1 {
        let (version, acknowledged) = turn_of(&mut people[now], &table, &mut known).await;
        let Some(version) = version else {
            break;
        };
        let turn = (table.clone(), version);
        turns.insert(turn.clone(), acknowledged);
        let told = post.wait_for(&turn).await;
        told.with_context(|| format!("turn {turn:?} was not told within {LATEST:?}"))?;
        now = 1 - now;
    }
    Ok(turns)
}

/// The server's address, once it lives.
async fn address(known: &mut Place) -> SocketAddr {
    loop {
        if let Some(address) = known.borrow_and_update().0 {
            return address;
        }
        if known.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Plays until it is somebody else's turn. Returns the version that began it, and when that was acknowledged; no version once the game is over.
async fn turn_of(
    person: &mut Visitor,
    table: &str,
    known: &mut Place,
) -> (Option<u64>, Option<Instant>) {
    let mut acknowledged = None;
    loop {
        match step(person, table).await {
            Ok(Step::Moved(at)) => acknowledged = Some(at),
            Ok(Step::Done(version)) => return (Some(version), acknowledged),
            Ok(Step::Over) => return (None, None),
            Err(_) => {
                acknowledged = None;
                sleep(Duration::from_millis(20)).await;
                person.address = address(known).await;
            }
        }
    }
}

/// What came of looking and moving once.
enum Step {
    Moved(Instant),
    Done(u64),
    Over,
}

async fn step(person: &mut Visitor, table: &str) -> Result<Step, VisitError> {
    let update = person.look(table).await?;
    let Some(position) = update.position else {
        return Ok(Step::Over);
    };
    if update.status == protocol::Status::Over {
        return Ok(Step::Over);
    }
    let Some(action) = position.legal.first() else {
        return Ok(Step::Done(update.version));
    };
    person.play(table, update.version, action).await?;
    Ok(Step::Moved(Instant::now()))
}
