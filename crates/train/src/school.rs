//! Generations of nets, and the files in which they are kept.

use crate::duel::{Contest, duel};
use crate::learner::{Learner, Quality};
use crate::lesson::{Lesson, lessons};
use crate::played::Played;
use crate::self_play::{Budgets, Cast, self_play};
use bots::{Bot, Budget, Search};
use kit::{Learn, Seed, below, dice};
use nets::{Net, NetMind, Shape};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

/// What a school shall do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of generations, the first of which learns from searches with the game's prospects.
    pub generations: u32,
    /// The number of games of the first generation.
    pub first_games: u64,
    /// The number of games of each later generation.
    pub games: u64,
    /// The worlds that searches imagine.
    pub budgets: Budgets,
    /// The number of times that each game is learned from.
    pub rounds: u32,
    /// The number of games of the duel with the best net so far.
    pub duels: u64,
    /// The number of players in all games; by default half of them have any number.
    pub players: Option<u8>,
    /// The number of threads that play.
    pub threads: usize,
    /// The seed of everything.
    pub seed: Seed,
}

/// What a school reports while it works.
#[derive(Clone, Debug)]
pub enum Progress {
    /// This many games of a generation have been played, of all.
    Playing(u32, u64, u64),
    /// This many games of a generation have been learned from, of all.
    Learning(u32, u64, u64),
    /// This many games of the duel have been played, of all.
    Dueling(u32, u64, u64),
    /// A line for the log.
    Told(String),
}

/// The reason why a school cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SchoolError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A net cannot be read.
    #[error("{}: {error}", path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: nets::BadNet,
    },
    /// A game cannot be replayed.
    #[error("{}, line {line}: this is not a game under the present rules", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The line of the game, from 1.
        line: u64,
    },
    /// The number of players does not fit the game.
    #[error("{0}")]
    Options(String),
}

/// The number of generations whose games are learned from.
const MEMORY: u32 = 3;
/// One game in this many is not learned from, but used to measure what was learned.
const EXAM: u64 = 20;
/// The number of games that are mixed before they are learned from.
const MIXED: usize = 1000;
/// The rate of learning at the beginning, and at the end.
const RATE: [f32; 2] = [0.001, 0.000_1];

/// A folder with the games and nets of all generations.
pub struct School<'a> {
    folder: PathBuf,
    plan: Plan,
    report: &'a mut dyn FnMut(Progress),
}

impl<'a> School<'a> {
    /// Opens a folder, and creates it if there is none.
    pub fn open(
        folder: &Path,
        plan: Plan,
        report: &'a mut dyn FnMut(Progress),
    ) -> Result<Self, SchoolError> {
        at(folder, fs::create_dir_all(folder))?;
        Ok(School {
            folder: folder.to_owned(),
            plan,
            report,
        })
    }

    /// Plays, learns and duels until all generations are done. What an earlier run has written is not done again.
    pub fn run<G: Learn>(&mut self) -> Result<(), SchoolError> {
        for generation in 0..self.plan.generations {
            if self.net_file(generation).exists() {
                continue;
            }
            let cast = self.cast::<G>(generation)?;
            self.play::<G>(generation, &cast)?;
            let net = self.learn::<G>(generation, &cast)?;
            let won = self.compare::<G>(generation, &cast, &net)?;
            let file = self.net_file(generation);
            // A net that has lost is kept under another name; the best one plays on.
            let best = match &cast.net {
                Some(best) if !won => {
                    let lost = file.with_extension("lost");
                    at(&lost, fs::write(&lost, net.to_file::<G>()))?;
                    best
                }
                _ => &net,
            };
            let new = file.with_extension("new");
            at(&new, fs::write(&new, best.to_file::<G>()))?;
            at(&file, fs::rename(&new, &file))?;
        }
        Ok(())
    }

