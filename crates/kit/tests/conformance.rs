//! The suite can fail: a sound toy game passes, and one broken copy of it for each promise is caught.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::conformance::{Breach, Care, Promise, Report, Suite, play_at_random};
use kit::{
    About, Amounts, BadOptions, BadText, Chance, Dice, Eyes, Features, Flaw, Game, Judge, Learn,
    NoProspect, Numbering, PerSeat, Refusal, Rng, Rule, Score, Seat, SeatSet, Seed, Sink,
    Standings, below, dice, ensure,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

/// Two players hold one hidden card each and secretly bid at the same time; the higher bid wins a card's worth of points, then both
/// draw anew. After five rounds the game is over.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Toy<const FAULT: usize> {
    round: u8,
    scores: PerSeat<i32>,
    hands: PerSeat<u8>,
    bids: PerSeat<Option<u8>>,
    #[serde(skip_serializing_if = "leave_out::<FAULT>", default)]
    chance: Option<Chance>,
}

const ROUNDS: u8 = 5;
const CARDS: u32 = 8;
const HIGHEST_BID: u8 = 3;
const TOO_HIGH: Rule = Rule {
    key: "too-high",
    section: "1",
};
const HINT: Rule = Rule {
    key: "hint",
    section: "2",
};

/// One fault for each promise that the suite checks.
const FAULTS: [Promise; 27] = [
    Promise::StartsFromItsOptions,
    Promise::DecidersCanDecide,
    Promise::OthersCannotDecide,
    Promise::ListedIsAccepted,
    Promise::ListedOnce,
    Promise::UnlistedIsRefused,
    Promise::RefusalChangesNothing,
    Promise::Ends,
    Promise::StandingsAddUp,
    Promise::SameSeedSameGame,
    Promise::ActionTextRoundTrips,
    Promise::StateJsonRoundTrips,
    Promise::ViewJsonRoundTrips,
    Promise::InvariantsHold,
    Promise::ImagineKeepsTheView,
    Promise::ImagineUsesOnlyTheView,
    Promise::ImagineRedraws,
    Promise::LegalTellsNoSecret,
    Promise::RefusalTellsNoSecret,
    Promise::EventsTellNoSecret,
    Promise::RevelationsAreAnnounced,
    Promise::EventJsonRoundTrips,
    Promise::FeaturesAreNumbered,
    Promise::FeaturesUseOnlyTheView,
    Promise::KnownUsesOnlyTheView,
    Promise::ActionsAreNumbered,
    Promise::PartsAreNumbered,
];
const SOUND: usize = FAULTS.len();

const fn has(fault: usize, promise: Promise) -> bool {
    fault < SOUND && FAULTS[fault] as usize == promise as usize
}

fn leave_out<const FAULT: usize>(_: &Option<Chance>) -> bool {
    has(FAULT, Promise::StateJsonRoundTrips)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Bid<const FAULT: usize>(u8);

impl<const FAULT: usize> fmt::Display for Bid<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bid {}", self.0)
    }
}

