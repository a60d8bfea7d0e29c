//! `durbar bench`: measures the speed of the rules.

use crate::setting::{self, GameArgs};
use anyhow::Result;
use bots::{Bot, Chair, Random, Spec, Thought};
use clap::Args;
use kit::{Game, Key, Seed};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};
use table::{AnyGame, ForGame, Playable};

/// Measure the speed of the rules with random play on one thread.
///
/// Times depend on the machine and its load; `cargo xtask instructions` counts instructions instead.
#[derive(Args)]
#[command(after_help = setting::games_help())]
pub struct Bench {
    /// The game; by default all games.
    #[arg(value_parser = setting::game)]
    game: Option<AnyGame>,
    #[command(flatten)]
    setup: GameArgs,
    /// The duration of the measurement, in seconds.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Print one JSON object per game.
    #[arg(long)]
    json: bool,
}

impl Bench {
    /// Measures and prints the results.
    pub fn run(self) -> Result<()> {
        for game in AnyGame::all().filter(|game| self.game.is_none_or(|wanted| wanted == *game)) {
            let figures = game.run(Run(&self))?;
            if self.json {
                println!("{}", serde_json::to_string(&figures)?)
            } else {
                figures.print()
            }
        }
        Ok(())
    }
}

/// The results for one game.
#[derive(Serialize)]
struct Figures {
    game: &'static str,
    seats: u8,
    decisions_per_second: f64,
    games_per_second: f64,
    bytes_of_state: usize,
    nanoseconds_per_clone: f64,
    allocations_per_decision: f64,
    search_iterations_per_second: f64,
}

impl Figures {
    fn print(&self) {
        println!(
            "{} with {} players, random play, one thread",
            self.game, self.seats
        );
        println!("{:>16.0} decisions per second", self.decisions_per_second);
        println!("{:>16.0} games per second", self.games_per_second);
        println!("{:>16} bytes of state", self.bytes_of_state);
        println!("{:>16.1} ns per clone", self.nanoseconds_per_clone);
        println!(
            "{:>16.3} allocations per decision",
            self.allocations_per_decision
        );
        println!(
            "{:>16.0} search iterations per second",
            self.search_iterations_per_second
        );
    }
}

struct Run<'a>(&'a Bench);

impl ForGame for Run<'_> {
    type Output = Result<Figures>;

    fn run<G: Playable>(self) -> Result<Figures> {
        let Run(asked) = self;
        let options = asked.setup.options::<G>()?;
        let seed = Seed::from_text("bench");
        let mut last = G::new(&options, seed)?;
        let seats = last.seats();
        let mut bots = G::seat_bots(&vec![Spec::Random; seats.into()], seed);
        let mut legal = Vec::with_capacity(1024);
        let mut play = |number| {
            last = G::new(&options, seed.child(number))?;
            anyhow::Ok(last.play_out(&mut bots, &mut legal, &mut |_, _| ())?)
        };
        play(0)?; // Warms up.
        let mut outcome = Ok(());
        let (mut games, mut decisions, mut busy) = (0, 0, Duration::ZERO);
        let allocated = allocation_counter::measure(|| {
            let start = Instant::now();
            while outcome.is_ok() && busy < Duration::from_secs(asked.seconds) {
                games += 1;
                outcome = play(games).map(|counts| decisions += counts.decisions);
                busy = start.elapsed();
            }
        });
        outcome?;
        let per_second = |count: u64| count as f64 / busy.as_secs_f64();
        Ok(Figures {
            game: G::ABOUT.name,
            seats,
            decisions_per_second: per_second(decisions),
            games_per_second: per_second(games),
            bytes_of_state: size_of::<G>(),
            nanoseconds_per_clone: nanoseconds_per_clone(&last),
            allocations_per_decision: allocated.count_total as f64 / decisions as f64,
            search_iterations_per_second: search_iterations_per_second::<G>(&options, seed)?,
        })
    }
}

fn nanoseconds_per_clone<G: Game>(state: &G) -> f64 {
    const CLONES: u32 = 1_000_000;
    let mut copy = state.clone();
    let start = Instant::now();
    for _ in 0..CLONES {
        copy = black_box(black_box(&copy).clone());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CLONES)
}

/// Searches at up to a few decisions of a random game that offer a choice.
fn search_iterations_per_second<G: Playable>(options: &G::Options, seed: Seed) -> Result<f64> {
    const SEARCHES: u32 = 40;
    const ITERATIONS: u32 = 1000;
    let search = Spec::Search(Thought::Iterations(ITERATIONS));
    let mut search = G::seat_bot(search, seed, bots::now);
    let mut random = Random::new(seed);
    let mut game = G::new(options, seed)?;
    let mut legal = Vec::new();
    let (mut searches, mut busy) = (0, Duration::ZERO);
    while let Some(seat) = game.deciders().lowest().filter(|_| searches < SEARCHES) {
        let Some(chair) = Chair::new(&game, seat, &mut legal) else {
            break;
        };
        if chair.legal().len() > 1 {
            let start = Instant::now();
            black_box(search.choose(&chair));
            busy += start.elapsed();
            searches += 1;
        }
        let action = random.choose(&chair);
        game.apply(seat, action, &mut ())?;
    }
    Ok(f64::from(searches * ITERATIONS) / busy.as_secs_f64())
}
