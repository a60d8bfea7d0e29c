//! Brahmabot, the automatic opponent in the solo game: his tiles, his turn, his routes.

use crate::characters::return_mark;
use crate::components::{
    BOT_FIELDS, BOT_SHRINE_INCOME, BOT_STATUE_PRICE, BotAction, BotTile, Character, City, DISPLAY,
    Field, Level, SHRINES, SetupTile, Site, Slot, Target, Village,
};
use crate::event::{Aim, Event, Hindrance};
use crate::prestige::Prestige;
use crate::routes::{Burden, Burdens, best_routes};
use crate::state::{Maharaja, Open, Tableau};
use crate::travel::Route;
use kit::{Key, Seat, Set, Sink};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// The public part of Brahmabot's tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brahmabot {
    /// The difficulty level.
    pub level: Level,
    /// The set-up tile, once shown.
    pub setup: Option<SetupTile>,
    /// This round's action tiles.
    pub row: Option<Row>,
    /// The action tiles that were used and left the game.
    pub used: Set<BotTile>,
}

/// The row of action tiles of one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The left tile, face up.
    pub left: BotTile,
    /// The middle tile, face up.
    pub middle: BotTile,
    /// The right tile, face down until it is named.
    pub right: Option<BotTile>,
    /// The tile drawn to name one of the row, once Brahmabot has acted.
    pub drawn: Option<BotTile>,
}

/// The face-down tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceDown {
    /// The set-up tile.
    pub setup: SetupTile,
    /// The stack of characters, the top one last.
    #[serde(deserialize_with = "crate::list::read")]
    pub characters: ArrayVec<[Character; 16]>,
    /// The stack of action tiles, the top one last.
    #[serde(deserialize_with = "crate::list::read")]
    pub tiles: ArrayVec<[BotTile; 12]>,
    /// The right tile of the row until it is turned over.
    pub right: Option<BotTile>,
}

impl Row {
    /// Returns the slot that the drawn tile names.
    pub fn named(&self) -> Option<Slot> {
        self.drawn.map(BotTile::tick)
    }

    /// Returns the tile in a slot, if it lies face up.
    pub fn tile(&self, slot: Slot) -> Option<BotTile> {
        match slot {
            Slot::Left => Some(self.left),
            Slot::Middle => Some(self.middle),
            Slot::Right => self.right,
        }
    }

    /// Returns all tiles that lie face up.
    pub fn face_up(&self) -> impl Iterator<Item = BotTile> {
        let [left, middle] = [self.left, self.middle].map(Some);
        [left, middle, self.right, self.drawn].into_iter().flatten()
    }
}

impl Tableau {
    /// Spec 13.1: returns Brahmabot's initial tableau.
    pub fn start_of_brahmabot(level: Level) -> Self {
        let (coins, prestige) = level.start();
        Tableau {
            coins,
            prestige: Prestige::start(prestige),
            shrines: SHRINES,
            supply: 0,
            ..Tableau::start()
        }
    }
}

/// Spec 13.1: the set-up.
impl Maharaja {
    /// Spec 13.1: sets up Brahmabot's character, the row of three characters, and the face-down tiles.
    pub(crate) fn set_up_brahmabot(&mut self, level: Level, shuffled: &[Character]) {
        let setup = SetupTile::at(self.chance.below(SetupTile::COUNT as u32) as usize);
        let mut tiles = BotTile::ALL;
        self.chance.shuffle(&mut tiles);
        let mut secret = FaceDown {
            setup: setup.unwrap_or(SetupTile::North),
            characters: shuffled.iter().copied().collect(),
            tiles: tiles.into_iter().collect(),
            right: None,
        };
        self.open.brahmabot = Some(Brahmabot {
            level,
            setup: None,
            row: None,
            used: Set::EMPTY,
        });
        if let Some(bot) = self.open.bot() {
            self.open.tableaus[bot] = Tableau {
                character: secret.characters.pop(),
                ..Tableau::start_of_brahmabot(level)
            };
        }
        for _ in 0..DISPLAY {
            self.open.display.extend(secret.characters.pop());
        }
        self.face_down = Some(secret);
    }

