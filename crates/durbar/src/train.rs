//! `durbar train`: lets nets learn a game by playing against themselves.

use crate::setting;
use anyhow::{Context as _, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use kit::{About, Seed};
use std::path::PathBuf;
use table::{AnyGame, ForGame, Playable};
use train::{Budgets, Plan, Progress, School};

/// Let nets learn a game by playing against themselves.
///
/// In each generation, searches play against each other, a net learns from these games and those of the two generations before, and plays a duel against the best net
/// so far. The first generation searches with the game's own prospects. Games, nets and a log are written to the folder. If interrupted, the same command goes
/// on where it stopped, and comes to the same nets. `durbar arena` compares the nets with other bots.
#[derive(Args)]
pub struct Train {
    /// The game, such as `taj-mahal`.
    #[arg(value_parser = setting::game)]
    game: AnyGame,
    /// The folder for games, nets and the log; by default one with the name of the game.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The number of generations.
    #[arg(long, default_value_t = 4)]
    generations: u32,
    /// The number of games of each generation.
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number of games of the first generation, most of which are played without a search and cost little.
    #[arg(long, default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(1..))]
    first_games: u64,
    /// The worlds that a search imagines for one decision in six, from which the policy is learned.
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(2..))]
    thorough: u32,
    /// The worlds that a search imagines for the other decisions.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    quick: u32,
    /// The number of times that each game is learned from.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The number of games of the duel with the best net so far.
    #[arg(long, default_value_t = 400)]
    duels: u64,
    /// The number of players in all games; by default half of the games have any number.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The number of threads that play.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Any text; the same text comes to the same nets.
    #[arg(long, default_value = "durbar")]
    seed: String,
}

/// One game in this many of the first generation is searched.
const SELDOM: u32 = 32;

impl Train {
    /// Plays and learns until all generations are done.
    pub fn run(self) -> Result<()> {
        let About { key, .. } = self.game.about();
        let folder = self.folder.clone().unwrap_or_else(|| key.into());
        let bar = ProgressBar::no_length();
        let style =
            ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} games, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let mut show = |progress| match progress {
            Progress::Told(line) => bar.suspend(|| println!("{line}")),
            Progress::Playing(generation, done, all) => {
                advance(&bar, format!("generation {generation} plays"), done, all);
            }
            Progress::Learning(generation, done, all) => {
                advance(&bar, format!("generation {generation} learns"), done, all);
            }
            Progress::Dueling(generation, done, all) => {
                advance(&bar, format!("generation {generation} duels"), done, all);
            }
        };
        let plan = self.plan();
        let school = School::open(&folder, plan, &mut show);
        let mut school = school.with_context(|| format!("cannot open {}", folder.display()))?;
        self.game.run(Run(&mut school))?;
        bar.finish_and_clear();
        Ok(())
    }

    fn plan(&self) -> Plan {
        Plan {
            generations: self.generations,
            games: self.games,
            first_games: self.first_games,
            budgets: Budgets {
                thorough: self.thorough,
                quick: self.quick,
                seldom: SELDOM,
            },
            rounds: self.rounds,
            duels: self.duels,
            players: self.players,
            threads: self.threads.into(),
            seed: Seed::from_text(&self.seed),
        }
    }
}

struct Run<'a, 'b>(&'a mut School<'b>);

impl ForGame for Run<'_, '_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let Run(school) = self;
        Ok(school.run::<G>()?)
    }
}

/// Shows the progress; each activity has a bar of its own.
fn advance(bar: &ProgressBar, activity: String, done: u64, all: u64) {
    if bar.message() != activity {
        bar.set_message(activity);
        bar.reset();
        bar.set_length(all);
    }
    bar.set_position(done);
}
