//! `durbar arena`: compares the strength of bots.

use crate::entrant::Entrant;
use crate::series::Series;
use crate::setting;
use anyhow::{Result, ensure};
use bots::Bot;
use clap::Args;
use kit::{Key, Seat, Seed, Standings};
use ratings::{NINETY_FIVE, Rating};
use serde::Serialize;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use table::{ForGame, Playable};

/// Let bots play against each other and compare their strength.
///
/// Seats are rotated: every bot plays the same shuffles from every seat. If interrupted, the command prints the results so far.
/// With `--bots value,greedy --players 4`, one `value` plays against three `greedy`: the last bot fills the remaining seats. `net@FILE` is a net that plays
/// alone, and `search:500@FILE` a search with this net; `durbar train` makes such files.
#[derive(Args)]
#[command(after_help = setting::games_help())]
pub struct Arena {
    #[command(flatten)]
    series: Series,
    /// The bots, separated by commas; the last one fills the remaining seats.
    #[arg(long, value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// The number of games to play.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
}

impl Arena {
    /// Plays the games and prints the results.
    pub fn run(self) -> Result<()> {
        self.series.game.run(Run(&self))
    }
}

struct Run<'a>(&'a Arena);

impl ForGame for Run<'_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let Run(asked) = self;
        let options = asked.series.options::<G>()?;
        let seed = asked.series.seed();
        let seats = G::new(&options, seed)?.seats();
        let entrants = entrants::<G>(&asked.bots, seats)?;
        let interrupted = interruption()?;
        let play = |number, legal: &mut _| match interrupted.load(Ordering::Relaxed) {
            true => Ok(Vec::new()),
            false => Ok(vec![sit_down::<G>(
                &options, &entrants, seed, number, legal,
            )?]),
        };
        let played = asked
            .series
            .play(asked.games, play, |one, other| [one, other].concat())?
            .unwrap_or_default();
        report(asked, &entrants, &played)
    }
}

/// Plays one game. Consecutive games have the same shuffles, with the bots one seat further each time.
fn sit_down<G: Playable>(
    options: &G::Options,
    entrants: &[Entrant],
    seed: Seed,
    number: u64,
    legal: &mut Vec<G::Action>,
) -> Result<Played> {
    let seats = entrants.len();
    let shuffles = seed.child(number / seats as u64);
    let rotation = (number % seats as u64) as usize;
    let seating: Vec<usize> = (0..seats).map(|seat| (seat + rotation) % seats).collect();
    let seed = shuffles.child(number);
    let seated = seating.iter().filter_map(|&entrant| entrants.get(entrant));
    let mut bots: Vec<Box<dyn Bot<G>>> = (0..)
        .zip(seated)
        .map(|(seat, entrant)| entrant.seat(seed.child(seat)))
        .collect();
    let mut game = G::new(options, shuffles)?;
    game.play_out(&mut bots, legal, &mut |_, _| ())?;
    Ok(Played {
        seating,
        standings: game.standings(),
    })
}

/// Returns one bot for each seat; the last one fills the remaining seats.
fn entrants<G: Playable>(names: &[String], seats: u8) -> Result<Vec<Entrant>> {
    ensure!(
        names.len() <= seats.into(),
        "{} bots for {seats} seats; give one for each seat, or fewer, and the last one fills the others",
        names.len()
    );
    let mut entrants = names
        .iter()
        .map(|name| Entrant::read::<G>(name))
        .collect::<Result<Vec<_>>>()?;
    if let Some(last) = entrants.last().cloned() {
        entrants.resize(seats.into(), last);
    }
    Ok(entrants)
}

/// Returns a flag that becomes true when the command is interrupted.
fn interruption() -> Result<&'static AtomicBool> {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    std::thread::spawn(move || {
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            INTERRUPTED.store(true, Ordering::Relaxed);
        }
    });
    Ok(&INTERRUPTED)
}

/// A finished game: the entrant in each seat, and the result.
#[derive(Clone)]
struct Played {
    seating: Vec<usize>,
    standings: Standings,
}

/// The results of one bot, over all its seats.
#[derive(Serialize)]
struct BotResult {
    bot: String,
    appearances: u64,
    win_share: f64,
    win_share_low: f64,
    win_share_high: f64,
    mean_rank: f64,
    mean_score: f64,
    mean_score_margin: f64,
    rating: f64,
    rating_uncertainty: f64,
}

