//! Positions for tests: pieces are put where an example says, everything else is as little as a game allows.

#![allow(dead_code, reason = "each test file uses its part")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{By, Game, Key, PerSeat, Refusal, Seat, SeatSet, Set};
use maharaja::components::{
    Bonus, BotTile, Character, City, Field, Level, Node, Reward, SHRINES, START_PRESTIGE,
    SpecialRule, Village, WheelAction,
};
use maharaja::{
    Action, Event, FinalChoice, Maharaja, Mark, OpenAction, Options, Plan, Prestige, RewardTrack,
    Row, Rules, Source, Stage, Tableau, Track, Turn,
};

pub const RED: u8 = 0;
pub const GREEN: u8 = 1;
pub const BLUE: u8 = 2;
pub const YELLOW: u8 = 3;
/// Brahmabot's seat.
pub const BOT: u8 = 1;

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A game that a test sets up and plays.
#[derive(Clone)]
pub struct Position {
    pub game: Maharaja,
}

/// Round 1 in its planning phase, the Maharaja in Jodhpur, nothing on the board.
pub fn position(players: u8) -> Position {
    with(Options {
        players,
        ..Options::default()
    })
}

pub fn solo(level: Level) -> Position {
    with(Options {
        players: 1,
        level: Some(level),
        ..Options::default()
    })
}

pub fn with_rules(players: u8, rules: &[&str]) -> Position {
    let rules = rules
        .iter()
        .map(|rule| rule.parse::<SpecialRule>().unwrap())
        .collect();
    with(Options {
        players,
        rules: Rules::Chosen(rules),
        ..Options::default()
    })
}

pub fn with_final(players: u8, tile: &str) -> Position {
    with(Options {
        players,
        final_tile: tile.parse::<FinalChoice>().unwrap(),
        ..Options::default()
    })
}

pub fn with(options: Options) -> Position {
    let game = Maharaja::new(&options, "position".parse().unwrap()).unwrap();
    let mut position = Position { game };
    let seats = position.game.open.tableaus.count();
    let level = options.level.unwrap_or(Level::Normal);
    for number in 0..seats {
        let is_bot = options.players == 1 && number == BOT;
        position.game.open.tableaus[seat(number)] = if is_bot {
            Tableau::start_of_brahmabot(level)
        } else {
            Tableau::start()
        };
    }
    position.game.open.villages = By::default();
    position.game.open.stage = Stage::Plan;
    position.game.open.rewards = RewardTrack::new(Reward::ALL);
    if options.players == 1 {
        let secret = position.game.face_down.as_mut().unwrap();
        position.game.open.brahmabot.as_mut().unwrap().setup = Some(secret.setup);
    }
    if options.players == 1 {
        let position = position.characters(&[4, 16]).round(1);
        position.row("b07 b09 b12", "b03")
    } else {
        let characters = &[1, 16, 8, 5][..usize::from(seats)];
        position.characters(characters).round(1)
    }
}

impl Position {
    /// The characters of the seats, and the lowest others in the display.
    pub fn characters(self, owned: &[u8]) -> Self {
        let others = (1..=16).filter(|number| !owned.contains(number));
        self.characters_and_display(owned, &others.take(3).collect::<Vec<_>>())
    }

    pub fn characters_and_display(mut self, owned: &[u8], display: &[u8]) -> Self {
        let character = |number: &u8| Character::numbered(*number).unwrap();
        for (number, owned) in (0..).zip(owned) {
            self.game.open.tableaus[seat(number)].character = Some(character(owned));
        }
        self.game.open.display = display.iter().map(character).collect();
        let in_sight: Set<Character> = owned.iter().chain(display).map(character).collect();
        let rest = Character::all().filter(|&other| !in_sight.contains(other));
        match &mut self.game.face_down {
            Some(secret) => {
                secret.characters = rest.collect();
                self.game.open.out = Set::EMPTY;
            }
            None => self.game.open.out = rest.collect(),
        }
        self
    }

    /// That round, with the flags in the order Delhi, Agra, Jaipur, Khajuraho, Ahmadabad, Varanasi, Jodhpur.
    pub fn round(mut self, round: u8) -> Self {
        use City::*;
        self.game.open.round = round;
        self.game.open.maharaja = Some(Jodhpur);
        let mut track = Track::new([Delhi, Agra, Jaipur, Khajuraho, Ahmadabad, Varanasi, Jodhpur]);
        track.close_gaps(round);
        self.game.open.track = track;
        let tiles = if self.solo() {
            9 - usize::from(round)
        } else {
            8
        };
        self.game.open.rewards = RewardTrack::new(Reward::ALL.into_iter().take(tiles));
        self
    }

