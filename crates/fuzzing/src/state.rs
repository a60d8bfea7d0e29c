//! The JSON of a state.

use kit::conformance::Care;
use kit::{Eyes, Seed, below, dice};
use table::{AnyGame, ForGame, Playable};

/// Reads a line with a game's key, then a state of that game as JSON. Whatever is accepted must be playable.
pub fn state(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == b'\n');
    let key = parts.next().and_then(|key| std::str::from_utf8(key).ok());
    let game = key.and_then(|key| AnyGame::find(key).ok());
    if let (Some(game), Some(json)) = (game, parts.next()) {
        game.run(Read(json));
    }
}

struct Read<'a>(&'a [u8]);

impl ForGame for Read<'_> {
    type Output = ();

    fn run<G: Playable>(self) {
        if let Ok(state) = serde_json::from_slice::<G>(self.0) {
            must_be_playable(state);
        }
    }
}

/// Unless the check refuses the state, it must read back as the same, every pair of eyes must be able to imagine a sound one, and random play must
/// come to an end through states that the check accepts.
pub(crate) fn must_be_playable<G: Playable>(mut state: G) {
    if state.check().is_err() {
        return;
    }
    let json = serde_json::to_string(&state).expect("a state has a JSON form");
    let read = serde_json::from_str::<G>(&json);
    assert_eq!(read.ok().as_ref(), Some(&state), "{json} reads back");
    let dice = &mut dice(Seed::from_text("state"));
    for eyes in Eyes::all(state.seats()) {
        let view = state.view(eyes);
        let imagined = G::imagine(&view, dice);
        assert_eq!(imagined.check(), Ok(()), "{eyes:?} of {json}");
        assert_eq!(imagined.view(eyes), view, "{eyes:?} of {json}");
    }
    let played = state.play_at_random(Care::AtEveryStep, dice, &mut Vec::new());
    if let Err(broken) = played {
        panic!("{broken}\nfrom {json}");
    }
}

/// The state after so many random decisions, or at the end of the game.
pub(crate) fn any_state<G: Playable>(options: &G::Options, seed: Seed, decisions: u16) -> G {
    let mut state = G::new(options, seed).expect("these options can be played");
    let dice = &mut dice(seed.child(0));
    let mut legal = Vec::new();
    for _ in 0..decisions {
        let deciders = state.deciders();
        let Some(seat) = deciders.iter().nth(below(dice, deciders.len()) as usize) else {
            break;
        };
        state.legal(seat, &mut legal);
        let action = legal.get(below(dice, legal.len() as u32) as usize);
        let action = *action.expect("whoever has to decide has a legal action");
        let accepted = state.apply(seat, action, &mut ());
        accepted.expect("what is listed is accepted");
    }
    state
}
