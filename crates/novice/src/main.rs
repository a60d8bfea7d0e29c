//! Finds positions for lessons, and shows what is legal in those that are written. `CONTRIBUTING.md`, “Lessons”, has examples.

use anyhow::{Context as _, Result, anyhow, bail};
use bots::{Chair, Spec};
use clap::{Args, Parser};
use kit::{Eyes, Seat, Seed};
use lessons::{Accepted, Answer, Condition, Course, Lesson, Play, matches};
use novice::novice;
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;
use table::{AnyGame, ForGame, Playable, options_from_words};

/// Find positions for lessons, or show those of a file.
#[derive(Parser)]
enum Command {
    Find(Find),
    Show(Show),
    Guide(Guide),
}

/// Play seeded games and print the positions in which the conditions hold, as a lesson begins.
///
/// First the line is played, each of its actions by the first legal one that fits; a seed under which one is not legal is skipped. From there bots play on.
#[derive(Args)]
struct Find {
    /// The game.
    #[arg(value_parser = AnyGame::find)]
    game: AnyGame,
    /// The options, as in a record: `players=3`.
    #[arg(long, default_value = "players=3")]
    options: String,
    /// The seat of the reader.
    #[arg(long, default_value = "0")]
    eyes: u8,
    /// Actions with their seats: `0 play red-*; 1 withdraw`. A star stands for any letters, or for whichever seat decides.
    #[arg(long, default_value = "")]
    line: String,
    /// Whether bots play on after the line, up to this number of actions.
    #[arg(long, default_value_t = 0)]
    on: usize,
    /// The bot of all seats.
    #[arg(long, default_value = "value")]
    bots: Spec,
    /// An action that must be legal, and what it must lead to: `withdraw if withdrew won~elephant`; or several, one after the other: `lift *; land *; main blue_a`. Several
    /// options are all needed.
    #[arg(long)]
    can: Vec<String>,
    /// A condition on the view of the reader: `view visit=2`.
    #[arg(long)]
    when: Vec<String>,
    /// The number of the first seed.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// How many seeds are tried.
    #[arg(long, default_value_t = 100_000)]
    tries: u64,
    /// How many positions are printed.
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// Also print the view of the reader.
    #[arg(long)]
    view: bool,
}

/// Print the legal actions of each step of a file's lessons, played with what they accept.
#[derive(Args)]
struct Show {
    /// The game.
    #[arg(value_parser = AnyGame::find)]
    game: AnyGame,
    /// The file.
    file: PathBuf,
    /// One lesson; by default all.
    lesson: Option<String>,
    /// Also print the view of the reader at each step.
    #[arg(long)]
    view: bool,
}

/// Look for a seed of a guided game under which its tips come in the order of the file.
///
/// A novice plays each seed: what is suggested, otherwise what seems good of what was taught. The best seeds are printed: those with the most tips in order; of a single
/// one also what the novice does.
#[derive(Args)]
struct Guide {
    /// The game.
    #[arg(value_parser = AnyGame::find)]
    game: AnyGame,
    /// The file.
    file: PathBuf,
    /// The number of the first seed.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// How many seeds are tried.
    #[arg(long, default_value_t = 200)]
    tries: u64,
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Find(find) => find.game.run(Search(&find)),
        Command::Show(show) => show.run(),
        Command::Guide(guide) => guide.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

struct Search<'a>(&'a Find);

