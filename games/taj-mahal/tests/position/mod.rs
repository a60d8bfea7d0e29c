//! Positions in a few words, and a table to play them at.
//!
//! ```text
//! let mut table = Position::players(4)
//!     .current("rajputana")
//!     .row(A, "red-ee red-ev")
//!     .hand(B, "green-em white-e")
//!     .palaces(C, "pun4 mul2")
//!     .table();
//! table.does(A, "withdraw, take red-ev");
//! ```
//!
//! What is not said is as in a real game: six cards in each hand, all prizes at the court, seat A starts and is to move. A position has
//! what was said and not what must have come before it: palaces without the points that they brought, for example. If it passes
//! `check` nevertheless, so must all that follows from it.

#![allow(dead_code, reason = "each test file uses its part of this")]

use kit::{Dice, Eyes, Game, Key, Seat, SeatSet, Set, below, dice, shuffle};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::str::FromStr;
use taj_mahal::components::{
    Bonus, Card, City, Good, HAND_SIZE, Marker, Province, Special, Symbol, Tile, VISITS,
    display_size,
};
use taj_mahal::{
    Action, Cards, Event, Options, Pile, Source, Stage, TajMahal, TieBreak, View, Withdrawal,
};

pub const A: u8 = 0;
pub const B: u8 = 1;
pub const C: u8 = 2;
pub const D: u8 = 3;
pub const E: u8 = 4;

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// The things named in a text, separated by spaces.
pub fn read<T: FromStr<Err: Debug>>(names: &str) -> Vec<T> {
    names
        .split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect()
}

pub fn cards(names: &str) -> Cards {
    read::<Card>(names).into_iter().collect()
}

pub fn cities(names: &str) -> Set<City> {
    read::<City>(names).into_iter().collect()
}

pub fn city(name: &str) -> City {
    name.parse().unwrap()
}

/// The parts of a text separated by commas, in no order.
pub fn list(text: &str) -> BTreeSet<String> {
    text.split(", ").map(str::to_owned).collect()
}

/// The usual game of so many.
pub fn playing(players: u8) -> Options {
    Options {
        players,
        ..Options::default()
    }
}

pub fn new_game(players: u8, seed: &str) -> TajMahal {
    TajMahal::new(&playing(players), seed.parse().unwrap()).unwrap()
}

/// One of the legal actions of whoever has to decide; `None` when the game is over.
pub fn any_decision(
    game: &TajMahal,
    dice: &mut Dice,
    actions: &mut Vec<Action>,
) -> Option<(Seat, Action)> {
    let seat = game.deciders().lowest()?;
    game.legal(seat, actions);
    let chosen = below(dice, actions.len() as u32) as usize;
    Some((seat, actions[chosen]))
}

/// A game played at random from the set-up to its end; `look` sees each state, and what has happened since the one before.
pub fn random_game(players: u8, seed: &str, look: impl FnMut(&TajMahal, &[Event])) -> TajMahal {
    random_game_with(playing(players), seed, look)
}

/// The same with any options.
pub fn random_game_with(
    options: Options,
    seed: &str,
    mut look: impl FnMut(&TajMahal, &[Event]),
) -> TajMahal {
    let mut game = TajMahal::new(&options, seed.parse().unwrap()).unwrap();
    let mut dice = dice(seed.parse().unwrap());
    let (mut actions, mut events) = (Vec::new(), Vec::new());
    look(&game, &events);
    while let Some((seat, action)) = any_decision(&game, &mut dice, &mut actions) {
        events.clear();
        game.apply(seat, action, &mut events).unwrap();
        look(&game, &events);
    }
    game
}

/// A position in the making.
pub struct Position {
    game: TajMahal,
    /// Cards that have no place yet, in the order in which they fill what is not said.
    rest: Vec<Card>,
    said_hands: SeatSet,
    display: Option<Vec<Card>>,
    pile_sizes: Option<(usize, usize)>,
    top: Vec<Card>,
    current: Province,
    visit: Option<u8>,
    starts: u8,
    said_bonus: Set<City>,
    tile_winner: Option<u8>,
}

