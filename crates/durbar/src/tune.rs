//! `durbar tune`: optimises the `worth` of a game's prospects.

use crate::arena::wilson;
use crate::series::Series;
use anyhow::Result;
use bots::{Bot, Judgement, Lookahead};
use clap::Args;
use kit::{Amounts, Dice, Key, Prospect, Seat, Seed, below, dice};
use table::{ForGame, Playable};

/// Search for better weights of a game's prospects.
///
/// In each round a challenger with a few changed weights plays alone against a table of the current champion, with rotated seats. It becomes
/// champion if it wins clearly more than its share. Copy the last printed table into the game's `prospects.rs` once `durbar arena` has
/// confirmed that it is better.
#[derive(Args)]
pub struct Tune {
    #[command(flatten)]
    series: Series,
    /// The number of challengers to try.
    #[arg(long, default_value_t = 100)]
    rounds: u64,
    /// The number of games for each challenger.
    #[arg(long, default_value_t = 1000)]
    games: u64,
}

impl Tune {
    /// Tries challengers and prints each new champion.
    pub fn run(self) -> Result<()> {
        self.series.game.run(Run(&self))
    }
}

struct Run<'a>(&'a Tune);

impl ForGame for Run<'_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let Run(asked) = self;
        let options = asked.series.options::<G>()?;
        let seed = asked.series.seed();
        let fair_share = 1.0 / f64::from(G::new(&options, seed)?.seats());
        let mut dice = dice(seed);
        let mut champion = G::Prospect::WORTH;
        for round in 0..asked.rounds {
            let challenger = changed::<G::Prospect>(champion, &mut dice);
            let wins = challenge::<G>(asked, &options, challenger, champion, seed.child(round))?;
            let share = wins / asked.games as f64;
            let (low, high) = wilson(share, asked.games as f64);
            let better = low > fair_share;
            println!(
                "round {}: {:.1}% ({:.1}-{:.1}){}",
                round + 1,
                100.0 * share,
                100.0 * low,
                100.0 * high,
                if better { " new champion" } else { "" }
            );
            if better {
                champion = challenger;
                for prospect in G::Prospect::all() {
                    let brings = G::Prospect::BRINGS[prospect];
                    let the_same = brings == G::Prospect::WORTH[prospect];
                    let brings = (!the_same).then_some(brings.into());
                    println!("{}", line(prospect, champion[prospect], brings));
                }
            }
        }
        Ok(())
    }
}

/// Formats a prospect with its figures as in a game's `prospects.rs`; `brings` is omitted if it equals `worth`.
pub fn line<P: Prospect>(prospect: P, worth: f32, brings: Option<f64>) -> String {
    let brings = brings.map_or(String::new(), |brings| format!(", brings: {brings:.2}"));
    let name = prospect.id();
    format!("        {prospect:?} = {name:?} {{ worth: {worth:.2}{brings} }},")
}

/// Changes a few weights: each is made larger or smaller, or changes its sign.
fn changed<P: Prospect>(mut weights: P::Amounts, dice: &mut Dice) -> P::Amounts {
    let chance = 3.0 / P::COUNT.max(1) as f32;
    let unit = |dice: &mut Dice| below(dice, 2001) as f32 / 1000.0 - 1.0;
    for prospect in P::all() {
        if (unit(dice) + 1.0) / 2.0 < chance {
            let weight = weights[prospect];
            weights[prospect] = weight * (1.0 + 0.5 * unit(dice)) + 0.15 * unit(dice);
        }
    }
    weights
}

/// Counts the first places of a challenger in many games, alone against a table of champions.
fn challenge<G: Playable>(
    asked: &Tune,
    options: &G::Options,
    challenger: Amounts<G>,
    champion: Amounts<G>,
    seed: Seed,
) -> Result<f64> {
    let seats = G::new(options, seed)?.seats();
    let play = |number: u64, legal: &mut _| {
        let shuffles = seed.child(number / u64::from(seats));
        let hero = Seat::at((number % u64::from(seats)) as usize).unwrap_or_default();
        let bot = |seat: Seat| -> Box<dyn Bot<G>> {
            let weights = if seat == hero { challenger } else { champion };
            let seed = shuffles.child(seat.number().into());
            Box::new(Lookahead::value(Judgement::with(weights), seed))
        };
        let mut bots: Vec<_> = Seat::first(seats).map(bot).collect();
        let mut game = G::new(options, shuffles)?;
        game.play_out(&mut bots, legal, &mut |_, _| ())?;
        let winners = game.standings().winners;
        Ok(if winners.contains(hero) {
            1.0 / f64::from(winners.len())
        } else {
            0.0
        })
    };
    Ok(asked
        .series
        .play(asked.games, play, |one, other| one + other)?
        .unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    kit::prospects! {
        enum Promising {
            Coins = "coins" { worth: 0.5, brings: 0.25 },
        }
    }

    #[test]
    fn a_line_can_stand_in_the_list_of_prospects() {
        assert_eq!(
            line(Promising::Coins, 0.5, Some(0.25)),
            r#"        Coins = "coins" { worth: 0.50, brings: 0.25 },"#
        );
        assert_eq!(
            line(Promising::Coins, 0.5, None),
            r#"        Coins = "coins" { worth: 0.50 },"#
        );
    }
}
