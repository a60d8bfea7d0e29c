//! A small builder of positions.

use amritsar::components::*;
use amritsar::{
    Action, Amritsar, Block, DonationTile, Event, Maharajah, Menu, Movement, Options, Pending,
    Player, Prestige, SectionState, Side, Source,
};
use kit::{By, Game, Refusal, Seat, Set};

/// A game in the middle: everybody has had a first turn and stands in the north, seat 0 begins and is active, and nothing on the
/// board gets in the way. Seats 0, 1, 2, 3 have their starting mahout on yellow, blue, white, green.
pub struct Table {
    pub game: Amritsar,
    /// What happened so far.
    pub told: Vec<Event>,
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

impl Table {
    pub fn fresh(options: Options) -> Table {
        Table {
            game: Amritsar::new(&options, "a quiet evening".parse().unwrap()).unwrap(),
            told: Vec::new(),
        }
    }

    pub fn new(players: u8) -> Table {
        let mut table = Table::fresh(Options {
            players,
            ..Options::default()
        });
        let open = &mut table.game.open;
        open.start_player = seat(0);
        open.active = seat(0);
        *open.stack.first_mut().unwrap() = Pending::SetupObjective { seat: seat(0) };
        for number in 0..players {
            let objective = table.game.objectives[seat(number)].hand.lowest().unwrap();
            table.play(&format!("objective {objective}"));
            table.play(
                [
                    "mahout yellow",
                    "mahout blue",
                    "mahout white",
                    "mahout green",
                ][usize::from(number)],
            );
        }
        let open = &mut table.game.open;
        open.round = 2;
        open.token = MaharajahSpace::NorthEast;
        open.temple = [
            TempleTile::Temple1,
            TempleTile::Temple2,
            TempleTile::Temple3,
        ];
        open.bridges = [
            BridgeTile::Group4Pp,
            BridgeTile::Group4Resource,
            BridgeTile::DonationCoin,
        ];
        open.districts = By::new([
            tiles([
                DistrictTile::YellowB,
                DistrictTile::BlueB,
                DistrictTile::GreenA,
            ]),
            tiles([
                DistrictTile::BlueC,
                DistrictTile::WhiteB,
                DistrictTile::GreenB,
            ]),
            tiles([
                DistrictTile::YellowC,
                DistrictTile::WhiteC,
                DistrictTile::GreenC,
            ]),
            tiles([
                DistrictTile::YellowA,
                DistrictTile::BlueA,
                DistrictTile::WhiteA,
            ]),
        ]);
        for (number, player) in open.players.iter_mut() {
            player.elephant = Some(District::North);
            player.turns = 1 + u8::from(number == seat(0));
        }
        table.told.clear();
        table
    }

    /// The ring, section by section; sections that are not named are empty.
    pub fn ring(&mut self, groups: &[(&str, &str)]) -> &mut Table {
        self.game.open.ring = By::default();
        for (section, group) in groups {
            let state: &mut SectionState =
                &mut self.game.open.ring[section.parse::<Section>().unwrap()];
            for letter in group.chars() {
                state.workers[colour(letter)] += 1;
            }
        }
        self
    }

    /// Seat 0 is about to choose actions, with that active worker there.
    pub fn landed(&mut self, worker: &str, section: &str) -> &mut Table {
        self.main_state(Pending::Actions(Menu {
            worker: worker.parse().unwrap(),
            section: section.parse().unwrap(),
            block: Block::NotStarted,
            elephant_used: false,
        }))
    }

    /// This is to be decided next.
    pub fn main_state(&mut self, pending: Pending) -> &mut Table {
        self.game.open.stack.clear();
        self.game.open.stack.push(pending);
        self
    }

    /// The decade ends as soon as this returns: the last player of the table has just finished the last turn.
    pub fn end_decade(&mut self, decade: Decade) -> &mut Table {
        let open = &mut self.game.open;
        open.decade = decade;
        open.round = 4;
        open.token = MaharajahSpace::SouthWest;
        open.active = seat(open.options.players - 1);
        // Nobody has a mahout on green, unless four play.
        self.landed("green", "north_1").play("done")
    }

    /// The decider says each of these, separated by semicolons.
    pub fn play(&mut self, texts: &str) -> &mut Table {
        for text in texts.split(';').map(str::trim) {
            let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
            let seat = self.decider();
            self.game
                .apply(seat, action, &mut self.told)
                .unwrap_or_else(|refusal| panic!("{text}: {refusal}; legal: {:?}", self.legal()));
        }
        self
    }

