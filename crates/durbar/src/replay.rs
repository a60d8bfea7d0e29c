//! `durbar replay`: shows or verifies a game record.

use crate::setting;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use kit::{Game, Standings};
use serde_json::{Value, json};
use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;
use table::{ForGame, History, Playable, Player, Record};
use words::{Language, Teller};

/// Step through a game record, or verify it.
///
/// Every action is replayed by the rules, so a manipulated record is rejected. The output includes hidden information.
#[derive(Args)]
pub struct Replay {
    /// The record; `-` reads standard input.
    file: PathBuf,
    /// Check seed, actions and result, and only print whether the record is valid.
    #[arg(long)]
    verify: bool,
    /// Print one JSON object per action, then one with the standings.
    #[arg(long)]
    json: bool,
}

impl Replay {
    /// Replays and prints the record.
    pub fn run(self) -> Result<()> {
        let text = self.read()?;
        let record: Record = text
            .parse()
            .with_context(|| format!("{} is not a game record", self.file.display()))?;
        let game = setting::game(&record.game).map_err(|error| anyhow!("header: {error}"))?;
        game.run(Run {
            asked: &self,
            record: &record,
        })
    }

    fn read(&self) -> Result<String> {
        let mut bytes = Vec::new();
        if self.file.as_os_str() == "-" {
            std::io::stdin().lock().read_to_end(&mut bytes)?;
        } else {
            bytes = std::fs::read(&self.file)
                .with_context(|| format!("{} cannot be read", self.file.display()))?;
        }
        String::from_utf8(bytes).with_context(|| {
            format!(
                "{} is not a game record: it is not text",
                self.file.display()
            )
        })
    }
}

struct Run<'a> {
    asked: &'a Replay,
    record: &'a Record,
}

impl ForGame for Run<'_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let Run { asked, record } = self;
        // The whole record is verified first, so that no part of an invalid record is shown.
        let verified = History::<G>::replay(record).context("the record is not valid")?;
        let standings = verified.game().standings();
        let mut out = BufWriter::new(std::io::stdout().lock());
        if !asked.verify {
            tell::<G>(asked.json, record, &mut out)?;
        }
        let moves = record.moves.len();
        if asked.json {
            writeln!(
                out,
                "{}",
                json!({"verified": true, "moves": moves, "standings": standings})
            )?;
        } else {
            if !asked.verify {
                print_standings(&standings, record, &mut out)?;
            }
            let result = record
                .result
                .as_ref()
                .map_or("the game is not over".to_owned(), |result| {
                    format!("result {result}")
                });
            writeln!(out, "verified: {moves} actions, {result}")?;
        }
        Ok(out.flush()?)
    }
}

fn tell<G: Game>(as_json: bool, record: &Record, out: &mut impl Write) -> Result<()> {
    let mut table = History::<G>::set_up(record)?;
    let teller = Teller::new(Language::En, G::ABOUT.key, names(record));
    let opening = json!(table.game().opening());
    if as_json {
        writeln!(out, "{}", json!({"move": 0, "events": opening}))?;
    } else {
        writeln!(out, "{}, options {}\n", G::ABOUT.name, record.options)?;
        print_events(&opening, &teller, out)?;
    }
    for (index, (seat, action)) in record.moves.iter().enumerate() {
        let events = json!(table.play_recorded(record, index)?);
        if as_json {
            writeln!(
                out,
                "{}",
                json!({"move": index + 1, "seat": seat, "action": action, "events": events})
            )?;
        } else {
            writeln!(out, "{}. {seat} {action}", index + 1)?;
            print_events(&events, &teller, out)?;
        }
    }
    Ok(())
}

fn print_events(events: &Value, teller: &Teller, out: &mut impl Write) -> Result<()> {
    let events = events.as_array().into_iter().flatten();
    for sentence in events.filter_map(|event| teller.event(event)) {
        writeln!(out, "      {sentence}")?;
    }
    Ok(())
}

/// Returns the names of all seats, followed by an automatic opponent's. Players with the same name are distinguished by their seats.
fn names(record: &Record) -> Vec<String> {
    let name = |(seat, player): (usize, &Player)| {
        let same = |other: &&Player| other.name == player.name;
        match record.players.iter().filter(same).count() {
            _ if player.name.is_empty() => format!("Seat {seat}"),
            1 => player.name.clone(),
            _ => format!("{} {seat}", player.name),
        }
    };
    let seats = record.players.iter().enumerate().map(name);
    seats.chain(automatic(&record.game)).collect()
}

/// Returns the name of a game's automatic opponent.
fn automatic(game: &str) -> Option<String> {
    let teller = Teller::new(Language::En, game, Vec::new());
    teller.text("automatic").map(str::to_owned)
}

fn print_standings(standings: &Standings, record: &Record, out: &mut impl Write) -> Result<()> {
    writeln!(out)?;
    let teller = Teller::new(Language::En, &record.game, Vec::new());
    let seats = standings
        .scores
        .iter()
        .zip(&record.players)
        .enumerate()
        .map(|(seat, (score, player))| (format!("{seat} {}", player.name), score));
    let automatic = standings.automatic.iter().map(|score| {
        let name = automatic(&record.game);
        (name.unwrap_or_else(|| "automatic".to_owned()), score)
    });
    for (who, score) in seats.chain(automatic) {
        let sources: Vec<String> = score
            .sources
            .iter()
            .map(|source| {
                let name = teller.label("source", &source.name.replace(' ', "-"));
                format!("{name} {}", source.points)
            })
            .collect();
        writeln!(out, "{who:<20} {:>5}  {}", score.total, sources.join(", "))?;
    }
    Ok(())
}