    fn net_file(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("{generation}.net"))
    }

    fn games_file(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("{generation}.games"))
    }

    fn tell(&mut self, line: String) -> Result<(), SchoolError> {
        let log = self.folder.join("log");
        let mut file = at(
            &log,
            OpenOptions::new().create(true).append(true).open(&log),
        )?;
        at(&log, writeln!(file, "{line}"))?;
        (self.report)(Progress::Told(line));
        Ok(())
    }

    /// Returns who plays in a generation: the net of the last one, and those before it.
    fn cast<G: Learn>(&self, generation: u32) -> Result<Cast, SchoolError> {
        let mut nets = Vec::new();
        for generation in 0..generation {
            let path = self.net_file(generation);
            let file = at(&path, fs::read(&path))?;
            let net = Net::from_file::<G>(&file);
            nets.push(Arc::new(
                net.map_err(|error| SchoolError::Net { path, error })?,
            ));
        }
        let net = nets.pop();
        Ok(Cast { net, earlier: nets })
    }

    /// Returns the options of a game.
    fn options<G: Learn>(&self, seed: Seed) -> Result<G::Options, SchoolError> {
        let mut dice = dice(seed);
        let (least, most) = (*G::ABOUT.seats.start(), *G::ABOUT.seats.end());
        let any = least + below(&mut dice, u32::from(most - least) + 1) as u8;
        let usual = below(&mut dice, 2) == 0;
        let players = match self.plan.players {
            Some(players) => players,
            None if usual => most.min(4),
            None => any,
        };
        with_players::<G>(players)
    }

    /// Plays the games of a generation that are missing in its file.
    fn play<G: Learn>(&mut self, generation: u32, cast: &Cast) -> Result<(), SchoolError> {
        let path = self.games_file(generation);
        let done = whole_lines(&path)?;
        let all = match generation {
            0 => self.plan.first_games,
            _ => self.plan.games,
        };
        let mut file = at(
            &path,
            OpenOptions::new().create(true).append(true).open(&path),
        )?;
        let seed = self.plan.seed.child(generation.into());
        let mut options = Vec::new();
        for number in done..all {
            options.push(self.options::<G>(seed.child(number).child(1000))?);
        }
        let (next, budgets) = (AtomicU64::new(done), self.plan.budgets);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.plan.threads.max(1) {
                let (sender, next, options) = (sender.clone(), &next, &options);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(options) = options.get((number - done) as usize) else {
                            return;
                        };
                        let game =
                            self_play::<G>(options.clone(), cast, budgets, seed.child(number));
                        let line = game.and_then(|game| serde_json::to_string(&game).ok());
                        if sender.send((number, line)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // Games are written in the order of their numbers, so that an interrupted run can tell which are missing.
            let (mut waiting, mut written) = (BTreeMap::new(), done);
            for (number, line) in receiver {
                waiting.insert(number, line);
                while let Some(line) = waiting.remove(&written) {
                    let line = line.ok_or_else(|| SchoolError::Game {
                        path: path.clone(),
                        line: written + 1,
                    })?;
                    at(&path, file.write_all(format!("{line}\n").as_bytes()))?;
                    written += 1;
                    (self.report)(Progress::Playing(generation, written, all));
                }
            }
            Ok(())
        })
    }

    /// Lets a net learn from the games of this generation and of those before it.
    fn learn<G: Learn>(&mut self, generation: u32, cast: &Cast) -> Result<Arc<Net>, SchoolError> {
        let mut dice = dice(self.plan.seed.child(generation.into()).child(u64::MAX));
        let first = generation.saturating_sub(MEMORY - 1);
        let (mut games, mut exam) = (Vec::new(), Vec::new());
        for earlier in first..=generation {
            let path = self.games_file(earlier);
            let file = BufReader::new(at(&path, File::open(&path))?);
            for (line, text) in (1..).zip(file.lines()) {
                let text = at(&path, text)?;
                let list = if line % EXAM == 0 {
                    &mut exam
                } else {
                    &mut games
                };
                list.push((path.clone(), line, text));
            }
        }
        let exam: Vec<Lesson> = read::<G>(&exam)?;
        let mut learner = match &cast.net {
            Some(net) => Learner::new(Net::clone(net)),
            None => {
                let some: Vec<_> = games.iter().take(50).cloned().collect();
                Learner::beginner(Shape::of::<G>(), &read::<G>(&some)?, &mut dice)
            }
        };
        let all = games.len() as u64 * u64::from(self.plan.rounds);
        let mut learned = 0;
        for round in 1..=self.plan.rounds {
            kit::shuffle(&mut dice, &mut games);
            let mut quality = Vec::new();
            for some in games.chunks(MIXED) {
                let progress = learned as f32 / all as f32;
                let [fast, slow] = RATE;
                let rate = fast * (slow / fast).powf(progress);
                quality.push(learner.learn(&mut read::<G>(some)?, rate, &mut dice));
                learned += some.len() as u64;
                (self.report)(Progress::Learning(generation, learned, all));
            }
            let last = quality.last().copied().unwrap_or_default();
            let test = learner.test(&exam);
            let line = |name: &str, quality: Quality| {
                let Quality {
                    shares,
                    right,
                    policy,
                    agrees,
                    lessons: [lessons, searched],
                } = quality;
                format!(
                    "generation {generation}, round {round}, {name}: shares {shares:.4}, right {right:.3}, policy {policy:.4}, agrees {agrees:.3} ({lessons} lessons, {searched} searched)"
                )
            };
            self.tell(line("learned", last))?;
            self.tell(line("exam", test))?;
        }
        Ok(Arc::new(learner.net().clone()))
    }

    /// Lets a search with the new net play against searches with the best one before it, or without a net. Returns whether it has won.
    fn compare<G: Learn>(
        &mut self,
        generation: u32,
        cast: &Cast,
        net: &Arc<Net>,
    ) -> Result<bool, SchoolError> {
        let players = self.plan.players.unwrap_or((*G::ABOUT.seats.end()).min(4));
        let options = with_players::<G>(players)?;
        let seed = self.plan.seed.child(generation.into()).child(u64::MAX - 1);
        let budget = Budget::Iterations(self.plan.budgets.thorough);
        let challenger = |seed| -> Box<dyn Bot<G>> {
            Box::new(Search::with_mind(NetMind::new(net.clone()), budget, seed))
        };
        let best = |seed| -> Box<dyn Bot<G>> {
            match &cast.net {
                Some(net) => Box::new(Search::with_mind(NetMind::new(net.clone()), budget, seed)),
                None => Box::new(Search::new(budget, seed)),
            }
        };
        let (next, all) = (AtomicU64::new(0), self.plan.duels);
        let mut contest = Contest {
            games: 0,
            wins: 0.0,
            seats: players.max(2),
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.plan.threads.max(1) {
                let (sender, next, options) = (sender.clone(), &next, &options);
                let (challenger, best) = (&challenger, &best);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= all {
                            return;
                        }
                        let won = duel::<G>(options, seed, number, challenger, best);
                        if sender.send(won).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for won in receiver {
                contest.wins += won.unwrap_or_default();
                contest.games += 1;
                (self.report)(Progress::Dueling(generation, contest.games, all));
            }
        });
        let (share, games) = (100.0 * contest.share(), contest.games);
        let against = if cast.net.is_some() {
            "the best net before"
        } else {
            "searches without a net"
        };
        self.tell(format!("generation {generation}, duel: first in {share:.1} % of {games} games against {against}"))?;
        Ok(contest.is_won())
    }
}

