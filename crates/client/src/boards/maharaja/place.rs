//! The places of actions on the board.

use maharaja::components::{Character, City, Field, Node, Site, Village};
use maharaja::{Ability, Action, Begin, Route};

/// A place on the board that can be pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A city, or the crossroads.
    Node(Node),
    /// A village.
    Village(Village),
    /// A statue field of a city.
    Field(City, Field),
    /// The flag of a city.
    Flag(City),
    /// A character tile.
    Character(Character),
    /// A position of the reward track.
    Reward(u8),
}

impl From<Site> for Place {
    fn from(site: Site) -> Self {
        match site {
            Site::City(city) => Place::Node(city.node()),
            Site::Village(village) => Place::Village(village),
        }
    }
}

impl Place {
    /// Returns whether the place lies on the map.
    pub fn is_on_the_map(self) -> bool {
        matches!(self, Place::Node(_) | Place::Village(_) | Place::Field(..))
    }

    /// Returns the place of an action, or `None` if it is a button; the priest is at `from`. On a small screen a city with its fields is one place, and
    /// flags are none: they are too small to be hit.
    pub fn of(action: Action, from: Node, small: bool) -> Option<Place> {
        match action {
            Action::Character(character) | Action::Maharani(character) => {
                Some(Place::Character(character))
            }
            Action::Shrine(site) | Action::Ability(Ability::SupplyShrine(site)) => {
                Some(site.into())
            }
            Action::Travel(route) => route.end(from).map(Place::Node),
            Action::Statue(city, _) if small => Some(Place::Node(city.node())),
            Action::Statue(city, field) => Some(Place::Field(city, field)),
            Action::Start(Begin::Shift(city))
            | Action::Marker(Begin::Shift(city))
            | Action::Ability(Ability::ShiftFlag(city)) => (!small).then_some(Place::Flag(city)),
            Action::Reward(position) => Some(Place::Reward(position)),
            _ => None,
        }
    }

    /// Returns the action that a click on an unlit place probably meant; the priest is at `from`.
    pub fn wanted(self, from: Node, builds: bool) -> Option<Action> {
        match self {
            Place::Node(node) if builds && node.city().is_some() => {
                node.city().map(|city| Action::Shrine(Site::City(city)))
            }
            Place::Node(node) => {
                let (road, _) = from.roads().find(|&(_, goal)| goal == node)?;
                Route::new([road]).map(Action::Travel)
            }
            Place::Village(village) => Some(Action::Shrine(Site::Village(village))),
            Place::Field(city, field) => Some(Action::Statue(city, field)),
            Place::Flag(city) => Some(Action::Start(Begin::Shift(city))),
            Place::Character(character) => Some(Action::Start(Begin::Swap(character))),
            Place::Reward(position) => Some(Action::Reward(position)),
        }
    }
}
