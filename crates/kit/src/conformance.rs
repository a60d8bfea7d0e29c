//! Checks the promises of [`Game`] and of [`Learn`](crate::Learn) over many random games.
//!
//! A game's test calls [`Suite::check`] and [`Suite::check_learning`] and gets a [`Report`], or the first [`Breach`] with everything needed to reproduce it. Allocations are not
//! checked. [`play_at_random`] checks far less, and is fast enough for millions of games.

mod learning;
mod random_play;

pub use learning::Learned;
pub use random_play::{Care, play_at_random};

use crate::{Dice, Eyes, Game, Seat, SeatSet, Seed, below, dice};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::fmt;

/// The configuration of a conformance run.
pub struct Suite<G: Game> {
    /// Draws options that the game accepts. Every number of players and every variant should occur.
    pub any_options: fn(&mut Dice) -> G::Options,
    /// Draws a well-formed action, which need not be legal.
    pub any_action: fn(&mut Dice) -> G::Action,
    /// The number of games to play.
    pub games: u64,
    /// The maximum number of decisions in a game.
    pub longest: u64,
    /// The number of unlisted actions to try before each decision.
    pub strays: u32,
}

/// Counts of what a run has checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of decisions taken.
    pub decisions: u64,
    /// The number of unlisted actions that were tried and refused.
    pub refused: u64,
    /// Pairs of states imagined from the same view that look different to other eyes.
    pub imagined_otherwise: u64,
    /// Actions whose effects were compared between the true state and an imagined one.
    pub compared: u64,
}

/// A promise of [`Game`] or [`Learn`](crate::Learn).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "described by Display")]
pub enum Promise {
    StartsFromItsOptions,
    DecidersCanDecide,
    OthersCannotDecide,
    ListedIsAccepted,
    ListedOnce,
    UnlistedIsRefused,
    RefusalChangesNothing,
    Ends,
    StandingsAddUp,
    SameSeedSameGame,
    ActionTextRoundTrips,
    StateJsonRoundTrips,
    ViewJsonRoundTrips,
    EventJsonRoundTrips,
    InvariantsHold,
    ImagineKeepsTheView,
    ImagineUsesOnlyTheView,
    ImagineRedraws,
    LegalTellsNoSecret,
    RefusalTellsNoSecret,
    EventsTellNoSecret,
    RevelationsAreAnnounced,
    FeaturesAreNumbered,
    FeaturesUseOnlyTheView,
    KnownUsesOnlyTheView,
    ActionsAreNumbered,
    PartsAreNumbered,
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Promise::StartsFromItsOptions => "a game starts from the options it was given, and remembers them",
            Promise::DecidersCanDecide => "a seat that has to decide has a legal action",
            Promise::OthersCannotDecide => "a seat that has nothing to decide has no legal action",
            Promise::ListedIsAccepted => "apply accepts what legal lists",
            Promise::ListedOnce => "legal lists each action once",
            Promise::UnlistedIsRefused => "apply refuses what legal does not list",
            Promise::RefusalChangesNothing => "a refusal changes nothing",
            Promise::Ends => "the game ends",
            Promise::StandingsAddUp => "standings have a score for each seat, the sum of its sources, and are over when nobody decides",
            Promise::SameSeedSameGame => "the same seed and actions give the same game",
            Promise::ActionTextRoundTrips => "an action's text reads back as that action",
            Promise::StateJsonRoundTrips => "a state's JSON reads back as that state",
            Promise::ViewJsonRoundTrips => "a view's JSON reads back as that view",
            Promise::EventJsonRoundTrips => "an event's JSON reads back as that event",
            Promise::InvariantsHold => "the game's own invariants hold",
            Promise::ImagineKeepsTheView => "an imagined state looks the same to the eyes it was imagined for",
            Promise::ImagineUsesOnlyTheView => "imagining uses only what the view's JSON shows",
            Promise::ImagineRedraws => "imagining redraws what is hidden",
            Promise::LegalTellsNoSecret => "a seat's legal actions do not depend on what it cannot see",
            Promise::RefusalTellsNoSecret => "refusals do not depend on what the seat cannot see",
            Promise::EventsTellNoSecret => "events shown to some eyes tell no more than their view",
            Promise::RevelationsAreAnnounced => "an event that shows something new says that it reveals",
            Promise::FeaturesAreNumbered => "features are ascending numbers below their count, which is always the same",
            Promise::FeaturesUseOnlyTheView => "views that look alike have the same features",
            Promise::KnownUsesOnlyTheView => "views that look alike promise the same points",
            Promise::ActionsAreNumbered => "each legal action has a number, which belongs to no other",
            Promise::PartsAreNumbered => "parts of actions are ascending numbers below their count, and each action has one",
        })
    }
}

