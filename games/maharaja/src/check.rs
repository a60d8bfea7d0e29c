//! Whether a state can occur at all.

use crate::brahmabot::{Brahmabot, BrahmabotSecret};
use crate::components::doubts::{OWN_SHRINES_PER_VILLAGE, SETUP_SHRINES_FROM, Stock};
use crate::components::{
    ACTION_MARKERS, Character, DISPLAY, FIRST_FLAG, FIRST_GAME, Level, REWARD_POSITIONS, ROUNDS,
    Reward, SETUP_SHRINES, SHRINES, STATUES, Slot, SpecialRule, Village, WheelAction,
};
use crate::options::{FinalChoice, Rules};
use crate::rewards::{Applying, Rewarding};
use crate::state::{Maharaja, Public, Stage, Tableau};
use crate::turn::{Open, Turn};
use kit::{Flaw, Key, Seat, SeatSet, Set, ensure};

/// More coins or prestige than any game brings, and little enough to count with.
const MOST_COINS: u16 = 10_000;
const MOST_PRESTIGE: i16 = 1_000;

/// Tiles on the reward track before any leaves the game.
const REWARDS: usize = Reward::ALL.len();

impl Maharaja {
    pub(crate) fn find_flaw(&self) -> Result<(), Flaw> {
        let public = &self.public;
        public.check_variants()?;
        public.check_sizes()?;
        public.check_pieces()?;
        public.check_villages()?;
        public.check_round()?;
        public.check_track()?;
        public.check_rewards()?;
        public.check_characters()?;
        public.check_maharani()?;
        public.check_order()?;
        public.check_stage()?;
        self.check_plans()?;
        match (&public.brahmabot, &self.brahmabot) {
            (Some(open), Some(secret)) => public.check_brahmabot(open, secret),
            (None, None) => Ok(()),
            _ => flaw("Brahmabot's open and hidden tiles belong together"),
        }
    }

    fn check_plans(&self) -> Result<(), Flaw> {
        ensure(self.plans.count() == self.public.tableaus.count(), || {
            "there is one plan for each player".to_owned()
        })?;
        for (seat, plan) in self.plans.iter() {
            ensure(
                plan.is_some() == self.public.committed.contains(seat),
                || format!("seat {seat} has a plan exactly if it has committed"),
            )?;
        }
        if let Stage::Turn(turn) | Stage::Victim { turn, .. } = self.public.stage {
            let mut plan: Vec<WheelAction> =
                self.plans[turn.seat].map_or_else(Vec::new, |plan| plan.actions().to_vec());
            for action in turn.planned {
                let place = plan.iter().position(|&planned| planned == action);
                let place =
                    place.ok_or_else(|| Flaw(format!("action {action} was not planned")))?;
                plan.remove(place);
            }
            if let Some(open) = turn.open {
                ensure(turn.marker_used || plan.contains(&open.action), || {
                    format!(
                        "the open action {} was neither planned nor started by a marker",
                        open.action
                    )
                })?;
            }
        }
        Ok(())
    }
}

fn flaw<T>(says: &str) -> Result<T, Flaw> {
    Err(Flaw(says.to_owned()))
}

/// The board and the pieces.
impl Public {
    fn check_variants(&self) -> Result<(), Flaw> {
        self.options.check().map_err(|bad| Flaw(bad.to_string()))?;
        if let Rules::Chosen(rules) = self.options.rules {
            ensure(rules == self.rules, || {
                "the special rules are those of the options".to_owned()
            })?;
        }
        let as_chosen = match self.options.final_tile {
            FinalChoice::Random => self.final_tile.is_some(),
            chosen => self.final_tile == chosen.tile(),
        };
        ensure(as_chosen, || {
            "the final-scoring tile is that of the options".to_owned()
        })
    }

