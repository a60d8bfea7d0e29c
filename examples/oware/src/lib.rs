//! *Oware*, a mancala game, by its Abapa rules: a complete game in one file.
//!
//! 1. **Board.** Two players have a row of six houses each, with four seeds in every house. They count their houses from their left.
//! 2. **Sowing.** On their turn players take all seeds of one of their houses and sow them one by one, counter-clockwise: along their
//!    own row to the right, then along the opponent's, and so on around. The house that the seeds came from is skipped.
//! 3. **Capturing.** If the last seed brings a house of the opponent to two or three seeds, these are captured, and so are those of
//!    the houses before it, one after the other, as long as they are the opponent's and hold two or three.
//! 4. **Grand slam.** A move that would capture everything that the opponent has captures nothing.
//! 5. **Feeding.** If the opponent has no seeds, a move must give them some. If no move does, the player captures their own row.
//! 6. **End.** The game ends when a player has captured more than half of the seeds, or when no seed is left on the board. To guarantee an
//!    end, both players capture their own row after 100 moves without a capture. More seeds win; an equal number shares the victory.
//!
//! The file contains, in this order: components, actions and events, the rules, and the implementation of [`kit::Game`] for bots, tables and
//! pages. The texts for players are in the folder `words`.
//!
//! ```
//! use kit::Game;
//! use oware::{House, Options, Oware};
//!
//! let mut game = Oware::new(&Options::default(), "an evening".parse().unwrap()).unwrap();
//! let starts = game.deciders().lowest().unwrap();
//! game.apply(starts, "sow 3".parse().unwrap(), &mut ()).unwrap();
//! assert_eq!(game.houses[starts][House::Four], 5);
//! ```

use kit::{
    About, Amounts, BadOptions, BadText, By, Chance, Eyes, Features, Flaw, Game, Judge, Key, Learn,
    Numbering, OptionAbout, PerSeat, Refusal, Rng, Rule, Score, Seat, SeatSet, Seed, Set, Sink,
    Standings, ensure,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

const PLAYERS: u8 = 2;
const SEEDS_IN_A_HOUSE: u8 = 4;
const SEEDS: i32 = 48;
const MOST_QUIET_MOVES: u8 = 100;

kit::ids! {
    /// A house of a row, counted from its owner's left.
    #[expect(missing_docs, reason = "a number needs no explanation")]
    pub enum House: "house" {
        One = "1",
        Two = "2",
        Three = "3",
        Four = "4",
        Five = "5",
        Six = "6",
    }
}

/// The seeds in the houses of one player.
pub type Row = By<House, u8, 6>;

/// The state at one point of play. All of it is public, so it is also its own view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Oware {
    /// The seeds on the board.
    pub houses: PerSeat<Row>,
    /// The seeds that each player has captured.
    pub captured: PerSeat<u8>,
    /// The player whose turn it is; meaningless once the game is over.
    pub turn: Seat,
    /// The number of moves since the last capture.
    pub quiet_moves: u8,
}

/// The options of the game: none here, but every game has `players`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of people, always two.
    pub players: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options { players: PLAYERS }
    }
}

/// The only kind of action: sow the seeds of a house. Its text is `sow 3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sow(pub House);

impl fmt::Display for Sow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sow {}", self.0)
    }
}

impl FromStr for Sow {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let house = text.strip_prefix("sow ").and_then(|id| id.parse().ok());
        house
            .map(Sow)
            .ok_or_else(|| BadText::new(text, "expected ‘sow 1’ to ‘sow 6’"))
    }
}

kit::tagged! {
    /// An event. Its name in the JSON field `event` selects the text that the page shows, such as `event-sown`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "each is said in words in `words/en.ftl`")]
    pub enum Event: "event" {
        Sown { seat: Seat, house: House, seeds: u8 },
        Captured { seat: Seat, house: House, seeds: u8 },
        Swept { seat: Seat, seeds: u8 },
        Over { winners: SeatSet },
    }
}

/// The rules that an action can break. The sections are the numbers above; the texts have keys such as `rule-feed`.
pub mod rules {
    use kit::Rule;

    /// An empty house cannot be sown.
    pub const EMPTY_HOUSE: Rule = rule("empty-house", "2");
    /// An opponent without seeds must get some.
    pub const FEED: Rule = rule("feed", "5");

    /// All rules.
    pub const ALL: [Rule; 2] = [EMPTY_HOUSE, FEED];

    const fn rule(key: &'static str, section: &'static str) -> Rule {
        Rule { key, section }
    }
}

fn opponent(seat: Seat) -> Seat {
    seat.after(1, PLAYERS)
}

impl Oware {
    /// Returns the number of seeds in a player's row.
    fn seeds(&self, seat: Seat) -> i32 {
        let row = self.houses[seat].iter();
        row.map(|(_, &seeds)| i32::from(seeds)).sum()
    }

