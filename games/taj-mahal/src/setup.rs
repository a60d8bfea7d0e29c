//! The set-up (spec section 3).

use crate::cards::{Cards, Pile};
use crate::components::{BONUS_TILES, Bonus, City, HAND_SIZE, MARKERS_OF_A_KIND, Province, VISITS};
use crate::options::Options;
use crate::state::{Open, Stage, TajMahal};
use kit::{By, Chance, Key, PerSeat, Seat, Set};
use tinyvec::ArrayVec;

impl TajMahal {
    /// The random draws come in the order of the spec: start player, province tiles, bonus tiles, deck.
    pub(crate) fn set_up(options: Options, mut chance: Chance) -> Self {
        let players = options.players;
        let first_start_seat = Seat::first(players)
            .nth(chance.below(players.into()) as usize)
            .unwrap_or_default();
        let open = Open {
            options,
            visit: 1,
            stage: Stage::Turn {
                seat: first_start_seat,
            },
            first_start_seat,
            route: shuffled_route(&mut chance),
            court: Set::EMPTY,
            supply: By::new([MARKERS_OF_A_KIND; 4]),
            special_cards: By::default(),
            bonus_tiles: shuffled_bonus_tiles(&mut chance),
            display: ArrayVec::new(),
            discard_pile: Cards::default(),
            active: Set::EMPTY,
            players: PerSeat::of(options.visitors()),
        };
        let mut draw_pile = Pile::shuffled(Cards::deck(), &mut chance);
        let hands = PerSeat::new(players, |_| {
            (0..HAND_SIZE).filter_map(|_| draw_pile.draw()).collect()
        });
        let mut game = TajMahal {
            open,
            hands,
            draw_pile,
            chance,
        };
        game.begin_visit(1, &mut ());
        game
    }
}

/// Tile 12 lies on Agra; the others are shuffled onto the other provinces.
fn shuffled_route(chance: &mut Chance) -> [Province; VISITS as usize] {
    let mut tiles: [usize; VISITS as usize - 1] = std::array::from_fn(|tile| tile);
    chance.shuffle(&mut tiles);
    let mut route = [Province::Agra; VISITS as usize];
    let provinces = Province::all().filter(|&province| province != Province::Agra);
    for (province, tile) in provinces.zip(tiles) {
        if let Some(stop) = route.get_mut(tile) {
            *stop = province;
        }
    }
    route
}

/// The Taj Mahal lies on Agra; the others are shuffled onto the other fortresses.
fn shuffled_bonus_tiles(chance: &mut Chance) -> By<City, Option<Bonus>, { City::COUNT }> {
    let square = BONUS_TILES
        .iter()
        .filter(|(bonus, _)| *bonus != Bonus::TajMahal);
    let mut tiles: ArrayVec<[Option<Bonus>; 15]> = square
        .flat_map(|(bonus, &count)| std::iter::repeat_n(Some(bonus), count.into()))
        .collect();
    chance.shuffle(&mut tiles);
    let mut placed = By::default();
    placed[City::AGRA] = Some(Bonus::TajMahal);
    let fortresses = City::all().filter(|&city| city.is_fortress() && city != City::AGRA);
    for (city, tile) in fortresses.zip(tiles) {
        placed[city] = tile;
    }
    placed
}