    fn check_sizes(&self) -> Result<(), Flaw> {
        let solo = self.options.players == 1;
        ensure(self.brahmabot.is_some() == solo, || {
            "Brahmabot plays against one person, and only then".to_owned()
        })?;
        let owners = if solo { 2 } else { self.options.players };
        let shrines = self
            .cities
            .iter()
            .all(|(_, town)| town.shrines.count() == owners);
        ensure(self.tableaus.count() == owners && shrines, || {
            format!("there are {owners} tableaus, and shrines of {owners} colours in each city")
        })?;
        let statues = self.cities.iter().flat_map(|(_, town)| town.statues.iter());
        let statue_owners = statues.filter_map(|(_, owner)| *owner);
        let shrine_owners = self
            .villages
            .iter()
            .flat_map(|(_, owners)| owners.iter().copied());
        ensure(
            statue_owners
                .chain(shrine_owners)
                .all(|owner| owner.number() < owners),
            || "a piece on the board belongs to nobody at the table".to_owned(),
        )
    }

    fn check_pieces(&self) -> Result<(), Flaw> {
        for (seat, tableau) in self.tableaus.iter() {
            let shrines = self.shrines_on_the_board(seat)
                + u32::from(tableau.shrines)
                + u32::from(tableau.supply);
            ensure(shrines == u32::from(SHRINES), || {
                format!("seat {seat} has {shrines} shrines and not {SHRINES}")
            })?;
            let statues = u32::from(self.statues_built(seat)) + u32::from(tableau.statues);
            ensure(statues == u32::from(STATUES), || {
                format!("seat {seat} has {statues} statues and not {STATUES}")
            })?;
            ensure(tableau.coins <= MOST_COINS, || {
                format!("seat {seat} has more than {MOST_COINS} coins")
            })?;
            check_prestige(seat, tableau)?;
            ensure(tableau.used.iter().all(Character::is_once), || {
                format!("seat {seat} has used a character that is not used once a round")
            })?;
        }
        let markers = self
            .tableaus
            .iter()
            .map(|(_, tableau)| u32::from(tableau.markers));
        let markers = markers.sum::<u32>() + u32::from(self.markers);
        ensure(markers == u32::from(ACTION_MARKERS), || {
            format!("there are {markers} action markers and not {ACTION_MARKERS}")
        })
    }

    fn shrines_on_the_board(&self, seat: Seat) -> u32 {
        let in_cities = self
            .cities
            .iter()
            .map(|(_, town)| u32::from(town.shrines[seat]));
        let owners = self.villages.iter().flat_map(|(_, owners)| owners.iter());
        in_cities.sum::<u32>() + owners.filter(|&&owner| owner == seat).count() as u32
    }

    fn check_villages(&self) -> Result<(), Flaw> {
        let spaces = self.table().village_spaces;
        for (village, owners) in self.villages.iter() {
            ensure(owners.len() <= spaces, || {
                format!("the village {village} holds more than {spaces}")
            })?;
            for seat in self.tableaus.seats() {
                let own = owners.iter().filter(|&&owner| owner == seat).count();
                ensure(own <= OWN_SHRINES_PER_VILLAGE, || {
                    format!("seat {seat} has too many shrines in the village {village}")
                })?;
            }
        }
        Ok(())
    }

    /// Spec 4.4.
    fn check_track(&self) -> Result<(), Flaw> {
        let [first, last] = [FIRST_FLAG + self.round, FIRST_FLAG + self.round + 6];
        let order = self.track.from_left().map(|city| self.track.position(city));
        ensure(order.is_sorted_by(|left, right| left < right), || {
            "no two flags stand on the same position".to_owned()
        })?;
        let [leftmost, .., rightmost] = order;
        let in_order = matches!(
            self.stage,
            Stage::ChooseCharacter { .. } | Stage::PlaceShrine { .. } | Stage::Plan | Stage::Over
        );
        let sound = leftmost >= 1 && rightmost <= last && (leftmost == first || !in_order);
        ensure(sound, || {
            format!("in this stage the flags stand on the positions {first} to {last}")
        })?;
        let visited = self.maharaja.map(|city| self.track.position(city));
        ensure(self.stage != Stage::Plan || visited == Some(last), || {
            "the Maharaja stays in the city of the rightmost flag".to_owned()
        })
    }

