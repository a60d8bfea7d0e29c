//! The clients of one table: tabs of its players, and spectators. They do not wait for each other.

use super::schedule::pick;
use crate::history::{Clock, Operation, Outcome, Refusal, Sight, Stream, Time, Wish};
use kit::{Dice, Id as _, Seed, below, dice};
use protocol::{Done, Problem, Status, Update, Watch};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use visitor::{Reply, Visitor};

/// How long clients wait for an answer: not for ever, and sometimes longer than the server waits for its database.
pub const PATIENCE: [Duration; 3] = [
    Duration::from_millis(1_500),
    Duration::from_millis(4_000),
    Duration::from_millis(12_000),
];
/// How often the same wish is sent again if nobody knows what came of it.
const REPEATS: u32 = 3;

/// What the clients of one table share.
pub struct Shared {
    table: String,
    /// Nobody acts before this time: somebody thinks.
    thinks_until: AtomicU64,
    /// The game has come to its end, or the run.
    pub is_over: AtomicBool,
    keys: AtomicU64,
}

/// One client: a tab of a player, or a spectator.
pub struct Client {
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

/// Reads a table at a node once, as a spectator; for the end of a run, when every fault is over.
pub async fn read_once(clock: Clock, table: &str, node: usize, at: SocketAddr) -> Operation {
    let shared = Arc::new(Shared::at(table));
    let nodes = vec![Visitor::stranger(at)];
    let mut client = Client::new(clock, shared, None, nodes, Seed::from_text("once"));
    let wish = Wish::Read {
        at_least: None,
        since: Some(0),
    };
    let operation = client.send(0, wish, None).await;
    Operation { node, ..operation }
}

impl Shared {
    /// Nobody has done anything yet at this table.
    pub fn at(table: &str) -> Self {
        Shared {
            table: table.to_owned(),
            thinks_until: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            keys: AtomicU64::new(0),
        }
    }
}

impl Client {
    /// Somebody with the same session at each node.
    pub fn new(
        clock: Clock,
        shared: Arc<Shared>,
        seat: Option<u8>,
        nodes: Vec<Visitor>,
        seed: Seed,
    ) -> Self {
        Client {
            clock,
            shared,
            seat,
            has_clock: false,
            nodes,
            dice: dice(seed),
            operations: Vec::new(),
            knows: None,
        }
    }

    /// At a table with clocks, everybody thinks now and then.
    pub fn with_clock(self, has_clock: bool) -> Self {
        Client { has_clock, ..self }
    }

    fn is_done(&self, until: Time) -> bool {
        self.clock.now() >= until || self.shared.is_over.load(Ordering::Relaxed)
    }

    /// A tab of a player: acts on what it knows, which may be out of date.
    pub async fn act(mut self, until: Time, pace: Duration) -> Vec<Operation> {
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
    pub async fn look_on(mut self, until: Time, pace: Duration) -> Vec<Operation> {
        while !self.is_done(until) {
            self.wait(pace).await;
            self.read().await;
        }
        self.operations
    }

    /// Watches live at a node, and comes again whenever the stream ends.
    pub async fn watch(mut self, node: usize, until: Time) -> Vec<Stream> {
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
