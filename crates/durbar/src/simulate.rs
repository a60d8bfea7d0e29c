//! `durbar simulate`: plays many games between bots.

use crate::series::Series;
use crate::setting;
use anyhow::{Context, Result};
use bots::{Counts, Spec};
use clap::Args;
use kit::{Key, Seat, Seed, Standings};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use table::{ForGame, History, Playable, Player};

/// Play games between bots and report the results.
///
/// The same seed gives the same games, regardless of the number of threads.
#[derive(Args)]
#[command(after_help = setting::games_help())]
pub struct Simulate {
    #[command(flatten)]
    series: Series,
    /// The number of games to play.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The bots in seat order, separated by commas; if there are fewer than seats, they are repeated.
    #[arg(long, value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
    /// Write the record of every game into this folder.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Plays the games and prints the report.
    pub fn run(self) -> Result<()> {
        self.series.game.run(Run(&self))
    }
}

struct Run<'a>(&'a Simulate);

impl ForGame for Run<'_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let Run(asked) = self;
        let options = asked.series.options::<G>()?;
        let seed = asked.series.seed();
        let seats = G::new(&options, seed)?.seats();
        let bots = setting::bots(&asked.bots, seats)?;
        if let Some(folder) = &asked.records {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        let play = |number, legal: &mut _| {
            play_one::<G>(asked, &options, &bots, seed.child(number), number, legal)
        };
        let tally = asked
            .series
            .play(asked.games, play, Tally::with)?
            .context("no game was played")?;
        let report = Report {
            asked,
            bots: &bots,
            options: serde_json::to_value(&options)?,
            tally,
        };
        let mut out = std::io::stdout().lock();
        if asked.json {
            writeln!(out, "{}", report.json())?
        } else {
            report.print(&mut out)?
        }
        Ok(())
    }
}

fn play_one<G: Playable>(
    asked: &Simulate,
    options: &G::Options,
    bots: &[Spec],
    seed: Seed,
    number: u64,
    legal: &mut Vec<G::Action>,
) -> Result<Tally> {
    let mut seated = G::seat_bots(bots, seed);
    let mut game = G::new(options, seed)?;
    let mut played = Vec::new();
    let counts = game.play_out(&mut seated, legal, &mut |seat, action| {
        if asked.records.is_some() {
            played.push((seat, action));
        }
    })?;
    if let Some(folder) = &asked.records {
        let mut table = History::<G>::new(options, seed)?;
        for (seat, action) in played {
            table.play(seat, action)?;
        }
        let players = bots.iter().map(Player::bot).collect();
        let file = folder.join(format!("{}-{:06}.record", G::ABOUT.key, number + 1));
        let record = table
            .record(players)
            .map(|record| record.to_string())
            .unwrap_or_default();
        std::fs::write(&file, record)
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    Ok(Tally::of(&game.standings(), counts))
}

/// Sums over games. They are integers, so that the order of addition does not matter.
struct Tally {
    games: u64,
    counts: Counts,
    seats: Vec<SeatTally>,
    automatic: Option<SeatTally>,
}

/// Sums of one seat, or of the automatic opponent.
struct SeatTally {
    /// Games won, in units of 1/[`WHOLE_WIN`]; a shared victory is divided.
    wins: u64,
    points: i64,
    squares: i64,
    lowest: i64,
    highest: i64,
    sources: Vec<(&'static str, i64)>,
}

/// A common multiple of all possible numbers of winners.
const WHOLE_WIN: u64 = 60;

impl Tally {
    fn of(standings: &Standings, counts: Counts) -> Self {
        let share = WHOLE_WIN
            .checked_div(standings.winners.len().into())
            .unwrap_or(0);
        let seat = |(index, score): (usize, &kit::Score)| {
            let won = Seat::at(index).is_some_and(|seat| standings.winners.contains(seat));
            SeatTally::of(score, if won { share } else { 0 })
        };
        let automatic_wins = if standings.winners.is_empty() {
            WHOLE_WIN
        } else {
            0
        };
        Tally {
            games: 1,
            counts,
            seats: standings.scores.iter().enumerate().map(seat).collect(),
            automatic: standings
                .automatic
                .as_ref()
                .map(|score| SeatTally::of(score, automatic_wins)),
        }
    }

    fn with(mut self, other: Tally) -> Self {
        self.games += other.games;
        self.counts.decisions += other.counts.decisions;
        self.counts.legal += other.counts.legal;
        self.counts.most_legal = self.counts.most_legal.max(other.counts.most_legal);
        let own = self.seats.iter_mut().chain(&mut self.automatic);
        let others = other.seats.iter().chain(&other.automatic);
        own.zip(others).for_each(|(own, other)| own.add(other));
        self
    }
}

impl SeatTally {
    fn of(score: &kit::Score, wins: u64) -> Self {
        let points = i64::from(score.total);
        let sources = score
            .sources
            .iter()
            .map(|source| (source.name, i64::from(source.points)))
            .collect();
        SeatTally {
            wins,
            points,
            squares: points * points,
            lowest: points,
            highest: points,
            sources,
        }
    }

    fn add(&mut self, other: &SeatTally) {
        self.wins += other.wins;
        self.points += other.points;
        self.squares += other.squares;
        self.lowest = self.lowest.min(other.lowest);
        self.highest = self.highest.max(other.highest);
        for (name, points) in &other.sources {
            match self.sources.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += points,
                None => self.sources.push((name, *points)),
            }
        }
    }

    fn deviation(&self, games: f64) -> f64 {
        let mean = self.points as f64 / games;
        (self.squares as f64 / games - mean * mean).max(0.0).sqrt()
    }
}

struct Report<'a> {
    asked: &'a Simulate,
    bots: &'a [Spec],
    options: Value,
    tally: Tally,
}