    /// Spec 4.5 and 10.3, in the solo game 13.3.
    fn check_rewards(&self) -> Result<(), Flaw> {
        let different: Set<Reward> = self.rewards.tiles().collect();
        let count = self.rewards.tiles().count();
        ensure(different.len() as usize == count, || {
            "no reward tile is there twice".to_owned()
        })?;
        let gone = self.rewards_gone();
        ensure(count + gone == REWARDS, || {
            format!("{count} reward tiles are there and not {}", REWARDS - gone)
        })?;
        let filled = |position: usize| self.rewards.at(position as u8).is_some();
        let holes = (1..=REWARDS).filter(|&position| !filled(position)).count();
        let Stage::Reward(rewarding) = self.stage else {
            return ensure((1..=count).all(filled), || {
                "the reward tiles lie on the lowest positions".to_owned()
            });
        };
        if self.bot().is_some() {
            return Ok(());
        }
        let selectable = usize::from(self.table().selectable_rewards);
        let taken_on_top = (REWARDS + 1..=REWARD_POSITIONS)
            .all(|position| filled(position) == (position <= REWARDS + holes));
        ensure(
            taken_on_top && (selectable + 1..=REWARDS).all(filled),
            || {
                "taken reward tiles lie above the others, and come from the selectable positions"
                    .to_owned()
            },
        )?;
        let still_to_take = rewarding
            .waiting
            .len()
            .saturating_sub(usize::from(rewarding.applying.is_some()));
        ensure(
            holes + still_to_take <= usize::from(self.options.players),
            || "more rewards are taken than there are players".to_owned(),
        )
    }

    /// How many reward tiles have left the game: in the solo game one a round.
    fn rewards_gone(&self) -> usize {
        let this_round = match self.stage {
            Stage::Reward(rewarding) => rewarding.applying.is_some(),
            Stage::Over => true,
            _ => false,
        };
        match self.bot() {
            Some(_) => usize::from(self.round.saturating_sub(1)) + usize::from(this_round),
            None => 0,
        }
    }
}

fn check_prestige(seat: Seat, tableau: &Tableau) -> Result<(), Flaw> {
    let mut points = tableau.prestige.by_source();
    ensure(
        points.all(|(_, points)| points.abs() <= MOST_PRESTIGE),
        || format!("seat {seat} has more than {MOST_PRESTIGE} prestige from one source"),
    )?;
    ensure(tableau.prestige.total() >= 0, || {
        format!("seat {seat} has paid more prestige than it had")
    })
}

/// Characters and the markers on them.
impl Public {
    fn check_characters(&self) -> Result<(), Flaw> {
        let owned = self
            .tableaus
            .iter()
            .filter_map(|(_, tableau)| tableau.character);
        let in_sight = self.display.iter().copied().chain(owned);
        let mut seen = self.out;
        for character in in_sight {
            ensure(seen.insert(character), || {
                format!("character {character} is in two places")
            })?;
        }
        for seat in self.tableaus.seats() {
            let missing = match self.stage {
                Stage::ChooseCharacter { seat: chooser } => self.still_chooses(seat, chooser)?,
                Stage::Victim { seat: victim, .. } => seat == victim,
                _ => false,
            };
            ensure(self.tableaus[seat].character.is_none() == missing, || {
                format!("seat {seat} has one character, if it has chosen")
            })?;
        }
        if self.bot().is_some() {
            return Ok(());
        }
        ensure(self.display.is_sorted(), || {
            "the display is in ascending order".to_owned()
        })?;
        let in_play = usize::from(self.options.players) + DISPLAY;
        ensure(
            self.out.len() as usize + in_play == Character::COUNT,
            || format!("{in_play} characters are in the game"),
        )?;
        ensure(seen.len() as usize == Character::COUNT, || {
            "a character is missing".to_owned()
        })?;
        let first_game: Set<Character> = FIRST_GAME.into_iter().collect();
        ensure(
            !self.options.first_game || self.out.and(first_game).is_empty(),
            || "a first game has its own characters".to_owned(),
        )
    }

    /// In the set-up those choose clockwise who have no character yet.
    fn still_chooses(&self, seat: Seat, chooser: Seat) -> Result<bool, Flaw> {
        ensure(chooser.number() < self.options.players, || {
            format!("seat {chooser} has no character to choose")
        })?;
        let without = self
            .people()
            .filter(|&seat| self.tableaus[seat].character.is_none());
        let mut choosing =
            (0..without.count() as u8).map(|steps| chooser.after(steps, self.options.players));
        Ok(choosing.any(|other| other == seat))
    }

