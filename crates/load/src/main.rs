//! Load and faults for a server of Durbar: random legal games over the HTTP API, with live viewers, on real processes.
#![allow(
    clippy::indexing_slicing,
    reason = "a load tool may panic, like a test; no user runs it"
)]

mod check;
mod faults;
mod flood;
mod game;
mod history;
mod kill;
mod measure;
mod node;
mod nodes;
mod notices;
mod play;
mod proxy;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Load and faults for a server of Durbar. Each starts its own servers and stores.
#[derive(Parser)]
#[command(max_term_width = 100)]
struct Load {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Kill(kill::Kill),
    Nodes(nodes::Nodes),
    Flood(flood::Flood),
    Notices(notices::Notices),
    Faults(Box<faults::Faults>),
}

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        match Load::parse().command {
            Command::Play(play) => play.run().await,
            Command::Kill(kill) => kill.run().await,
            Command::Nodes(nodes) => nodes.run().await,
            Command::Flood(flood) => flood.run().await,
            Command::Notices(notices) => notices.run().await,
            Command::Faults(faults) => faults.run().await,
        }
    })
}
