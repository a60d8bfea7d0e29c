//! People and spectators at one table, who do not wait for each other.

use super::schedule::pick;
use crate::history::{Clock, Operation, Outcome, Refusal, Sight, Stream, TableHistory, Time, Wish};
use anyhow::{Result, bail};
use kit::{Dice, Id as _, Seed, below, dice};
use protocol::{Done, Problem, Status, Update, Watch};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use table::AnyGame;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use visitor::{Reply, Visitor};

/// How many clients of each player act at the same table, each with an own connection and own knowledge.
const TABS: u64 = 2;
/// How long clients wait for an answer: not for ever, and sometimes longer than the server waits for its database.
const PATIENCE: [Duration; 3] = [
    Duration::from_millis(1_500),
    Duration::from_millis(4_000),
    Duration::from_millis(12_000),
];
/// How often the same wish is sent again if nobody knows what came of it.
const REPEATS: u32 = 3;

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

/// What the clients of one table share.
struct Shared {
    table: String,
    /// Nobody acts before this time: somebody thinks.
    thinks_until: AtomicU64,
    is_over: AtomicBool,
    keys: AtomicU64,
}

/// One client: a tab of a player, or a spectator.
struct Client {
    clock: Clock,
    shared: Arc<Shared>,
    seat: Option<u8>,
    has_clock: bool,
    /// The same session at each node.
    nodes: Vec<Visitor>,
    dice: Dice,
    operations: Vec<Operation>,
    /// The last update that it got.
    knows: Option<Update>,
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
        let shared = Arc::new(Shared {
            table: history.table.clone(),
            thinks_until: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            keys: AtomicU64::new(0),
        });
        let client = |seat: Option<u8>, number: u64| Client {
            clock: self.clock,
            shared: shared.clone(),
            seat,
            has_clock,
            nodes: self
                .addresses
                .iter()
                .map(|&at| self.session(seat, at))
                .collect(),
            dice: dice(self.seed.child(round).child(number)),
            operations: Vec::new(),
            knows: None,
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

/// Reads a table at a node once, as a spectator; for the end of a run, when every fault is over.
pub async fn read_once(clock: Clock, table: &str, node: usize, at: SocketAddr) -> Operation {
    let shared = Arc::new(Shared {
        table: table.to_owned(),
        thinks_until: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        keys: AtomicU64::new(0),
    });
    let mut client = Client {
        clock,
        shared,
        seat: None,
        has_clock: false,
        nodes: vec![Visitor::stranger(at)],
        dice: dice(Seed::from_text("once")),
        operations: Vec::new(),
        knows: None,
    };
    let wish = Wish::Read {
        at_least: None,
        since: Some(0),
    };
    let operation = client.send(0, wish, None).await;
    Operation { node, ..operation }
}

impl Client {
    fn is_done(&self, until: Time) -> bool {
        self.clock.now() >= until || self.shared.is_over.load(Ordering::Relaxed)
    }

    /// A tab of a player: acts on what it knows, which may be out of date.
    async fn act(mut self, until: Time, pace: Duration) -> Vec<Operation> {
        while !self.is_done(until) {
            self.wait(pace).await;
            let Some(update) = &self.knows else {
                self.read().await;
                continue;
            };
            if update.status == Status::Over {
                self.shared.is_over.store(true, Ordering::Relaxed);
                break;
            }
            let wish = self.wish();
            self.want(wish).await;
        }
        self.operations
    }

    /// A spectator who reads again and again.
    async fn look_on(mut self, until: Time, pace: Duration) -> Vec<Operation> {
        while !self.is_done(until) {
            self.wait(pace).await;
            self.read().await;
        }
        self.operations
    }

    /// Watches live at a node, and comes again whenever the stream ends.
    async fn watch(mut self, node: usize, until: Time) -> Vec<Stream> {
        let mut streams = Vec::new();
        let mut since = None;
        while !self.is_done(until) {
            let mut stream = Stream {
                by: self.seat,
                node,
                begin: self.clock.now(),
                since,
                told: Vec::new(),
            };
            let watch = Watch {
                since,
                ..Watch::default()
            };
            let live = self.nodes[node].watch(&self.shared.table, watch);
            if let Ok(Ok(mut live)) = timeout(PATIENCE[1], live).await {
                let mut silent = 0;
                while !self.is_done(until) && silent < 20 {
                    match timeout(Duration::from_millis(500), live.next()).await {
                        Ok(Ok(Some(update))) => {
                            let sight = Sight::of(&update);
                            since = Some(sight.version);
                            stream.told.push((self.clock.now(), sight));
                            silent = 0;
                        }
                        Ok(_) => break,
                        Err(_) => silent += 1,
                    }
                }
            }
            if !stream.told.is_empty() {
                streams.push(stream);
            }
            let pause = u64::from(below(&mut self.dice, 300));
            sleep(Duration::from_millis(pause)).await;
            if below(&mut self.dice, 4) == 0 {
                since = None;
            }
        }
        streams
    }

    /// Waits about so long, and now and then makes everybody at the table wait as if somebody thought.
    async fn wait(&mut self, pace: Duration) {
        let part = f64::from(below(&mut self.dice, 2_000)) / 1_000.0;
        sleep(pace.mul_f64(part)).await;
        if self.seat.is_none() {
            return;
        }
        let shared = self.shared.clone();
        if self.has_clock && below(&mut self.dice, 150) == 0 {
            let thinks = u64::from(below(&mut self.dice, 17)) * 1_000_000;
            let until = self.clock.now() + thinks;
            shared.thinks_until.fetch_max(until, Ordering::Relaxed);
        }
        while self.clock.now() < shared.thinks_until.load(Ordering::Relaxed)
            && !shared.is_over.load(Ordering::Relaxed)
        {
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn read(&mut self) {
        let known = self.knows.as_ref().map(|update| update.version);
        let at_least = match below(&mut self.dice, 20) {
            0 => known.map(|version| version + 1),
            1..6 => known,
            _ => None,
        };
        let since = match below(&mut self.dice, 4) {
            0 => known.map(|version| version.saturating_sub(3)),
            1 => known,
            _ => None,
        };
        self.want(Wish::Read { at_least, since }).await;
    }

    /// What this player wants now: mostly to act, now and then something else, now and then something wrong.
    fn wish(&mut self) -> Wish {
        let Some(update) = &self.knows else {
            return Wish::ComeBack;
        };
        let dice = &mut self.dice;
        let position = update.position.as_ref();
        let legal = position.map_or(&[][..], |position| &position.legal);
        let seat = update.you.seat.map_or(0, |seat| usize::from(seat.number()));
        let is_away = update
            .seats
            .get(seat)
            .is_some_and(|seat| seat.played_by_bot);
        let version = match below(dice, 25) {
            0 => update.version.saturating_sub(1).max(1),
            1 => update.version + 1,
            _ => update.version,
        };
        let asked = update.undo_asked.as_ref();
        let asked = asked.is_some_and(|asked| {
            !asked
                .agreed
                .iter()
                .any(|by| usize::from(by.number()) == seat)
        });
        match below(dice, 100) {
            0..4 => {
                let key = self.shared.keys.fetch_add(1, Ordering::Relaxed);
                Wish::Say(format!("message {key} of seat {seat}"))
            }
            4..10 => Wish::Undo(version),
            10..12 => Wish::AnswerUndo(version, below(dice, 2) == 0),
            12..40 if asked => Wish::AnswerUndo(version, below(dice, 2) == 0),
            12..15 => Wish::ComeBack,
            15..60 if is_away => Wish::ComeBack,
            15..30 => Wish::Read {
                at_least: None,
                since: None,
            },
            30..34 => Wish::Play {
                version,
                action: pick(dice, &["withdraw", "nonsense", "", "pass"]).to_owned(),
            },
            _ if legal.is_empty() && below(dice, 4) > 0 => Wish::Read {
                at_least: None,
                since: None,
            },
            _ => {
                let action = legal.get(below(dice, legal.len() as u32) as usize);
                Wish::Play {
                    version,
                    action: action.cloned().unwrap_or("withdraw".to_owned()),
                }
            }
        }
    }

    /// Sends a wish to some node, again with the same key if nobody knows what came of it, and sometimes although it is known.
    async fn want(&mut self, wish: Wish) {
        let key = matches!(wish, Wish::Play { .. } | Wish::Say(_)).then(|| {
            let key = self.shared.keys.fetch_add(1, Ordering::Relaxed);
            format!("key-{key}")
        });
        for _ in 0..REPEATS {
            let node = below(&mut self.dice, self.nodes.len() as u32) as usize;
            let operation = self.send(node, wish.clone(), key.clone()).await;
            let again = match operation.outcome {
                Outcome::Unknown => below(&mut self.dice, 4) > 0,
                Outcome::Done(_) => below(&mut self.dice, 30) == 0,
                _ => false,
            };
            self.operations.push(operation);
            if key.is_none() || !again {
                return;
            }
        }
    }

    /// Sends one request, and notes what came of it.
    async fn send(&mut self, node: usize, wish: Wish, key: Option<String>) -> Operation {
        let (method, path, body) = request(&self.shared.table, &wish, key.as_deref());
        let patience = pick(&mut self.dice, &PATIENCE);
        let begin = self.clock.now();
        let reply = timeout(patience, self.nodes[node].send(method, &path, body)).await;
        let end = self.clock.now();
        let outcome = match reply {
            Ok(Ok(reply)) => self.outcome(&wish, &reply),
            _ => Outcome::Unknown,
        };
        Operation {
            by: self.seat,
            node,
            begin,
            end,
            wish,
            key,
            outcome,
        }
    }

    /// What an answer means. Updates are remembered, so that the client goes on from there.
    fn outcome(&mut self, wish: &Wish, reply: &Reply) -> Outcome {
        let odd = || Outcome::Odd(format!("{}: {}", reply.status, reply.text()));
        if reply.status.is_success() {
            return match wish {
                Wish::Read { .. } => match reply.read::<Update>() {
                    Ok(update) => {
                        let sight = Sight::of(&update);
                        self.knows = Some(update);
                        Outcome::Seen(sight)
                    }
                    Err(_) => odd(),
                },
                _ => match reply.read::<Done>() {
                    Ok(done) => {
                        // What can be done now, only the next reading tells.
                        self.knows = None;
                        Outcome::Done(done.version)
                    }
                    Err(_) => odd(),
                },
            };
        }
        let Ok(problem) = serde_json::from_slice::<Problem>(&reply.body) else {
            return odd();
        };
        let kind = problem.kind.trim_start_matches("/problems/").to_owned();
        match kind.as_str() {
            "outcome-unknown" => Outcome::Unknown,
            "unavailable" if problem.detail.contains("nothing was changed") => Outcome::NotWritten,
            "unavailable" if problem.detail.contains("took too long") => Outcome::Unknown,
            "rate-limited" => Outcome::NotWritten,
            "version-conflict" | "conflict" | "forbidden" | "illegal-action" => {
                let refusal = Refusal {
                    kind,
                    reason: problem.reason.map(|reason| reason.id().to_owned()),
                    rule: problem.rule.map(|rule| rule.key),
                    sight: problem.update.as_deref().map(Sight::of),
                };
                self.knows = problem.update.map(|update| *update);
                Outcome::Refused(refusal)
            }
            _ => odd(),
        }
    }
}

/// The request of a wish.
fn request(table: &str, wish: &Wish, key: Option<&str>) -> (&'static str, String, Option<Value>) {
    let path = format!("/api/tables/{table}");
    match wish {
        Wish::Play { version, action } => {
            let body = json!({"version": version, "action": action, "key": key});
            ("POST", path + "/moves", Some(body))
        }
        Wish::Undo(version) => ("POST", path + "/undo", Some(json!({"version": version}))),
        Wish::AnswerUndo(version, agree) => {
            let body = json!({"version": version, "agree": agree});
            ("POST", path + "/undo/answer", Some(body))
        }
        Wish::ComeBack => ("POST", path + "/return", None),
        Wish::Say(text) => {
            let body = json!({"text": text, "key": key});
            ("POST", path + "/chat", Some(body))
        }
        Wish::Read { at_least, since } => {
            let parts = [("at_least", at_least), ("since", since)];
            let parts = parts.iter().filter_map(|(name, value)| {
                let value = value.as_ref()?;
                Some(format!("{name}={value}"))
            });
            let query: Vec<String> = parts.collect();
            ("GET", format!("{path}?{}", query.join("&")), None)
        }
    }
}
