//! `durbar fit`: measures what a game's prospects bring.

use crate::series::Series;
use crate::tune::line;
use anyhow::{Result, bail, ensure};
use bots::{Bot, Chair, Judgement, Lookahead};
use clap::Args;
use kit::{Amounts, Judge, Key, PerSeat, Prospect, Seat, below, dice};
use table::{ForGame, Playable};

/// Measure what a game's prospects bring by the end of the game.
///
/// Bots that look one step ahead, with random errors, play many games. At some of their decisions the prospects of all seats are recorded, and after the
/// game the points that each seat has made since. The printed figures are the least-squares fit of the differences between the seats. Copy them into the
/// game's `prospects.rs` once `durbar arena` has confirmed that searching with them is better.
#[derive(Args)]
pub struct Fit {
    #[command(flatten)]
    series: Series,
    /// The number of games to play.
    #[arg(long, default_value_t = 4000)]
    games: u64,
    /// The maximum error of the bots' evaluation of an action, in points.
    #[arg(long, default_value_t = 1.0)]
    noise: f32,
}

/// One in this many decisions is recorded.
const SELDOM: u32 = 12;

impl Fit {
    /// Plays the games and prints the figures.
    pub fn run(self) -> Result<()> {
        self.series.game.run(Run(&self))
    }
}

struct Run<'a>(&'a Fit);

impl ForGame for Run<'_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let Run(asked) = self;
        let options = asked.series.options::<G>()?;
        let seats = G::new(&options, asked.series.seed())?.seats();
        ensure!(
            seats > 1,
            "the fit compares seats: at least two players are needed"
        );
        let play = |number: u64, legal: &mut _| note_game::<G>(asked, &options, number, legal);
        let Some(notes) = asked.series.play(asked.games, play, Notes::merge)? else {
            bail!("at least one game is needed");
        };
        let worth = G::Prospect::WORTH;
        let brings = notes.solve(worth.as_ref().iter().copied().map(f64::from));
        for (prospect, brings) in G::Prospect::all().zip(&brings) {
            println!("{}", line(prospect, worth[prospect], Some(*brings)));
        }
        println!(
            "explained: {:.1}% of the differences; {} states of {} games",
            100.0 * notes.explained(&brings),
            notes.states,
            asked.games
        );
        Ok(())
    }
}

/// Plays one game, and records the prospects of its seats and the points that followed.
fn note_game<G: Judge>(
    asked: &Fit,
    options: &G::Options,
    number: u64,
    legal: &mut Vec<G::Action>,
) -> Result<Notes> {
    let seed = asked.series.seed().child(number);
    let mut dice = dice(seed.child(u64::MAX));
    let mut game = G::new(options, seed)?;
    let mut bots: Vec<Lookahead<G>> = Seat::first(game.seats())
        .map(|seat| {
            let seed = seed.child(seat.number().into());
            Lookahead::value(Judgement::of_worth(), seed).with_noise(asked.noise)
        })
        .collect();
    let mut seen: Vec<(PerSeat<Amounts<G>>, PerSeat<i32>)> = Vec::new();
    while let Some(seat) = game.deciders().lowest() {
        if below(&mut dice, SELDOM) == 0 {
            let mut amounts = PerSeat::of(game.seats());
            game.prospects(Seat::first(game.seats()).collect(), &mut amounts);
            seen.push((amounts, PerSeat::new(game.seats(), |seat| game.score(seat))));
        }
        let (Some(chair), Some(bot)) = (
            Chair::new(&game, seat, legal),
            bots.get_mut(usize::from(seat.number())),
        ) else {
            bail!("seat {seat} has to decide but has no legal action or no bot")
        };
        let action = bot.choose(&chair);
        game.apply(seat, action, &mut ())?;
    }
    let mut notes = Notes::of(G::Prospect::COUNT);
    for (amounts, points) in seen {
        notes.add(
            &amounts,
            PerSeat::new(game.seats(), |seat| {
                f64::from(game.score(seat) - points[seat])
            }),
        );
    }
    Ok(notes)
}

/// The sums for least squares: products of every two prospects, and of each with the points; all as differences from the mean of the seats.
struct Notes {
    states: u64,
    products: Vec<Vec<f64>>,
    with_points: Vec<f64>,
    points_squared: f64,
}

