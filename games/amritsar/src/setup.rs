//! The set-up and the opening decisions (spec 4).

use crate::action::Action;
use crate::board::{DonationTile, Ring};
use crate::components::*;
use crate::event::Event;
use crate::maharajah::Maharajah;
use crate::options::Options;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::player::{Objectives, Player};
use crate::rules::{self, require};
use crate::state::{Amritsar, Open};
use crate::version::RulesVersion;
use kit::{By, Chance, Key, PerSeat, Rule, Seat, Set, Sink};
use tinyvec::ArrayVec;

impl Amritsar {
    /// Spec 4.1. The game has no randomness afterwards.
    pub(crate) fn set_up(rules: RulesVersion, options: Options, mut chance: Chance) -> Self {
        let players = options.players;
        let [first, second, third, _] = shuffled(TempleTile::ALL, &mut chance);
        let [bridge_1, bridge_2, bridge_3, ..] = shuffled(BridgeTile::ALL, &mut chance);
        let districts = deal_districts(&mut chance);
        let ring = deal_workers(&mut chance);
        let beside_the_token = shuffled(Colour::ALL, &mut chance);
        let storehouses = shuffled(Storehouse::ALL, &mut chance).into_iter();
        let (objectives, star) = deal_objectives(players, &mut chance);
        let start_player = Seat::FIRST.after(chance.below(players.into()) as u8, players);
        let mut stack = ArrayVec::new();
        stack.push(Pending::SetupObjective { seat: start_player });
        let open = Open {
            rules,
            options,
            decade: Decade::I,
            round: 1,
            start_player,
            active: start_player,
            stack,
            ring,
            token: MaharajahSpace::RED,
            maharajah_workers: if options.maharajah_workers() {
                By::new(beside_the_token.map(Some))
            } else {
                By::default()
            },
            districts,
            donations: By::new([DonationTile::default(); 4]),
            temple: [first, second, third],
            bridges: [bridge_1, bridge_2, bridge_3],
            market: By::new([MARKET_START; 3]),
            offer: storehouses.take(Storehouse::revealed(players)).collect(),
            players: PerSeat::new(players, |_| Player::default()),
            maharajah: options
                .solo()
                .then(|| Maharajah::set_up(first, star, options)),
        };
        Amritsar { open, objectives }
    }
}

impl Open {
    /// Returns the events of the set-up, without the secret objectives.
    pub(crate) fn opening(&self) -> Vec<Event> {
        let seat = self.start_player;
        let maharajah = self.maharajah.map(|he| Event::MaharajahSetUp {
            elephant: he.elephant,
            objective: he.objective,
        });
        [self.decade_began(), Event::StartPlayerDrawn { seat }]
            .into_iter()
            .chain(maharajah)
            .collect()
    }
}

fn shuffled<T, const N: usize>(mut items: [T; N], chance: &mut Chance) -> [T; N] {
    chance.shuffle(&mut items);
    items
}

/// Moves the next item of a pile, if there is one, to a set.
fn deal<K: Key>(pile: &mut impl Iterator<Item = K>, to: &mut Set<K>) {
    if let Some(thing) = pile.next() {
        to.insert(thing);
    }
}

/// Spec 4.1.6: one tile of each colour to each district, then two of other colours, so that each colour is absent from one district.
fn deal_districts(chance: &mut Chance) -> By<District, Set<DistrictTile>, 4> {
    let mut piles = By::<Colour, _, 4>::new(Colour::ALL.map(|colour| {
        let mut tiles = DistrictTile::all().filter(|tile| tile.colour() == colour);
        let pile: [Option<DistrictTile>; 3] = std::array::from_fn(|_| tiles.next());
        shuffled(pile, chance).into_iter().flatten()
    }));
    let first = shuffled(Colour::ALL, chance);
    let absent = deranged(first, chance);
    let mut districts = By::<District, Set<DistrictTile>, 4>::default();
    for ((_, district), colour) in districts.iter_mut().zip(first) {
        deal(&mut piles[colour], district);
    }
    for (((_, district), first), absent) in districts.iter_mut().zip(first).zip(absent) {
        for colour in Colour::all().filter(|&colour| colour != first && colour != absent) {
            deal(&mut piles[colour], district);
        }
    }
    districts
}