    /// Returns the number of seeds in both rows.
    fn on_board(&self) -> i32 {
        Seat::first(PLAYERS).map(|seat| self.seeds(seat)).sum()
    }

    /// Checks whether a player may sow a house now. Both `legal` and `apply` depend on this.
    fn judge(&self, seat: Seat, house: House) -> Result<(), Rule> {
        let seeds = self.houses[seat][house];
        let leaves_the_row = house.index() + usize::from(seeds) >= House::COUNT;
        if seeds == 0 {
            Err(rules::EMPTY_HOUSE)
        } else if self.seeds(opponent(seat)) == 0 && !leaves_the_row {
            Err(rules::FEED)
        } else {
            Ok(())
        }
    }

    /// Returns the houses that a player may sow now.
    fn choices(&self, seat: Seat) -> impl Iterator<Item = House> {
        House::all().filter(move |&house| self.judge(seat, house).is_ok())
    }

    /// Rule 2: sows the seeds of a house; the last seed may capture.
    fn sow(&mut self, seat: Seat, house: House, events: &mut impl Sink<Event>) {
        let seeds = std::mem::take(&mut self.houses[seat][house]);
        events.tell(Event::Sown { seat, house, seeds });
        let start = (seat, house);
        // All twelve houses, in the order of sowing.
        let rows = [seat, opponent(seat)].into_iter();
        let board = rows.flat_map(|row| House::all().map(move |house| (row, house)));
        let way = board.cycle().skip(house.index() + 1);
        let mut last = start;
        for place in way.filter(|&place| place != start).take(seeds.into()) {
            last = place;
            self.houses[last.0][last.1] += 1;
        }
        if last.0 != seat {
            self.capture(seat, last.1, events);
        }
    }

    /// Rules 3 and 4: captures from the house of the last seed backwards.
    fn capture(&mut self, seat: Seat, last: House, events: &mut impl Sink<Event>) {
        let row = self.houses[opponent(seat)];
        let backwards = House::all().rev().filter(|&house| house <= last);
        let caught = backwards.take_while(|&house| matches!(row[house], 2 | 3));
        let all: i32 = caught.clone().map(|house| i32::from(row[house])).sum();
        if all == self.seeds(opponent(seat)) {
            return;
        }
        for house in caught {
            let seeds = std::mem::take(&mut self.houses[opponent(seat)][house]);
            self.captured[seat] += seeds;
            self.quiet_moves = 0;
            events.tell(Event::Captured { seat, house, seeds });
        }
    }

    /// Rules 5 and 6: begins a player's turn, or ends the game.
    fn begin_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.turn = seat;
        if self.quiet_moves >= MOST_QUIET_MOVES {
            self.sweep(opponent(seat), events);
            self.sweep(seat, events);
        }
        if !self.is_over() && self.choices(seat).next().is_none() {
            self.sweep(seat, events);
        }
        if self.is_over() {
            let winners = self.leaders();
            events.tell(Event::Over { winners });
        }
    }

    /// Captures a player's own row.
    fn sweep(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let seeds = self.seeds(seat) as u8;
        self.houses[seat] = Row::default();
        self.captured[seat] += seeds;
        if seeds > 0 {
            events.tell(Event::Swept { seat, seeds });
        }
    }

    /// Returns whether a player has more than half of the seeds, or none is left on the board.
    fn is_over(&self) -> bool {
        let mut seats = Seat::first(PLAYERS);
        seats.any(|seat| self.score(seat) > SEEDS / 2) || self.on_board() == 0
    }

    /// Returns the players with the most captured seeds.
    fn leaders(&self) -> SeatSet {
        let leads = |&seat: &Seat| self.score(seat) >= self.score(opponent(seat));
        Seat::first(PLAYERS).filter(leads).collect()
    }

    /// Returns the most seeds that a player could capture with one move now.
    fn best_capture(&self, seat: Seat) -> u8 {
        let captured = |house| {
            let mut after = *self;
            after.sow(seat, house, &mut ());
            after.captured[seat] - self.captured[seat]
        };
        self.choices(seat).map(captured).max().unwrap_or(0)
    }
}

impl Game for Oware {
    const ABOUT: About = About {
        key: "oware",
        name: "Oware",
        author: "traditional",
        rules: 1,
        seats: PLAYERS..=PLAYERS,
        options: &[OptionAbout {
            name: "players",
            values: &["2"],
            default: "2",
            together: &[],
            players: &[PLAYERS],
            says: "How many people play: always two.",
        }],
    };

    type Options = Options;
    type Action = Sow;
    type Event = Event;
    type View = Oware;