impl Notes {
    /// Creates empty sums for a number of prospects.
    fn of(prospects: usize) -> Self {
        Notes {
            states: 0,
            products: vec![vec![0.0; prospects]; prospects],
            with_points: vec![0.0; prospects],
            points_squared: 0.0,
        }
    }

    /// Adds one state: the prospects of the seats, and the points that they made afterwards.
    fn add<A: AsRef<[f32]> + Copy + Default>(
        &mut self,
        amounts: &PerSeat<A>,
        points: PerSeat<f64>,
    ) {
        let seats = f64::from(points.count());
        let usual_points = points.iter().map(|(_, points)| points).sum::<f64>() / seats;
        let mut usual = vec![0.0; self.with_points.len()];
        for (_, amounts) in amounts.iter() {
            for (usual, &amount) in usual.iter_mut().zip(amounts.as_ref()) {
                *usual += f64::from(amount) / seats;
            }
        }
        for (seat, amounts) in amounts.iter() {
            let more = points[seat] - usual_points;
            let amounts = amounts.as_ref().iter().copied().map(f64::from);
            let differences: Vec<f64> = amounts
                .zip(&usual)
                .map(|(amount, usual)| amount - usual)
                .collect();
            let rows = self.products.iter_mut().zip(&mut self.with_points);
            for ((row, with_points), one) in rows.zip(&differences) {
                *with_points += one * more;
                for (product, other) in row.iter_mut().zip(&differences) {
                    *product += one * other;
                }
            }
            self.points_squared += more * more;
        }
        self.states += 1;
    }

    fn merge(mut self, other: Notes) -> Notes {
        self.states += other.states;
        self.points_squared += other.points_squared;
        for (row, more) in self.products.iter_mut().zip(&other.products) {
            row.iter_mut()
                .zip(more)
                .for_each(|(sum, more)| *sum += more);
        }
        let sums = self.with_points.iter_mut();
        sums.zip(&other.with_points)
            .for_each(|(sum, more)| *sum += more);
        self
    }

    /// Solves by the Gauss-Seidel method. A prospect that never occurred keeps its first guess.
    fn solve(&self, first_guess: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut brings: Vec<f64> = first_guess.collect();
        for _ in 0..100_000 {
            let mut change = 0.0f64;
            for (place, (row, with_points)) in
                self.products.iter().zip(&self.with_points).enumerate()
            {
                let own = row.get(place).copied().unwrap_or(0.0);
                let explained: f64 = row
                    .iter()
                    .zip(&brings)
                    .map(|(one, other)| one * other)
                    .sum();
                if let Some(figure) = brings.get_mut(place).filter(|_| own > 0.0) {
                    let step = (with_points - explained) / own;
                    *figure += step;
                    change = change.max(step.abs());
                }
            }
            if change < 1e-6 {
                break;
            }
        }
        brings
    }

    /// Returns the explained share of the variance in points.
    fn explained(&self, brings: &[f64]) -> f64 {
        let hit: f64 = self
            .with_points
            .iter()
            .zip(brings)
            .map(|(with_points, brings)| with_points * brings)
            .sum();
        hit / self.points_squared.max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_behind_the_points_are_found_again() {
        let mut notes = Notes::of(4);
        let mut dice = dice("fit".parse().unwrap());
        for _ in 0..200 {
            let mut amounts = PerSeat::<[f32; 4]>::of(3);
            for (_, amounts) in amounts.iter_mut() {
                for amount in amounts.iter_mut().take(3) {
                    *amount = below(&mut dice, 10) as f32;
                }
            }
            let points = PerSeat::new(3, |seat| {
                let [one, two, three, ..] = amounts[seat].map(f64::from);
                40.0 + 2.0 * one - 0.5 * two + 0.0 * three
            });
            notes.add(&amounts, points);
        }
        let brings = notes.solve([0.0, 1.0, 2.0, 3.0].into_iter());
        for (found, put_in) in brings.iter().zip([2.0, -0.5, 0.0, 3.0]) {
            assert!((found - put_in).abs() < 1e-3, "{brings:?}");
        }
        assert!((notes.explained(&brings) - 1.0).abs() < 1e-6);
    }
}
