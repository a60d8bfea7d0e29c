//! The state of the game.

use crate::brahmabot::{Brahmabot, FaceDown};
use crate::components::{
    Character, City, FIRST_GAME, Field, FinalTile, MAHARANI_MARKERS, MOST_VILLAGE_SPACES, Node,
    SpecialRule, Table, Village, table,
};
use crate::options::Options;
use crate::plan::Plan;
use crate::prestige::Prestige;
use crate::rewards::{RewardTrack, Rewarding};
use crate::track::Track;
use crate::turn::Turn;
use kit::{By, Chance, Key, PerSeat, Seat, SeatSet, Set};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// The state at one point of play.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maharaja {
    /// The public part. Legal actions depend on nothing else.
    #[serde(flatten)]
    pub open: Open,
    /// The planned actions of this round.
    pub plans: PerSeat<Option<Plan>>,
    /// The face-down tiles of a solo game.
    pub face_down: Option<FaceDown>,
    /// The source of all future randomness.
    pub chance: Chance,
}

/// The public part of the state.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// The options that the game was set up with.
    pub options: Options,
    /// The special rules in play.
    pub rules: Set<SpecialRule>,
    /// The final-scoring tile in play.
    pub final_tile: Option<FinalTile>,
    /// The round, from 1; 0 during the set-up.
    pub round: u8,
    /// The pending decision.
    pub stage: Stage,
    /// The city in which the Maharaja stays.
    pub maharaja: Option<City>,
    /// The order in which the Maharaja visits the cities.
    pub track: Track,
    /// The reward tiles.
    pub rewards: RewardTrack,
    /// Statues and shrines in the cities.
    pub cities: By<City, Town, 7>,
    /// The owners of the shrines in each village.
    pub villages: By<Village, Owners, 30>,
    /// The possessions of each player; Brahmabot is the second.
    pub tableaus: PerSeat<Tableau>,
    /// The characters without an owner: in ascending order, in the solo game from left to right as laid.
    #[serde(deserialize_with = "crate::list::read")]
    pub display: Characters,
    /// The characters that are out of the game.
    pub out: Set<Character>,
    /// The Maharani markers that lie on characters.
    pub maharani: [Option<Mark>; MAHARANI_MARKERS],
    /// The action markers in the supply.
    pub markers: u8,
    /// The players who have planned this round.
    pub committed: SeatSet,
    /// The players who have acted this round.
    pub acted: SeatSet,
    /// Brahmabot's open tiles.
    pub brahmabot: Option<Brahmabot>,
}

/// Face-up characters. There are most when four players begin to choose.
pub type Characters = ArrayVec<[Character; FIRST_GAME.len()]>;

/// The pending decision.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A player takes a character, in the set-up.
    ChooseCharacter {
        /// The player.
        seat: Seat,
    },
    /// A player places a starting shrine, in the set-up.
    PlaceShrine {
        /// The player.
        seat: Seat,
        /// The pass, 1 to 4.
        pass: u8,
    },
    /// All players who have not committed plan two actions.
    Plan,
    /// A player acts.
    Turn(Turn),
    /// A player whose character was taken chooses another, during the turn of the player who took it.
    Victim {
        /// The player whose character was taken.
        seat: Seat,
        /// The turn that continues afterwards.
        turn: Turn,
    },
    /// Ranked players take rewards.
    Reward(Rewarding),
    /// The game is over.
    Over,
}

/// The pieces in a city.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    /// The owner of the statue on each field.
    #[serde(with = "kit::sparse")]
    pub statues: By<Field, Option<Seat>, 7>,
    /// The number of shrines of each player.
    pub shrines: PerSeat<u8>,
}

impl Default for Town {
    fn default() -> Self {
        Town {
            statues: By::default(),
            shrines: PerSeat::of(0),
        }
    }
}

/// The owners of the shrines in a village, in the order in which they were built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owners {
    #[serde(deserialize_with = "crate::list::read")]
    seats: ArrayVec<[Seat; MOST_VILLAGE_SPACES]>,
}

impl Owners {
    /// Returns the owner of each shrine.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns whether the village has no shrine.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Returns whether this player has a shrine there.
    pub fn include(&self, seat: Seat) -> bool {
        self.seats.contains(&seat)
    }

    /// Returns the number of shrines of this player.
    pub fn count(&self, seat: Seat) -> usize {
        self.seats.iter().filter(|&&owner| owner == seat).count()
    }

