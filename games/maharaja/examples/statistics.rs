//! Figures of random play: `cargo run --release -p maharaja --example statistics [games]`.

use kit::{Game, Seed, below, dice};
use maharaja::components::Level;
use maharaja::{Maharaja, Options};
use std::hint::black_box;
use std::time::Instant;

/// What was seen in some games of one kind.
#[derive(Default)]
struct Figures {
    games: u64,
    decisions: u64,
    listed: u64,
    most_listed: usize,
    points: i64,
    scores: u64,
    automatic: i64,
    wins_against_automatic: u64,
    early: u64,
    longest: u64,
}

fn main() {
    let games = std::env::args()
        .nth(1)
        .and_then(|games| games.parse().ok())
        .unwrap_or(10_000);
    let solo = [Level::Easy, Level::Normal, Level::Hard].map(|level| Options {
        players: 1,
        level: Some(level),
        ..Options::default()
    });
    let others = [2, 3, 4].map(|players| Options {
        players,
        ..Options::default()
    });
    for options in solo.into_iter().chain(others) {
        let level = options.level.map_or("", kit::Id::id);
        println!("{} players {level}", options.players);
        report(&options, games);
    }
    println!(
        "state: {} bytes, clone {:.0} ns",
        size_of::<Maharaja>(),
        clone_time()
    );
}

fn report(options: &Options, games: u64) {
    let mut figures = Figures::default();
    let begun = Instant::now();
    for number in 0..games {
        play(options, number, &mut figures);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let mean = |sum: u64, count: u64| sum as f64 / count as f64;
    println!(
        "  {:.1} decisions a game (longest {}), {:.1} legal actions (most {}), {:.2} points, {:.1} % ended early, {:.0} decisions/s",
        mean(figures.decisions, figures.games),
        figures.longest,
        mean(figures.listed, figures.decisions),
        figures.most_listed,
        figures.points as f64 / figures.scores as f64,
        100.0 * mean(figures.early, figures.games),
        figures.decisions as f64 / seconds,
    );
    if options.players == 1 {
        println!(
            "  Brahmabot {:.2} points; {:.1} % of the games won against him",
            figures.automatic as f64 / figures.games as f64,
            100.0 * mean(figures.wins_against_automatic, figures.games),
        );
    }
}

fn play(options: &Options, number: u64, figures: &mut Figures) {
    let seed = Seed::from_bytes([0; 32]).child(number);
    let Ok(mut game) = Maharaja::new(options, seed) else {
        return;
    };
    let mut dice = dice(seed.child(0));
    let mut actions = Vec::new();
    let mut decisions = 0;
    while let Some(seat) = game.deciders().lowest() {
        game.legal(seat, &mut actions);
        figures.listed += actions.len() as u64;
        figures.most_listed = figures.most_listed.max(actions.len());
        let Some(&action) = actions.get(below(&mut dice, actions.len() as u32) as usize) else {
            return;
        };
        if game.apply(seat, action, &mut ()).is_err() {
            return;
        }
        decisions += 1;
    }
    let standings = game.standings();
    figures.games += 1;
    figures.decisions += decisions;
    figures.longest = figures.longest.max(decisions);
    figures.points += standings
        .scores
        .iter()
        .map(|score| i64::from(score.total))
        .sum::<i64>();
    figures.scores += standings.scores.len() as u64;
    figures.automatic += standings
        .automatic
        .map_or(0, |score| i64::from(score.total));
    figures.wins_against_automatic += u64::from(!standings.winners.is_empty());
    figures.early += u64::from(game.open.round < maharaja::components::ROUNDS);
}

fn clone_time() -> f64 {
    const TIMES: u32 = 1_000_000;
    let Ok(game) = Maharaja::new(&Options::default(), Seed::from_bytes([1; 32])) else {
        return f64::NAN;
    };
    let begun = Instant::now();
    for _ in 0..TIMES {
        let copy = *black_box(&game);
        black_box(&copy);
    }
    begun.elapsed().as_nanos() as f64 / f64::from(TIMES)
}
