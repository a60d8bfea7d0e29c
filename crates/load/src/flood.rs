//! `load flood`: requests that no program in good faith would send.

use crate::game::Game;
use crate::node::{Node, ServerArgs};
use anyhow::{Result, bail};
use clap::Args;
use kit::{Dice, Seed, below, dice};
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Duration, timeout};
use visitor::Visitor;

/// Malformed requests of every kind: methods, paths, bodies, ids, tokens, oversized, cut off, slow.
#[derive(Args)]
pub struct Flood {
    #[command(flatten)]
    server: ServerArgs,
    /// How many.
    #[arg(long, default_value_t = 100_000)]
    requests: u32,
}

const SENDERS: u32 = 32;

impl Flood {
    /// Runs it and prints what was answered.
    pub async fn run(self) -> Result<()> {
        let store = self.server.store()?;
        let node = self.server.node(&store.database).await?;
        let game = Game::new([node.address; 2], 0, 0, false).await?;
        let before = self.send(&node, &game, self.requests / 10, 0).await?;
        let memory = node.memory()?;
        let after = self
            .send(&node, &game, self.requests - self.requests / 10, 1)
            .await?;
        let mut answers = before;
        for (status, count) in after {
            *answers.entry(status).or_default() += count;
        }
        let total: u32 = answers.values().sum();
        println!("{total} malformed requests were answered {answers:?} (0 is a closed connection)");
        println!(
            "memory {:.1} MB after a tenth, {:.1} MB at the end",
            memory as f64 / 1e6,
            node.memory()? as f64 / 1e6
        );
        let mut stranger = Visitor::stranger(node.address);
        let health = stranger.send("GET", "/health", None).await?;
        let mut host = Visitor::stranger(node.metrics);
        let measures = host.send("GET", "/metrics", None).await?.text();
        if health.status != 200 {
            bail!("the server is not well: {}", health.status);
        }
        if !measures.lines().any(|line| line == "durbar_panics_total 0") {
            bail!("the server panicked, or does not count it: {measures}");
        }
        let bad = answers
            .keys()
            .find(|status| **status >= 500 && **status != 503);
        match bad {
            Some(status) => bail!("a status {status} was among them"),
            None => Ok(()),
        }
    }

    async fn send(
        &self,
        node: &Node,
        game: &Game,
        requests: u32,
        part: u64,
    ) -> Result<BTreeMap<u16, u32>> {
        let mut tasks = JoinSet::new();
        for sender in 0..SENDERS {
            let address = node.address;
            let (table, cookie) = (
                game.table.clone(),
                game.players[0].cookie.clone().unwrap_or_default(),
            );
            tasks.spawn(async move {
                let mut dice = dice(Seed::from_text("flood").child(part).child(sender.into()));
                let mut answers = BTreeMap::<u16, u32>::new();
                for _ in 0..requests / SENDERS {
                    let status = one(address, &malformed(&mut dice, &table, &cookie)).await;
                    *answers.entry(status).or_default() += 1;
                }
                answers
            });
        }
        let mut all = BTreeMap::new();
        for answers in tasks.join_all().await {
            for (status, count) in answers {
                *all.entry(status).or_default() += count;
            }
        }
        Ok(all)
    }
}

/// Sends the bytes over a connection of their own; the status of the answer, or 0.
async fn one(address: SocketAddr, bytes: &[u8]) -> u16 {
    let exchange = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let _ = stream.write_all(bytes).await;
        let mut answer = [0; 64];
        let length = stream.read(&mut answer).await.ok()?;
        let text = String::from_utf8_lossy(answer.get(..length)?).into_owned();
        text.split(' ').nth(1)?.parse().ok()
    };
    timeout(Duration::from_millis(150), exchange)
        .await
        .ok()
        .flatten()
        .unwrap_or(0)
}

fn pick<'a>(dice: &mut Dice, from: &[&'a str]) -> &'a str {
    from.get(below(dice, from.len() as u32) as usize)
        .copied()
        .unwrap_or_default()
}

