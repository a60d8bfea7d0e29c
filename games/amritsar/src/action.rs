//! The actions and their text form (spec 14a).

use crate::components::*;
use kit::{BadText, Eyes, Seat, UnknownId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

kit::ids! {
    /// The number of steps of an elephant.
    pub enum Steps: "number of steps" {
        /// Free.
        One = "1",
        /// For one coin.
        Two = "2",
        /// For two coins.
        Three = "3",
    }
}

kit::ids! {
    /// The source of a free elephant move.
    pub enum FreeMove: "free move" {
        /// The movement token.
        Token = "token",
        /// The `free_elephant` storehouse.
        Storehouse = "storehouse",
    }
}

kit::ids! {
    /// The half of `coin_1_and_market` that comes first.
    pub enum Half: "half of the action" {
        /// The coin.
        Coin = "coin",
        /// The market action.
        Market = "market",
    }
}

/// The effect of an elephant action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ElephantAction {
    /// The main action of a tile of the district.
    Tile(DistrictTile),
    /// The action of a mahout tile on the player's board.
    Mahout(Mahout),
}

/// An addition to the board, with its space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Upgrade {
    /// A storehouse; all its spaces are equivalent.
    Storehouse(Storehouse),
    /// An objective on a space.
    Objective(Objective, ObjectiveSpace),
    /// A mahout tile on a colour.
    Mahout(Mahout, Colour),
}

/// One decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Put an objective on the start space.
    Objective(Objective),
    /// Put the starting mahout on a colour.
    Mahout(Colour),
    /// Put the elephant on the board.
    Place(District),
    /// Leave the elephant where it is.
    Stay,
    /// Walk with the elephant.
    Step(Steps),
    /// Move the elephant without coins and penalty.
    Free(District, FreeMove),
    /// Lift all workers of a section.
    Lift(Section),
    /// Leave a worker in the next section with room.
    Drop(Colour),
    /// Let the last worker land.
    Land {
        /// The section where it lands.
        section: Section,
        /// The section that is skipped without a coin.
        free: Option<Section>,
    },
    /// Use the elephant action.
    Elephant(ElephantAction),
    /// Do the main action of a tile.
    Main(DistrictTile),
    /// Do the secondary action of a tile.
    Second(DistrictTile),
    /// Skip the rest of the tile.
    Close,
    /// End the actions.
    Done,
    /// Choose between two marble and one copper.
    Gain(Resource),
    /// Begin with this half.
    First(Half),
    /// Choose a resource.
    Pick(Resource),
    /// Give an item back.
    Discard(Item),
    /// Buy a resource.
    Buy(Resource),
    /// Sell a resource.
    Sell(Resource),
    /// End the market action.
    Finish,
    /// Use the `exchange` storehouse.
    Exchange {
        /// The resource given.
        give: Resource,
        /// The resource taken.
        take: Resource,
    },
    /// Add something to the board.
    Upgrade {
        /// The addition, with its space.
        upgrade: Upgrade,
        /// The resource paid, where there is a choice.
        pay: Option<Resource>,
    },
    /// Decline the optional action.
    Skip,
    /// Take a step on a knowledge track.
    Advance(Track),
    /// Use a mahout tile.
    Use(Mahout),
    /// Put a counter on a space of the donation tile.
    Donate(Space),
    /// Follow the worker.
    Follow,
    /// Do not follow.
    Decline,
}

impl Action {
    /// Returns the text as these eyes see it: other players' objectives are secret (spec 13a).
    pub(crate) fn text_for(self, actor: Seat, eyes: Eyes) -> String {
        match self {
            _ if eyes.are(actor) => self.to_string(),
            Action::Objective(_) => "objective ?".to_owned(),
            Action::Upgrade {
                upgrade: Upgrade::Objective(_, space),
                pay,
            } => format!("upgrade objective ? {space}{}", Payment(pay)),
            public => public.to_string(),
        }
    }
}