impl Report<'_> {
    /// Returns each participant with its name: the seats with their bots, then an automatic opponent.
    fn lines(&self) -> impl Iterator<Item = (String, String, &SeatTally)> {
        let seats = self
            .tally
            .seats
            .iter()
            .zip(self.bots)
            .enumerate()
            .map(|(seat, (tally, bot))| (seat.to_string(), bot.to_string(), tally));
        let automatic = self
            .tally
            .automatic
            .iter()
            .map(|tally| ("-".to_owned(), "automatic".to_owned(), tally));
        seats.chain(automatic)
    }

    fn json(&self) -> Value {
        let Counts {
            decisions,
            legal,
            most_legal,
        } = self.tally.counts;
        let games = self.tally.games as f64;
        let lines = self.lines().map(|(seat, bot, tally)| {
            let sources: serde_json::Map<_, _> = tally
                .sources
                .iter()
                .map(|(name, points)| ((*name).to_owned(), json!(*points as f64 / games)))
                .collect();
            json!({
                "seat": seat.parse::<u8>().ok(),
                "bot": bot,
                "win_share": tally.wins as f64 / WHOLE_WIN as f64 / games,
                "mean_score": tally.points as f64 / games,
                "deviation": tally.deviation(games),
                "lowest": tally.lowest,
                "highest": tally.highest,
                "mean_by_source": sources,
            })
        });
        json!({
            "game": self.asked.series.game,
            "options": self.options,
            "seed": self.asked.series.seed,
            "games": self.tally.games,
            "decisions": decisions,
            "decisions_per_game": decisions as f64 / games,
            "mean_legal": legal as f64 / decisions.max(1) as f64,
            "most_legal": most_legal,
            "seats": lines.collect::<Vec<_>>(),
        })
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        let Counts {
            decisions,
            legal,
            most_legal,
        } = self.tally.counts;
        let games = self.tally.games as f64;
        writeln!(
            out,
            "{}: {}, seed ‘{}’, options {}",
            self.asked.series.game.about().name,
            counted(self.tally.games, "game"),
            self.asked.series.seed,
            self.options
        )?;
        writeln!(
            out,
            "{:.1} decisions a game, {:.1} legal actions at each (at most {most_legal})\n",
            decisions as f64 / games,
            legal as f64 / decisions.max(1) as f64
        )?;
        writeln!(
            out,
            "{:<5} {:<10} {:>7} {:>8} {:>7} {:>7} {:>8}  mean points by source",
            "seat", "bot", "wins", "mean", "+-", "lowest", "highest"
        )?;
        for (seat, bot, tally) in self.lines() {
            let sources: Vec<String> = tally
                .sources
                .iter()
                .map(|(name, points)| format!("{name} {:.1}", *points as f64 / games))
                .collect();
            writeln!(
                out,
                "{seat:<5} {bot:<10} {:>6.1}% {:>8.2} {:>7.2} {:>7} {:>8}  {}",
                100.0 * tally.wins as f64 / WHOLE_WIN as f64 / games,
                tally.points as f64 / games,
                tally.deviation(games),
                tally.lowest,
                tally.highest,
                sources.join(", ")
            )?;
        }
        Ok(())
    }
}

/// `1 game`, `2 games`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
