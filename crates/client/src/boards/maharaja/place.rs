//! Where on the board a command is given.

use maharaja::components::{Character, City, Field, Node, Site, Village};
use maharaja::{Ability, Begin, Command, Route};

/// Something on the board that can be pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A city, or the crossroads.
    Node(Node),
    /// A village.
    Village(Village),
    /// A statue field of a city.
    Field(City, Field),
    /// The flag of a city.
    Flag(City),
    /// A character, wherever it lies.
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
    /// Where a command is given, if not by a button; the priest stands at `from`.
    pub fn of(command: Command, from: Node) -> Option<Place> {
        match command {
            Command::Character(character)
            | Command::Maharani(character)
            | Command::Start(Begin::Swap(character)) => Some(Place::Character(character)),
            Command::Shrine(site) | Command::Ability(Ability::SupplyShrine(site)) => {
                Some(site.into())
            }
            Command::Travel(route) => route.end(from).map(Place::Node),
            Command::Statue(city, field) => Some(Place::Field(city, field)),
            Command::Start(Begin::Shift(city))
            | Command::Marker(Begin::Shift(city))
            | Command::Ability(Ability::ShiftFlag(city)) => Some(Place::Flag(city)),
            Command::Reward(position) => Some(Place::Reward(position)),
            _ => None,
        }
    }

    /// What a person who points there in vain probably wanted; the priest stands at `from`.
    pub fn wanted(self, from: Node, builds: bool) -> Option<Command> {
        match self {
            Place::Node(node) if builds && node.city().is_some() => {
                node.city().map(|city| Command::Shrine(Site::City(city)))
            }
            Place::Node(node) => {
                let (road, _) = from.roads().find(|&(_, goal)| goal == node)?;
                Route::new([road]).map(Command::Travel)
            }
            Place::Village(village) => Some(Command::Shrine(Site::Village(village))),
            Place::Field(city, field) => Some(Command::Statue(city, field)),
            Place::Flag(city) => Some(Command::Start(Begin::Shift(city))),
            Place::Character(character) => Some(Command::Start(Begin::Swap(character))),
            Place::Reward(position) => Some(Command::Reward(position)),
        }
    }
}