    /// Chance only decides who starts. A game that needs it later keeps it in the state.
    fn new(options: &Options, seed: Seed) -> Result<Self, BadOptions> {
        if options.players != PLAYERS {
            return Err(BadOptions("Oware has 2 players".to_owned()));
        }
        Ok(Oware {
            houses: PerSeat::new(PLAYERS, |_| Row::new([SEEDS_IN_A_HOUSE; 6])),
            captured: PerSeat::of(PLAYERS),
            turn: Seat::FIRST.after(Chance::new(seed).below(PLAYERS.into()) as u8, PLAYERS),
            quiet_moves: 0,
        })
    }

    fn options(&self) -> Options {
        Options::default()
    }

    fn seats(&self) -> u8 {
        PLAYERS
    }

    fn deciders(&self) -> SeatSet {
        if self.is_over() {
            Set::EMPTY
        } else {
            Set::only(self.turn)
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Sow>) {
        actions.clear();
        if self.deciders().contains(seat) {
            actions.extend(self.choices(seat).map(Sow));
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        Sow(house): Sow,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Refusal> {
        Refusal::unless_asked(seat, self.deciders())?;
        self.judge(seat, house)?;
        self.quiet_moves += 1;
        self.sow(seat, house, events);
        self.begin_turn(opponent(seat), events);
        Ok(())
    }

    fn view(&self, _: Eyes) -> Oware {
        *self
    }

    fn seen(event: &Event, _: Eyes) -> Option<Event> {
        Some(*event)
    }

    fn reveals(_: &Event, _: Eyes) -> bool {
        false
    }

    fn imagine(view: &Oware, _: &mut impl Rng) -> Self {
        *view
    }

    fn standings(&self) -> Standings {
        let score = |seat| Score::of([("captured", self.score(seat))]);
        let over = self.is_over();
        Standings {
            scores: Seat::first(PLAYERS).map(score).collect(),
            automatic: None,
            over,
            winners: if over { self.leaders() } else { Set::EMPTY },
        }
    }

    fn score(&self, seat: Seat) -> i32 {
        self.captured[seat].into()
    }

    fn check(&self) -> Result<(), Flaw> {
        let demand = |holds, flaw: &str| ensure(holds, || flaw.to_owned());
        let (rows, scores) = (self.houses.count(), self.captured.count());
        demand(rows == PLAYERS && scores == PLAYERS, "not two players")?;
        demand(self.turn.number() < PLAYERS, "nobody's turn")?;
        let captured: i32 = Seat::first(PLAYERS).map(|seat| self.score(seat)).sum();
        demand(self.on_board() + captured == SEEDS, "not 48 seeds")?;
        let lasts_too_long = self.quiet_moves >= MOST_QUIET_MOVES;
        let is_stuck = self.choices(self.turn).next().is_none();
        let must_be_over = lasts_too_long || is_stuck;
        demand(self.is_over() || !must_be_over, "the game should be over")
    }
}

kit::prospects! {
    /// The prospects of future points. The weights were found by letting bots play.
    pub enum Prospect {
        OwnRow = "seeds in one's own row" { worth: 0.1 },
        ToCapture = "seeds that the next move can capture" { worth: 0.9 },
    }
}

impl Judge for Oware {
    type Prospect = Prospect;

    fn prospects(&self, seats: SeatSet, amounts: &mut PerSeat<Amounts<Oware>>) {
        for seat in seats.iter() {
            amounts[seat][Prospect::OwnRow] = self.seeds(seat) as f32;
            if seat == self.turn {
                amounts[seat][Prospect::ToCapture] = self.best_capture(seat).into();
            }
        }
    }

    /// Every move is a chapter of its own: it captures seeds or increases the number of quiet moves.
    fn chapter(&self) -> u32 {
        (self.on_board() * i32::from(MOST_QUIET_MOVES) + i32::from(self.quiet_moves)) as u32
    }
}

/// Bots can learn the game from these features: the seeds in each house and those captured, from the viewer's side.
impl Learn for Oware {
    const FEATURES: u16 = 2 * (12 * 6 + 24) + 1;
    const PARTS: u16 = 6;

    fn features(view: &Oware, seat: Seat, features: &mut Features) {
        features.clear();
        for player in [seat, opponent(seat)] {
            for (_, &seeds) in view.houses[player].iter() {
                features.at_least(seeds.into(), 12);
            }
            features.at_least(view.captured[player].into(), 24);
        }
        features.flag(view.turn == seat);
    }

    fn known(view: &Oware) -> Self {
        *view
    }

    fn numbering() -> &'static Numbering<Sow> {
        static NUMBERING: LazyLock<Numbering<Sow>> =
            LazyLock::new(|| Numbering::of(House::all().map(Sow)));
        &NUMBERING
    }

    fn parts(Sow(house): Sow, parts: &mut Features) {
        parts.clear();
        parts.key(Some(house));
    }
}