impl Position {
    pub fn players(players: u8) -> Self {
        let mut game = new_game(players, "a position");
        game.hands = kit::PerSeat::of(players);
        game.open.display.clear();
        game.open.stage = Stage::Turn { seat: seat(A) };
        let mut rest: Vec<Card> = Cards::deck().iter().collect();
        shuffle(&mut dice("a position".parse().unwrap()), &mut rest);
        Position {
            game,
            rest,
            said_hands: Set::EMPTY,
            display: None,
            pile_sizes: None,
            top: Vec::new(),
            current: Province::Kashmir,
            visit: None,
            starts: A,
            said_bonus: Set::EMPTY,
            tile_winner: None,
        }
    }

    /// The province of this visit.
    pub fn current(mut self, province: &str) -> Self {
        self.current = province.parse().unwrap();
        self
    }

    /// The number of this visit; if it is not said, as early as the palaces allow.
    pub fn visit(mut self, visit: u8) -> Self {
        self.visit = Some(visit);
        self
    }

    /// Who starts this visit.
    pub fn starts(mut self, start: u8) -> Self {
        self.starts = start;
        self.turn_of(start)
    }

    pub fn turn_of(mut self, mover: u8) -> Self {
        self.game.open.stage = Stage::Turn { seat: seat(mover) };
        self
    }

    pub fn tie_break(mut self, tie_break: TieBreak) -> Self {
        self.game.open.options.tie_break = tie_break;
        self
    }

    /// Who has left the visit, with two cards of the display each.
    pub fn withdrawn(mut self, gone: &[u8]) -> Self {
        for &who in gone {
            self.game.open.active.remove(seat(who));
        }
        self
    }

    pub fn hand(mut self, who: u8, names: &str) -> Self {
        self.said_hands.insert(seat(who));
        self.game.hands[seat(who)] = self.find(names).into_iter().collect();
        self
    }

    /// Cards laid in this visit; the first coloured one binds. Special cards among them belong to the player.
    pub fn row(mut self, who: u8, names: &str) -> Self {
        let (specials, names): (Vec<_>, Vec<_>) = names
            .split(' ')
            .partition(|name| name.starts_with("special-"));
        let row = self.find(&names.join(" "));
        for special in read::<Special>(&specials.join(" ")) {
            self.game.open.special_cards[special] = Some(seat(who));
            self.game.open.players[seat(who)]
                .row_specials
                .insert(special);
        }
        let player = &mut self.game.open.players[seat(who)];
        player.bound_colour = row.iter().find_map(|card| card.colour());
        player.row = row.into_iter().collect();
        self
    }

    /// The display, in order.
    pub fn display(mut self, names: &str) -> Self {
        self.display = Some(self.find(names));
        self
    }

    /// The first cards of the draw pile.
    pub fn top(mut self, names: &str) -> Self {
        self.top = self.find(names);
        self
    }

    /// How many cards the draw pile and the discard pile have; all that is left over is in the hands that were not said.
    pub fn piles(mut self, draw: usize, discard: usize) -> Self {
        self.pile_sizes = Some((draw, discard));
        self
    }

    pub fn special(mut self, who: u8, names: &str) -> Self {
        for special in read::<Special>(names) {
            self.game.open.special_cards[special] = Some(seat(who));
        }
        self
    }

    /// Markers from earlier visits.
    pub fn markers(mut self, who: u8, names: &str) -> Self {
        for marker in read::<Marker>(names) {
            self.game.open.supply[marker] -= 1;
            self.game.open.players[seat(who)].markers[marker] += 1;
        }
        self
    }

    /// Prizes of this visit that this player has taken from the court.
    pub fn won(mut self, who: u8, names: &str) -> Self {
        for symbol in read::<Symbol>(names) {
            assert!(self.game.open.court.remove(symbol));
            if let Some(marker) = symbol.marker() {
                self.game.open.players[seat(who)].markers[marker] += 1;
            } else if symbol == Symbol::Elephant {
                self.tile_winner = Some(who);
            }
        }
        self
    }

    /// Province tiles won earlier, with their goods.
    pub fn tiles(mut self, who: u8, numbers: &str) -> Self {
        let player = &mut self.game.open.players[seat(who)];
        for tile in read::<u8>(numbers).into_iter().filter_map(Tile::new) {
            player.tiles.insert(tile);
            for &good in tile.goods() {
                player.goods[good] += 1;
            }
        }
        self
    }

    /// Goods of bonus tiles won earlier.
    pub fn goods(mut self, who: u8, names: &str) -> Self {
        for good in read::<Good>(names) {
            self.game.open.players[seat(who)].goods[good] += 1;
        }
        self
    }

