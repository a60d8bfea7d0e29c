//! The `durbar` command: hosts, plays, replays and analyses the games.

mod admin;
mod arena;
mod bench;
mod check;
mod engine;
mod entrant;
mod fit;
mod moving;
mod replay;
mod series;
mod serve;
mod setting;
mod simulate;
mod train;
mod tune;

use clap::{CommandFactory as _, Parser, Subcommand};
use std::process::ExitCode;

/// Board games of India: host them, play them between bots, replay them, or drive them from a program.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Durbar {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands; each is documented in its module.
#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Admin(admin::Admin),
    Export(moving::Export),
    Import(moving::Import),
    Simulate(simulate::Simulate),
    Arena(arena::Arena),
    Replay(replay::Replay),
    Engine(engine::Engine),
    Bench(bench::Bench),
    Check(check::Check),
    Tune(tune::Tune),
    Fit(fit::Fit),
    Train(train::Train),
}

/// Returns the definition of the command, for manual pages and shell completions.
pub fn command() -> clap::Command {
    Durbar::command()
}

/// Runs the command with the arguments of this process.
pub fn run() -> ExitCode {
    let outcome = match Durbar::parse().command {
        Command::Serve(serve) => serve.run(),
        Command::Admin(admin) => admin.run(),
        Command::Export(export) => export.run(),
        Command::Import(import) => import.run(),
        Command::Simulate(simulate) => simulate.run(),
        Command::Arena(arena) => arena.run(),
        Command::Replay(replay) => replay.run(),
        Command::Engine(engine) => engine.run(),
        Command::Bench(bench) => bench.run(),
        Command::Check(check) => check.run(),
        Command::Tune(tune) => tune.run(),
        Command::Fit(fit) => fit.run(),
        Command::Train(train) => train.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("durbar: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether the reader of the output has closed it, as in `durbar replay game.txt | head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
