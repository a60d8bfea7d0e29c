//! Games of bots against themselves.

use crate::played::{Move, Played, thousandths};
use bots::{Bot, Budget, Chair, Judgement, Lookahead, Ranked, Search};
use kit::{Dice, Game, Learn, Seat, Seed, below, dice};
use nets::{Net, NetMind};
use std::sync::Arc;

/// How many worlds a search imagines for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// For one decision in six, from which the policy is learned.
    pub thorough: u32,
    /// For the others, which only lead on. Before there is a net, these are taken by looking one step ahead.
    pub quick: u32,
    /// Before there is a net, only one game in this many has thorough decisions: the others cost a hundredth of the time, and teach the outcome as well and a simple policy.
    pub seldom: u32,
}

/// One decision in this many is thorough, or at least noted for the policy.
const SELDOM: u32 = 6;
/// The maximum error of a bot that looks one step ahead, in points.
const NOISE: f32 = 1.0;
/// One decision in this many is drawn among the alternatives, so that games differ.
const WHIM: u32 = 8;
/// One game in this many has a stranger at the table.
const VISITS: u32 = 5;

/// Who plays.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    /// The best net; `None` before the first generation, when a search plays with the game's prospects.
    pub net: Option<Arc<Net>>,
    /// Earlier nets, which sit in at times.
    pub earlier: Vec<Arc<Net>>,
}

/// A player of a game from which a net will learn.
enum Player<G: Learn> {
    /// Searches with the game's prospects, and looks one step ahead for quick decisions.
    Prospects(Box<Search<G>>, Box<Lookahead<G>>),
    Net(Box<Search<G, NetMind>>),
    /// A bot that looks one step ahead.
    Simple(Box<Lookahead<G>>),
}

impl<G: Learn> Player<G> {
    fn new(net: Option<&Arc<Net>>, seed: Seed) -> Self {
        let budget = Budget::Iterations(1);
        match net {
            Some(net) => {
                let mind = NetMind::new(net.clone());
                Player::Net(Box::new(Search::with_mind(mind, budget, seed)))
            }
            None => Player::Prospects(Box::new(Search::new(budget, seed)), one_step(seed)),
        }
    }

    /// Returns the alternatives, best first, and the shares of victory if a net has judged them.
    fn think(&mut self, chair: &Chair<'_, G>, thorough: bool, budgets: Budgets) -> Thoughts<G> {
        let worlds = if thorough {
            budgets.thorough
        } else {
            budgets.quick
        };
        match self {
            Player::Prospects(search, _) if thorough => {
                search.set_budget(Budget::Iterations(worlds));
                (search.think(chair, || false), Vec::new())
            }
            Player::Net(search) => {
                search.set_budget(Budget::Iterations(worlds));
                let ranking = search.think(chair, || false);
                let shares = search.mind_mut().take_shares();
                let shares = shares.map_or(Vec::new(), |shares| shares.map(thousandths).to_vec());
                (ranking, shares)
            }
            Player::Prospects(_, bot) | Player::Simple(bot) => {
                let only = Ranked {
                    action: bot.choose(chair),
                    visits: 1,
                    reward: 0.0,
                };
                (vec![only], Vec::new())
            }
        }
    }
}

/// Alternatives, best first, and shares of victory in thousandths.
type Thoughts<G> = (Vec<Ranked<<G as Game>::Action>>, Vec<u16>);

fn one_step<G: Learn>(seed: Seed) -> Box<Lookahead<G>> {
    Box::new(Lookahead::value(Judgement::of_worth(), seed).with_noise(NOISE))
}

/// Plays a game. The same seed plays the same game. Returns `None` if an action has no number or is refused, which a sound game never does.
pub fn self_play<G: Learn>(
    options: G::Options,
    cast: &Cast,
    budgets: Budgets,
    seed: Seed,
) -> Option<Played<G>> {
    let shuffles = seed.child(0);
    let mut game = G::new(&options, shuffles).ok()?;
    let mut dice = dice(seed.child(1));
    let mut players = seat_players::<G>(game.seats(), cast, seed, &mut dice);
    // Before there is a net, the policy also learns from those that look one step ahead.
    let noted_anyway = cast.net.is_none();
    let searched = !noted_anyway || below(&mut dice, budgets.seldom) == 0;
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    while let Some(seat) = game.deciders().lowest() {
        let chair = Chair::new(&game, seat, &mut legal)?;
        let player = players.get_mut(usize::from(seat.number()))?;
        let noted = below(&mut dice, SELDOM) == 0;
        let thorough = noted && searched;
        let mut step = decide(player, &chair, thorough, budgets, &mut dice)?;
        if noted && noted_anyway && step.tried.is_empty() && chair.legal().len() > 1 {
            step.tried.push((step.action, 1000));
        }
        let action = G::numbering().action(step.action)?;
        moves.push(step);
        game.apply(seat, action, &mut ()).ok()?;
    }
    Some(Played {
        options,
        seed: shuffles,
        moves,
    })
}

/// Seats the best player everywhere, and at times a stranger in one seat.
fn seat_players<G: Learn>(seats: u8, cast: &Cast, seed: Seed, dice: &mut Dice) -> Vec<Player<G>> {
    let child = |seat: Seat| seed.child(2 + u64::from(seat.number()));
    let mut players: Vec<_> = Seat::first(seats)
        .map(|seat| Player::new(cast.net.as_ref(), child(seat)))
        .collect();
    if seats > 1 && below(dice, VISITS) == 0 {
        let place = below(dice, seats.into()) as usize;
        let stranger = below(dice, cast.earlier.len() as u32 + 2) as usize;
        let seed = seed.child(100);
        if let Some(player) = players.get_mut(place) {
            *player = match cast.earlier.get(stranger) {
                Some(net) => Player::new(Some(net), seed),
                None if stranger == cast.earlier.len() => Player::new(None, seed),
                None => Player::Simple(Box::new(Lookahead::value(Judgement::of_worth(), seed))),
            };
        }
    }
    players
}

fn decide<G: Learn>(
    player: &mut Player<G>,
    chair: &Chair<'_, G>,
    thorough: bool,
    budgets: Budgets,
    dice: &mut Dice,
) -> Option<Move> {
    let number = |action| G::numbering().number(action);
    let only = |action| Move {
        seat: chair.seat(),
        action,
        tried: Vec::new(),
        shares: Vec::new(),
    };
    if let [action] = chair.legal() {
        return number(*action).map(only);
    }
    let (ranking, shares) = player.think(chair, thorough, budgets);
    let all: u32 = ranking.iter().map(|ranked| ranked.visits).sum();
    let mut chosen = ranking.first()?.action;
    if below(dice, WHIM) == 0 {
        let mut left = below(dice, all);
        for ranked in &ranking {
            if left < ranked.visits {
                chosen = ranked.action;
                break;
            }
            left -= ranked.visits;
        }
    }
    let mut step = only(number(chosen)?);
    if thorough && ranking.len() > 1 {
        for ranked in ranking.iter().filter(|ranked| ranked.visits > 0) {
            let share = thousandths(ranked.visits as f32 / all as f32);
            step.tried.push((number(ranked.action)?, share));
        }
        step.shares = shares;
    }
    Some(step)
}
