//! The set-up: pieces, tiles, characters and starting shrines.

use crate::components::doubts::{SETUP_SHRINES_FROM, Stock};
use crate::components::{
    ACTION_MARKERS, Character, City, DISPLAY, FIRST_GAME, FinalTile, Level, MAHARANI_MARKERS, Node,
    Reward, SETUP_SHRINES, SHRINES, START_COINS, START_PRESTIGE, START_SHRINES, STATUES, Site,
    SpecialRule, Village,
};
use crate::event::Event;
use crate::options::{FinalChoice, Options, Rules};
use crate::prestige::Prestige;
use crate::rewards::RewardTrack;
use crate::state::{Maharaja, Open, Stage, Tableau, Town};
use crate::track::Track;
use kit::{BadOptions, By, Chance, Key, PerSeat, Seat, SeatSet, Seed, Set, Sink};
use tinyvec::ArrayVec;

impl Maharaja {
    /// Spec 5 and 13.1: all draws, in the order of the specification.
    pub(crate) fn set_up(options: &Options, seed: Seed) -> Result<Self, BadOptions> {
        options.check()?;
        let mut chance = Chance::new(seed);
        let rules = draw_rules(options, &mut chance);
        let final_tile = draw_final_tile(options, &mut chance);
        let mut characters = Character::ALL;
        if !options.first_game {
            chance.shuffle(&mut characters);
        }
        let mut rewards = Reward::ALL;
        chance.shuffle(&mut rewards);
        let mut flags = City::ALL;
        chance.shuffle(&mut flags);
        let solo = options.players == 1;
        let count = if solo { 2 } else { options.players };
        let open = Open {
            options: *options,
            rules,
            final_tile,
            round: 0,
            stage: Stage::ChooseCharacter { seat: Seat::FIRST },
            maharaja: None,
            track: Track::new(flags),
            rewards: RewardTrack::new(rewards),
            cities: By::from_fn(|_| Town {
                statues: By::default(),
                shrines: PerSeat::of(count),
            }),
            villages: By::default(),
            tableaus: PerSeat::new(count, |_| Tableau::start()),
            display: ArrayVec::new(),
            out: Set::EMPTY,
            maharani: [None; MAHARANI_MARKERS],
            markers: ACTION_MARKERS,
            committed: SeatSet::EMPTY,
            acted: SeatSet::EMPTY,
            brahmabot: None,
        };
        let mut game = Maharaja {
            open,
            plans: PerSeat::of(count),
            face_down: None,
            chance,
        };
        if solo {
            game.set_up_brahmabot(options.level.unwrap_or(Level::Normal), &characters);
        } else {
            game.set_up_table(options, &characters);
        }
        Ok(game)
    }

    /// Spec 5: the display and the start player.
    fn set_up_table(&mut self, options: &Options, shuffled: &[Character]) {
        let drawn = shuffled.iter().take(usize::from(options.players) + DISPLAY);
        let display: Set<Character> = if options.first_game {
            FIRST_GAME.into_iter().collect()
        } else {
            drawn.copied().collect()
        };
        self.open.display = display.iter().collect();
        self.open.out = Character::all()
            .filter(|&character| !display.contains(character))
            .collect();
        let start = self.chance.below(options.players.into()) as u8;
        let seat = Seat::FIRST.after(start, options.players);
        self.open.stage = Stage::ChooseCharacter { seat };
    }

    /// Spec 5: a player takes a character; when all have one, the starting shrines follow.
    pub(crate) fn choose_first_character(
        &mut self,
        seat: Seat,
        character: Character,
        events: &mut impl Sink<Event>,
    ) {
        self.open.choose_character(seat, character, events);
        self.deal_character(events);
        let next = seat.after(1, self.open.options.players);
        self.open.stage = if self.open.tableaus[next].character.is_none() {
            Stage::ChooseCharacter { seat: next }
        } else {
            self.show_setup_tile(events);
            Stage::PlaceShrine {
                seat: self.open.by_number(0),
                pass: 1,
            }
        };
    }

    /// Spec 5: one starting shrine; four passes in the order of the numbers.
    pub(crate) fn place_first_shrine(
        &mut self,
        seat: Seat,
        village: Village,
        pass: u8,
        events: &mut impl Sink<Event>,
    ) {
        let open = &mut self.open;
        let tableau = &mut open.tableaus[seat];
        match SETUP_SHRINES_FROM {
            Stock::Tableau => tableau.shrines -= 1,
            Stock::Supply => tableau.supply -= 1,
        }
        open.put_shrine(seat, Site::Village(village));
        events.tell(Event::ShrineBuilt {
            seat,
            site: Site::Village(village),
            price: 0,
        });
        let lower = |other: &Seat| open.number(*other) <= open.number(seat);
        let place = open.people().filter(lower).count() as u8;
        if place < open.options.players {
            open.stage = Stage::PlaceShrine {
                seat: open.by_number(place),
                pass,
            };
        } else if pass < SETUP_SHRINES {
            open.stage = Stage::PlaceShrine {
                seat: open.by_number(0),
                pass: pass + 1,
            };
        } else {
            self.begin_round(events);
        }
    }
}

impl Open {
    /// Returns the events of the set-up, as the public sees them.
    pub(crate) fn tell_set_up(&self) -> Vec<Event> {
        let rules = self.rules.iter().map(|rule| Event::RuleInPlay { rule });
        let mut events: Vec<Event> = rules.collect();
        events.extend(self.final_tile.map(|tile| Event::FinalTileInPlay { tile }));
        events.push(Event::FlagsPlaced {
            cities: self.track.from_left(),
        });
        events.push(Event::RewardsPlaced {
            rewards: self.rewards.tiles().collect(),
        });
        if let Some(bot) = self.bot()
            && let Some(character) = self.tableaus[bot].character
        {
            events.push(Event::CharacterTaken {
                seat: bot,
                character,
            });
        }
        events.push(Event::CharactersLaid {
            characters: self.display,
        });
        if let (Stage::ChooseCharacter { seat }, None) = (self.stage, self.bot()) {
            events.push(Event::StartPlayerDrawn { seat });
        }
        events
    }

    /// Returns the person at an index of the order of numbers, from 0.
    fn by_number(&self, place: u8) -> Seat {
        let lower_than = |seat: Seat| {
            self.people()
                .filter(|&other| self.number(other) < self.number(seat))
                .count()
        };
        self.people()
            .find(|&seat| lower_than(seat) == usize::from(place))
            .unwrap_or_default()
    }
}

impl Tableau {
    /// Spec 5: returns a player's initial tableau.
    pub fn start() -> Self {
        Tableau {
            character: None,
            priest: Node::Start,
            coins: START_COINS,
            prestige: Prestige::start(START_PRESTIGE),
            shrines: START_SHRINES,
            supply: SHRINES - START_SHRINES,
            statues: STATUES,
            markers: 0,
            used: Set::EMPTY,
        }
    }
}

fn draw_rules(options: &Options, chance: &mut Chance) -> Set<SpecialRule> {
    match options.rules {
        Rules::Chosen(rules) => rules,
        Rules::Random => SpecialRule::all()
            .filter(|_| chance.below(2) == 1)
            .collect(),
    }
}

fn draw_final_tile(options: &Options, chance: &mut Chance) -> Option<FinalTile> {
    match options.final_tile {
        FinalChoice::Random => FinalTile::at(chance.below(FinalTile::COUNT as u32) as usize),
        chosen => chosen.tile(),
    }
}