fn report(asked: &Arena, entrants: &[Entrant], played: &[Played]) -> Result<()> {
    let mut names: Vec<String> = Vec::new();
    for name in entrants.iter().map(Entrant::to_string) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let ratings = rate(&names, entrants, played);
    let lines: Vec<BotResult> = names
        .iter()
        .zip(ratings)
        .map(|(name, rating)| line(name, entrants, played, rating))
        .collect();
    let mut out = std::io::stdout().lock();
    if asked.json {
        writeln!(
            out,
            "{}",
            json!({"game": asked.series.game, "seed": asked.series.seed, "games": played.len(), "bots": lines})
        )?;
        return Ok(());
    }
    writeln!(
        out,
        "{}: {} games, players: {}, seed ‘{}’\n",
        asked.series.game.about().name,
        played.len(),
        entrants.len(),
        asked.series.seed
    )?;
    writeln!(
        out,
        "{:<16} {:>7} {:>22} {:>10} {:>18} {:>14}",
        "bot", "seats", "first places", "mean rank", "mean score", "rating"
    )?;
    for line in lines {
        let wins = format!(
            "{:.1}% ({:.1}-{:.1})",
            100.0 * line.win_share,
            100.0 * line.win_share_low,
            100.0 * line.win_share_high
        );
        let score = format!("{:.2} +-{:.2}", line.mean_score, line.mean_score_margin);
        let rating = format!("{:.2} +-{:.2}", line.rating, line.rating_uncertainty);
        writeln!(
            out,
            "{:<16} {:>7} {wins:>22} {:>10.2} {score:>18} {rating:>14}",
            line.bot, line.appearances, line.mean_rank
        )?;
    }
    Ok(())
}

fn line(name: &str, entrants: &[Entrant], played: &[Played], rating: Rating) -> BotResult {
    let (mut appearances, mut wins, mut ranks, mut points, mut squares) =
        (0u64, 0.0, 0.0, 0.0, 0.0);
    for game in played {
        let sat = game
            .seating
            .iter()
            .zip(ratings::ranks(&game.standings))
            .zip(&game.standings.scores)
            .enumerate();
        for (seat, ((&entrant, rank), score)) in sat {
            if entrants
                .get(entrant)
                .is_some_and(|spec| spec.to_string() == name)
            {
                let won = Seat::at(seat).is_some_and(|seat| game.standings.winners.contains(seat));
                appearances += 1;
                wins += if won {
                    1.0 / f64::from(game.standings.winners.len())
                } else {
                    0.0
                };
                ranks += rank as f64;
                points += f64::from(score.total);
                squares += f64::from(score.total).powi(2);
            }
        }
    }
    let count = appearances.max(1) as f64;
    let (low, high) = wilson(wins / count, count);
    let mean = points / count;
    BotResult {
        bot: name.to_owned(),
        appearances,
        win_share: wins / count,
        win_share_low: low,
        win_share_high: high,
        mean_rank: ranks / count,
        mean_score: mean,
        mean_score_margin: NINETY_FIVE * ((squares / count - mean * mean).max(0.0) / count).sqrt(),
        rating: rating.value,
        rating_uncertainty: NINETY_FIVE * rating.uncertainty,
    }
}

/// Returns Wilson's interval of a proportion, which stays between 0 and 1 even for few games.
pub fn wilson(share: f64, count: f64) -> (f64, f64) {
    let z2 = NINETY_FIVE * NINETY_FIVE;
    let middle = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let reach = NINETY_FIVE * (share * (1.0 - share) / count + z2 / (4.0 * count * count)).sqrt()
        / (1.0 + z2 / count);
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// Returns the rating of each bot after all games, in the order of their numbers.
fn rate(names: &[String], entrants: &[Entrant], played: &[Played]) -> Vec<Rating> {
    let of_entrant: Vec<usize> = entrants
        .iter()
        .map(|spec| {
            names
                .iter()
                .position(|name| *name == spec.to_string())
                .unwrap_or(0)
        })
        .collect();
    let mut ratings = vec![Rating::default(); names.len()];
    for game in played {
        let bots: Vec<usize> = game
            .seating
            .iter()
            .filter_map(|&entrant| of_entrant.get(entrant).copied())
            .collect();
        let before = bots
            .iter()
            .filter_map(|&bot| ratings.get(bot).copied())
            .zip(ratings::ranks(&game.standings));
        let after = ratings::after(&before.collect::<Vec<_>>());
        // A bot in several seats is updated by the average of its changes.
        for (bot, rating) in ratings.iter_mut().enumerate() {
            let new = bots.iter().zip(&after).filter(|(other, _)| **other == bot);
            let new: Vec<&Rating> = new.map(|(_, new)| new).collect();
            let count = new.len() as f64;
            if !new.is_empty() {
                rating.value = new.iter().map(|new| new.value).sum::<f64>() / count;
                rating.uncertainty = new.iter().map(|new| new.uncertainty).sum::<f64>() / count;
            }
        }
    }
    ratings
}
