//! What the catalogue says about the options of every game is what the game accepts.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use kit::{OptionAbout, Seed};
use table::{AnyGame, ForGame, Playable, options_from_words};

struct Told;

impl ForGame for Told {
    type Output = ();

    fn run<G: Playable>(self) {
        let accepted = |players: u8, about: &OptionAbout, value: &str| {
            let words = [
                format!("players={players}"),
                format!("{}={value}", about.name),
            ];
            options_from_words::<G, _>(words)
                .and_then(|options| G::new(&options, Seed::from_bytes([0; 32])))
                .is_ok()
        };
        for about in G::ABOUT
            .options
            .iter()
            .filter(|about| about.name != "players")
        {
            for players in G::ABOUT.seats {
                let there = about.players.contains(&players);
                for value in about.values.iter().filter(|&&value| value != about.default) {
                    assert_eq!(
                        accepted(players, about, value),
                        there,
                        "{players} {about:?} {value}"
                    );
                }
                if there && !about.together.is_empty() {
                    assert!(
                        accepted(players, about, &about.together.join(",")),
                        "{about:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_catalogue_tells_for_whom_an_option_is_and_what_goes_together() {
    for game in AnyGame::ALL {
        game.run(Told);
    }
}