/// Returns the usual options for a number of players.
fn with_players<G: Learn>(players: u8) -> Result<G::Options, SchoolError> {
    let options = serde_json::from_value(serde_json::json!({ "players": players }));
    let options: G::Options = options.map_err(|error| SchoolError::Options(error.to_string()))?;
    G::new(&options, Seed::from_bytes([0; 32]))
        .map_err(|error| SchoolError::Options(error.to_string()))?;
    Ok(options)
}

/// Reads games, and returns the lessons from all of them.
fn read<G: Learn>(games: &[(PathBuf, u64, String)]) -> Result<Vec<Lesson>, SchoolError> {
    let mut all = Vec::new();
    for (path, line, text) in games {
        let played = serde_json::from_str::<Played<G>>(text).ok();
        let some = played.and_then(|played| lessons::<G>(&played));
        all.extend(some.ok_or_else(|| SchoolError::Game {
            path: path.clone(),
            line: *line,
        })?);
    }
    Ok(all)
}

/// Returns the number of whole lines in a file, and removes what an interrupted run has left behind them.
fn whole_lines(path: &Path) -> Result<u64, SchoolError> {
    let Ok(content) = fs::read(path) else {
        return Ok(0);
    };
    let whole = content
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    if whole < content.len() {
        let file = at(path, OpenOptions::new().write(true).open(path))?;
        at(path, file.set_len(whole as u64))?;
    }
    Ok(content.iter().filter(|&&byte| byte == b'\n').count() as u64)
}

/// Names the file of an error.
fn at<T>(path: &Path, outcome: io::Result<T>) -> Result<T, SchoolError> {
    outcome.map_err(|error| SchoolError::File {
        path: path.to_owned(),
        error,
    })
}