fn malformed(dice: &mut Dice, table: &str, cookie: &str) -> Vec<u8> {
    let method = pick(
        dice,
        &[
            "GET", "POST", "POST", "POST", "PUT", "DELETE", "BREW", "PATCH", "OPTIONS", "get",
            "P\u{fc}T", "",
        ],
    );
    let id = pick(
        dice,
        &[
            table,
            table,
            "0000000000000000000000",
            "..",
            "%00",
            "%2e%2e%2f",
            "\u{1f600}",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "",
        ],
    );
    let rest = pick(
        dice,
        &[
            "",
            "/moves",
            "/moves",
            "/sit",
            "/start",
            "/undo",
            "/undo/answer",
            "/chat",
            "/live",
            "/record",
            "/rematch",
            "/resign",
            "/return",
            "/nothing",
            "?since=-1",
            "?since=99999999999999999999",
            "?since=1&since=2",
            "/live?since=x",
            "/seat",
        ],
    );
    let path = match below(dice, 6) {
        0 => pick(
            dice,
            &[
                "/api/me",
                "/api/me/token",
                "/api/tables",
                "/api",
                "/",
                "//",
                "/api/../..",
                "*",
                "http://other/",
                "/api/openapi.json",
            ],
        )
        .to_owned(),
        _ => format!("/api/tables/{id}{rest}"),
    };
    let body = match below(dice, 9) {
        0 => String::new(),
        1 => "{".to_owned(),
        2 => "[".repeat(5000),
        3 => format!("{{\"version\":{},\"action\":\"withdraw\"}}", below(dice, 9)),
        4 => "{\"version\":-1,\"action\":null}".to_owned(),
        5 => Value::from("x".repeat(40_000)).to_string(),
        6 => "{\"game\":\"taj-mahal\",\"options\":{\"players\":255},\"seats\":[\"me\",\"me\"]}"
            .to_owned(),
        7 => "{\"text\":\"\\u0000\"}".to_owned(),
        _ => (0..200)
            .map(|_| char::from(below(dice, 95) as u8 + 32))
            .collect(),
    };
    let kind = pick(
        dice,
        &[
            "application/json",
            "application/json",
            "application/json",
            "text/plain",
            "application/x-www-form-urlencoded",
            "",
        ],
    );
    let who = match below(dice, 5) {
        0 => format!("Cookie: {cookie}\r\n"),
        1 => "Cookie: durbar=; durbar=x; =; ;;\r\n".to_owned(),
        2 => format!(
            "Authorization: Bearer {}\r\n",
            "f".repeat(below(dice, 200) as usize)
        ),
        3 => "Authorization: Basic \u{0}\r\n".to_owned(),
        _ => String::new(),
    };
    let length = match below(dice, 20) {
        0 => "Content-Length: 99999999999\r\n".to_owned(),
        1 => "Content-Length: -1\r\n".to_owned(),
        2 => "Transfer-Encoding: chunked\r\n".to_owned(),
        _ => format!("Content-Length: {}\r\n", body.len()),
    };
    let upgrade = match below(dice, 10) {
        0 => {
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n"
        }
        1 => "Origin: null\r\n",
        2 => "X-Forwarded-For: ,,,\r\n",
        _ => "Connection: close\r\n",
    };
    let large = match below(dice, 40) {
        0 => format!("X-Large: {}\r\n", "y".repeat(30_000)),
        _ => String::new(),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n{who}{length}{upgrade}{large}\r\n{body}"
    );
    let mut bytes = request.into_bytes();
    match below(dice, 30) {
        0 => bytes.truncate(below(dice, bytes.len() as u32 + 1) as usize), // Cut off.
        1 => {
            for _ in 0..8 {
                let at = below(dice, bytes.len() as u32) as usize;
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = below(dice, 256) as u8;
                }
            }
        }
        _ => (),
    }
    bytes
}