/// A broken promise, with the position at which it was broken.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "broken promise: {promise}\n  game {game}, options {options}, after {decisions} decisions\n  {details}"
)]
pub struct Breach {
    /// The broken promise.
    pub promise: Promise,
    /// The index of the game within the suite.
    pub game: u64,
    /// The options of that game, as JSON.
    pub options: String,
    /// The number of decisions taken before.
    pub decisions: u64,
    /// The observation that breaks the promise.
    pub details: String,
}

impl<G: Game> Suite<G> {
    /// Creates a suite of a few hundred games.
    pub fn new(
        any_options: fn(&mut Dice) -> G::Options,
        any_action: fn(&mut Dice) -> G::Action,
    ) -> Self {
        Suite {
            any_options,
            any_action,
            games: 200,
            longest: 20_000,
            strays: 8,
        }
    }

    /// Plays the games and checks every promise at every step. Returns the first breach.
    pub fn check(&self) -> Result<Report, Breach> {
        let mut report = Report::default();
        let mut imagining = Imagining::default();
        for game in 0..self.games {
            let seed = Seed::from_bytes([0; 32]).child(game);
            let mut dice = dice(seed.child(0));
            let options = (self.any_options)(&mut dice);
            let mut trial = Trial {
                suite: self,
                dice,
                seed,
                options,
                decisions: 0,
                bytes_too: true,
                report: &mut report,
                imagining: &mut imagining,
            };
            if let Err(BrokenPromise { promise, details }) = trial.play() {
                let Trial {
                    options, decisions, ..
                } = trial;
                return Err(Breach {
                    promise,
                    game,
                    options: json(&options),
                    decisions,
                    details,
                });
            }
        }
        imagining.check(&report).map_err(|broken| Breach {
            promise: broken.promise,
            game: self.games,
            options: String::new(),
            decisions: report.decisions,
            details: broken.details,
        })?;
        Ok(report)
    }
}

/// A broken promise, without the game in which it was broken; the caller knows that.
#[derive(Clone, Debug, thiserror::Error)]
#[error("broken promise: {promise}: {details}")]
pub struct BrokenPromise {
    /// The broken promise.
    pub promise: Promise,
    /// The observation that breaks the promise.
    pub details: String,
}

/// Returns an error with the given details unless the promise is kept.
fn kept(
    promise: Promise,
    holds: bool,
    details: impl FnOnce() -> String,
) -> Result<(), BrokenPromise> {
    if holds {
        Ok(())
    } else {
        Err(BrokenPromise {
            promise,
            details: details(),
        })
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("not writable as JSON: {error}"))
}

fn reads_back<T: Serialize + DeserializeOwned + PartialEq>(
    promise: Promise,
    value: &T,
) -> Result<T, BrokenPromise> {
    let text = json(value);
    let read: T = serde_json::from_str(&text).map_err(|error| BrokenPromise {
        promise,
        details: format!("{error} in {text}"),
    })?;
    kept(promise, read == *value && json(&read) == text, || {
        format!("{text}\n  reads back as\n  {}", json(&read))
    })?;
    Ok(read)
}

/// Checks the events as they happened and as the public sees them.
fn check_events<G: Game>(events: &[G::Event]) -> Result<(), BrokenPromise> {
    for event in events {
        reads_back(Promise::EventJsonRoundTrips, event)?;
        if let Some(seen) = G::seen(event, Eyes::Public) {
            reads_back(Promise::EventJsonRoundTrips, &seen)?;
        }
    }
    Ok(())
}