/// The end of an upgrade's text.
struct Payment(Option<Resource>);

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(resource) => write!(f, " pay {resource}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ElephantAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElephantAction::Tile(tile) => tile.fmt(f),
            ElephantAction::Mahout(mahout) => mahout.fmt(f),
        }
    }
}

impl fmt::Display for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Upgrade::Storehouse(storehouse) => write!(f, "storehouse {storehouse}"),
            Upgrade::Objective(objective, space) => write!(f, "objective {objective} {space}"),
            Upgrade::Mahout(mahout, colour) => write!(f, "mahout {mahout} {colour}"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Objective(objective) => write!(f, "objective {objective}"),
            Action::Mahout(colour) => write!(f, "mahout {colour}"),
            Action::Place(district) => write!(f, "place {district}"),
            Action::Stay => f.write_str("stay"),
            Action::Step(steps) => write!(f, "step {steps}"),
            Action::Free(district, by) => write!(f, "free {district} {by}"),
            Action::Lift(section) => write!(f, "lift {section}"),
            Action::Drop(colour) => write!(f, "drop {colour}"),
            Action::Land {
                section,
                free: None,
            } => write!(f, "land {section}"),
            Action::Land {
                section,
                free: Some(free),
            } => write!(f, "land {section} free {free}"),
            Action::Elephant(action) => write!(f, "elephant {action}"),
            Action::Main(tile) => write!(f, "main {tile}"),
            Action::Second(tile) => write!(f, "second {tile}"),
            Action::Close => f.write_str("close"),
            Action::Done => f.write_str("done"),
            Action::Gain(resource) => write!(f, "gain {resource}"),
            Action::First(half) => write!(f, "first {half}"),
            Action::Pick(resource) => write!(f, "pick {resource}"),
            Action::Discard(item) => write!(f, "discard {item}"),
            Action::Buy(resource) => write!(f, "buy {resource}"),
            Action::Sell(resource) => write!(f, "sell {resource}"),
            Action::Finish => f.write_str("finish"),
            Action::Exchange { give, take } => write!(f, "exchange {give} {take}"),
            Action::Upgrade { upgrade, pay } => write!(f, "upgrade {upgrade}{}", Payment(*pay)),
            Action::Skip => f.write_str("skip"),
            Action::Advance(track) => write!(f, "advance {track}"),
            Action::Use(mahout) => write!(f, "use {mahout}"),
            Action::Donate(space) => write!(f, "donate {space}"),
            Action::Follow => f.write_str("follow"),
            Action::Decline => f.write_str("decline"),
        }
    }
}

const EXPECTED: &str = "expected ‘objective B4’, ‘mahout white’, ‘place north’, ‘stay’, ‘step 2’, ‘free north token’, ‘lift east_1’, \
    ‘drop blue’, ‘land west_2’, ‘land west_2 free south_2’, ‘elephant donate’, ‘main yellow_a’, ‘second yellow_a’, ‘close’, ‘done’, \
    ‘gain marble’, ‘first coin’, ‘pick gold’, ‘discard coin’, ‘buy marble’, ‘sell gold’, ‘finish’, ‘exchange marble copper’, \
    ‘upgrade storehouse free_skip’, ‘upgrade objective C5 coins’, ‘upgrade mahout market blue pay gold’, ‘skip’, ‘advance money’, \
    ‘use donate’, ‘donate c0’, ‘follow’ or ‘decline’";

impl FromStr for Action {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        // Words are separated by single spaces, so that each action has exactly one text.
        let words: Vec<&str> = text.split(' ').take(7).collect();
        read(&words)
            .unwrap_or_else(|| Err(UnknownWord(EXPECTED.to_owned())))
            .map_err(|UnknownWord(expected)| BadText::new(text, expected))
    }
}

/// An error that names the expected word.
struct UnknownWord(String);

