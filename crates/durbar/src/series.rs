//! Runs many games in parallel.

use crate::setting::{self, GameArgs};
use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use kit::{Game, Seed};
use rayon::prelude::*;
use std::ops::Range;
use table::AnyGame;

/// The arguments of every command that plays many games.
#[derive(Args)]
pub struct Series {
    /// The game, such as `taj-mahal`.
    #[arg(value_parser = setting::game)]
    pub game: AnyGame,
    #[command(flatten)]
    setup: GameArgs,
    /// Any text; the same text gives the same games, unless a bot is limited by time.
    #[arg(long, default_value = "durbar")]
    pub seed: String,
    /// The number of threads; by default one per core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Series {
    /// Returns the checked options of the game.
    pub fn options<G: Game>(&self) -> Result<G::Options> {
        self.setup.options::<G>()
    }

    /// Returns the seed of the whole series.
    pub fn seed(&self) -> Seed {
        Seed::from_text(&self.seed)
    }

    /// Plays the games, shows the progress on a terminal, and merges the results in the order of the games. `play` gets the number of the
    /// game and a reusable buffer.
    pub fn play<A: Send, T: Send>(
        &self,
        games: u64,
        play: impl Fn(u64, &mut Vec<A>) -> Result<T> + Sync,
        merge: impl Fn(T, T) -> T + Sync,
    ) -> Result<Option<T>> {
        play_numbers(0..games, self.threads, play, merge)
    }
}

/// Plays the games with these numbers; otherwise like [`Series::play`].
pub fn play_numbers<A: Send, T: Send>(
    numbers: Range<u64>,
    threads: Option<u16>,
    play: impl Fn(u64, &mut Vec<A>) -> Result<T> + Sync,
    merge: impl Fn(T, T) -> T + Sync,
) -> Result<Option<T>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build()?;
    let progress = progress(numbers.end.saturating_sub(numbers.start));
    let merged = pool.install(|| {
        let played = numbers.into_par_iter().map_init(Vec::new, |list, number| {
            let outcome = play(number, list);
            progress.inc(1);
            outcome
        });
        played
            .try_reduce_with(|one, other| Ok(merge(one, other)))
            .transpose()
    });
    progress.finish_and_clear();
    merged
}

/// A progress bar; invisible if the output is not a terminal.
fn progress(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