    fn solo(&self) -> bool {
        self.game.open.options.players == 1
    }

    pub fn maharaja(mut self, city: City) -> Self {
        let open = &mut self.game.open;
        let old = open.maharaja.unwrap();
        let positions = By::from_fn(|other| match other {
            _ if other == city => open.track.position(old),
            _ if other == old => open.track.position(city),
            _ => open.track.position(other),
        });
        open.track = Track::at(positions);
        open.maharaja = Some(city);
        self
    }

    /// Flags at these positions: `delhi@4 agra@5 ...`.
    pub fn track(mut self, flags: &str) -> Self {
        self.game.open.track = track(flags);
        self
    }

    pub fn rewards(mut self, tiles: &[u8]) -> Self {
        let tiles = tiles.iter().map(|&tile| Reward::numbered(tile).unwrap());
        self.game.open.rewards = RewardTrack::new(tiles);
        self
    }

    pub fn coins(mut self, player: u8, coins: u16) -> Self {
        self.game.open.tableaus[seat(player)].coins = coins;
        self
    }

    pub fn prestige(mut self, player: u8, points: i16) -> Self {
        self.game.open.tableaus[seat(player)].prestige = Prestige::start(points);
        self
    }

    pub fn markers(mut self, player: u8, markers: u8) -> Self {
        let open = &mut self.game.open;
        open.markers += open.tableaus[seat(player)].markers;
        open.markers -= markers;
        open.tableaus[seat(player)].markers = markers;
        self
    }

    /// So many shrines on the tableau, the rest in the supply.
    pub fn shrines(mut self, player: u8, shrines: u8) -> Self {
        let rest = SHRINES - self.on_the_board(player) - shrines;
        let tableau = &mut self.game.open.tableaus[seat(player)];
        (tableau.shrines, tableau.supply) = (shrines, rest);
        self
    }

    /// So many shrines in the supply, the rest on the tableau.
    pub fn supply(self, player: u8, supply: u8) -> Self {
        let on_tableau = SHRINES - self.on_the_board(player) - supply;
        self.shrines(player, on_tableau)
    }

    fn on_the_board(&self, player: u8) -> u8 {
        let open = &self.game.open;
        let cities = City::all().map(|city| open.cities[city].shrines[seat(player)]);
        let villages =
            Village::all().map(|village| open.villages[village].count(seat(player)) as u8);
        cities.sum::<u8>() + villages.sum::<u8>()
    }

    /// Shrines come from the supply, or from the tableau once that is empty.
    fn take_shrine(&mut self, player: u8) {
        let tableau = &mut self.game.open.tableaus[seat(player)];
        match tableau.supply {
            0 => tableau.shrines -= 1,
            _ => tableau.supply -= 1,
        }
    }

    /// Shrines in villages: `v21 rb` is a red and a blue one.
    pub fn villages(mut self, list: &[&str]) -> Self {
        for entry in list {
            let (villages, owners) = entry.rsplit_once(' ').unwrap();
            for village in villages.split(' ') {
                for owner in owners.chars() {
                    let player = "rgby".find(owner).unwrap() as u8;
                    self.take_shrine(player);
                    self.game.open.villages[village.parse().unwrap()].add(seat(player));
                }
            }
        }
        self
    }

    pub fn city_shrines(mut self, player: u8, city: City, shrines: u8) -> Self {
        for _ in 0..shrines {
            self.take_shrine(player);
        }
        self.game.open.cities[city].shrines[seat(player)] += shrines;
        self
    }

    pub fn statues(mut self, player: u8, city: City, fields: &[Field]) -> Self {
        for &field in fields {
            self.game.open.cities[city].statues[field] = Some(seat(player));
            self.game.open.tableaus[seat(player)].statues -= 1;
        }
        self
    }

    pub fn priest(mut self, player: u8, node: Node) -> Self {
        self.game.open.tableaus[seat(player)].priest = node;
        self
    }

    /// A Maharani marker, placed in the round before.
    pub fn maharani(mut self, player: u8, character: u8) -> Self {
        let mark = Mark {
            seat: seat(player),
            character: Character::numbered(character).unwrap(),
            round: self.game.open.round - 1,
        };
        *self
            .game
            .open
            .maharani
            .iter_mut()
            .find(|marker| marker.is_none())
            .unwrap() = Some(mark);
        self
    }

