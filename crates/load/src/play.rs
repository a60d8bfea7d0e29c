//! `load play`: many tables at once.

use crate::game::Game;
use crate::measure::Measure;
use crate::node::ServerArgs;
use anyhow::Result;
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// So long the viewers may take to connect before the first move.
const SETTLING: Duration = Duration::from_secs(3);

/// Many tables at once, each with two players who watch it live and play random legal moves.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    server: ServerArgs,
    /// How many tables.
    #[arg(long, default_value_t = 1000)]
    tables: u64,
    /// For how long, after everybody sits.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// How many moves per second all tables together try to make.
    #[arg(long, default_value_t = 1700)]
    rate: u64,
    /// How many nodes share the store; more than one only on PostgreSQL. The players of a table sit at different nodes.
    #[arg(long, default_value_t = 1)]
    nodes: usize,
}

impl Play {
    /// Runs it and prints what was measured.
    pub async fn run(self) -> Result<()> {
        let store = self.server.store()?;
        let mut nodes = Vec::new();
        for _ in 0..self.nodes.max(1) {
            nodes.push(self.server.node(&store.database).await?);
        }
        let addresses: Vec<_> = nodes.iter().map(|node| node.address).collect();
        let empty: u64 = nodes.iter().filter_map(|node| node.memory().ok()).sum();
        let start = Instant::now();
        let games = self.seat_everybody(&addresses).await?;
        println!(
            "{} tables started in {:.1} s",
            games.len(),
            start.elapsed().as_secs_f64()
        );
        let measure = Arc::new(Measure::default());
        let start = Instant::now() + SETTLING;
        let until = start + Duration::from_secs(self.seconds);
        let pace = Duration::from_secs_f64(self.tables as f64 / self.rate as f64);
        let mut tasks = JoinSet::new();
        for mut game in games {
            let measure = measure.clone();
            tasks.spawn(async move {
                if let Err(error) = game.play(start..until, pace, &measure).await {
                    measure
                        .failures
                        .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    eprintln!("{}: {error:#}", game.table);
                }
                game
            });
        }
        sleep_until(start).await;
        let processor: f64 = nodes
            .iter()
            .filter_map(|node| node.processor_seconds().ok())
            .sum();
        let mut games = tasks.join_all().await;
        let seconds = start.elapsed().as_secs_f64();
        println!("{}", measure.report(seconds));
        let used: u64 = nodes.iter().filter_map(|node| node.memory().ok()).sum();
        let processor = nodes
            .iter()
            .filter_map(|node| node.processor_seconds().ok())
            .sum::<f64>()
            - processor;
        println!(
            "server memory {:.1} MB, {:.1} MB of it before the first table: {:.1} KB per table with its two viewers; {:.2} cores used by the server",
            used as f64 / 1e6,
            empty as f64 / 1e6,
            (used.saturating_sub(empty)) as f64 / 1e3 / self.tables as f64,
            processor / seconds,
        );
        for game in games.iter_mut().step_by(20) {
            game.verify().await?;
        }
        println!("every twentieth table was checked: all that was acknowledged is there");
        Ok(())
    }

    async fn seat_everybody(&self, addresses: &[std::net::SocketAddr]) -> Result<Vec<Game>> {
        let places = Arc::new(Semaphore::new(64));
        let mut tasks = JoinSet::new();
        for number in 0..self.tables {
            let at = |player: usize| addresses[(number as usize + player) % addresses.len()];
            let (places, at) = (places.clone(), [at(0), at(1)]);
            tasks.spawn(async move {
                let _place = places.acquire_owned().await?;
                Game::new(at, number, 0, false).await
            });
        }
        tasks.join_all().await.into_iter().collect()
    }
}
