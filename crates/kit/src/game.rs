//! The one abstraction of the house.

use crate::{BadOptions, BadText, Flaw, Refusal, Rng, Seat, SeatSet, Seed, Standings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A board game: one point of play, and the rules that lead on from it.
///
/// These are its promises. [`crate::conformance`] checks them, as far as a program can, except for the last one: each game's own tests count
/// allocations.
///
/// * **Exact.** [`legal`](Game::legal) lists exactly what [`apply`](Game::apply) accepts. Anything else is refused with the broken
///   rule, and the state is as it was.
/// * **Small decisions.** One action is one click. Whoever has to decide has at least one legal action.
/// * **Deterministic.** Options, seed and actions give the same states everywhere.
/// * **Secret.** A [`View`](Game::View) is made of what its eyes may know. Whoever wants a whole state to think about must
///   [`imagine`](Game::imagine) one from a view, so nobody can think with cards that they cannot see.
/// * **Cheap.** A state is plain data of fixed size; `legal` and `apply` do not allocate.
///
/// Opponents that a rulebook plays by itself are rules: they act inside `apply` and tell it in events.
pub trait Game:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Name, seats and options.
    const ABOUT: About;

    /// Players and variants.
    type Options: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    /// One choice, written in the specification's notation.
    type Action: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = BadText> + Send + Sync;
    /// Something that happened.
    ///
    /// It serialises as a JSON object whose field `event` is its name in kebab case, and a field named `seat` holds a [`Seat`]. The words of a game
    /// depend on both.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// All that one pair of eyes may know.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The set-up.
    fn new(options: &Self::Options, seed: Seed) -> Result<Self, BadOptions>;

    /// The set-up under a version of the rules: the present one, or an earlier one under which old games and records go on.
    ///
    /// A game that still knows an earlier version implements this and [`rules`](Game::rules), and its state remembers the version.
    fn new_under(rules: u32, options: &Self::Options, seed: Seed) -> Result<Self, BadOptions> {
        if rules == Self::ABOUT.rules {
            Self::new(options, seed)
        } else {
            Err(Self::ABOUT.unknown_rules(rules))
        }
    }

    /// The version of the rules that this game is played under.
    fn rules(&self) -> u32 {
        Self::ABOUT.rules
    }

    /// What there is to tell of the set-up; only asked of a game in which nothing was played yet.
    fn opening(&self) -> Vec<Self::Event> {
        Vec::new()
    }

    /// What this game was set up with.
    fn options(&self) -> Self::Options;

    /// How many people play.
    fn seats(&self) -> u8;

    /// The seats that owe a decision: several where players choose at the same time, none when the game is over.
    fn deciders(&self) -> SeatSet;

    /// Replaces the contents of `actions` by all legal actions of the seat: none if it has nothing to decide.
    fn legal(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Carries out an action and everything that follows from it by itself, up to the next decision.
    fn apply(
        &mut self,
        seat: Seat,
        action: Self::Action,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<(), Refusal>;

    /// What these eyes may know.
    fn view(&self, eyes: Eyes) -> Self::View;

    /// What these eyes see of an event; `None` if nothing.
    fn seen(event: &Self::Event, eyes: Eyes) -> Option<Self::Event>;

    /// Whether the event shows these eyes what they could not know before. Such a moment cannot be undone.
    fn reveals(event: &Self::Event, eyes: Eyes) -> bool;

    /// How an action reads to these eyes while the game lasts: a secret choice has `?` in the place of what is hidden.
    fn text_for(action: Self::Action, _actor: Seat, _eyes: Eyes) -> String {
        action.to_string()
    }

    /// A whole state that looks like `view` to the eyes it was made for, with everything hidden drawn anew.
    fn imagine(view: &Self::View, rng: &mut impl Rng) -> Self;

    /// The points, and the winners once the game is over.
    fn standings(&self) -> Standings;

    /// The points of a seat, as in the standings.
    ///
    /// Bots ask for them in every state that they judge, so a game should make this quick: without the list of sources.
    fn score(&self, seat: Seat) -> i32 {
        self.standings().total(seat)
    }

    /// The points of the automatic opponent, as in the standings; `None` if there is none.
    ///
    /// Bots ask for them in every state that they judge, so a game with an automatic opponent should make this quick.
    fn automatic_score(&self) -> Option<i32> {
        None
    }

    /// Whether this state can occur at all; for states that come from outside, and for tests.
    fn check(&self) -> Result<(), Flaw>;
}

/// What a catalogue says about a game.
#[derive(Clone, Debug)]
pub struct About {
    /// Its name for programs: `"taj-mahal"`.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Who invented it.
    pub author: &'static str,
    /// The version of the rules under which new games begin.
    pub rules: u32,
    /// How many people can play.
    pub seats: RangeInclusive<u8>,
    /// What can be chosen before the game.
    pub options: &'static [OptionAbout],
}

impl About {
    /// The refusal of a version of the rules that this game does not know.
    pub fn unknown_rules(&self, rules: u32) -> BadOptions {
        BadOptions(format!(
            "version {rules} of the rules of {} is not known here; the present one is {}",
            self.name, self.rules
        ))
    }
}

/// Something that can be chosen before the game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionAbout {
    /// Its field in the options.
    pub name: &'static str,
    /// What it can be.
    pub values: &'static [&'static str],
    /// What it is if omitted.
    pub default: &'static str,
    /// Those of its values that can be chosen together, separated by commas; usually none.
    pub together: &'static [&'static str],
    /// For which numbers of people there is a choice.
    pub players: &'static [u8],
    /// What it does, in a sentence.
    pub says: &'static str,
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// Anybody: spectators, and what all players know in common.
    Public,
    /// The person in that seat.
    Seat(Seat),
    /// Those of all seats together: for the replay of a finished game, and for programs that own all seats.
    AllSeeing,
}

impl Eyes {
    /// Whether these eyes see what that seat sees.
    pub fn are(self, seat: Seat) -> bool {
        self == Eyes::Seat(seat) || self == Eyes::AllSeeing
    }

    /// The seat whose eyes these are, if they are those of one seat.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Public | Eyes::AllSeeing => None,
        }
    }

    /// The public's eyes and those of the first `seats` seats.
    pub fn all(seats: u8) -> impl Iterator<Item = Eyes> {
        std::iter::once(Eyes::Public).chain(Seat::first(seats).map(Eyes::Seat))
    }
}

/// Where a game tells what happens.
pub trait Sink<E> {
    /// It happened.
    fn tell(&mut self, event: E);
}

/// Nobody listens; the cheapest way to play.
impl<E> Sink<E> for () {
    fn tell(&mut self, _: E) {}
}

/// All events in order.
impl<E> Sink<E> for Vec<E> {
    fn tell(&mut self, event: E) {
        self.push(event);
    }
}
