//! Bots that think with a net.

use crate::input::Input;
use crate::math::softmax;
use crate::net::{Net, Outcome, Work};
use bots::{Bot, Chair, Mind, final_rewards, reward};
use kit::{Eyes, Features, Game, Learn, MAX_SEATS, PerSeat, Seat};
use std::sync::Arc;

/// A mind for [`bots::Search`]: a net weighs actions, and judges states as they are, without playing on.
pub struct NetMind {
    net: Arc<Net>,
    input: Input,
    work: Work,
    parts: Features,
    /// The sums of the shares of victory in all worlds judged, counted from the thinker, and their number.
    shares: ([f32; MAX_SEATS], u32),
}

impl NetMind {
    /// Creates a mind that thinks with this net.
    pub fn new(net: Arc<Net>) -> Self {
        NetMind {
            net,
            input: Input::default(),
            work: Work::default(),
            parts: Features::default(),
            shares: ([0.0; MAX_SEATS], 0),
        }
    }

    /// Returns the mean shares of victory in all worlds judged since the last call, counted from the thinker.
    pub fn take_shares(&mut self) -> Option<[f32; MAX_SEATS]> {
        let (sums, worlds) = std::mem::take(&mut self.shares);
        (worlds > 0).then(|| sums.map(|sum| sum / worlds as f32))
    }

    fn count_shares(&mut self, shares: [f32; MAX_SEATS]) {
        for (sum, share) in self.shares.0.iter_mut().zip(shares) {
            *sum += share;
        }
        self.shares.1 += 1;
    }

    /// Looks at a view. The other functions tell about it.
    fn look<G: Learn>(&mut self, view: &G::View, viewer: Seat) {
        self.input.look::<G>(view, viewer);
        self.net.think(&self.input, &mut self.work);
    }

    /// Writes how likely each action is to be the best.
    fn probabilities<G: Learn>(&mut self, legal: &[G::Action], priors: &mut Vec<f32>) {
        priors.clear();
        for &action in legal {
            G::parts(action, &mut self.parts);
            priors.push(self.net.promise(self.parts.found(), &self.work));
        }
        softmax(priors);
    }

    /// Returns how the game will end, as seen by this seat. Sides are counted from it.
    pub fn outcome<G: Learn>(&mut self, view: &G::View, viewer: Seat) -> Outcome {
        self.look::<G>(view, viewer);
        self.net.outcome(&self.input, &self.work)
    }

    /// Writes how likely each legal action of this seat is to be the best.
    pub fn policy<G: Learn>(
        &mut self,
        view: &G::View,
        seat: Seat,
        legal: &[G::Action],
        priors: &mut Vec<f32>,
    ) {
        self.look::<G>(view, seat);
        self.probabilities::<G>(legal, priors);
    }
}

impl<G: Learn> Mind<G> for NetMind {
    fn weigh(&mut self, world: &G, seat: Seat, legal: &[G::Action], priors: &mut Vec<f32>) {
        self.policy::<G>(&world.view(Eyes::Seat(seat)), seat, legal, priors);
    }

    /// Judges by what the thinker would know, so that nothing imagined is taken for certain.
    fn rewards(&mut self, world: &G, thinker: Seat) -> PerSeat<f32> {
        let seats = world.seats();
        if world.deciders().is_empty() {
            self.count_shares(final_shares(world, thinker));
            return final_rewards(world);
        }
        let outcome = self.outcome::<G>(&world.view(Eyes::Seat(thinker)), thinker);
        self.count_shares(outcome.shares);
        let sides = self.input.sides;
        let mut rewards = PerSeat::of(seats);
        for (side, (share, points)) in outcome.shares.iter().zip(outcome.points).enumerate() {
            let others = outcome.points.iter().take(sides).enumerate();
            let others = others.filter(|&(other, _)| other != side);
            let best = others
                .map(|(_, &points)| points)
                .fold(f32::NEG_INFINITY, f32::max);
            let lead = if best.is_finite() { points - best } else { 0.0 };
            if side < usize::from(seats) {
                rewards[thinker.after(side as u8, seats)] = reward(*share, lead);
            }
        }
        rewards
    }
}

/// Returns the shares of victory at the end of a game, counted from the viewer. What nobody at the table has won belongs to the automatic opponent.
pub fn final_shares<G: Game>(game: &G, viewer: Seat) -> [f32; MAX_SEATS] {
    let (winners, seats) = (game.standings().winners, game.seats());
    let mut shares = [0.0; MAX_SEATS];
    for (side, share) in shares.iter_mut().enumerate().take(seats.into()) {
        if winners.contains(viewer.after(side as u8, seats)) {
            *share = 1.0 / winners.len() as f32;
        }
    }
    if winners.is_empty()
        && let Some(share) = shares.get_mut(usize::from(seats))
    {
        *share = 1.0;
    }
    shares
}

/// Takes the action that its net finds most promising, without any search.
pub struct NetAlone {
    mind: NetMind,
    priors: Vec<f32>,
}

impl NetAlone {
    /// Creates a bot that plays by this net.
    pub fn new(net: Arc<Net>) -> Self {
        NetAlone {
            mind: NetMind::new(net),
            priors: Vec::new(),
        }
    }
}

impl<G: Learn> Bot<G> for NetAlone {
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        if chair.legal().len() == 1 {
            return chair.action(0);
        }
        let (view, seat) = (chair.view(), chair.seat());
        self.mind
            .policy::<G>(&view, seat, chair.legal(), &mut self.priors);
        let best = |best: (usize, f32), (place, &prior): (usize, &f32)| {
            if prior > best.1 { (place, prior) } else { best }
        };
        let (place, _) = self
            .priors
            .iter()
            .enumerate()
            .fold((0, f32::NEG_INFINITY), best);
        chair.action(place as u32)
    }
}
