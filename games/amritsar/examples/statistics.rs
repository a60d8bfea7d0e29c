//! Figures about random play: `cargo run --release -p amritsar --example statistics [games]`.

use amritsar::{Amritsar, Options};
use kit::{Dice, Game, Seed, below, dice};
use std::time::Instant;

/// What many random games of one kind had in common.
#[derive(Default)]
struct Figures {
    decisions: u64,
    legal: u64,
    most_legal: usize,
    deepest_stack: usize,
    points: i64,
    maharajah_points: i64,
    human_wins: u64,
}

fn main() {
    let games = std::env::args()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(10_000);
    println!("state: {} bytes", size_of::<Amritsar>());
    time_clones();
    for (players, hard) in [(1, false), (1, true), (2, false), (3, false), (4, false)] {
        let options = Options {
            players,
            hard,
            ..Options::default()
        };
        let began = Instant::now();
        let figures = play(options, games);
        report(options, games, &figures, began.elapsed().as_secs_f64());
    }
}

fn play(options: Options, games: u64) -> Figures {
    let mut figures = Figures::default();
    let mut legal = Vec::new();
    for number in 0..games {
        let seed = Seed::from_bytes([1; 32]).child(number);
        let Ok(mut game) = Amritsar::new(&options, seed) else {
            continue;
        };
        let mut whim: Dice = dice(seed);
        while let Some(seat) = game.deciders().lowest() {
            game.legal(seat, &mut legal);
            figures.decisions += 1;
            figures.legal += legal.len() as u64;
            figures.most_legal = figures.most_legal.max(legal.len());
            figures.deepest_stack = figures.deepest_stack.max(game.open.stack.len());
            let choice = below(&mut whim, legal.len() as u32) as usize;
            let played = legal
                .get(choice)
                .map(|&action| game.apply(seat, action, &mut ()));
            if !matches!(played, Some(Ok(()))) {
                eprintln!("a listed action was refused: {played:?}");
                return figures;
            }
        }
        let standings = game.standings();
        figures.points += standings
            .scores
            .iter()
            .map(|score| i64::from(score.total))
            .sum::<i64>();
        figures.maharajah_points += standings.automatic.map_or(0, |he| he.total.into());
        figures.human_wins += u64::from(!standings.winners.is_empty());
    }
    figures
}

fn report(options: Options, games: u64, figures: &Figures, seconds: f64) {
    let per_game = |sum: f64| sum / games as f64;
    println!(
        "{options:?}: {:.0} decisions per game, {:.2} legal actions (most {}), deepest stack {}, {:.1} points, {:.0} decisions per second",
        per_game(figures.decisions as f64),
        figures.legal as f64 / figures.decisions as f64,
        figures.most_legal,
        figures.deepest_stack,
        per_game(figures.points as f64) / f64::from(options.players),
        figures.decisions as f64 / seconds,
    );
    if options.players == 1 {
        println!(
            "  the Maharajah {:.1} points; random play beats him in {} of {games} games",
            per_game(figures.maharajah_points as f64),
            figures.human_wins
        );
    }
}

fn time_clones() {
    const TIMES: u32 = 1_000_000;
    let Ok(game) = Amritsar::new(&Options::default(), Seed::from_bytes([0; 32])) else {
        return;
    };
    let began = Instant::now();
    for _ in 0..TIMES {
        std::hint::black_box(*std::hint::black_box(&game));
    }
    println!(
        "clone: {:.1} ns",
        began.elapsed().as_nanos() as f64 / f64::from(TIMES)
    );
}
