//! The actions and their text form.

use crate::components::{Character, City, Field, Site, WheelAction};
use crate::plan::Plan;
use crate::travel::Route;
use kit::BadText;
use std::fmt;
use std::str::FromStr;

/// One decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take a character from the display.
    Character(Character),
    /// Build a shrine.
    Shrine(Site),
    /// Set two actions on the wheel.
    Plan(Plan),
    /// Travel along these roads.
    Travel(Route),
    /// Begin a planned action.
    Start(Begin),
    /// Use an action marker.
    Marker(Begin),
    /// Build a statue.
    Statue(City, Field),
    /// Use a once-ability.
    Ability(Ability),
    /// End the open action.
    Close,
    /// End the turn.
    End,
    /// Take the reward at this position.
    Reward(u8),
    /// Buy prestige this many times.
    Buy(u8),
    /// Put a Maharani marker on a character.
    Maharani(Character),
    /// Do not use a reward.
    Decline,
}

/// An action of the wheel with its target, if it has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Begin {
    /// One of the actions 1 to 7, which have no target.
    Plain(PlainAction),
    /// Swap one's character for this one.
    Swap(Character),
    /// Shift the flag of a city.
    Shift(City),
}

/// An action of the wheel without a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlainAction(WheelAction);

impl Begin {
    /// Returns the action if it has no target; `None` for 8 and 9.
    pub fn plain(action: WheelAction) -> Option<Self> {
        match action {
            WheelAction::SwapCharacter | WheelAction::ShiftFlag => None,
            plain => Some(Begin::Plain(PlainAction(plain))),
        }
    }

    /// Returns the action of the wheel.
    pub const fn action(self) -> WheelAction {
        match self {
            Begin::Plain(PlainAction(action)) => action,
            Begin::Swap(_) => WheelAction::SwapCharacter,
            Begin::Shift(_) => WheelAction::ShiftFlag,
        }
    }
}

/// The use of a once-ability.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ability {
    /// Character 2.
    TakeShrine,
    /// Character 3.
    Exchange(Exchange),
    /// Character 4.
    BuyActionMarker,
    /// Character 6.
    TakePrestige,
    /// Character 10.
    ShiftFlag(City),
    /// Character 13.
    SupplyShrine(Site),
    /// Character 14.
    TakeActionMarker,
}

impl Ability {
    /// Returns the character with this ability.
    pub const fn character(self) -> Character {
        match self {
            Ability::TakeShrine => Character::TakeShrine,
            Ability::Exchange(_) => Character::Exchange,
            Ability::BuyActionMarker => Character::BuyActionMarker,
            Ability::TakePrestige => Character::TakePrestige,
            Ability::ShiftFlag(_) => Character::ShiftFlag,
            Ability::SupplyShrine(_) => Character::SupplyShrine,
            Ability::TakeActionMarker => Character::TakeActionMarker,
        }
    }
}

/// A combination of one to three exchanges of coins and prestige.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Exchange {
    purchases: u8,
    sales: u8,
}

impl Exchange {
    /// Creates a combination of purchases and sales of prestige, if their number is allowed.
    pub fn new(purchases: u8, sales: u8) -> Option<Self> {
        let count = purchases.checked_add(sales)?;
        (1..=Character::EXCHANGES)
            .contains(&count)
            .then_some(Exchange { purchases, sales })
    }

    /// Returns the number of purchases of prestige.
    pub const fn purchases(self) -> u8 {
        self.purchases
    }

    /// Returns the number of sales of prestige.
    pub const fn sales(self) -> u8 {
        self.sales
    }

    /// Returns all combinations.
    pub fn all() -> impl Iterator<Item = Exchange> {
        (0..=Character::EXCHANGES)
            .flat_map(|purchases| (0..=Character::EXCHANGES).map(move |sales| (purchases, sales)))
            .filter_map(|(purchases, sales)| Exchange::new(purchases, sales))
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.purchases > 0 {
            write!(f, "+{}", self.purchases)?;
        }
        if self.sales > 0 {
            write!(f, "-{}", self.sales)?;
        }
        Ok(())
    }
}