    /// Adds a shrine, unless the village is full.
    pub fn add(&mut self, seat: Seat) {
        let _ = self.seats.try_push(seat);
    }
}

/// The possessions of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tableau {
    /// The player's character, once chosen.
    pub character: Option<Character>,
    /// The place of the priest.
    pub priest: Node,
    /// Coins.
    pub coins: u16,
    /// Prestige points by source.
    pub prestige: Prestige,
    /// Shrines ready to be built.
    pub shrines: u8,
    /// Shrines in the common supply.
    pub supply: u8,
    /// Statues not yet built.
    pub statues: u8,
    /// Action markers.
    pub markers: u8,
    /// Once-abilities used in this round.
    pub used: Set<Character>,
}

impl Default for Tableau {
    fn default() -> Self {
        Tableau {
            character: None,
            priest: Node::Start,
            coins: 0,
            prestige: Prestige::default(),
            shrines: 0,
            supply: 0,
            statues: 0,
            markers: 0,
            used: Set::EMPTY,
        }
    }
}

/// A Maharani marker that lies on a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The player who may use the character.
    pub seat: Seat,
    /// The character.
    pub character: Character,
    /// The round in which the marker was placed; it stays until the end of the next one.
    pub round: u8,
}

impl Mark {
    /// Returns whether the marker gives this player the ability of that character.
    pub(crate) fn gives(&self, seat: Seat, character: Character) -> bool {
        self.seat == seat && self.character == character
    }
}

impl Open {
    /// Returns the figures for this number of players.
    pub(crate) fn table(&self) -> Table {
        table(self.options.players)
    }

    /// Returns Brahmabot's seat in a solo game.
    pub fn bot(&self) -> Option<Seat> {
        self.brahmabot.and_then(|_| Seat::new(1))
    }

    /// Returns the people at the table.
    pub fn people(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::first(self.options.players)
    }

    /// Spec 2: returns whether this player has the ability of that character, by owning the tile or by a Maharani marker.
    pub fn has(&self, seat: Seat, character: Character) -> bool {
        let mut marks = self.maharani.iter().flatten();
        (self.tableaus[seat].character == Some(character)
            || marks.any(|mark| mark.gives(seat, character)))
            && Some(seat) != self.bot()
    }

    /// Returns whether a special rule is in play.
    pub fn plays(&self, rule: SpecialRule) -> bool {
        self.rules.contains(rule)
    }

    /// Returns the number that determines the order of play and breaks ties; players without a character come last.
    pub(crate) fn number(&self, seat: Seat) -> u8 {
        self.tableaus[seat]
            .character
            .map_or(u8::MAX, Character::number)
    }

    /// Returns the owner of a character.
    pub fn owner(&self, character: Character) -> Option<Seat> {
        let owns = |seat: &Seat| self.tableaus[*seat].character == Some(character);
        self.tableaus.seats().find(owns)
    }

    /// Puts a character into the display, in ascending order.
    pub(crate) fn display_in_order(&mut self, character: Character) {
        let place = self
            .display
            .iter()
            .filter(|&&other| other < character)
            .count();
        if self.display.len() < self.display.capacity() {
            self.display.insert(place, character);
        }
    }

    /// Removes a character from the display.
    pub(crate) fn take_from_display(&mut self, character: Character) {
        self.display.retain(|&other| other != character);
    }

    /// Returns the number of statues that the player has built.
    pub fn statues_built(&self, seat: Seat) -> u8 {
        City::all()
            .map(|city| self.statues_in(seat, city).count() as u8)
            .sum()
    }

    /// Returns the fields of the player's statues in a city.
    pub(crate) fn statues_in(&self, seat: Seat, city: City) -> impl Iterator<Item = Field> + '_ {
        let fields = self.cities[city].statues.iter();
        fields
            .filter(move |(_, owner)| **owner == Some(seat))
            .map(|(field, _)| field)
    }

    /// Returns the seats that have to decide.
    pub fn deciders(&self) -> SeatSet {
        match self.stage {
            Stage::ChooseCharacter { seat }
            | Stage::PlaceShrine { seat, .. }
            | Stage::Turn(Turn { seat, .. })
            | Stage::Victim { seat, .. } => Set::only(seat),
            Stage::Plan => self
                .people()
                .filter(|&seat| !self.committed.contains(seat))
                .collect(),
            Stage::Reward(rewarding) => rewarding
                .waiting
                .first()
                .copied()
                .map_or(Set::EMPTY, Set::only),
            Stage::Over => Set::EMPTY,
        }
    }
}