impl From<UnknownId> for UnknownWord {
    fn from(unknown: UnknownId) -> Self {
        UnknownWord(unknown.to_string())
    }
}

/// Returns the action, or `None` if the words do not have the form of any action.
fn read(words: &[&str]) -> Option<Result<Action, UnknownWord>> {
    Some(match *words {
        ["stay"] => Ok(Action::Stay),
        ["close"] => Ok(Action::Close),
        ["done"] => Ok(Action::Done),
        ["finish"] => Ok(Action::Finish),
        ["skip"] => Ok(Action::Skip),
        ["follow"] => Ok(Action::Follow),
        ["decline"] => Ok(Action::Decline),
        ["objective", word] => one(word, Action::Objective),
        ["mahout", word] => one(word, Action::Mahout),
        ["place", word] => one(word, Action::Place),
        ["step", word] => one(word, Action::Step),
        ["lift", word] => one(word, Action::Lift),
        ["drop", word] => one(word, Action::Drop),
        ["main", word] => one(word, Action::Main),
        ["second", word] => one(word, Action::Second),
        ["gain", word] => one(word, Action::Gain),
        ["first", word] => one(word, Action::First),
        ["pick", word] => one(word, Action::Pick),
        ["discard", word] => one(word, Action::Discard),
        ["buy", word] => one(word, Action::Buy),
        ["sell", word] => one(word, Action::Sell),
        ["advance", word] => one(word, Action::Advance),
        ["use", word] => one(word, Action::Use),
        ["donate", word] => one(word, Action::Donate),
        ["elephant", word] => read_elephant(word),
        ["free", district, by] => two(district, by, Action::Free),
        ["exchange", give, take] => two(give, take, |give, take| Action::Exchange { give, take }),
        ["land", section] => one(section, |section| Action::Land {
            section,
            free: None,
        }),
        ["land", section, "free", free] => two(section, free, |section, free| Action::Land {
            section,
            free: Some(free),
        }),
        ["upgrade", ref upgrade @ .., "pay", resource] => read_paid(upgrade, resource)?,
        ["upgrade", ref upgrade @ ..] => {
            read_upgrade(upgrade)?.map(|upgrade| Action::Upgrade { upgrade, pay: None })
        }
        _ => return None,
    })
}

fn one<T: FromStr<Err = UnknownId>>(
    word: &str,
    action: impl FnOnce(T) -> Action,
) -> Result<Action, UnknownWord> {
    Ok(action(word.parse()?))
}

fn two<T, U, A>(first: &str, second: &str, make: impl FnOnce(T, U) -> A) -> Result<A, UnknownWord>
where
    T: FromStr<Err = UnknownId>,
    U: FromStr<Err = UnknownId>,
{
    Ok(make(first.parse()?, second.parse()?))
}

fn read_elephant(word: &str) -> Result<Action, UnknownWord> {
    let mahout = || Some(ElephantAction::Mahout(word.parse().ok()?));
    let action = word.parse().map(ElephantAction::Tile).ok().or_else(mahout);
    action
        .map(Action::Elephant)
        .ok_or_else(|| UnknownWord(format!("there is no district or mahout tile ‘{word}’")))
}

fn read_paid(upgrade: &[&str], resource: &str) -> Option<Result<Action, UnknownWord>> {
    let upgrade = read_upgrade(upgrade)?;
    Some(upgrade.and_then(|upgrade| {
        let pay = Some(resource.parse()?);
        Ok(Action::Upgrade { upgrade, pay })
    }))
}

fn read_upgrade(words: &[&str]) -> Option<Result<Upgrade, UnknownWord>> {
    Some(match *words {
        ["storehouse", storehouse] => storehouse
            .parse()
            .map(Upgrade::Storehouse)
            .map_err(UnknownWord::from),
        ["objective", objective, space] => two(objective, space, Upgrade::Objective),
        ["mahout", mahout, colour] => two(mahout, colour, Upgrade::Mahout),
        _ => return None,
    })
}