impl fmt::Display for Begin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Begin::Plain(PlainAction(action)) => write!(f, "{action}"),
            Begin::Swap(character) => write!(f, "8 {character}"),
            Begin::Shift(city) => write!(f, "9 {city}"),
        }
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.character())?;
        match self {
            Ability::Exchange(exchange) => write!(f, " {exchange}"),
            Ability::ShiftFlag(city) => write!(f, " {city}"),
            Ability::SupplyShrine(site) => write!(f, " {site}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Character(character) => write!(f, "character {character}"),
            Action::Shrine(site) => write!(f, "shrine {site}"),
            Action::Plan(plan) => write!(f, "plan {plan}"),
            Action::Travel(route) => write!(f, "travel {route}"),
            Action::Start(begin) => write!(f, "start {begin}"),
            Action::Marker(begin) => write!(f, "marker {begin}"),
            Action::Statue(city, field) => write!(f, "statue {city} {field}"),
            Action::Ability(ability) => write!(f, "ability {ability}"),
            Action::Close => f.write_str("close"),
            Action::End => f.write_str("end"),
            Action::Reward(position) => write!(f, "reward {position}"),
            Action::Buy(times) => write!(f, "buy {times}"),
            Action::Maharani(character) => write!(f, "maharani {character}"),
            Action::Decline => f.write_str("decline"),
        }
    }
}

/// A description of the valid texts.
type Expected = String;

impl FromStr for Action {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let mut words = text.split(' ');
        let verb = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        read(verb, &rest).map_err(|expected| BadText::new(text, expected))
    }
}

fn read(verb: &str, rest: &[&str]) -> Result<Action, Expected> {
    match (verb, rest) {
        ("character", [number]) => Ok(Action::Character(word(number)?)),
        ("shrine", [site]) => Ok(Action::Shrine(word(site)?)),
        ("plan", [first, second]) => read_plan(word(first)?, word(second)?),
        ("travel", [_, ..]) => read_route(rest),
        ("start", [action, target @ ..]) => Ok(Action::Start(read_begin(word(action)?, target)?)),
        ("marker", [action, target @ ..]) => Ok(Action::Marker(read_begin(word(action)?, target)?)),
        ("statue", [city, field]) => Ok(Action::Statue(word(city)?, word(field)?)),
        ("ability", [number, target @ ..]) => {
            Ok(Action::Ability(read_ability(word(number)?, target)?))
        }
        ("close", []) => Ok(Action::Close),
        ("end", []) => Ok(Action::End),
        ("reward", [position]) => Ok(Action::Reward(number(position)?)),
        ("buy", [times]) => Ok(Action::Buy(number(times)?)),
        ("maharani", [number]) => Ok(Action::Maharani(word(number)?)),
        ("decline", []) => Ok(Action::Decline),
        _ => Err(form(verb).to_owned()),
    }
}

/// Returns the form of actions with this first word, for messages.
fn form(verb: &str) -> &'static str {
    match verb {
        "character" => "‘character’ needs a number, as in ‘character 12’",
        "shrine" => "‘shrine’ needs a city or village, as in ‘shrine delhi’ or ‘shrine v24’",
        "plan" => "‘plan’ needs two actions, as in ‘plan 2 3’",
        "travel" => "‘travel’ needs roads, as in ‘travel r14 r11’",
        "start" | "marker" => {
            "an action is a number, as in ‘start 3’, ‘start 8 15’ or ‘marker 9 delhi’"
        }
        "statue" => "‘statue’ needs a city and a field, as in ‘statue delhi 0’",
        "ability" => {
            "‘ability’ needs a number, as in ‘ability 2’, ‘ability 3 +1-2’ or ‘ability 10 delhi’"
        }
        "close" | "end" | "decline" => "‘close’, ‘end’ and ‘decline’ stand alone",
        "reward" => "‘reward’ needs a position, as in ‘reward 3’",
        "buy" => "‘buy’ needs a number, as in ‘buy 2’",
        "maharani" => "‘maharani’ needs a number, as in ‘maharani 15’",
        _ => {
            "an action begins with character, shrine, plan, travel, start, marker, statue, ability, close, end, reward, buy, maharani \
              or decline"
        }
    }
}