/// Returns a uniformly random permutation without fixed points.
fn deranged(colours: [Colour; 4], chance: &mut Chance) -> [Colour; 4] {
    loop {
        let others = shuffled(colours, chance);
        let mut pairs = others.iter().zip(&colours);
        if pairs.all(|(other, colour)| other != colour) {
            return others;
        }
    }
}

/// Spec 4.1.7: three workers of each colour on the marked spaces.
fn deal_workers(chance: &mut Chance) -> Ring {
    let [y, b, w, g] = Colour::ALL;
    let mut workers = shuffled([y, y, y, b, b, b, w, w, w, g, g, g], chance).into_iter();
    let mut ring = Ring::default();
    for (section, state) in ring.iter_mut() {
        for colour in workers.by_ref().take(section.start_workers().into()) {
            state.workers[colour] += 1;
        }
    }
    ring
}

/// Spec 4.1.9: deals an objective of each type to each player, and a star to the Maharajah (12.2.6).
fn deal_objectives(players: u8, chance: &mut Chance) -> (PerSeat<Objectives>, Objective) {
    let mut dealt = PerSeat::<Objectives>::of(players);
    let mut star = Objective::C1;
    for kind in ObjectiveType::ALL {
        let mut pile: ArrayVec<[Option<Objective>; Objective::OF_A_TYPE]> =
            Objective::of(kind).map(Some).collect();
        chance.shuffle(&mut pile);
        let mut pile = pile.into_iter().flatten();
        for (_, objectives) in dealt.iter_mut() {
            deal(&mut pile, &mut objectives.hand);
        }
        star = pile.find(|tile| tile.star().is_some()).unwrap_or(star);
    }
    (dealt, star)
}

/// The choice of the objective on the start space (spec 4.2.1).
#[derive(Clone, Copy)]
pub(crate) struct OpeningObjective;

impl Decision for OpeningObjective {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        game.objectives[seat]
            .hand
            .iter()
            .for_each(|objective| offer(Action::Objective(objective)));
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Objective(objective) => require(
                game.objectives[seat].hand.contains(objective),
                rules::OBJECTIVE_IN_HAND,
            ),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        let Action::Objective(objective) = answer else {
            return;
        };
        play.game.objectives[seat].play(objective, ObjectiveSpace::Start);
        let player = play.player(seat);
        player.objectives_played.insert(ObjectiveSpace::Start);
        player.free_counter();
        play.tell(Event::ObjectiveChosen {
            seat,
            objective: Some(objective),
        });
        play.go_on_to(Pending::SetupMahout { seat });
    }
}

/// The choice of the starting mahout's colour (spec 4.2.2).
#[derive(Clone, Copy)]
pub(crate) struct OpeningMahout;

impl Decision for OpeningMahout {
    fn candidates(self, _: &Amritsar, _: Seat, offer: &mut impl FnMut(Action)) {
        Colour::all().for_each(|colour| offer(Action::Mahout(colour)));
    }

    fn judge(self, game: &Amritsar, _: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Mahout(colour) => {
                let mut players = game.open.players.iter();
                require(
                    players.all(|(_, player)| player.mahouts[colour].is_none()),
                    rules::COLOUR_TAKEN,
                )
            }
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        let Action::Mahout(colour) = answer else {
            return;
        };
        let player = play.player(seat);
        player.mahouts[colour] = Some(Mahout::Donate);
        player.free_counter();
        play.tell(Event::MahoutChosen { seat, colour });
        let next = seat.after(1, play.open().options.players);
        if next == play.open().start_player {
            play.start_turn(next);
        } else {
            play.go_on_to(Pending::SetupObjective { seat: next });
        }
    }
}
