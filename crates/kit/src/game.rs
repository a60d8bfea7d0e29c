//! The trait that every game implements.

use crate::{BadOptions, BadText, Flaw, Refusal, Rng, Seat, SeatSet, Seed, Standings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A board game: the state at one point of play, and the rules that lead on from it.
///
/// Implementations keep these promises. [`crate::conformance`] checks all but the last, as far as a program can; each game's own tests count
/// allocations.
///
/// * **Exact.** [`legal`](Game::legal) lists exactly what [`apply`](Game::apply) accepts. Any other action is refused with the broken
///   rule, and the state is unchanged.
/// * **Small decisions.** One action is one click. A seat that has to decide has at least one legal action.
/// * **Deterministic.** The same options, seed and actions lead to the same states on every platform.
/// * **Secret.** A [`View`](Game::View) contains only what its eyes may know. A whole state for thinking ahead can only be
///   [imagined](Game::imagine) from a view, so no player can use hidden information.
/// * **Cheap.** A state is plain data of fixed size; `legal` and `apply` do not allocate.
///
/// Opponents that the rulebook controls are part of the rules: they act inside `apply` and report it as events.
pub trait Game:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name, number of seats and options of the game.
    const ABOUT: About;

    /// The number of players and the variants.
    type Options: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    /// One choice of a seat. Its text is the specification's notation.
    type Action: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = BadText> + Send + Sync;
    /// Something that happened.
    ///
    /// It serialises as a JSON object. The field `event` is its name in kebab case, and a field named `seat` holds a [`Seat`]; the game's texts depend on
    /// both.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What one pair of eyes may know of a state.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// Sets up a game under the current version of the rules.
    fn new(options: &Self::Options, seed: Seed) -> Result<Self, BadOptions>;

    /// Sets up a game under the given version of the rules: the current one, or an earlier one that existing games and records still use.
    ///
    /// A game that supports an earlier version implements this and [`rules`](Game::rules), and stores the version in its state.
    fn new_under(rules: u32, options: &Self::Options, seed: Seed) -> Result<Self, BadOptions> {
        if rules == Self::ABOUT.rules {
            Self::new(options, seed)
        } else {
            Err(Self::ABOUT.unknown_rules(rules))
        }
    }

    /// Returns the version of the rules that this game is played under.
    fn rules(&self) -> u32 {
        Self::ABOUT.rules
    }

    /// Returns the events of the set-up. Only called before the first action.
    fn opening(&self) -> Vec<Self::Event> {
        Vec::new()
    }

    /// Returns the options that the game was set up with.
    fn options(&self) -> Self::Options;

    /// Returns the number of seats.
    fn seats(&self) -> u8;

    /// Returns the seats that have to decide: several if players choose simultaneously, none when the game is over.
    fn deciders(&self) -> SeatSet;

    /// Replaces the contents of `actions` with all legal actions of the seat. Leaves it empty if the seat has nothing to decide.
    fn legal(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Carries out an action and all its automatic consequences, up to the next decision.
    fn apply(
        &mut self,
        seat: Seat,
        action: Self::Action,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<(), Refusal>;

    /// Returns what these eyes may know.
    fn view(&self, eyes: Eyes) -> Self::View;

    /// Returns what these eyes see of an event, or `None` if they see nothing.
    fn seen(event: &Self::Event, eyes: Eyes) -> Option<Self::Event>;

    /// Returns whether the event shows these eyes something that they could not know before. Such an action cannot be undone.
    fn reveals(event: &Self::Event, eyes: Eyes) -> bool;

    /// Returns the text of an action as these eyes may see it during the game. Hidden parts of a secret choice are replaced by `?`.
    fn text_for(action: Self::Action, _actor: Seat, _eyes: Eyes) -> String {
        action.to_string()
    }

    /// Returns a whole state that looks like `view` to the eyes it was made for, with all hidden information redrawn.
    fn imagine(view: &Self::View, rng: &mut impl Rng) -> Self;

    /// Returns the points, and the winners once the game is over.
    fn standings(&self) -> Standings;

    /// Returns the points of all seats, and of the automatic opponent behind them, if the game ended now: with the final scoring of what lies on the table and in
    /// the hands. It counts hidden things too, so it is only for games that are over.
    fn totals_if_over(&self) -> Vec<i32> {
        self.standings().totals()
    }

    /// Returns the points of a seat, as in the standings.
    ///
    /// Bots call this for every state that they evaluate, so a game should implement it without building the list of sources.
    fn score(&self, seat: Seat) -> i32 {
        self.standings().total(seat)
    }

    /// Returns the points of the automatic opponent, as in the standings, or `None` if there is none.
    ///
    /// Bots call this for every state that they evaluate, so a game with an automatic opponent should implement it efficiently.
    fn automatic_score(&self) -> Option<i32> {
        None
    }

    /// Checks whether this state can occur. Used for states from outside the program, and in tests.
    fn check(&self) -> Result<(), Flaw>;
}

/// The catalogue entry of a game.
#[derive(Clone, Debug)]
pub struct About {
    /// The identifier for programs: `"taj-mahal"`.
    pub key: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The designer of the game.
    pub author: &'static str,
    /// The version of the rules that new games use.
    pub rules: u32,
    /// The possible numbers of players.
    pub seats: RangeInclusive<u8>,
    /// The options that can be chosen before the game.
    pub options: &'static [OptionAbout],
}

impl About {
    /// Returns the error for a version of the rules that this game does not support.
    pub fn unknown_rules(&self, rules: u32) -> BadOptions {
        BadOptions(format!(
            "version {rules} of the rules of {} is not supported; the current one is {}",
            self.name, self.rules
        ))
    }
}

/// An option that can be chosen before the game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionAbout {
    /// The name of its field in the options.
    pub name: &'static str,
    /// The possible values.
    pub values: &'static [&'static str],
    /// The value if the option is omitted.
    pub default: &'static str,
    /// The values that can be combined, separated by commas. Usually empty.
    pub together: &'static [&'static str],
    /// The numbers of players for which the option applies.
    pub players: &'static [u8],
    /// A description in one sentence.
    pub says: &'static str,
}

/// The viewer of a state or event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// Anybody, including spectators: the common knowledge.
    Public,
    /// The player in that seat.
    Seat(Seat),
    /// All seats together: for the replay of a finished game, and for programs that control all seats.
    AllSeeing,
}

impl Eyes {
    /// Returns whether these eyes see what the seat sees.
    pub fn are(self, seat: Seat) -> bool {
        self == Eyes::Seat(seat) || self == Eyes::AllSeeing
    }

    /// Returns the seat whose eyes these are, unless they are public or all-seeing.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Public | Eyes::AllSeeing => None,
        }
    }

    /// Returns the public's eyes and those of the first `seats` seats.
    pub fn all(seats: u8) -> impl Iterator<Item = Eyes> {
        std::iter::once(Eyes::Public).chain(Seat::first(seats).map(Eyes::Seat))
    }
}

/// A receiver of events.
pub trait Sink<E> {
    /// Receives an event.
    fn tell(&mut self, event: E);
}

/// Discards all events, at no cost.
impl<E> Sink<E> for () {
    fn tell(&mut self, _: E) {}
}

/// Collects all events in order.
impl<E> Sink<E> for Vec<E> {
    fn tell(&mut self, event: E) {
        self.push(event);
    }
}
