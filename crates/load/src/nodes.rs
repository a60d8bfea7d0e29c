//! `load nodes`: one of two nodes dies.

use crate::game::Game;
use crate::measure::Measure;
use crate::node::ServerArgs;
use anyhow::{Result, bail};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Two nodes on one PostgreSQL, tables with two people and a bot; one node is killed, and everybody goes on through the other.
#[derive(Args)]
pub struct Nodes {
    #[command(flatten)]
    server: ServerArgs,
    /// How many tables.
    #[arg(long, default_value_t = 60)]
    tables: u64,
}

impl Nodes {
    /// Runs it and prints what was found.
    pub async fn run(mut self) -> Result<()> {
        self.server.postgres = true;
        let store = self.server.store()?;
        let one = self.server.node(&store.database).await?;
        let other = self.server.node(&store.database).await?;
        let (dying, living) = (one.address, other.address);
        let mut games = Vec::new();
        for number in 0..self.tables {
            games.push(Game::new([dying, living], number, 1, true).await?);
        }
        let measure = Arc::new(Measure::default());
        let (told, dead) = watch::channel(None::<Instant>);
        let until = Instant::now() + Duration::from_secs(20);
        let mut tasks = JoinSet::new();
        for mut game in games {
            let (measure, dead) = (measure.clone(), dead.clone());
            tasks.spawn(async move {
                let pace = Duration::from_millis(100);
                let mut longest = Duration::ZERO;
                // The first loss of connection is the node's death; from then on the other one must do.
                while let Err(error) = game.play(Instant::now()..until, pace, &measure).await {
                    let Some(death) = *dead.borrow() else {
                        return Err(error);
                    };
                    if game.players[0].address == living {
                        return Err(error);
                    }
                    let before = game.acknowledged.len();
                    game.move_to([living, living]);
                    // Until a bot of the dead node decides, nobody may be asked: wait for the next acknowledged move.
                    let soon = Instant::now() + Duration::from_secs(15);
                    while game.acknowledged.len() == before && Instant::now() < soon {
                        let part = Instant::now() + Duration::from_millis(250);
                        game.play(Instant::now()..part, Duration::from_millis(1), &measure)
                            .await?;
                    }
                    longest = longest.max(death.elapsed());
                }
                game.verify().await?;
                Ok((longest, game.acknowledged.len()))
            });
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
        told.send_replace(Some(Instant::now()));
        one.kill()?;
        let (mut waits, mut moves) = (Vec::new(), 0);
        for outcome in tasks.join_all().await {
            let (wait, acknowledged) = outcome?;
            waits.push(wait);
            moves += acknowledged;
        }
        waits.sort();
        let longest = waits.last().copied().unwrap_or_default();
        println!(
            "{} tables, {moves} moves: after the death of a node the next move was acknowledged within {:.1} s (median {:.1} s); \
             nothing lost, nothing played twice, {} gaps",
            self.tables,
            longest.as_secs_f64(),
            waits
                .get(waits.len() / 2)
                .copied()
                .unwrap_or_default()
                .as_secs_f64(),
            measure.gaps.load(std::sync::atomic::Ordering::Relaxed),
        );
        if longest > Duration::from_secs(5) {
            bail!("that is longer than 5 seconds");
        }
        Ok(())
    }
}