    /// Everybody has planned, this player acts with that plan.
    pub fn turn(mut self, player: u8, plan: &str) -> Self {
        let open = &mut self.game.open;
        let people: SeatSet = open.people().collect();
        let numbers: Vec<u8> = plan
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        let [first, second] =
            [numbers[0], numbers[1]].map(|number| WheelAction::numbered(number).unwrap());
        let plan = Plan::new(first, second);
        // Whoever has acted can have swapped, so the numbers say nothing about the order.
        let idle = Plan::new(WheelAction::TakeCoins, WheelAction::SwapCharacter);
        let count = open.tableaus.count();
        self.game.plans = PerSeat::new(count, |other| match other {
            _ if other == seat(player) => Some(plan),
            _ => people.contains(other).then_some(idle),
        });
        open.committed = people;
        open.stage = Stage::Turn(Turn::new(seat(player), plan));
        self
    }

    /// All others have acted.
    pub fn last(mut self) -> Self {
        let Stage::Turn(turn) = self.game.open.stage else {
            panic!("no turn")
        };
        let open = &mut self.game.open;
        open.acted = open
            .tableaus
            .seats()
            .filter(|&other| other != turn.seat)
            .collect();
        if let (Some(brahmabot), Some(secret)) = (&mut open.brahmabot, &mut self.game.face_down) {
            let row = brahmabot.row.as_mut().unwrap();
            let place = secret
                .tiles
                .iter()
                .position(|tile| tile.tick() != maharaja::components::Slot::Right);
            row.drawn = Some(secret.tiles.remove(place.unwrap()));
            let [player, bot] = [seat(RED), seat(BOT)].map(|seat| open.tableaus[seat].character);
            if player < bot {
                let lower = open.display.iter_mut().find(|shown| Some(**shown) < player);
                let lower = lower.expect("a tile with which Brahmabot acts first");
                open.tableaus[seat(BOT)].character = Some(std::mem::replace(lower, bot.unwrap()));
            }
        }
        self
    }

    /// This player's turn with one action opened by its plan.
    pub fn opened(self, player: u8, action: u8) -> Self {
        let mut opened = self.turn(player, &format!("{action} 5"));
        let Stage::Turn(turn) = &mut opened.game.open.stage else {
            unreachable!()
        };
        turn.planned.retain(|planned| planned.number() != action);
        turn.open = OpenAction::new(WheelAction::numbered(action).unwrap());
        opened
    }

    /// After round 7.
    pub fn over(mut self) -> Self {
        self = self.round(7);
        self.game.open.stage = Stage::Over;
        self
    }

    /// Brahmabot's row, and the tile that he will draw.
    pub fn row(mut self, row: &str, next: &str) -> Self {
        let tiles: Vec<BotTile> = row.split(' ').map(|tile| tile.parse().unwrap()).collect();
        let next: BotTile = next.parse().unwrap();
        let rounds = u32::from(self.game.open.round) - 1;
        let mut others: Vec<BotTile> = BotTile::all()
            .filter(|tile| !tiles.contains(tile) && *tile != next)
            .collect();
        let used: Set<BotTile> = others.drain(..rounds as usize).collect();
        let brahmabot = self.game.open.brahmabot.as_mut().unwrap();
        brahmabot.row = Some(Row {
            left: tiles[0],
            middle: tiles[1],
            right: None,
            drawn: None,
        });
        brahmabot.used = used;
        let secret = self.game.face_down.as_mut().unwrap();
        secret.right = Some(tiles[2]);
        secret.tiles = others.into_iter().chain([next]).collect();
        self
    }

    /// Where points come from: the start and statue fields, otherwise rewards; or they were paid.
    fn explain_points(&mut self) {
        for number in 0..self.game.open.options.players {
            let player = seat(number);
            let fields = City::all().flat_map(|city| Field::all().map(move |field| (city, field)));
            let own = fields.filter(|&(city, field)| {
                self.game.open.cities[city].statues[field] == Some(player)
            });
            let from_fields =
                own.filter(|&(city, field)| matches!(city.bonus(field), Some(Bonus::Prestige(_))));
            let from_fields = from_fields.count() as i16;
            let more = self.prestige_of(number) - START_PRESTIGE - from_fields;
            let mut prestige = Prestige::start(START_PRESTIGE);
            prestige.add(Source::Fields, from_fields);
            prestige.add(Source::Rewards, more.max(0));
            prestige.add(Source::Paid, more.min(0));
            self.game.open.tableaus[player].prestige = prestige;
        }
    }

    /// Whoever has a lower number has acted.
    fn explain_order(&mut self) {
        let open = &mut self.game.open;
        let (Stage::Turn(turn), None) = (open.stage, open.bot()) else {
            return;
        };
        let number = |seat: Seat| open.tableaus[seat].character;
        let lower: SeatSet = open
            .people()
            .filter(|&other| number(other) < number(turn.seat))
            .collect();
        open.acted = open.acted.or(lower);
    }

