//! States that somebody tampered with. libFuzzer seldom finds another sound state by changing letters of JSON; here its bytes say which values to change.

use crate::remembered;
use crate::state::{any_state, must_be_playable};
use kit::{Key as _, Seed};
use serde_json::{Value, json};
use std::marker::PhantomData;
use table::{AnyGame, ForGame, Playable, every_options};

/// After how many decisions states are tampered with; the last is the end of any game.
const DECISIONS: [u16; 8] = [0, 5, 20, 50, 100, 200, 400, 20_000];
/// How many combinations of players and options there are states of.
const SETTINGS: usize = 40;
/// How often a state is changed at most.
const MOST_CHANGES: usize = 12;

/// The bytes choose a game, options, a state and a donor; then each group of five a change. Whatever is accepted must be playable.
pub fn tampered(data: &[u8]) {
    let mut bytes = Bytes(data);
    let game = usize::from(bytes.byte()) % AnyGame::COUNT;
    if let Some(game) = AnyGame::at(game) {
        game.run(Tamper(bytes));
    }
}

/// Input that is read from its beginning, with zeros after its end.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }
}

struct Tamper<'a>(Bytes<'a>);

impl ForGame for Tamper<'_> {
    type Output = ();

    fn run<G: Playable>(self) {
        let Tamper(mut bytes) = self;
        let pool = remembered(Pool::<G>::new);
        let setting = pool
            .states
            .get(usize::from(bytes.byte()) % pool.states.len());
        let mut any = || {
            let stages = setting.map(Vec::as_slice).unwrap_or_default();
            stages.get(usize::from(bytes.byte()) % DECISIONS.len())
        };
        let (Some(state), Some(donor)) = (any(), any()) else {
            return;
        };
        let mut state = state.clone();
        for _ in 0..MOST_CHANGES {
            if bytes.0.is_empty() {
                break;
            }
            change(&mut state, donor, &mut bytes);
        }
        if let Ok(state) = serde_json::from_value::<G>(state) {
            must_be_playable(state);
        }
    }
}

/// States to tamper with, as JSON: of each setting, one after each number of decisions.
struct Pool<G> {
    states: Vec<Vec<Value>>,
    game: PhantomData<G>,
}

impl<G: Playable> Pool<G> {
    fn new() -> Self {
        let all = every_options::<G>();
        let some = all.iter().step_by(all.len().div_ceil(SETTINGS));
        let stages = |options: &G::Options| {
            let state = |(seed, &decisions): (u64, &u16)| {
                let seed = Seed::from_text("tampered").child(seed);
                let state = any_state::<G>(options, seed, decisions);
                serde_json::to_value(state).expect("a state has a JSON form")
            };
            (0..).zip(&DECISIONS).map(state).collect()
        };
        Pool {
            states: some.map(stages).collect(),
            game: PhantomData,
        }
    }
}

/// Changes one value inside the state.
fn change(state: &mut Value, donor: &Value, bytes: &mut Bytes<'_>) {
    let mut paths = Vec::new();
    add_paths(state, "", &mut paths);
    let path = |number: u16| paths.get(usize::from(number) % paths.len()).cloned();
    let (Some(target), kind, number) = (path(bytes.number()), bytes.byte(), bytes.number()) else {
        return;
    };
    let other = path(number).and_then(|path| state.pointer(&path).cloned());
    let Some(value) = state.pointer_mut(&target) else {
        return;
    };
    let signed = i64::from(number as i16);
    match kind % 8 {
        0 => *value = json!(value.as_i64().unwrap_or_default() + signed % 8),
        1 => *value = json!(number),
        2 => *value = json!(signed),
        3 | 4 => *value = donor.pointer(&target).cloned().unwrap_or_default(),
        5 => *value = other.unwrap_or_default(),
        6 => remove(value, number.into()),
        _ => insert(value, number.into(), other.unwrap_or_default()),
    }
}

/// Takes something out of a list or an object, or makes the value null.
fn remove(value: &mut Value, number: usize) {
    match value {
        Value::Array(items) if !items.is_empty() => drop(items.remove(number % items.len())),
        Value::Object(fields) if !fields.is_empty() => {
            let name = fields.keys().nth(number % fields.len()).cloned();
            name.and_then(|name| fields.remove(&name));
        }
        _ => *value = Value::Null,
    }
}

/// Repeats an item of a list, or puts in the other value.
fn insert(value: &mut Value, number: usize, other: Value) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let item = items.get(number % items.len()).cloned();
            items.extend(item);
        }
        Value::Array(items) => items.push(other),
        _ => *value = other,
    }
}

/// The paths to all values inside a value.
fn add_paths(value: &Value, path: &str, paths: &mut Vec<String>) {
    paths.push(path.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                add_paths(item, &format!("{path}/{index}"), paths);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                add_paths(field, &format!("{path}/{name}"), paths);
            }
        }
        _ => {}
    }
}
