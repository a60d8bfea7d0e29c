//! Checks the promises of [`Learn`].

use super::{Breach, BrokenPromise, Promise, Suite, json, kept};
use crate::{
    Amounts, Eyes, Features, Learn, PerSeat, Seat, SeatSet, Seed, below, dice, hexadecimal,
};
use sha2::{Digest, Sha256};

/// What a run has met, for comparison with what an earlier one met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The number of views.
    pub views: u64,
    /// The most features of a view.
    pub most_features: usize,
    /// The number of numbered actions.
    pub actions: usize,
    /// The hash of all actions in the order of their numbers, and of their parts.
    pub numbering: String,
    /// The hash of the features of all views. It changes with the rules, too.
    pub features: String,
}

impl<G: Learn> Suite<G> {
    /// Plays the games and checks every promise of [`Learn`] at every step.
    pub fn check_learning(&self) -> Result<Learned, Breach> {
        let mut check = Check::<G>::default();
        let breach = |promise, details, game, options: &G::Options, decisions| Breach {
            promise,
            game,
            options: json(options),
            decisions,
            details,
        };
        let numbering = check_numbering::<G>().map_err(|broken| {
            breach(broken.promise, broken.details, 0, &G::Options::default(), 0)
        })?;
        for game in 0..self.games {
            let seed = Seed::from_bytes([1; 32]).child(game);
            let options = (self.any_options)(&mut dice(seed.child(0)));
            let (mut decisions, outcome) = (0, G::new(&options, seed));
            let mut state = outcome.map_err(|error| {
                let promise = Promise::StartsFromItsOptions;
                breach(promise, error.to_string(), game, &options, 0)
            })?;
            while let Some(step) =
                check
                    .step(&mut state, seed.child(1 + decisions))
                    .map_err(|broken| {
                        breach(broken.promise, broken.details, game, &options, decisions)
                    })?
            {
                decisions += step;
            }
        }
        Ok(Learned {
            views: check.views,
            most_features: check.most_features,
            actions: G::numbering().actions().len(),
            numbering,
            features: hexadecimal(&check.hash.finalize()),
        })
    }
}

/// Checks the numbers of all actions, and returns their hash.
fn check_numbering<G: Learn>() -> Result<String, BrokenPromise> {
    let (mut hash, mut parts) = (Sha256::new(), Features::default());
    for (number, &action) in G::numbering().actions().iter().enumerate() {
        kept(
            Promise::ActionsAreNumbered,
            G::numbering().number(action).map(usize::from) == Some(number),
            || format!("the action ‘{action}’ has the place {number} but not the number"),
        )?;
        check_parts::<G>(action, &mut parts)?;
        hash.update(format!("{action}\n{:?}\n", parts.found()));
    }
    Ok(hexadecimal(&hash.finalize()))
}

fn check_parts<G: Learn>(action: G::Action, parts: &mut Features) -> Result<(), BrokenPromise> {
    G::parts(action, parts);
    let sound = ascending_below(parts, G::PARTS) && !parts.found().is_empty();
    kept(Promise::PartsAreNumbered, sound, || {
        format!("‘{action}’ has the parts {parts:?} of {}", G::PARTS)
    })
}

fn ascending_below(features: &Features, count: u16) -> bool {
    features
        .found()
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one < other))
        && features.found().last().is_none_or(|&last| last < count)
        && features.count() == count
}

struct Check<G: Learn> {
    views: u64,
    most_features: usize,
    hash: Sha256,
    legal: Vec<G::Action>,
    features: Features,
    twins: Features,
}

impl<G: Learn> Default for Check<G> {
    fn default() -> Self {
        Check {
            views: 0,
            most_features: 0,
            hash: Sha256::new(),
            legal: Vec::new(),
            features: Features::default(),
            twins: Features::default(),
        }
    }
}

impl<G: Learn> Check<G> {
    /// Checks a state and carries out a random action. Returns `None` at the end.
    fn step(&mut self, game: &mut G, seed: Seed) -> Result<Option<u64>, BrokenPromise> {
        let mut dice = dice(seed);
        for seat in Seat::first(game.seats()) {
            let view = game.view(Eyes::Seat(seat));
            let twin = G::imagine(&view, &mut dice);
            self.check_view(&view, seat)?;
            self.check_twin(&view, &twin.view(Eyes::Seat(seat)), seat)?;
            if below(&mut dice, 16) == 0 {
                let read = serde_json::from_str::<G::View>(&json(&view));
                let read = read.map_err(|error| BrokenPromise {
                    promise: Promise::ViewJsonRoundTrips,
                    details: error.to_string(),
                })?;
                self.check_twin(&view, &read, seat)?;
            }
            game.legal(seat, &mut self.legal);
            for &action in &self.legal {
                let number = G::numbering().number(action);
                let same = number.and_then(|number| G::numbering().action(number));
                kept(Promise::ActionsAreNumbered, same == Some(action), || {
                    format!("‘{action}’ has the number {number:?}, which is {same:?}")
                })?;
            }
        }
        let deciders = game.deciders();
        let Some(seat) = deciders
            .iter()
            .nth(below(&mut dice, deciders.len()) as usize)
        else {
            return Ok(None);
        };
        game.legal(seat, &mut self.legal);
        let chosen = below(&mut dice, self.legal.len() as u32) as usize;
        let accepted = self
            .legal
            .get(chosen)
            .map(|&action| game.apply(seat, action, &mut ()));
        Ok(matches!(accepted, Some(Ok(()))).then_some(1))
    }

    fn check_view(&mut self, view: &G::View, seat: Seat) -> Result<(), BrokenPromise> {
        G::features(view, seat, &mut self.features);
        self.views += 1;
        self.most_features = self.most_features.max(self.features.found().len());
        for feature in self.features.found() {
            self.hash.update(feature.to_le_bytes());
        }
        kept(
            Promise::FeaturesAreNumbered,
            ascending_below(&self.features, G::FEATURES),
            || format!("seat {seat} has {:?} of {}", self.features, G::FEATURES),
        )
    }

    /// Checks that two views that look alike are judged alike.
    fn check_twin(
        &mut self,
        view: &G::View,
        twin: &G::View,
        seat: Seat,
    ) -> Result<(), BrokenPromise> {
        G::features(twin, seat, &mut self.twins);
        kept(
            Promise::FeaturesUseOnlyTheView,
            self.features == self.twins,
            || format!("seat {seat} has {:?} or {:?}", self.features, self.twins),
        )?;
        let [one, other] = [view, twin].map(prospects_of::<G>);
        kept(Promise::KnownUsesOnlyTheView, one == other, || {
            format!("seat {seat} has the points and prospects\n  {one}\n  or\n  {other}")
        })
    }
}

/// Describes the points and prospects that a view shows.
fn prospects_of<G: Learn>(view: &G::View) -> String {
    let known = G::known(view);
    let seats = Seat::first(known.seats()).collect::<SeatSet>();
    let mut amounts = PerSeat::<Amounts<G>>::of(known.seats());
    known.prospects(seats, &mut amounts);
    let scores = PerSeat::new(known.seats(), |seat| known.score(seat));
    format!("{scores:?} {:?} {amounts:?}", known.automatic_score())
}
