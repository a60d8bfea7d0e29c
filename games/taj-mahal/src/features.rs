//! Views as numbered features, and actions as numbers, for bots that learn.

use crate::action::{Action, Extra};
use crate::components::{
    Bonus, Card, City, Colour, Good, LARGEST_DISPLAY, Marker, Province, Special, Symbol, VISITS,
    WHITE,
};
use crate::options::TieBreak;
use crate::state::{Player, Stage, TajMahal, Withdrawal};
use crate::view::View;
use kit::{Chance, Features, Key, Learn, Numbering, PerSeat, Seat, Seed, Set, distance};
use std::sync::LazyLock;

/// The most people, and with them the most places of players in the features.
const PLACES: u8 = 5;
/// The most cities of a province.
const CITIES_OF_A_PROVINCE: usize = 5;
/// The steps in which the sizes of hands are told apart.
const HAND_SIZES: [i32; 8] = [1, 2, 3, 4, 6, 8, 10, 13];

/// Each action that can ever be legal.
static NUMBERING: LazyLock<Numbering<Action>> = LazyLock::new(|| {
    let extras = (WHITE.iter().map(Extra::Card)).chain(Special::all().map(Extra::Special));
    let extras: Vec<_> = std::iter::once(None).chain(extras.map(Some)).collect();
    let coloured = Card::all().filter(|card| card.colour().is_some());
    let plays = coloured.flat_map(|card| {
        let play = move |&extra: &_| Action::Play { card, extra };
        extras.iter().map(play).collect::<Vec<_>>()
    });
    let others = std::iter::once(Action::Withdraw)
        .chain(City::all().map(Action::Palace))
        .chain(City::all().map(Action::Crown))
        .chain(Card::all().map(Action::Take));
    Numbering::of(plays.chain(others))
});

impl Learn for TajMahal {
    const FEATURES: u16 = 1040;
    const PARTS: u16 = 254;

    fn features(view: &View, seat: Seat, features: &mut Features) {
        features.clear();
        view.table_features(seat, features);
        view.hand_features(seat, features);
        let players = view.open.players.count();
        for place in 0..PLACES {
            if place >= players {
                features.none(PLAYER_FEATURES);
            } else if place < view.open.options.players {
                let player = seat.after(place, view.open.options.players);
                view.player_features(player, features);
            } else {
                // The absent maharaja comes last, whoever looks.
                view.player_features(Seat::at(place.into()).unwrap_or_default(), features);
            }
        }
    }

    fn known(view: &View) -> Self {
        TajMahal {
            open: view.open,
            hands: PerSeat::new(view.hands.count(), |seat| {
                view.hands[seat].unwrap_or(view.open.players[seat].known)
            }),
            draw_pile: Default::default(),
            chance: Chance::new(Seed::from_bytes([0; 32])),
        }
    }

    fn numbering() -> &'static Numbering<Action> {
        &NUMBERING
    }

    fn parts(action: Action, parts: &mut Features) {
        parts.clear();
        parts.flag(action == Action::Withdraw);
        parts.key(match action {
            Action::Palace(city) => Some(city),
            _ => None,
        });
        parts.key(match action {
            Action::Crown(city) => Some(city),
            _ => None,
        });
        parts.key(match action {
            Action::Take(card) => Some(card),
            _ => None,
        });
        let (card, extra) = match action {
            Action::Play { card, extra } => (Some(card), extra),
            _ => (None, None),
        };
        parts.key(card);
        parts.flag(card.is_some() && extra.is_none());
        parts.key(match extra {
            Some(Extra::Card(white)) => Some(white),
            _ => None,
        });
        parts.key(match extra {
            Some(Extra::Special(special)) => Some(special),
            _ => None,
        });
    }
}

const PLAYER_FEATURES: u16 = 153;

