//! `load kill`: a server that dies again and again.

use crate::game::Game;
use crate::measure::Measure;
use crate::node::ServerArgs;
use anyhow::{Context, Result};
use clap::Args;
use kit::{Seed, below, dice};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Kills the server under load (SIGKILL), starts it again, and checks that every acknowledged move is there and every table stands as it was seen.
#[derive(Args)]
pub struct Kill {
    #[command(flatten)]
    server: ServerArgs,
    /// How often.
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// How many tables.
    #[arg(long, default_value_t = 60)]
    tables: u64,
}

impl Kill {
    /// Runs it and prints what was found.
    pub async fn run(self) -> Result<()> {
        let store = self.server.store()?;
        let mut node = self.server.node(&store.database).await?;
        let mut games = Vec::new();
        for number in 0..self.tables {
            games.push(Game::new([node.address; 2], number, 0, true).await?);
        }
        let measure = Arc::new(Measure::default());
        let mut dice = dice(Seed::from_text("kill"));
        let mut pending = 0;
        for round in 1..=self.rounds {
            let mut tasks = JoinSet::new();
            for mut game in games.drain(..) {
                let measure = measure.clone();
                tasks.spawn(async move {
                    let far = Instant::now() + Duration::from_secs(3600);
                    let outcome = game
                        .play(Instant::now()..far, Duration::from_millis(1), &measure)
                        .await;
                    (game, outcome)
                });
            }
            tokio::time::sleep(Duration::from_millis(
                300 + u64::from(below(&mut dice, 1500)),
            ))
            .await;
            node.kill()?;
            games = tasks
                .join_all()
                .await
                .into_iter()
                .map(|(game, _)| game)
                .collect();
            node = self.server.node(&store.database).await?;
            for game in &mut games {
                game.move_to([node.address; 2]);
                pending += usize::from(game.pending.is_some());
                game.verify()
                    .await
                    .with_context(|| format!("after death {round}"))?;
            }
        }
        println!(
            "{} deaths, {} moves acknowledged, {pending} answers lost and asked for again: every acknowledged move is there, once, and every table stands as it was seen; {} gaps",
            self.rounds,
            measure.moves(),
            measure.gaps.load(std::sync::atomic::Ordering::Relaxed),
        );
        Ok(())
    }
}