impl ForGame for Search<'_> {
    type Output = Result<()>;

    fn run<G: Playable>(self) -> Result<()> {
        let find = self.0;
        let options = options_from_words::<G, _>(find.options.split_whitespace())?;
        let line = line(&find.line)?;
        let eyes = Seat::new(find.eyes).context("there is no such seat")?;
        let can: Vec<Vec<Accepted>> = read(&find.can, |actions| {
            actions
                .split(';')
                .map(str::trim)
                .map(Accepted::read)
                .collect()
        })?;
        let when: Vec<Condition> = read(&find.when, Condition::read)?;
        let (mut found, mut legal) = (0, Vec::new());
        for number in find.from..find.from + find.tries {
            let seed = Seed::from_text(&number.to_string());
            let mut game = G::new(&options, seed)?;
            let mut moves = Vec::new();
            if !play_line(&mut game, &line, &mut moves, &mut legal)? {
                continue;
            }
            let mut bots = G::seat_bots(&vec![find.bots; game.seats().into()], seed);
            for _ in 0..=find.on {
                if game.deciders().contains(eyes)
                    && let Some(done) = fits(&game, eyes, &can, &when)
                {
                    print(find, number, &game, eyes, &moves, &mut legal);
                    for actions in done {
                        println!("# can: {}\n", actions.join("; "));
                    }
                    found += 1;
                    break;
                }
                let Some(seat) = game.deciders().lowest() else {
                    break;
                };
                let chair = Chair::new(&game, seat, &mut legal).context("nothing is legal")?;
                let bot = bots.get_mut(usize::from(seat.number()));
                let action = bot.context("a seat has no bot")?.choose(&chair);
                game.apply(seat, action, &mut ())?;
                moves.push((seat, action.to_string()));
            }
            if found == find.count {
                return Ok(());
            }
        }
        match found {
            0 => bail!("no position found; try other conditions, or more seeds with --tries"),
            _ => Ok(()),
        }
    }
}

fn read<T>(texts: &[String], read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>> {
    let read = texts.iter().map(|text| read(text));
    read.collect::<Result<_, String>>()
        .map_err(|error| anyhow!(error))
}

/// The seat, or any that decides, and the pattern of its action.
type Line<'a> = Vec<(Option<Seat>, &'a str)>;

fn line(text: &str) -> Result<Line<'_>> {
    let parts = text.split(';').map(str::trim);
    let mut line = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let like = || format!("‘{part}’ is not like ‘0 withdraw’ or ‘* withdraw’");
        let (seat, action) = part.split_once(' ').with_context(like)?;
        let seat = match seat {
            "*" => None,
            seat => Some(Seat::new(seat.parse().with_context(like)?).with_context(like)?),
        };
        line.push((seat, action));
    }
    Ok(line)
}

/// Plays the line; `false` if one of its actions is not legal.
fn play_line<G: Playable>(
    game: &mut G,
    line: &Line<'_>,
    moves: &mut Vec<(Seat, String)>,
    legal: &mut Vec<G::Action>,
) -> Result<bool> {
    for (seat, pattern) in line {
        let Some(seat) = seat.or_else(|| game.deciders().lowest()) else {
            return Ok(false);
        };
        game.legal(seat, legal);
        let mut actions = legal.iter();
        let Some(&action) = actions.find(|action| matches(pattern, &action.to_string())) else {
            return Ok(false);
        };
        game.apply(seat, action, &mut ())?;
        moves.push((seat, action.to_string()));
    }
    Ok(true)
}

/// Returns how everything that must be possible is done; `None` if the conditions do not hold, or something is not possible.
fn fits<G: Playable>(
    game: &G,
    eyes: Seat,
    can: &[Vec<Accepted>],
    when: &[Condition],
) -> Option<Vec<Vec<String>>> {
    if !when.is_empty() {
        let view = view(game, eyes);
        if !when.iter().all(|condition| condition.holds(&[], &view)) {
            return None;
        }
    }
    can.iter().map(|wanted| done(game, eyes, wanted)).collect()
}

/// Returns actions that carry out what is wanted, one after the other.
fn done<G: Playable>(game: &G, eyes: Seat, wanted: &[Accepted]) -> Option<Vec<String>> {
    let Some((first, rest)) = wanted.split_first() else {
        return Some(Vec::new());
    };
    let mut legal = Vec::new();
    game.legal(eyes, &mut legal);
    legal.iter().find_map(|&action| {
        let text = action.to_string();
        if !matches(&first.action, &text) {
            return None;
        }
        let (mut after, mut events) = (game.clone(), Vec::new());
        after.apply(eyes, action, &mut events).ok()?;
        let seen = events
            .iter()
            .filter_map(|event| G::seen(event, Eyes::Seat(eyes)));
        let seen = seen.map(|event| serde_json::to_value(event).unwrap_or_default());
        let seen: Vec<Value> = seen.collect();
        if !first.accepts(&text, &seen, &view(&after, eyes)) {
            return None;
        }
        let mut actions = done(&after, eyes, rest)?;
        actions.insert(0, text);
        Some(actions)
    })
}