impl View {
    /// What is the same for all players.
    fn table_features(&self, viewer: Seat, features: &mut Features) {
        let open = &self.open;
        let players = open.options.players;
        let from_viewer = |seat: Seat| distance(viewer, seat, players);
        features.one_of(usize::from(players).saturating_sub(2), 4);
        features.flag(open.options.tie_break == TieBreak::Ladder);
        features.one_of(usize::from(open.visit).saturating_sub(1), VISITS.into());
        features.one_of(from_viewer(open.start_seat()), PLACES.into());
        let decides = |features: &mut Features, seat: Option<Seat>| match seat {
            Some(seat) => features.one_of(from_viewer(seat), PLACES.into()),
            None => features.none(PLACES.into()),
        };
        let (mut turn, mut place, mut draft) = (None, None, None);
        match open.stage {
            Stage::Turn { seat } => turn = Some(seat),
            Stage::Place(withdrawal) => place = Some(withdrawal),
            Stage::Draft { seat, takes } => draft = Some((seat, takes)),
            Stage::Over => (),
        }
        decides(features, turn);
        decides(features, place.map(|Withdrawal { seat, .. }| seat));
        decides(features, draft.map(|(seat, _)| seat));
        features.at_least(place.map_or(0, |place| place.normal.into()), 4);
        features.flag(place.is_some_and(|place| place.crown));
        features.flag(place.is_some_and(|place| place.tile));
        features.at_least(place.map_or(0, |place| place.placed.into()), 4);
        features.at_least(draft.map_or(0, |(_, takes)| takes.into()), 2);
        features.set(open.court);
        features.key(Some(open.province()));
        features.set(
            open.route
                .iter()
                .skip(open.visit.into())
                .copied()
                .collect::<Set<Province>>(),
        );
        features.set(open.display.iter().copied().collect::<Set<Card>>());
        features.at_least(open.display.len() as u32, LARGEST_DISPLAY as u16);
        features.steps(self.draw_pile_size.into(), &[1, 8, 16, 32, 48]);
        let mut cities = open.province().cities().iter();
        for _ in 0..CITIES_OF_A_PROVINCE {
            let bonus = cities.next().and_then(|city| open.bonus_tiles[city]);
            features.key::<Bonus>(bonus);
        }
    }

    /// The viewer's own hand.
    fn hand_features(&self, viewer: Seat, features: &mut Features) {
        let hand = self.hands[viewer].unwrap_or_default();
        features.set(hand.faces());
        for colour in Colour::all() {
            features.at_least(hand.of_colour(colour), 6);
        }
        features.at_least(hand.white(), 4);
        for symbol in Symbol::all() {
            features.at_least(hand.showing(symbol), 4);
        }
    }

    /// What is known of a player.
    fn player_features(&self, seat: Seat, features: &mut Features) {
        let open = &self.open;
        let player: &Player = &open.players[seat];
        let active = open.active.contains(seat);
        features.flag(active);
        features.key(player.bound_colour);
        for symbol in Symbol::all() {
            let shown = if active { open.shows(seat, symbol) } else { 0 };
            features.at_least(shown, 6);
        }
        features.set(if active { open.wins(seat) } else { Set::EMPTY });
        features.set(player.row_specials);
        let hand_size = if seat.index() < usize::from(self.hand_sizes.count()) {
            self.hand_sizes[seat]
        } else {
            0
        };
        features.steps(hand_size.into(), &HAND_SIZES);
        for special in Special::all() {
            features.flag(open.special_cards[special] == Some(seat));
        }
        for marker in Marker::all() {
            features.flag(player.markers[marker] > 0);
        }
        for good in Good::all() {
            features.at_least(player.goods[good].into(), 4);
        }
        features.set(player.network());
        for colour in Colour::all() {
            features.at_least(player.known.of_colour(colour), 4);
        }
        features.at_least(player.known.white(), 3);
        features.at_least(player.palaces.len(), 1);
        features.at_least(player.crown_palaces.len(), 1);
    }
}