    /// The key of the rule that forbids it.
    pub fn refuses(&self, text: &str) -> &'static str {
        let action: Action = text.parse().unwrap();
        match self.game.clone().apply(self.decider(), action, &mut ()) {
            Err(Refusal::Breaks(rule)) => rule.key,
            other => panic!("{text}: {other:?}"),
        }
    }

    pub fn decider(&self) -> Seat {
        self.game.deciders().lowest().unwrap()
    }

    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(self.decider(), &mut actions);
        actions.iter().map(ToString::to_string).collect()
    }

    pub fn allows(&self, text: &str) -> bool {
        self.legal().iter().any(|legal| legal == text)
    }

    /// The legal actions that begin with that word.
    pub fn offers(&self, word: &str) -> Vec<String> {
        let mut legal = self.legal();
        legal.retain(|text| text.split(' ').next() == Some(word));
        legal
    }

    pub fn player(&mut self, number: u8) -> &mut Player {
        &mut self.game.open.players[seat(number)]
    }

    pub fn items(&mut self, number: u8, coins: u8, resources: [u8; 3]) -> &mut Table {
        self.player(number).items = Items::new(coins, resources);
        self
    }

    pub fn holds(&self, number: u8) -> (u8, [u8; 3]) {
        let items = self.game.open.players[seat(number)].items;
        let [marble, copper, gold] = Resource::ALL.map(|resource| items.count(resource));
        (items.count(Item::Coin), [marble, copper, gold])
    }

    pub fn set_pp(&mut self, number: u8, points: i16) -> &mut Table {
        self.player(number).pp = prestige(points);
        self
    }

    pub fn pp(&self, number: u8) -> i16 {
        self.game.open.players[seat(number)].pp.total()
    }

    /// Counters on the elephant and on the market space.
    pub fn counters(&self, number: u8) -> (u8, u8) {
        let player = &self.game.open.players[seat(number)];
        (player.counters_elephant, player.counters_market)
    }

    pub fn set_counters(&mut self, number: u8, elephant: u8, market: u8) -> &mut Table {
        let player = self.player(number);
        player.counters_elephant = elephant;
        player.counters_market = market;
        self
    }

    pub fn own(&mut self, number: u8, storehouse: &str) -> &mut Table {
        let storehouse: Storehouse = storehouse.parse().unwrap();
        self.game.open.offer.remove(storehouse);
        self.player(number).storehouses.insert(storehouse);
        self
    }

    pub fn offer(&mut self, storehouse: &str) -> &mut Table {
        self.game.open.offer.insert(storehouse.parse().unwrap());
        self
    }

    pub fn mahout(&mut self, number: u8, mahout: &str, colour: &str) -> &mut Table {
        self.player(number).mahouts[colour.parse::<Colour>().unwrap()] =
            Some(mahout.parse().unwrap());
        self
    }

    pub fn step(&mut self, number: u8, track: &str, step: u8) -> &mut Table {
        let track: Track = track.parse().unwrap();
        let player = self.player(number);
        player.knowledge[track] = step;
        if player.knowledge[Track::Development] >= 3 && player.movement == Movement::Locked {
            player.movement = Movement::Available;
        }
        self
    }

    pub fn bridge(&mut self, tile: &str) -> &mut Table {
        self.game.open.bridges[0] = tile.parse().unwrap();
        self
    }

    /// Counters on a donation tile: spaces of each side, as in `("north", 0, "a0 a1")`.
    pub fn donated(&mut self, district: &str, number: u8, spaces: &str) -> &mut Table {
        self.counters_of(district, Side::Player(seat(number)), spaces)
    }

    pub fn counters_of(&mut self, district: &str, side: Side, spaces: &str) -> &mut Table {
        let tile: &mut DonationTile =
            &mut self.game.open.donations[district.parse::<District>().unwrap()];
        for space in spaces.split_whitespace() {
            tile.counters[space.parse::<Space>().unwrap()] = Some(side);
        }
        self
    }

    pub fn maharajah(&mut self) -> &mut Maharajah {
        self.game.open.maharajah.as_mut().unwrap()
    }
}

pub fn prestige(points: i16) -> Prestige {
    let mut pp = Prestige::default();
    pp.gain(Source::Start, points);
    pp
}

fn tiles(tiles: [DistrictTile; 3]) -> Set<DistrictTile> {
    tiles.into_iter().collect()
}

fn colour(letter: char) -> Colour {
    match letter {
        'y' => Colour::Yellow,
        'b' => Colour::Blue,
        'w' => Colour::White,
        'g' => Colour::Green,
        _ => panic!("{letter}"),
    }
}