    /// Reveals the set-up tile, and puts one shrine in each marked village.
    pub(crate) fn show_setup_tile(&mut self, events: &mut impl Sink<Event>) {
        let (Some(bot), Some(secret)) = (self.open.bot(), self.face_down) else {
            return;
        };
        let Some(brahmabot) = &mut self.open.brahmabot else {
            return;
        };
        brahmabot.setup = Some(secret.setup);
        events.tell(Event::SetupTileShown { tile: secret.setup });
        for village in secret.setup.villages(brahmabot.level) {
            self.open.tableaus[bot].shrines -= 1;
            self.open.put_shrine(bot, Site::Village(village));
            events.tell(Event::ShrineBuilt {
                seat: bot,
                site: Site::Village(village),
                price: 0,
            });
        }
    }
}

/// Spec 13.3: rounds.
impl Maharaja {
    /// Lays three tiles in a row, the right one face down.
    pub(crate) fn lay_row(&mut self, events: &mut impl Sink<Event>) {
        let (Some(brahmabot), Some(secret)) = (&mut self.open.brahmabot, &mut self.face_down)
        else {
            return;
        };
        let (Some(left), Some(middle)) = (secret.tiles.pop(), secret.tiles.pop()) else {
            return;
        };
        secret.right = secret.tiles.pop();
        brahmabot.row = Some(Row {
            left,
            middle,
            right: None,
            drawn: None,
        });
        events.tell(Event::RowLaid { left, middle });
    }

    /// Removes the used tile from the game, and puts the others back into the stack.
    pub(crate) fn take_row_away(&mut self) {
        let (Some(brahmabot), Some(secret)) = (&mut self.open.brahmabot, &mut self.face_down)
        else {
            return;
        };
        let Some(row) = brahmabot.row.take() else {
            return;
        };
        let used = row.named().and_then(|slot| row.tile(slot));
        brahmabot.used = brahmabot.used.or(used.into_iter().collect());
        let unused = row
            .face_up()
            .chain(secret.right.take())
            .filter(|&tile| Some(tile) != used);
        for tile in unused {
            let _ = secret.tiles.try_push(tile);
        }
        self.chance.shuffle(&mut secret.tiles);
    }

    /// Deals a new character to the right end of the row, if the stack has one.
    pub(crate) fn deal_character(&mut self, events: &mut impl Sink<Event>) {
        if let Some(character) = self
            .face_down
            .as_mut()
            .and_then(|secret| secret.characters.pop())
        {
            let _ = self.open.display.try_push(character);
            events.tell(Event::CharacterDealt { character });
        }
    }

    /// Completes a swap: the returned tile leaves the game, and Brahmabot replaces a stolen one from the left of the row.
    pub(crate) fn replace_returned(
        &mut self,
        returned: Character,
        victim: Option<Seat>,
        events: &mut impl Sink<Event>,
    ) {
        self.open.out.insert(returned);
        events.tell(Event::CharacterLeft {
            character: returned,
        });
        // Spec 14.19: a Maharani marker does not leave the game with the tile.
        for marker in &mut self.open.maharani {
            if marker.is_some_and(|mark| mark.character == returned) {
                return_mark(Some(marker), events);
            }
        }
        self.deal_character(events);
        if let (Some(bot), Some(&leftmost)) = (victim, self.open.display.first()) {
            self.open.choose_character(bot, leftmost, events);
        }
    }
}

/// Spec 13.4: the turn.
impl Maharaja {
    pub(crate) fn act_for_brahmabot(&mut self, bot: Seat, events: &mut impl Sink<Event>) {
        let Some(tile) = self.name_tile(events) else {
            return;
        };
        for &action in tile.main() {
            self.open.main_action(bot, action, events);
        }
        let target = match tile.target() {
            Target::City(city) => Some(city),
            Target::Maharaja => self.open.maharaja,
        };
        if let Some(target) = target {
            self.open.journey_of_brahmabot(bot, target, events);
        }
    }