    /// Spec 10.5.
    fn check_maharani(&self) -> Result<(), Flaw> {
        for mark in self.maharani.iter().flatten() {
            let this_round =
                matches!(self.stage, Stage::Reward(_) | Stage::Over) && self.round < ROUNDS;
            let last_round = self.stage != Stage::Over;
            let in_time = match self.round.checked_sub(mark.round) {
                Some(0) => this_round,
                Some(1) => last_round,
                _ => false,
            };
            ensure(mark.round > 0 && in_time, || {
                format!(
                    "the Maharani marker on character {} has not been there since round {}",
                    mark.character, mark.round
                )
            })?;
            let sound =
                mark.seat.number() < self.options.players && !self.out.contains(mark.character);
            ensure(sound, || {
                format!(
                    "the Maharani marker on character {} is of no use to anybody",
                    mark.character
                )
            })?;
        }
        match self.maharani {
            [Some(one), Some(other)] if one == other => {
                flaw("one tile puts two Maharani markers on two different characters")
            }
            _ => Ok(()),
        }
    }
}

/// The course of the game.
impl Public {
    fn check_round(&self) -> Result<(), Flaw> {
        let setting_up = matches!(
            self.stage,
            Stage::ChooseCharacter { .. } | Stage::PlaceShrine { .. }
        );
        ensure(
            self.round <= ROUNDS && (self.round == 0) == setting_up,
            || format!("a round is 1 to {ROUNDS}, and 0 during the set-up"),
        )?;
        ensure(self.maharaja.is_none() == setting_up, || {
            "the Maharaja is in a city once the set-up is done".to_owned()
        })?;
        let all_built = self
            .tableaus
            .iter()
            .any(|(_, tableau)| tableau.statues == 0);
        match self.stage {
            Stage::Plan => ensure(!all_built, || {
                "no round begins after a last statue was built".to_owned()
            }),
            Stage::Over => ensure(all_built || self.round == ROUNDS, || {
                format!("a game ends after round {ROUNDS} or with a last statue")
            }),
            _ if setting_up => self.check_set_up(),
            _ => Ok(()),
        }
    }

    /// Nobody has gained or spent anything yet but starting shrines.
    fn check_set_up(&self) -> Result<(), Flaw> {
        for (seat, tableau) in self.tableaus.iter() {
            let start = match &self.brahmabot {
                Some(brahmabot) if Some(seat) == self.bot() => {
                    Tableau::start_of_brahmabot(brahmabot.level)
                }
                _ => Tableau::start(),
            };
            let placed = self.shrines_on_the_board(seat) as u8;
            let in_cities = self.cities.iter().any(|(_, town)| town.shrines[seat] > 0);
            let (shrines, supply) = match SETUP_SHRINES_FROM {
                Stock::Supply if Some(seat) != self.bot() => {
                    (start.shrines, start.supply.checked_sub(placed))
                }
                _ => (start.shrines.saturating_sub(placed), Some(start.supply)),
            };
            let expected = Tableau {
                character: tableau.character,
                shrines,
                supply: supply.unwrap_or_default(),
                ..start
            };
            ensure(*tableau == expected && !in_cities, || {
                format!("seat {seat} has other things than at the start")
            })?;
            if Some(seat) != self.bot() {
                ensure(placed == self.shrines_due(seat), || {
                    format!("seat {seat} has not placed its share of starting shrines")
                })?;
            }
        }
        Ok(())
    }

    /// Starting shrines that this player has placed by now.
    fn shrines_due(&self, seat: Seat) -> u8 {
        match self.stage {
            Stage::PlaceShrine {
                seat: placing,
                pass,
            } => {
                let before = self.number(seat) < self.number(placing);
                pass.saturating_sub(1) + u8::from(before)
            }
            _ => 0,
        }
    }