fn check_standings<G: Game>(game: &G) -> Result<(), BrokenPromise> {
    let standings = game.standings();
    let sound = standings.scores.len() == usize::from(game.seats())
        && standings
            .scores
            .iter()
            .chain(&standings.automatic)
            .all(|score| {
                score.total
                    == score
                        .sources
                        .iter()
                        .map(|source| source.points)
                        .sum::<i32>()
            })
        && Seat::first(game.seats()).all(|seat| game.score(seat) == standings.total(seat))
        && game.automatic_score() == standings.automatic.as_ref().map(|score| score.total)
        && standings.over == game.deciders().is_empty()
        && (standings.over || standings.winners.is_empty());
    kept(Promise::StandingsAddUp, sound, || json(&standings))
}

/// What was hidden in any game of the suite, and whether imagining redrew it.
#[derive(Default)]
struct Imagining {
    /// Some eyes saw something that does not follow from another view.
    secrets: bool,
    /// Something does not follow from some view, even if no eyes see it, such as the next roll of a die.
    hidden: bool,
    /// Two states imagined from the same view differed.
    redrawn: bool,
}

impl Imagining {
    /// Checks that hidden information is redrawn. A game without hidden information has nothing to redraw.
    fn check(&self, report: &Report) -> Result<(), BrokenPromise> {
        kept(
            Promise::ImagineRedraws,
            report.imagined_otherwise > 0 || !self.secrets,
            || {
                "somebody sees what others do not, but no two states imagined from one view differ for anybody else".to_owned()
            },
        )?;
        kept(
            Promise::ImagineRedraws,
            self.redrawn || !self.hidden,
            || "something is hidden, but no two states imagined from one view differ".to_owned(),
        )
    }
}

/// One game of a suite.
struct Trial<'a, G: Game> {
    suite: &'a Suite<G>,
    dice: Dice,
    seed: Seed,
    options: G::Options,
    decisions: u64,
    /// JSON is slow to write, so the bytes are compared only in some games.
    bytes_too: bool,
    report: &'a mut Report,
    imagining: &'a mut Imagining,
}

