//! The arguments for the game, its options and its bots.

use anyhow::{Result, bail};
use bots::Spec;
use clap::Args;
use kit::Game;
use table::{AnyGame, options_from_words};

/// The arguments that `simulate` and `bench` share.
#[derive(Args, Clone)]
pub struct GameArgs {
    /// The number of players.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// An option of the game, such as `tie_break=ladder`; a word without a value means `true`. Can be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl GameArgs {
    /// Returns the checked options of the game.
    pub fn options<G: Game>(&self) -> Result<G::Options> {
        let players = self.players.map(|players| format!("players={players}"));
        let options = options_from_words::<G, _>(self.options.iter().cloned().chain(players))?;
        G::new(&options, kit::Seed::from_bytes([0; 32]))?; // Rejects invalid options before anything starts.
        Ok(options)
    }
}

/// Reads a game's key. The error lists all keys.
pub fn game(key: &str) -> Result<AnyGame, String> {
    AnyGame::find(key)
}

/// Lists all games with their options, for the end of a help page.
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

/// Returns one bot for each seat, repeating the given ones.
pub fn bots(names: &[String], seats: u8) -> Result<Vec<Spec>> {
    let named: Vec<Spec> = names
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()?;
    if named.is_empty() || named.len() > seats.into() {
        bail!(
            "{} bots for {seats} seats; give one for each seat, or fewer, which are repeated",
            named.len()
        );
    }
    Ok(named.iter().copied().cycle().take(seats.into()).collect())
}