    /// Points from earlier visits.
    pub fn points(mut self, who: u8, points: u16) -> Self {
        self.game.open.players[seat(who)].points[Source::Palaces] = points;
        self
    }

    pub fn palaces(mut self, who: u8, names: &str) -> Self {
        self.game.open.players[seat(who)].palaces = cities(names);
        self
    }

    pub fn crown_palaces(mut self, who: u8, names: &str) -> Self {
        self.game.open.players[seat(who)].crown_palaces = cities(names);
        self
    }

    /// The bonus tile on a fortress; it changes places with the one that lay there.
    pub fn bonus(mut self, fortress: &str, bonus: &str) -> Self {
        let (here, bonus) = (city(fortress), bonus.parse::<Bonus>().unwrap());
        let tiles = &mut self.game.open.bonus_tiles;
        if tiles[here] != Some(bonus) {
            let there = City::all()
                .find(|&city| tiles[city] == Some(bonus) && !self.said_bonus.contains(city))
                .unwrap();
            (tiles[here], tiles[there]) = (tiles[there], tiles[here]);
        }
        self.said_bonus.insert(here);
        self
    }

    pub fn table(self) -> Table {
        Table::of(self.game())
    }

    pub fn game(mut self) -> TajMahal {
        self.lay_route();
        self.place_cards();
        if let Some(winner) = self.tile_winner {
            let tile = self.game.open.visit.to_string();
            self = self.tiles(winner, &tile);
        }
        self.game
    }

    fn lay_route(&mut self) {
        let open = &mut self.game.open;
        let crowned = open
            .players
            .iter()
            .fold(Set::EMPTY, |set: Set<City>, (_, player)| {
                set.or(player.crown_palaces)
            });
        let seen: Set<Province> = open
            .built()
            .or(crowned)
            .iter()
            .map(City::province)
            .collect();
        let mut route: Vec<Province> = Province::all()
            .filter(|&province| province != self.current && province != Province::Agra)
            .collect();
        route.sort_by_key(|&province| !seen.contains(province));
        let before = route.iter().filter(|&&province| seen.contains(province));
        open.visit = match self.current {
            Province::Agra => VISITS,
            _ => self.visit.unwrap_or(before.count() as u8 + 1),
        };
        if self.current != Province::Agra {
            route.insert(usize::from(open.visit) - 1, self.current);
        }
        route.push(Province::Agra);
        open.route = route.try_into().unwrap();

        let players = open.options.players;
        open.first_start_seat =
            seat(self.starts).after((12 * players - open.visit + 1) % players, players);
        assert_eq!(open.start_seat(), seat(self.starts));

        for tile in (1..open.visit).filter_map(Tile::new) {
            for city in open.province_of(tile).cities().iter() {
                open.bonus_tiles[city] = None;
            }
        }
        for city in open.built().iter() {
            open.bonus_tiles[city] = None;
        }
    }

    fn place_cards(&mut self) {
        let open = &mut self.game.open;
        let (all, active) = (open.options.players.max(3), open.active.len());
        let shown = usize::from(display_size(all)) - 2 * (usize::from(all) - active as usize);
        let display = self.display.take();
        open.display = display
            .unwrap_or_else(|| self.rest.drain(..shown).collect())
            .into_iter()
            .collect();
        let silent: Vec<Seat> = Seat::first(open.options.players)
            .filter(|&seat| !self.said_hands.contains(seat))
            .collect();
        let Some((draw, discard)) = self.pile_sizes else {
            for &seat in &silent {
                let laid = open.players[seat].row.len() as usize;
                let size = usize::from(HAND_SIZE).saturating_sub(laid);
                self.game.hands[seat] = self.rest.drain(..size).collect();
            }
            self.top.append(&mut self.rest);
            self.game.draw_pile = Pile::stacked(self.top.drain(..), |_| ());
            return;
        };
        open.discard_pile = self.rest.drain(..discard).collect();
        let below_top = draw - self.top.len();
        self.top.extend(self.rest.drain(..below_top));
        self.game.draw_pile = Pile::stacked(self.top.drain(..), |_| ());
        for (card, &seat) in self.rest.drain(..).zip(silent.iter().cycle()) {
            self.game.hands[seat].add(card);
        }
    }

    /// Takes these cards out of those that have no place yet.
    fn find(&mut self, names: &str) -> Vec<Card> {
        let found = read::<Card>(names);
        for &card in &found {
            let at = self.rest.iter().position(|&other| other == card).unwrap();
            self.rest.remove(at);
        }
        found
    }
}