    /// Who has committed and acted, and what was used.
    fn check_order(&self) -> Result<(), Flaw> {
        let people: SeatSet = self.people().collect();
        let all: SeatSet = self.tableaus.seats().collect();
        let nobody = SeatSet::EMPTY;
        let (acting, committed, acted) = match self.stage {
            Stage::ChooseCharacter { .. } | Stage::PlaceShrine { .. } | Stage::Over => {
                (nobody, self.committed == nobody, self.acted == nobody)
            }
            Stage::Plan => {
                let some_missing =
                    self.committed.without(people).is_empty() && self.committed != people;
                (nobody, some_missing, self.acted == nobody)
            }
            Stage::Turn(turn) | Stage::Victim { turn, .. } => {
                let waits = self.acted.without(all).is_empty() && !self.acted.contains(turn.seat);
                (Set::only(turn.seat), self.committed == people, waits)
            }
            Stage::Reward(_) => (nobody, self.committed == people, self.acted == all),
        };
        ensure(committed, || {
            "the wrong players have planned for this stage".to_owned()
        })?;
        ensure(acted, || {
            "the wrong players have acted for this stage".to_owned()
        })?;
        for (seat, tableau) in self.tableaus.iter() {
            let may_have_used = self.acted.or(acting).contains(seat) && Some(seat) != self.bot();
            ensure(tableau.used.is_empty() || may_have_used, || {
                format!("seat {seat} has used an ability before its turn")
            })?;
        }
        Ok(())
    }

    fn check_stage(&self) -> Result<(), Flaw> {
        let person = |seat: Seat| {
            ensure(seat.number() < self.options.players, || {
                format!("seat {seat} has nothing to decide")
            })
        };
        match self.stage {
            Stage::ChooseCharacter { seat } => person(seat),
            Stage::PlaceShrine { seat, pass } => {
                person(seat)?;
                ensure((1..=SETUP_SHRINES).contains(&pass), || {
                    format!("starting shrines are placed in {SETUP_SHRINES} passes")
                })
            }
            Stage::Turn(turn) => {
                person(turn.seat)?;
                self.check_turn(&turn)
            }
            Stage::Victim { seat, turn } => {
                person(seat)?;
                person(turn.seat)?;
                let possible = seat != turn.seat
                    && self.bot().is_none()
                    && !self.plays(SpecialRule::NoStealing)
                    && turn.open.is_none()
                    && !turn.travelled;
                ensure(possible, || {
                    format!("seat {seat} cannot have lost its character")
                })
            }
            Stage::Reward(rewarding) => self.check_rewarding(&rewarding),
            Stage::Plan | Stage::Over => Ok(()),
        }
    }

    fn check_turn(&self, turn: &Turn) -> Result<(), Flaw> {
        let Some(open) = turn.open else { return Ok(()) };
        let Some(begun) = Open::new(open.action) else {
            return flaw("only the actions 1 to 4 can be open");
        };
        let left = (open.statues, open.shrines);
        let possible =
            open.statues <= begun.statues && open.shrines <= begun.shrines && left != (0, 0);
        ensure(possible, || {
            format!("action {} cannot have that left to do", open.action)
        })?;
        let may_owe = open.action == WheelAction::TwoShrines && open.shrines < begun.shrines;
        ensure(!open.owes_city || may_owe, || {
            "only action 4 owes a shrine in a city, after one in a village".to_owned()
        })?;
        let Tableau {
            shrines,
            coins,
            priest,
            ..
        } = self.tableaus[turn.seat];
        let can_build = shrines > 0 && self.can_finish(turn.seat, coins, None);
        let stuck = turn.travelled
            && priest.city().is_none()
            && !self.has(turn.seat, Character::RemoteBuilding);
        ensure(!open.owes_city || (can_build && !stuck), || {
            "the shrine that is owed to a city can be built".to_owned()
        })
    }

    fn check_rewarding(&self, rewarding: &Rewarding) -> Result<(), Flaw> {
        let waiting: SeatSet = rewarding.waiting.iter().copied().collect();
        let people: SeatSet = self.people().collect();
        let different = waiting.len() as usize == rewarding.waiting.len();
        ensure(
            different && !waiting.is_empty() && waiting.without(people).is_empty(),
            || "some players wait for a reward, each once".to_owned(),
        )?;
        let Some(&seat) = rewarding.waiting.first() else {
            return Ok(());
        };
        match rewarding.applying {
            Some(Applying { reward, times }) => {
                ensure((1..=2).contains(&times) && self.asks(seat, reward), || {
                    format!("reward {reward} asks seat {seat} nothing")
                })
            }
            None => Ok(()),
        }
    }
}

