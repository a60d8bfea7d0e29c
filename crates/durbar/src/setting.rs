//! Which game is played, how it is set up, and by whom.

use anyhow::{Result, bail};
use bots::Spec;
use clap::Args;
use kit::Game;
use table::{AnyGame, options_from_words};

/// The arguments that `simulate` and `bench` share.
#[derive(Args, Clone)]
pub struct GameArgs {
    /// How many people play.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// An option of the game, such as `tie_break=ladder`; a lone word switches something on. Can be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl GameArgs {
    /// The game's own options, checked.
    pub fn options<G: Game>(&self) -> Result<G::Options> {
        let players = self.players.map(|players| format!("players={players}"));
        let options = options_from_words::<G, _>(self.options.iter().cloned().chain(players))?;
        G::new(&options, kit::Seed::from_bytes([0; 32]))?; // Refuses what cannot be played, before anything starts.
        Ok(options)
    }
}

/// Reads a game's key; the error lists all of them.
pub fn game(key: &str) -> Result<AnyGame, String> {
    AnyGame::find(key)
}

/// All games with their options, for the end of a help page.
pub fn games_help() -> String {
    let mut help = format!("Bots: {}\n\nGames and their options:", Spec::list());
    for about in AnyGame::ALL.map(AnyGame::about) {
        help += &format!("\n  {} ({})", about.key, about.name);
        for option in about.options {
            help += &format!(
                "\n    {}={} [{}]\n        {}",
                option.name,
                option.values.join("|"),
                option.default,
                option.says
            );
        }
    }
    help
}

/// One bot for each seat: as many as were named, over and over.
pub fn bots(names: &[String], seats: u8) -> Result<Vec<Spec>> {
    let named: Vec<Spec> = names
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()?;
    if named.is_empty() || named.len() > seats.into() {
        bail!(
            "{} bots for {seats} seats; name one for each seat, or fewer to be repeated",
            named.len()
        );
    }
    Ok(named.iter().copied().cycle().take(seats.into()).collect())
}