    /// Draws a tile; its tick names the tile of the row that is used.
    fn name_tile(&mut self, events: &mut impl Sink<Event>) -> Option<BotTile> {
        let secret = self.face_down.as_mut()?;
        let row = self.open.brahmabot.as_mut()?.row.as_mut()?;
        let drawn = secret.tiles.pop()?;
        row.drawn = Some(drawn);
        let slot = drawn.tick();
        if slot == Slot::Right {
            row.right = secret.right.take();
        }
        let tile = row.tile(slot)?;
        events.tell(Event::BrahmabotDrew { drawn, slot, tile });
        Some(tile)
    }
}

/// Spec 13.5: main actions and building.
impl Open {
    fn main_action(&mut self, bot: Seat, action: BotAction, events: &mut impl Sink<Event>) {
        let Some((city, aim)) = self.aim(bot, action) else {
            return;
        };
        events.tell(Event::BrahmabotAims { action, city, aim });
        let hindrance = match action {
            BotAction::ShrineMaharaja => {
                self.build_shrine_for_brahmabot(bot, Site::City(city), events)
            }
            _ => self.build_statue_for_brahmabot(bot, city, 0, events),
        };
        if let Err(hindrance) = hindrance {
            events.tell(Event::BrahmabotCannot { hindrance });
        }
    }

    /// Returns the city of a main action, and the reason for choosing it.
    fn aim(&self, bot: Seat, action: BotAction) -> Option<(City, Aim)> {
        match action {
            BotAction::StatueMaharaja | BotAction::ShrineMaharaja => {
                self.maharaja.map(|city| (city, Aim::Maharaja))
            }
            BotAction::StatueNext => Some((self.track.leftmost(), Aim::LeftmostFlag)),
            BotAction::StatueFreeCentre => {
                let free_centre = |city: &City| self.cities[*city].statues[Field::Centre].is_none();
                let city = self.track.from_left().into_iter().find(free_centre);
                city.map(|city| (city, Aim::FreeCentre))
                    .or_else(|| self.aim(bot, BotAction::StatueNext))
            }
            BotAction::StatueCloseSecond => self
                .close_second(bot)
                .or_else(|| self.aim(bot, BotAction::StatueFreeCentre)),
        }
    }

    /// Returns the city with room in which Brahmabot is second by the smallest difference; ties go to the leftmost on the track.
    fn close_second(&self, bot: Seat) -> Option<(City, Aim)> {
        let behind_by = |city: City| {
            let player = Seat::FIRST;
            let [ahead, own] = [player, bot].map(|seat| self.worship(seat, city));
            let behind = own < ahead || (own == ahead && self.number(player) < self.number(bot));
            (ahead > 0 && behind && self.free_field(city).is_some()).then(|| ahead - own)
        };
        let cities = self.track.from_left().into_iter();
        let second = cities.filter_map(|city| behind_by(city).map(|difference| (difference, city)));
        let (difference, city) = second.min_by_key(|&(difference, _)| difference)?;
        Some((city, Aim::CloseSecond { difference }))
    }

    /// Returns the field that Brahmabot would take.
    fn free_field(&self, city: City) -> Option<Field> {
        BOT_FIELDS
            .into_iter()
            .find(|&field| self.cities[city].statues[field].is_none())
    }