/// A game in play and everything that has happened.
pub struct Table {
    pub game: TajMahal,
    pub events: Vec<Event>,
    /// Whether the first state has passed `check`.
    sound: bool,
}

impl Table {
    pub fn of(game: TajMahal) -> Self {
        Table {
            game,
            events: Vec::new(),
            sound: game.check().is_ok(),
        }
    }

    /// One action after the other, separated by commas.
    pub fn does(&mut self, who: u8, actions: &str) -> &mut Self {
        for text in actions.split(", ") {
            let action = text.parse().unwrap();
            self.game
                .apply(seat(who), action, &mut self.events)
                .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert!(!self.sound || self.game.check().is_ok(), "{text}");
        }
        self
    }

    /// Places and takes by default, up to the next turn (E37).
    pub fn finishes(&mut self, who: u8) -> &mut Self {
        while matches!(self.game.open.stage, Stage::Place(Withdrawal { seat, .. }) | Stage::Draft { seat, .. } if seat.number() == who)
        {
            let action = self.game.time_out().unwrap().to_string();
            self.does(who, &action);
        }
        self
    }

    pub fn legal(&self, who: u8) -> BTreeSet<String> {
        let mut actions = Vec::new();
        self.game.legal(seat(who), &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// The sentence with which an action is refused.
    pub fn refuses(&self, who: u8, action: &str) -> String {
        let action = action.parse().unwrap();
        let refusal = self.game.clone().apply(seat(who), action, &mut ());
        refusal.unwrap_err().to_string()
    }

    pub fn turn(&self) -> u8 {
        self.game.deciders().lowest().unwrap().number()
    }

    /// All prizes that a player has won at this table.
    pub fn won(&self, who: u8) -> String {
        let won = self.events.iter().filter_map(|event| match event {
            Event::Withdrew { seat, won } if seat.number() == who => Some(won.iter()),
            _ => None,
        });
        let names: Vec<String> = won.flatten().map(|symbol| symbol.to_string()).collect();
        names.join(" ")
    }

    /// What a player has scored at this table, in order: `2 for the bonus of Leh`.
    pub fn scored(&self, who: u8) -> Vec<String> {
        let scored = self.events.iter().filter_map(|event| match event {
            Event::Scored { seat, points, .. } if seat.number() == who => {
                let told = told(event);
                let (_, reason) = told.split_once(" for ").unwrap();
                Some(format!("{points} for {}", reason.trim_end_matches('.')))
            }
            _ => None,
        });
        scored.collect()
    }

    /// The sentences that were said and contain this.
    pub fn said(&self, part: &str) -> Vec<String> {
        let sentences = self.events.iter().map(told);
        sentences.filter(|said| said.contains(part)).collect()
    }

    pub fn total(&self, who: u8) -> u32 {
        self.player(who).total()
    }

    pub fn totals(&self) -> Vec<u32> {
        let players = self.game.open.players.iter();
        players.map(|(_, player)| player.total()).collect()
    }

    pub fn player(&self, who: u8) -> &taj_mahal::Player {
        &self.game.open.players[seat(who)]
    }

    pub fn hand_size(&self, who: u8) -> u32 {
        self.game.hands[seat(who)].len()
    }

    pub fn holder(&self, special: Special) -> Option<u8> {
        self.game.open.special_cards[special].map(Seat::number)
    }

    pub fn display(&self) -> String {
        let names: Vec<String> = self.game.open.display.iter().map(Card::to_string).collect();
        names.join(" ")
    }

    pub fn draw_pile(&self) -> u8 {
        self.game.draw_pile.len()
    }

    pub fn discard_pile(&self) -> u32 {
        self.game.open.discard_pile.len()
    }

    pub fn at_court(&self, symbol: Symbol) -> bool {
        self.game.open.court.contains(symbol)
    }

    pub fn bonus(&self, name: &str) -> Option<Bonus> {
        self.game.open.bonus_tiles[city(name)]
    }

    pub fn view(&self, eyes: Eyes) -> View {
        self.game.view(eyes)
    }
}

/// An event as a sentence; the players are called by their seats.
pub fn told(event: &Event) -> String {
    let names = (0..5).map(|seat| format!("Seat {seat}")).collect();
    let teller = words::Teller::new(words::Language::En, "taj-mahal", names);
    teller.event(&serde_json::to_value(event).unwrap()).unwrap()
}