impl<G: Game> Trial<'_, G> {
    fn play(&mut self) -> Result<(), BrokenPromise> {
        let first = self.set_up()?;
        let mut game = first.clone();
        let mut history = Vec::new();
        let mut listed = Vec::new();
        let mut events = game.opening();
        loop {
            check_events::<G>(&events)?;
            game.check().map_err(|flaw| BrokenPromise {
                promise: Promise::InvariantsHold,
                details: flaw.to_string(),
            })?;
            self.bytes_too = self.decisions == 0 || below(&mut self.dice, 16) == 0;
            if self.bytes_too {
                reads_back(Promise::StateJsonRoundTrips, &game)?;
            }
            check_standings(&game)?;
            self.check_lists(&game, &mut listed)?;
            let twins = self.imagine_twins(&game)?;
            self.check_strays(&game)?;
            let Some(seat) = self.pick_seat(game.deciders()) else {
                break;
            };
            game.legal(seat, &mut listed);
            let Some(&action) = listed.get(below(&mut self.dice, listed.len() as u32) as usize)
            else {
                break;
            };
            for (eyes, twin) in twins {
                self.check_effects(&game, twin, eyes, seat, action)?;
            }
            events.clear();
            let accepted = game.apply(seat, action, &mut events);
            kept(Promise::ListedIsAccepted, accepted.is_ok(), || {
                format!("seat {seat}: {action}: {accepted:?}")
            })?;
            history.push((seat, action));
            self.decisions += 1;
            self.report.decisions += 1;
            kept(Promise::Ends, self.decisions <= self.suite.longest, || {
                format!("still going on after {} decisions", self.decisions)
            })?;
        }
        self.check_replay(first, &history, &game)
    }

    fn set_up(&self) -> Result<G, BrokenPromise> {
        let fresh = || {
            G::new(&self.options, self.seed).map_err(|error| BrokenPromise {
                promise: Promise::StartsFromItsOptions,
                details: error.to_string(),
            })
        };
        let first = fresh()?;
        kept(
            Promise::StartsFromItsOptions,
            first.options() == self.options,
            || json(&first.options()),
        )?;
        kept(
            Promise::SameSeedSameGame,
            json(&first) == json(&fresh()?),
            || "two set-ups differ".to_owned(),
        )?;
        Ok(first)
    }

    fn pick_seat(&mut self, seats: SeatSet) -> Option<Seat> {
        seats
            .iter()
            .nth(below(&mut self.dice, seats.len()) as usize)
    }

    fn check_lists(&self, game: &G, listed: &mut Vec<G::Action>) -> Result<(), BrokenPromise> {
        for seat in Seat::first(game.seats()) {
            game.legal(seat, listed);
            if !game.deciders().contains(seat) {
                kept(Promise::OthersCannotDecide, listed.is_empty(), || {
                    format!("seat {seat}: {listed:?}")
                })?;
                continue;
            }
            kept(Promise::DecidersCanDecide, !listed.is_empty(), || {
                format!("seat {seat} in {}", json(game))
            })?;
            let different: HashSet<_> = listed.iter().collect();
            kept(Promise::ListedOnce, different.len() == listed.len(), || {
                format!("seat {seat}: {listed:?}")
            })?;
            for &action in listed.iter() {
                self.check_listed(game, seat, action)?;
            }
        }
        Ok(())
    }

    fn check_listed(&self, game: &G, seat: Seat, action: G::Action) -> Result<(), BrokenPromise> {
        let text = action.to_string();
        let read = text.parse::<G::Action>();
        kept(
            Promise::ActionTextRoundTrips,
            read.as_ref() == Ok(&action),
            || format!("‘{text}’ reads back as {read:?}"),
        )?;
        let (mut once, mut again) = (game.clone(), game.clone());
        let (mut events, mut same_events) = (Vec::new(), Vec::new());
        let accepted = once.apply(seat, action, &mut events);
        kept(Promise::ListedIsAccepted, accepted.is_ok(), || {
            format!("seat {seat}: {action}: {accepted:?}")
        })?;
        let same = again.apply(seat, action, &mut same_events).is_ok()
            && once == again
            && events == same_events;
        kept(Promise::SameSeedSameGame, same, || {
            format!("seat {seat}: {action} has two outcomes")
        })
    }

    fn check_strays(&mut self, game: &G) -> Result<(), BrokenPromise> {
        let mut listed = Vec::new();
        let before = if self.bytes_too {
            json(game)
        } else {
            String::new()
        };
        for _ in 0..self.suite.strays {
            let seat = Seat::first(game.seats())
                .nth(below(&mut self.dice, game.seats().into()) as usize)
                .unwrap_or_default();
            let action = (self.suite.any_action)(&mut self.dice);
            let text = action.to_string();
            kept(
                Promise::ActionTextRoundTrips,
                text.parse().as_ref() == Ok(&action),
                || format!("‘{text}’"),
            )?;
            game.legal(seat, &mut listed);
            if listed.contains(&action) {
                continue;
            }
            let mut tried = game.clone();
            let mut events = Vec::new();
            let refusal = tried.apply(seat, action, &mut events);
            kept(Promise::UnlistedIsRefused, refusal.is_err(), || {
                format!("seat {seat}: {action} in {}", json(game))
            })?;
            let same_bytes = !self.bytes_too || json(&tried) == before;
            let unchanged = tried == *game && same_bytes && events.is_empty();
            kept(Promise::RefusalChangesNothing, unchanged, || {
                format!("seat {seat}: {action} left {}", json(&tried))
            })?;
            let imagined = G::imagine(&game.view(Eyes::Seat(seat)), &mut self.dice).apply(
                seat,
                action,
                &mut (),
            );
            let promise = if imagined.is_ok() {
                Promise::LegalTellsNoSecret
            } else {
                Promise::RefusalTellsNoSecret
            };
            kept(promise, imagined == refusal, || {
                format!(
                    "seat {seat}: {action} is refused with {refusal:?}, but in a state that looks the same with {imagined:?}"
                )
            })?;
            self.report.refused += 1;
        }
        Ok(())
    }

    /// Imagines, for each pair of eyes, a state that looks the same to them as the true one.
    fn imagine_twins(&mut self, game: &G) -> Result<Vec<(Eyes, G)>, BrokenPromise> {
        let mut twins = Vec::new();
        for eyes in Eyes::all(game.seats()) {
            let twin = self.imagine_twin(game, eyes)?;
            if let Eyes::Seat(seat) = eyes {
                let (mut listed, mut twin_listed) = (Vec::new(), Vec::new());
                game.legal(seat, &mut listed);
                twin.legal(seat, &mut twin_listed);
                kept(Promise::LegalTellsNoSecret, listed == twin_listed, || {
                    format!("seat {seat}: {listed:?} or {twin_listed:?}")
                })?;
            }
            twins.push((eyes, twin));
        }
        Ok(twins)
    }

    fn imagine_twin(&mut self, game: &G, eyes: Eyes) -> Result<G, BrokenPromise> {
        let view = game.view(eyes);
        let seed = Seed::random(&mut self.dice);
        let twin = G::imagine(&view, &mut dice(seed));
        twin.check().map_err(|flaw| BrokenPromise {
            promise: Promise::InvariantsHold,
            details: format!("imagined for {eyes:?}: {flaw}"),
        })?;
        kept(
            Promise::ImagineKeepsTheView,
            twin.view(eyes) == view,
            || {
                format!(
                    "{eyes:?} sees\n  {}\n  and not\n  {}",
                    json(&twin.view(eyes)),
                    json(&view)
                )
            },
        )?;
        if self.bytes_too {
            let read = reads_back(Promise::ViewJsonRoundTrips, &view)?;
            kept(
                Promise::ImagineUsesOnlyTheView,
                G::imagine(&read, &mut dice(seed)) == twin,
                || format!("{eyes:?}: {}", json(&view)),
            )?;
        }
        let other_twin = G::imagine(&view, &mut self.dice);
        let differ_for_others = |one: &G, another: &G| {
            let mut others = Eyes::all(game.seats()).filter(|&other| other != eyes);
            others.any(|other| one.view(other) != another.view(other))
        };
        self.report.imagined_otherwise += u64::from(differ_for_others(&twin, &other_twin));
        self.imagining.secrets = self.imagining.secrets || differ_for_others(&twin, game);
        self.imagining.hidden |= twin != *game;
        self.imagining.redrawn |= twin != other_twin;
        Ok(twin)
    }

    /// Checks that two states that look the same to some eyes keep looking the same until an event reveals something to them.
    fn check_effects(
        &mut self,
        game: &G,
        mut twin: G,
        eyes: Eyes,
        actor: Seat,
        action: G::Action,
    ) -> Result<(), BrokenPromise> {
        let (mut events, mut twin_events) = (Vec::new(), Vec::new());
        let mut after = game.clone();
        if twin.apply(actor, action, &mut twin_events).is_err()
            || after.apply(actor, action, &mut events).is_err()
        {
            return Ok(()); // Only the true state allows this action of another seat.
        }
        self.report.compared += 1;
        let revealing = |event: &G::Event| G::reveals(event, eyes);
        let [shown, twin_shown] = [&events, &twin_events].map(|events| {
            let before_any_revelation = events.iter().take_while(|event| !revealing(event));
            before_any_revelation
                .filter_map(|event| G::seen(event, eyes))
                .collect::<Vec<_>>()
        });
        kept(Promise::EventsTellNoSecret, shown == twin_shown, || {
            format!(
                "seat {actor}: {action}: {eyes:?} sees either\n  {}\n  or\n  {}",
                json(&shown),
                json(&twin_shown)
            )
        })?;
        let (view, twin_view) = (after.view(eyes), twin.view(eyes));
        kept(
            Promise::RevelationsAreAnnounced,
            view == twin_view || events.iter().chain(&twin_events).any(revealing),
            || {
                format!(
                    "seat {actor}: {action}: {eyes:?} sees either\n  {}\n  or\n  {}",
                    json(&view),
                    json(&twin_view)
                )
            },
        )
    }

    fn check_replay(
        &self,
        mut game: G,
        history: &[(Seat, G::Action)],
        last: &G,
    ) -> Result<(), BrokenPromise> {
        let replayed = history
            .iter()
            .all(|&(seat, action)| game.apply(seat, action, &mut ()).is_ok());
        kept(
            Promise::SameSeedSameGame,
            replayed && json(&game) == json(last),
            || "a replay ends in another state".to_owned(),
        )
    }
}