fn view<G: Playable>(game: &G, eyes: Seat) -> Value {
    serde_json::to_value(game.view(Eyes::Seat(eyes))).unwrap_or_default()
}

fn print<G: Playable>(
    find: &Find,
    seed: u64,
    game: &G,
    eyes: Seat,
    moves: &[(Seat, String)],
    legal: &mut Vec<G::Action>,
) {
    println!("options {}\nseed {seed}\neyes {eyes}", find.options);
    if !moves.is_empty() {
        println!("moves");
    }
    for (seat, action) in moves {
        println!("  {seat} {action}");
    }
    game.legal(eyes, legal);
    for action in legal.iter() {
        println!("# legal: {action}");
    }
    if find.view {
        println!("# view: {}", view(game, eyes));
    }
    println!();
}

impl Show {
    fn run(&self) -> Result<()> {
        let text = std::fs::read_to_string(&self.file)?;
        let course = Course::read(self.game, &text)?;
        let wanted = |name: &str| self.lesson.as_ref().is_none_or(|wanted| wanted == name);
        let lessons = course.lessons.iter().filter(|lesson| wanted(&lesson.name));
        for lesson in lessons {
            println!("lesson {}", lesson.name);
            let mut done: Vec<String> = Vec::new();
            loop {
                let play = after(&course, lesson, &done)?;
                let Some(step) = play.step() else {
                    break;
                };
                let number = play.number() + 1;
                println!("  step {number}: {}", step.task.of(words::Language::En));
                let history = play.table().history().context("the table has no game")?;
                if self.view {
                    println!("    view: {}", history.view(Eyes::Seat(lesson.eyes)));
                }
                let mut right = None;
                for action in history.legal(lesson.eyes) {
                    let mut play = after(&course, lesson, &done)?;
                    let before = play.table().version();
                    match play.attempt(&action) {
                        Answer::Right => println!("    right: {action}"),
                        Answer::Other(Some(text)) => {
                            println!("    but: {action}: {}", text.of(words::Language::En));
                        }
                        _ => println!("    other: {action}"),
                    }
                    if play.is_done() || play.number() == number {
                        go_on(&mut play)?;
                        for event in play.events_since(before, Eyes::Seat(lesson.eyes)) {
                            println!("      {event}");
                        }
                        right.get_or_insert(action);
                    }
                }
                let right = right.with_context(|| format!("step {number} accepts nothing"))?;
                done.push(right);
            }
        }
        Ok(())
    }
}

impl Guide {
    fn run(&self) -> Result<()> {
        let course = Course::read(self.game, &std::fs::read_to_string(&self.file)?)?;
        let guide = course.guide.as_ref().context("the file has no guide")?;
        let mut best = 0;
        for seed in self.from..self.from + self.tries {
            let walk = novice(&course, Some(&seed.to_string())).map_err(|error| anyhow!(error))?;
            let wanted = guide.tips.iter().map(|tip| &tip.name);
            let in_order = wanted
                .zip(&walk.said)
                .take_while(|(tip, (said, _))| *tip == said);
            let in_order = in_order.count();
            let first = walk.points.first();
            let wins = walk.points.iter().max() == first;
            let value = 1000 * in_order + 100 * walk.said.len() + usize::from(wins);
            if value > best {
                best = value;
                println!(
                    "seed {seed}: {in_order} of {} tips in order, {} said, points {:?}",
                    guide.tips.len(),
                    walk.said.len(),
                    walk.points
                );
                println!("  {:?}", walk.said);
                for legal in &walk.untaught {
                    println!("  nothing taught is legal: {legal}");
                }
                if self.tries == 1 {
                    for (action, tip) in &walk.actions {
                        println!("  {action}  {}", tip.as_deref().unwrap_or_default());
                    }
                }
            }
        }
        Ok(())
    }
}

/// The lesson after these actions.
fn after(course: &Course, lesson: &Lesson, actions: &[String]) -> Result<Play> {
    let mut play = Play::begin(course, lesson, &[]).map_err(|error| anyhow!(error))?;
    for action in actions {
        play.attempt(action);
        go_on(&mut play)?;
    }
    Ok(play)
}

fn go_on(play: &mut Play) -> Result<()> {
    play.go_on().map_err(|error| anyhow!("in ‘then’, {error}"))
}