    /// Builds a statue without taking its bonus.
    fn build_statue_for_brahmabot(
        &mut self,
        bot: Seat,
        city: City,
        price: u16,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Hindrance> {
        if self.tableaus[bot].statues == 0 {
            return Err(Hindrance::NoStatue);
        }
        let field = self.free_field(city).ok_or(Hindrance::NoField)?;
        self.tableaus[bot].statues -= 1;
        self.tableaus[bot].coins -= price;
        self.cities[city].statues[field] = Some(bot);
        events.tell(Event::StatueBuilt {
            seat: bot,
            city,
            field,
            price,
        });
        Ok(())
    }

    fn build_shrine_for_brahmabot(
        &mut self,
        bot: Seat,
        site: Site,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Hindrance> {
        if self.tableaus[bot].shrines > 0 {
            self.tableaus[bot].shrines -= 1;
            events.tell(Event::ShrineBuilt {
                seat: bot,
                site,
                price: 0,
            });
        } else {
            let from = self.city_to_rob(bot, site).ok_or(Hindrance::NoShrine)?;
            self.cities[from].shrines[bot] -= 1;
            events.tell(Event::ShrineMoved { from, site });
        }
        self.put_shrine(bot, site);
        Ok(())
    }

    /// Returns the city that Brahmabot takes a shrine from if he has none left: the first from the right, except the destination.
    fn city_to_rob(&self, bot: Seat, site: Site) -> Option<City> {
        let mut from_right = self.track.from_left().into_iter().rev();
        from_right.find(|&city| Site::City(city) != site && self.cities[city].shrines[bot] > 0)
    }
}

/// The weight of an empty village in the choice of a route: more than all of the player's shrines on it.
const NEW_SHRINE: u16 = 100;
/// The weight of a shrine of the player.
const PLAYER_SHRINE: u16 = 1;

/// Spec 13.4 and 13.6: the priest's journey.
impl Open {
    fn journey_of_brahmabot(&mut self, bot: Seat, target: City, events: &mut impl Sink<Event>) {
        let from = self.tableaus[bot].priest;
        let Some(route) = self.route_of_brahmabot(bot, target) else {
            return;
        };
        let new_shrines = route
            .villages()
            .filter(|&village| self.villages[village].is_empty())
            .count();
        let player_shrines = route
            .villages()
            .filter(|&village| self.is_players(bot, village))
            .count() as u16;
        if new_shrines > self.movable_shrines(bot) {
            events.tell(Event::BrahmabotCannot {
                hindrance: Hindrance::NoShrine,
            });
            return;
        }
        for village in route.villages() {
            if self.villages[village].is_empty() {
                // There are enough shrines, as counted above.
                let _ = self.build_shrine_for_brahmabot(bot, Site::Village(village), events);
            }
        }
        self.tableaus[bot].priest = target.node();
        events.tell(Event::BrahmabotTravelled {
            from,
            to: target,
            route,
            new_shrines: new_shrines as u8,
            player_shrines: player_shrines as u8,
        });
        if new_shrines == 0 {
            self.build_at_the_end(bot, target, events);
        }
        if player_shrines > 0 {
            self.take_coins(Seat::FIRST, player_shrines, events);
        }
    }

    /// Returns the route with the fewest new shrines, then fewest of the player's, then fewest roads, then the first by ids.
    fn route_of_brahmabot(&self, bot: Seat, target: City) -> Option<Route> {
        let from = self.tableaus[bot].priest;
        if from == target.node() {
            return Some(Route::default());
        }
        let weight = |village: Village| match village {
            empty if self.villages[empty].is_empty() => NEW_SHRINE,
            taken if self.is_players(bot, taken) => PLAYER_SHRINE,
            _ => 0,
        };
        let mut burdens = Burdens::new([None; 16]);
        for (road, burden) in burdens.iter_mut() {
            let weights = road.villages().iter().map(|&village| weight(village));
            *burden = Some(Burden::to(bot, weights.sum()));
        }
        let mut best = None;
        best_routes(from, &burdens, u16::MAX, |route, goal| {
            // A single weight replaces the burden for each owner, so there is one best route to each place.
            if goal == target.node() {
                best = Some(route);
            }
        });
        best
    }

    fn is_players(&self, bot: Seat, village: Village) -> bool {
        let owners = &self.villages[village];
        !owners.is_empty() && !owners.include(bot)
    }

    fn movable_shrines(&self, bot: Seat) -> usize {
        let in_cities = City::all().map(|city| usize::from(self.cities[city].shrines[bot]));
        usize::from(self.tableaus[bot].shrines) + in_cities.sum::<usize>()
    }

    /// After a journey without new shrines: builds a statue for coins, or a shrine and takes a coin.
    fn build_at_the_end(&mut self, bot: Seat, target: City, events: &mut impl Sink<Event>) {
        let tableau = &self.tableaus[bot];
        if tableau.coins >= BOT_STATUE_PRICE
            && tableau.statues > 0
            && self.free_field(target).is_some()
        {
            // The check above ensures that it can be built.
            let _ = self.build_statue_for_brahmabot(bot, target, BOT_STATUE_PRICE, events);
            return;
        }
        if let Err(hindrance) = self.build_shrine_for_brahmabot(bot, Site::City(target), events) {
            events.tell(Event::BrahmabotCannot { hindrance });
        }
        self.take_coins(bot, BOT_SHRINE_INCOME, events);
    }
}
