//! `durbar check`: searches for errors in the rules with many random games.

use crate::series;
use crate::setting;
use anyhow::{Context, Result, bail};
use clap::Args;
use kit::conformance::Care;
use kit::{Key as _, Seed, dice};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use table::{AnyGame, ForGame, Playable, every_options, options_to_words};

/// Play random games over all numbers of players and options, and check the rules.
///
/// In every game, each seat that has to decide must have a legal action, each chosen action must be accepted, and the last state must be valid. In some
/// games every state is checked: its invariants hold, its points add up, and exactly the seats that have to decide can. For a failed game, the command
/// prints how to repeat it. The same seed gives the same games.
///
/// Ten million games of each game take about 20 minutes on two idle cores, or 80 with `--closely 1`.
#[derive(Args)]
pub struct Check {
    /// The game; by default all games.
    #[arg(value_parser = setting::game)]
    game: Option<AnyGame>,
    /// The number of games to play of each game; they cycle through its options.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number of the first game, to continue a series or to repeat one game.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    from: u64,
    /// Check every state in about one of N games; in the others, only the last state.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    closely: u64,
    /// Any text; the same text gives the same games.
    #[arg(long, default_value = "durbar")]
    seed: String,
    /// The number of threads; by default one per core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Check {
    /// Plays the games and prints the results.
    pub fn run(self) -> Result<()> {
        for game in AnyGame::all() {
            if self.game.is_none_or(|wanted| wanted == game) {
                game.run(Run(&self))?;
            }
        }
        Ok(())
    }
}

struct Run<'a>(&'a Check);

impl ForGame for Run<'_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let Run(asked) = self;
        let options = every_options::<G>();
        let start = Instant::now();
        let numbers = asked.from..asked.from.saturating_add(asked.games);
        let play = |number, legal: &mut _| asked.play_one::<G>(&options, number, legal);
        let tally = series::play_numbers(numbers, asked.threads, play, Tally::with)?;
        let Tally {
            games,
            closely,
            decisions,
        } = tally.context("no game was played")?;
        println!(
            "{}: {games} games over {} combinations of players and options, {decisions} decisions, every state of {closely} games; {:.0} games a second; no flaw found",
            G::ABOUT.key,
            options.len(),
            games as f64 / start.elapsed().as_secs_f64()
        );
        Ok(())
    }
}

/// The totals.
struct Tally {
    games: u64,
    closely: u64,
    decisions: u64,
}

impl Tally {
    fn with(self, other: Tally) -> Self {
        Tally {
            games: self.games + other.games,
            closely: self.closely + other.closely,
            decisions: self.decisions + other.decisions,
        }
    }
}

impl Check {
    fn play_one<G: Playable>(
        &self,
        options: &[G::Options],
        number: u64,
        legal: &mut Vec<G::Action>,
    ) -> Result<Tally> {
        let count = options.len().max(1) as u64;
        let options = options.get((number % count) as usize);
        let options = options.context("this game has no valid options")?;
        // Every combination of options is checked closely in turn.
        let care = match (number / count).is_multiple_of(self.closely) {
            true => Care::AtEveryStep,
            false => Care::AtTheEnd,
        };
        let seed = Seed::from_text(&self.seed).child(number);
        let play = || play_one::<G>(options, seed, care, legal);
        let problem = match catch_unwind(AssertUnwindSafe(play)) {
            Ok(Ok(decisions)) => {
                let closely = u64::from(care == Care::AtEveryStep);
                return Ok(Tally {
                    games: 1,
                    closely,
                    decisions,
                });
            }
            Ok(Err(error)) => format!("{error:#}"),
            Err(_) => "the rules panicked".to_owned(),
        };
        bail!(
            "game {number} of {} ({}): {problem}\nto repeat it: durbar check {} --seed '{}' --from {number} --games 1 --closely {}",
            G::ABOUT.name,
            options_to_words::<G>(options),
            G::ABOUT.key,
            self.seed,
            self.closely,
        )
    }
}

/// Plays one game to its end.
fn play_one<G: Playable>(
    options: &G::Options,
    seed: Seed,
    care: Care,
    legal: &mut Vec<G::Action>,
) -> Result<u64> {
    let mut game = G::new(options, seed)?;
    Ok(game.play_at_random(care, &mut dice(seed.child(0)), legal)?)
}