impl<const FAULT: usize> FromStr for Bid<FAULT> {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let bid = text
            .strip_prefix("bid ")
            .and_then(|bid| bid.parse().ok())
            .ok_or_else(|| BadText::new(text, "a bid is ‘bid 2’"))?;
        Ok(Bid(if has(FAULT, Promise::ActionTextRoundTrips) {
            bid / 2
        } else {
            bid
        }))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Happened {
    Committed {
        seat: Seat,
        hint: u8,
        #[serde(skip)]
        left_out_of_json: u8,
    },
    Opened {
        bids: PerSeat<Option<u8>>,
    },
    Drew {
        seat: Seat,
        card: Option<u8>,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct ToyView {
    eyes: Eyes,
    round: u8,
    scores: PerSeat<i32>,
    hands: PerSeat<Option<u8>>,
    committed: SeatSet,
    own_bid: Option<u8>,
    #[serde(skip)]
    left_out_of_json: u8,
    #[serde(skip)]
    smuggled: Smuggled,
}

/// Hidden cards that neither JSON nor a comparison shows.
#[derive(Clone, Copy, Debug, Default)]
struct Smuggled(Option<PerSeat<u8>>);

impl PartialEq for Smuggled {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

static CALLS: AtomicU32 = AtomicU32::new(0);

impl<const FAULT: usize> Toy<FAULT> {
    const fn has(promise: Promise) -> bool {
        has(FAULT, promise)
    }

    /// Returns whether a view contains more than it shows.
    const fn smuggles() -> bool {
        Self::has(Promise::ImagineUsesOnlyTheView)
            || Self::has(Promise::FeaturesUseOnlyTheView)
            || Self::has(Promise::KnownUsesOnlyTheView)
    }

    fn highest_bid(&self, seat: Seat) -> u8 {
        match self.hands[seat.after(1, 2)] {
            card if Self::has(Promise::LegalTellsNoSecret) => card.min(HIGHEST_BID),
            _ => HIGHEST_BID,
        }
    }

    fn open_bids(&mut self, events: &mut impl Sink<Happened>) {
        let [mine, yours] = [0, 1].map(|number| Seat::new(number).unwrap());
        events.tell(Happened::Opened { bids: self.bids });
        if self.bids[mine] != self.bids[yours] {
            let winner = if self.bids[mine] > self.bids[yours] {
                mine
            } else {
                yours
            };
            self.scores[winner] += i32::from(self.hands[winner]);
        }
        self.bids = PerSeat::of(2);
        self.round += u8::from(!Self::has(Promise::Ends));
        for seat in [mine, yours] {
            let mut card = self.chance.as_mut().map_or(0, |chance| chance.below(CARDS));
            if Self::has(Promise::SameSeedSameGame) {
                card = CALLS.fetch_add(1, Ordering::Relaxed) % CARDS;
            }
            self.hands[seat] = card as u8;
            events.tell(Happened::Drew {
                seat,
                card: Some(card as u8),
            });
        }
    }
}

impl<const FAULT: usize> Game for Toy<FAULT> {
    const ABOUT: About = About {
        key: "toy",
        name: "Toy",
        author: "",
        rules: 1,
        seats: 2..=2,
        options: &[],
    };

    type Options = u8;
    type Action = Bid<FAULT>;
    type Event = Happened;
    type View = ToyView;

    fn new(_: &u8, seed: Seed) -> Result<Self, BadOptions> {
        let mut chance = Chance::new(seed);
        let hands = PerSeat::new(2, |_| chance.below(CARDS) as u8);
        Ok(Toy {
            round: 0,
            scores: PerSeat::of(2),
            hands,
            bids: PerSeat::of(2),
            chance: Some(chance),
        })
    }

    fn options(&self) -> u8 {
        u8::from(Self::has(Promise::StartsFromItsOptions))
    }

    fn seats(&self) -> u8 {
        2
    }

    fn deciders(&self) -> SeatSet {
        Seat::first(2)
            .filter(|&seat| self.round < ROUNDS && self.bids[seat].is_none())
            .collect()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Bid<FAULT>>) {
        actions.clear();
        if !self.deciders().contains(seat) {
            if Self::has(Promise::OthersCannotDecide) {
                actions.push(Bid(0));
            }
            return;
        }
        let highest = match () {
            () if Self::has(Promise::DecidersCanDecide) && self.round == 3 => return,
            () if Self::has(Promise::ListedIsAccepted) => HIGHEST_BID + 1,
            () => self.highest_bid(seat),
        };
        actions.extend((0..=highest).map(Bid));
        if Self::has(Promise::ListedOnce) {
            actions.push(Bid(0));
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        Bid(bid): Bid<FAULT>,
        events: &mut impl Sink<Happened>,
    ) -> Result<(), Refusal> {
        Refusal::unless_asked(seat, self.deciders())?;
        if bid > self.highest_bid(seat) && !Self::has(Promise::UnlistedIsRefused) {
            if Self::has(Promise::RefusalChangesNothing) {
                self.scores[seat] -= 1;
            }
            let other_is_high = self.hands[seat.after(1, 2)] > 4;
            return Err(
                if Self::has(Promise::RefusalTellsNoSecret) && other_is_high {
                    HINT
                } else {
                    TOO_HIGH
                }
                .into(),
            );
        }
        self.bids[seat] = Some(bid);
        events.tell(Happened::Committed {
            seat,
            hint: if Self::has(Promise::EventsTellNoSecret) {
                self.hands[seat]
            } else {
                0
            },
            left_out_of_json: u8::from(Self::has(Promise::EventJsonRoundTrips)),
        });
        if self.deciders().is_empty() {
            self.open_bids(events);
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> ToyView {
        let own = |seat| eyes.are(seat);
        let shown = |seat| Self::has(Promise::RevelationsAreAnnounced) && self.bids[seat].is_some();
        ToyView {
            eyes,
            round: self.round,
            scores: self.scores,
            hands: PerSeat::new(2, |seat| {
                (own(seat) || shown(seat)).then_some(self.hands[seat])
            }),
            committed: Seat::first(2)
                .filter(|&seat| self.bids[seat].is_some())
                .collect(),
            own_bid: Seat::first(2)
                .filter(|&seat| own(seat))
                .find_map(|seat| self.bids[seat]),
            left_out_of_json: u8::from(Self::has(Promise::ViewJsonRoundTrips)),
            smuggled: Smuggled(Self::smuggles().then_some(self.hands)),
        }
    }

    fn seen(event: &Happened, eyes: Eyes) -> Option<Happened> {
        Some(match *event {
            Happened::Drew { seat, .. } if !eyes.are(seat) => Happened::Drew { seat, card: None },
            ref public => public.clone(),
        })
    }

    fn reveals(event: &Happened, eyes: Eyes) -> bool {
        match event {
            Happened::Committed { .. } => false,
            Happened::Opened { .. } => true,
            Happened::Drew { seat, .. } => eyes.are(*seat),
        }
    }

    fn imagine(view: &ToyView, rng: &mut impl Rng) -> Self {
        let mut hidden = |bound| {
            if Self::has(Promise::ImagineRedraws) {
                1
            } else {
                below(rng, bound) as u8
            }
        };
        let hands = PerSeat::new(2, |seat| match view.hands[seat] {
            Some(card) if !Self::has(Promise::ImagineKeepsTheView) => card,
            _ => view
                .smuggled
                .0
                .filter(|_| Self::has(Promise::ImagineUsesOnlyTheView))
                .map_or_else(|| hidden(CARDS), |hands| hands[seat]),
        });
        let bids = PerSeat::new(2, |seat| match view.eyes {
            Eyes::Seat(own) if own == seat => view.own_bid,
            _ => view
                .committed
                .contains(seat)
                .then(|| hidden(u32::from(HIGHEST_BID) + 1)),
        });
        Toy {
            round: view.round,
            scores: view.scores,
            hands,
            bids,
            chance: Some(Chance::new(Seed::random(rng))),
        }
    }

    fn standings(&self) -> Standings {
        let scores = Seat::first(2)
            .map(|seat| Score::of([("bids", self.scores[seat])]))
            .collect();
        let over = self.deciders().is_empty() && !Self::has(Promise::StandingsAddUp);
        Standings {
            scores,
            automatic: None,
            over,
            winners: SeatSet::EMPTY,
        }
    }

    fn check(&self) -> Result<(), Flaw> {
        ensure(
            !Self::has(Promise::InvariantsHold) || self.round < 3,
            || "a round 3 cannot be".to_owned(),
        )
    }
}

impl<const FAULT: usize> Judge for Toy<FAULT> {
    type Prospect = NoProspect;

    fn prospects(&self, _: SeatSet, _: &mut PerSeat<Amounts<Self>>) {}
}

impl<const FAULT: usize> Learn for Toy<FAULT> {
    const FEATURES: u16 = 1 + 2 * CARDS as u16;
    const PARTS: u16 = HIGHEST_BID as u16 + 1;

    fn features(view: &ToyView, seat: Seat, features: &mut Features) {
        features.clear();
        features.at_least(view.committed.len(), 1);
        for holder in [seat, seat.after(1, 2)] {
            let peeked = view.smuggled.0.map(|hands| hands[holder]);
            let peeked = peeked.filter(|_| Self::has(Promise::FeaturesUseOnlyTheView));
            match view.hands[holder].or(peeked) {
                Some(card) => features.one_of(card.into(), CARDS as u16),
                None => features.none(CARDS as u16),
            }
        }
        if Self::has(Promise::FeaturesAreNumbered) && view.round == 2 {
            features.flag(true);
        }
    }

    fn known(view: &ToyView) -> Self {
        let peeked = view
            .smuggled
            .0
            .filter(|_| Self::has(Promise::KnownUsesOnlyTheView));
        let peeked = peeked.unwrap_or(PerSeat::of(2));
        Toy {
            round: view.round,
            scores: PerSeat::new(2, |seat| view.scores[seat] + i32::from(peeked[seat])),
            hands: PerSeat::new(2, |seat| view.hands[seat].unwrap_or_default()),
            bids: PerSeat::of(2),
            chance: None,
        }
    }

    /// A static cannot be generic, so each call makes its own numbering.
    fn numbering() -> &'static Numbering<Bid<FAULT>> {
        let forgotten = u8::from(Self::has(Promise::ActionsAreNumbered));
        Box::leak(Box::new(Numbering::of((forgotten..=HIGHEST_BID).map(Bid))))
    }

    fn parts(Bid(bid): Bid<FAULT>, parts: &mut Features) {
        parts.clear();
        let missing = u16::from(Self::has(Promise::PartsAreNumbered));
        parts.one_of(bid.into(), Self::PARTS - missing);
    }
}

fn suite<const FAULT: usize>() -> Suite<Toy<FAULT>> {
    let any_action = |dice: &mut Dice| Bid(below(dice, 6) as u8);
    Suite {
        games: 40,
        longest: 100,
        ..Suite::new(|_| 0, any_action)
    }
}

fn breach<const FAULT: usize>() -> Breach {
    let suite = suite::<FAULT>();
    let learning = suite.check().map(|_| suite.check_learning());
    learning
        .map_or_else(Err, |learning| learning.map(|_| ()))
        .unwrap_err()
}

#[test]
fn a_sound_game_passes_and_every_kind_of_check_was_used() {
    let Report {
        decisions,
        refused,
        imagined_otherwise,
        compared,
    } = suite::<SOUND>().check().unwrap();
    assert_eq!(decisions, 40 * 10);
    assert!(refused > 500 && imagined_otherwise > 500 && compared > 500);
    let learned = suite::<SOUND>().check_learning().unwrap();
    assert_eq!((learned.views, learned.actions), (40 * 11 * 2, 4));
    assert_eq!(learned.most_features, 2);
}

macro_rules! caught {
    ($($test:ident: $number:literal),+ $(,)?) => {
        $(#[test]
        fn $test() {
            let breach = breach::<$number>();
            assert_eq!(breach.promise, FAULTS[$number], "{breach}");
        })+

        #[test]
        fn every_fault_is_tried() {
            assert_eq!([$($number),+].len(), FAULTS.len());
        }
    };
}

caught! {
    forgotten_options: 0,
    a_decider_without_an_action: 1,
    an_action_out_of_turn: 2,
    a_listed_action_refused: 3,
    an_action_listed_twice: 4,
    an_unlisted_action_accepted: 5,
    a_refusal_with_an_effect: 6,
    an_endless_game: 7,
    standings_that_never_close: 8,
    a_game_that_depends_on_more_than_its_seed: 9,
    an_action_that_reads_back_differently: 10,
    a_state_that_forgets_its_chance: 11,
    a_view_with_more_than_its_json: 12,
    a_broken_invariant: 13,
    imagining_away_my_own_card: 14,
    imagining_with_smuggled_cards: 15,
    imagining_nothing_new: 16,
    a_list_that_depends_on_a_hidden_card: 17,
    a_refusal_that_hints_at_a_hidden_card: 18,
    an_event_that_tells_a_hidden_card: 19,
    a_revelation_kept_quiet: 20,
    an_event_with_more_than_its_json: 21,
    features_that_depend_on_the_round: 22,
    features_of_a_card_that_is_not_seen: 23,
    points_of_a_card_that_is_not_seen: 24,
    an_action_without_a_number: 25,
    an_action_without_parts: 26,
}

/// The promise that random play finds broken.
fn broken_in_random_play<const FAULT: usize>(care: Care) -> Option<Promise> {
    let seed = Seed::from_text("random play");
    let mut game = Toy::<FAULT>::new(&0, seed).unwrap();
    let played = play_at_random(&mut game, care, &mut dice(seed), &mut Vec::new());
    played.err().map(|broken| broken.promise)
}

#[test]
fn random_play_finds_what_stops_a_game() {
    let closely = [
        broken_in_random_play::<1>(Care::AtEveryStep),
        broken_in_random_play::<2>(Care::AtEveryStep),
        broken_in_random_play::<3>(Care::AtEveryStep),
        broken_in_random_play::<7>(Care::AtEveryStep),
        broken_in_random_play::<8>(Care::AtEveryStep),
        broken_in_random_play::<13>(Care::AtEveryStep),
    ];
    assert_eq!(
        closely,
        [1, 2, 3, 7, 8, 13].map(|fault| Some(FAULTS[fault]))
    );
    let at_the_end = [
        broken_in_random_play::<1>(Care::AtTheEnd),
        broken_in_random_play::<3>(Care::AtTheEnd),
        broken_in_random_play::<7>(Care::AtTheEnd),
        broken_in_random_play::<8>(Care::AtTheEnd),
        broken_in_random_play::<13>(Care::AtTheEnd),
    ];
    assert_eq!(
        at_the_end,
        [1, 3, 7, 8, 13].map(|fault| Some(FAULTS[fault]))
    );
    for care in [Care::AtTheEnd, Care::AtEveryStep] {
        assert_eq!(broken_in_random_play::<SOUND>(care), None);
    }
}