/// Brahmabot's tiles.
impl Public {
    fn check_brahmabot(&self, open: &Brahmabot, secret: &BrahmabotSecret) -> Result<(), Flaw> {
        let Some(bot) = self.bot() else { return Ok(()) };
        let tableau = &self.tableaus[bot];
        ensure(tableau.supply == 0 && tableau.markers == 0, || {
            "Brahmabot has all shrines ready and no action markers".to_owned()
        })?;
        ensure(
            open.level == self.options.level.unwrap_or(Level::Normal),
            || "Brahmabot's level is that of the options".to_owned(),
        )?;
        let chosen = !matches!(self.stage, Stage::ChooseCharacter { .. });
        ensure(open.setup == chosen.then_some(secret.setup), || {
            "the set-up tile is shown once the player has chosen".to_owned()
        })?;
        self.check_first_shrines(open, bot)?;
        self.check_stack(secret)?;
        self.check_row(open, secret, bot)
    }

    fn check_first_shrines(&self, open: &Brahmabot, bot: Seat) -> Result<(), Flaw> {
        let marked: Set<Village> = match (open.setup, self.round) {
            (Some(tile), 0) => tile.villages(open.level).collect(),
            (None, 0) => Set::EMPTY,
            _ => return Ok(()),
        };
        let own = Village::all().filter(|&village| self.villages[village].contains(&bot));
        ensure(own.collect::<Set<Village>>() == marked, || {
            "Brahmabot's first shrines are on the villages of the set-up tile".to_owned()
        })
    }

    fn check_stack(&self, secret: &BrahmabotSecret) -> Result<(), Flaw> {
        let stack: Set<Character> = secret.characters.iter().copied().collect();
        let unseen: Set<Character> = self.unseen_characters().collect();
        ensure(
            stack == unseen && stack.len() as usize == secret.characters.len(),
            || "the stack of characters holds those that are nowhere else".to_owned(),
        )?;
        let full =
            self.display.len() == DISPLAY || (self.display.len() < DISPLAY && stack.is_empty());
        ensure(full, || {
            format!("the row has {DISPLAY} characters while the stack lasts")
        })
    }

    fn check_row(&self, open: &Brahmabot, secret: &BrahmabotSecret, bot: Seat) -> Result<(), Flaw> {
        let playing = self.round > 0 && self.stage != Stage::Over;
        let rounds_done = u32::from(self.round) - u32::from(playing);
        ensure(
            open.row.is_some() == playing && open.used.len() == rounds_done,
            || "Brahmabot uses one action tile in each round".to_owned(),
        )?;
        if let Some(row) = open.row {
            let face_up: Set<_> = row.face_up().collect();
            let different = face_up.len() as usize == row.face_up().count();
            ensure(different && face_up.and(open.used).is_empty(), || {
                "no action tile is in two places".to_owned()
            })?;
            ensure(row.drawn.is_some() == self.acted.contains(bot), || {
                "Brahmabot draws a tile when he acts".to_owned()
            })?;
            ensure(
                row.right.is_some() == (row.named() == Some(Slot::Right)),
                || "the right tile is turned over when it is named".to_owned(),
            )?;
        }
        let hidden = open.row.is_some_and(|row| row.right.is_none());
        ensure(secret.face_down.is_some() == hidden, || {
            "the right tile of the row lies face down until it is named".to_owned()
        })?;
        let face_down = secret.tiles.iter().copied().chain(secret.face_down);
        let unseen: Set<_> = open.unseen_tiles().collect();
        let count = secret.tiles.len() + usize::from(hidden);
        ensure(
            face_down.collect::<Set<_>>() == unseen && unseen.len() as usize == count,
            || "the stack holds the action tiles that are nowhere else".to_owned(),
        )
    }
}