fn word<T: FromStr<Err = kit::UnknownId>>(text: &str) -> Result<T, Expected> {
    text.parse()
        .map_err(|unknown: kit::UnknownId| unknown.to_string())
}

/// Reads a number without a sign or leading zeros.
fn number(text: &str) -> Result<u8, Expected> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &u8| number.to_string() == text);
    number.ok_or_else(|| format!("‘{text}’ is no number from 0 to {}", u8::MAX))
}

fn read_plan(first: WheelAction, second: WheelAction) -> Result<Action, Expected> {
    let plan = Plan::try_from([first, second]);
    plan.map(Action::Plan).map_err(str::to_owned)
}

fn read_route(roads: &[&str]) -> Result<Action, Expected> {
    let roads = roads
        .iter()
        .map(|road| word(road))
        .collect::<Result<Vec<_>, _>>()?;
    let route = Route::new(roads).ok_or("no route is that long")?;
    Ok(Action::Travel(route))
}

fn read_begin(action: WheelAction, target: &[&str]) -> Result<Begin, Expected> {
    match (action, target) {
        (WheelAction::SwapCharacter, [character]) => Ok(Begin::Swap(word(character)?)),
        (WheelAction::SwapCharacter, _) => {
            Err("action 8 needs a character, as in ‘start 8 15’".to_owned())
        }
        (WheelAction::ShiftFlag, [city]) => Ok(Begin::Shift(word(city)?)),
        (WheelAction::ShiftFlag, _) => {
            Err("action 9 needs a city, as in ‘start 9 delhi’".to_owned())
        }
        (plain, []) => Ok(Begin::Plain(PlainAction(plain))),
        (plain, _) => Err(format!(
            "action {plain} stands alone, as in ‘start {plain}’"
        )),
    }
}

fn read_ability(character: Character, target: &[&str]) -> Result<Ability, Expected> {
    match (character, target) {
        (Character::TakeShrine, []) => Ok(Ability::TakeShrine),
        (Character::Exchange, [exchange]) => read_exchange(exchange).map(Ability::Exchange),
        (Character::Exchange, _) => {
            Err("ability 3 needs its exchanges, as in ‘ability 3 +1-2’".to_owned())
        }
        (Character::BuyActionMarker, []) => Ok(Ability::BuyActionMarker),
        (Character::TakePrestige, []) => Ok(Ability::TakePrestige),
        (Character::ShiftFlag, [city]) => Ok(Ability::ShiftFlag(word(city)?)),
        (Character::SupplyShrine, [site]) => Ok(Ability::SupplyShrine(word(site)?)),
        (Character::ShiftFlag | Character::SupplyShrine, _) => Err(format!(
            "ability {character} needs a city, as in ‘ability {character} delhi’"
        )),
        (Character::TakeActionMarker, []) => Ok(Ability::TakeActionMarker),
        (once, [_, ..]) if once.is_once() => Err(format!(
            "ability {once} stands alone, as in ‘ability {once}’"
        )),
        (other, _) => Err(format!(
            "ability {other} is not used by an action; 2, 3, 4, 6, 10, 13 and 14 are"
        )),
    }
}

fn read_exchange(text: &str) -> Result<Exchange, Expected> {
    Exchange::all()
        .find(|exchange| exchange.to_string() == text)
        .ok_or_else(|| {
            "exchanges are purchases and sales, one to three in all, as in ‘+2’, ‘-1’ or ‘+1-2’"
                .to_owned()
        })
}