    /// The position, if it can occur.
    pub fn ready(mut self) -> Self {
        self.explain_points();
        self.explain_order();
        if let Err(flaw) = self.game.check() {
            panic!("the position is impossible: {flaw}");
        }
        self
    }
}

/// Playing on.
impl Position {
    /// Plays actions, one after the other.
    pub fn play(&mut self, player: u8, actions: &[&str]) -> Vec<Event> {
        let mut events = Vec::new();
        for action in actions {
            let parsed: Action = action.parse().unwrap_or_else(|error| panic!("{error}"));
            assert!(
                self.legal(player).contains(&(*action).to_owned()),
                "{action} is not listed: {:?}",
                self.legal(player)
            );
            if let Err(refusal) = self.game.apply(seat(player), parsed, &mut events) {
                panic!("{action}: {refusal}");
            }
            if let Err(flaw) = self.game.check() {
                panic!("after {action}: {flaw}");
            }
        }
        events
    }

    /// The key of the rule that forbids an action.
    pub fn refused(&self, player: u8, action: &str) -> &'static str {
        let mut copy = self.game;
        let refusal = copy.apply(seat(player), action.parse().unwrap(), &mut ());
        assert_eq!(copy, self.game, "a refusal changes nothing");
        match refusal {
            Err(Refusal::Breaks(rule)) => rule.key,
            other => panic!("{action} is answered with {other:?}"),
        }
    }

    pub fn is_legal(&self, player: u8, action: &str) -> bool {
        self.game
            .clone()
            .apply(seat(player), action.parse().unwrap(), &mut ())
            .is_ok()
    }

    /// Who has to decide.
    pub fn deciding(&self) -> Vec<u8> {
        self.game.deciders().iter().map(Seat::number).collect()
    }

    pub fn legal(&self, player: u8) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(seat(player), &mut actions);
        actions.iter().map(ToString::to_string).collect()
    }

    /// The listed actions that begin with that word.
    pub fn listed(&self, player: u8, verb: &str) -> Vec<String> {
        let mut listed = self.legal(player);
        listed.retain(|action| action.split(' ').next() == Some(verb));
        listed
    }

    /// Travels on offer to a place.
    pub fn travels_to(&self, player: u8, goal: Node) -> Vec<String> {
        let mut travels = self.listed(player, "travel");
        travels.retain(|travel| {
            let mut after = self.clone();
            after.play(player, &[travel]);
            after.tableau(player).priest == goal
        });
        travels
    }

    /// Everybody does as little as possible until the next round or the end.
    pub fn finish_round(&mut self) -> Vec<Event> {
        let round = self.game.open.round;
        let mut events = Vec::new();
        while self.game.open.round == round
            && let Some(player) = self.game.deciders().lowest()
        {
            let idle = match self.game.open.stage {
                Stage::Plan => "plan 5 5",
                Stage::Turn(turn) if turn.open.is_some() => "close",
                Stage::Turn(_) => "end",
                Stage::Reward(_) => &self.legal(player.number())[0].clone(),
                _ => panic!("no round goes on like this"),
            };
            events.extend(self.play(player.number(), &[idle]));
        }
        events
    }

    pub fn tableau(&self, player: u8) -> &Tableau {
        &self.game.open.tableaus[seat(player)]
    }

    pub fn coins_of(&self, player: u8) -> u16 {
        self.tableau(player).coins
    }

    pub fn prestige_of(&self, player: u8) -> i16 {
        self.tableau(player).prestige.total()
    }

    /// Points of a source of the standings, or of all.
    pub fn points(&self, player: u8, source: &str) -> i32 {
        let standings = self.game.standings();
        let score = standings
            .scores
            .get(usize::from(player))
            .or(standings.automatic.as_ref())
            .unwrap();
        match source {
            "total" => score.total,
            source => {
                score
                    .sources
                    .iter()
                    .find(|part| part.name == source)
                    .unwrap()
                    .points
            }
        }
    }

    pub fn winners(&self) -> Vec<u8> {
        self.game
            .standings()
            .winners
            .iter()
            .map(Seat::number)
            .collect()
    }
}

/// Flags at these positions: `delhi@4 agra@5 ...`.
pub fn track(flags: &str) -> Track {
    let mut positions = By::new([0; 7]);
    for flag in flags.split(' ') {
        let (city, position) = flag.split_once('@').unwrap();
        positions[city.parse::<City>().unwrap()] = position.parse().unwrap();
    }
    Track::at(positions)
}

/// The track of the examples in round 1.
pub const ROUND_1: &str = "delhi@4 agra@5 jaipur@6 khajuraho@7 ahmadabad@8 varanasi@9 jodhpur@10";
