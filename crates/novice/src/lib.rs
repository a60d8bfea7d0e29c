//! Somebody who plays the guided game and knows only what it has taught so far: for tests, and to find its seed.

use bots::{Level, Spec};
use kit::{Eyes, Seat};
use lessons::{Course, Known, Tip};
use protocol::WhatHappened;
use serde_json::Value;
use std::collections::BTreeSet;
use table::{Change, Hosting, Person, PersonId, Question, Table, TableId};

/// What happened to a novice.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// The names of the tips in the order in which they were first said, with the number of the decision.
    pub said: Vec<(String, usize)>,
    /// The novice's actions, each with the tip that was said.
    pub actions: Vec<(String, Option<String>)>,
    /// The version of the table at each of them: where all decide at the same time, the others have done so before.
    pub versions: Vec<u64>,
    /// Decisions at which nothing that was taught is legal.
    pub untaught: Vec<String>,
    /// The final points of all.
    pub points: Vec<i32>,
    /// The names of all events.
    pub events: BTreeSet<String>,
}

/// Plays the guided game of a course with another seed than its own, if one is given: what is suggested, otherwise what seems good of what was taught.
pub fn novice(course: &Course, seed: Option<&str>) -> Result<Walk, String> {
    let mut guide = course.guide.clone().ok_or("there is no guide")?;
    if let Some(seed) = seed {
        seed.clone_into(&mut guide.seed);
    }
    let person = Person {
        id: PersonId::from_random([0; _]),
        name: String::new(),
    };
    let setup = guide.setup(course.game, &person);
    let setup = setup.map_err(|error| error.to_string())?;
    let eyes = guide.eyes();
    let mut table = opened(Change::Create(Box::new(setup)))?;
    change(&mut table, Change::Start)?;
    let (mut walk, mut known, mut taught) = (Walk::default(), Known::new(), BTreeSet::new());
    let mut since = table.version();
    while !table.deciders().is_empty() {
        if let Some(question) = table.question(guide.bots()) {
            let action = question.answer(|| 0.0, &mut || false)?;
            let answer = table.answer(question.version, question.seat, action);
            change(&mut table, answer.map_err(|refused| refused.to_string())?)?;
            continue;
        }
        let history = table.history().ok_or("the table has no game")?;
        let (legal, view) = (history.legal(eyes), history.view(Eyes::Seat(eyes)));
        let events = events(&table, since, eyes);
        note_events(&mut walk, &events);
        since = table.version();
        walk.versions.push(since);
        let tip = guide.tip(course.game, &legal, &events, &view, &known);
        if let Some(tip) = tip {
            if !known.contains_key(&tip.name) {
                walk.said.push((tip.name.clone(), walk.actions.len() + 1));
            }
            *known.entry(tip.name.clone()).or_default() += 1;
            taught.extend(kinds(tip));
        }
        let suggested = tip.and_then(|tip| tip.suggestions(&legal).next().cloned());
        if !legal.iter().any(|action| taught.contains(kind(action))) {
            walk.untaught.push(legal.join(", "));
        }
        let action = match suggested {
            Some(action) => action,
            None => natural(&table, eyes, &view, guide.bots().child(1), &legal, &taught)?,
        };
        let said = tip.map(|tip| tip.name.clone());
        walk.actions.push((action.clone(), said));
        change(&mut table, Change::Play { seat: eyes, action })?;
    }
    note_events(&mut walk, &events(&table, since, eyes));
    let standings = table.history().map(|history| history.standings());
    walk.points = standings.map(|it| it.totals()).unwrap_or_default();
    Ok(walk)
}

/// The choice of an easy bot, if it is of a kind that was taught; otherwise the first that is.
fn natural(
    table: &Table,
    seat: Seat,
    view: &Value,
    seed: kit::Seed,
    legal: &[String],
    taught: &BTreeSet<String>,
) -> Result<String, String> {
    let question = Question {
        version: table.version(),
        game: table.setup().game,
        seat,
        bot: Spec::Level(Level::Easy),
        seed: seed.child(table.version()),
        view: view.clone(),
    };
    let action = question.answer(|| 0.0, &mut || false)?;
    let mut known = legal.iter().filter(|action| taught.contains(kind(action)));
    let first = known.next().or(legal.first()).cloned();
    match taught.contains(kind(&action)) {
        true => Ok(action),
        false => first.ok_or_else(|| "nothing is legal".to_owned()),
    }
}

/// What kind of action this is: its first word.
fn kind(action: &str) -> &str {
    action.split([' ', '*']).next().unwrap_or_default()
}

fn kinds(tip: &Tip) -> impl Iterator<Item = String> {
    let when = tip.when.iter().map(|when| &when.action.action);
    when.chain(&tip.suggested)
        .map(|action| kind(action).to_owned())
}

fn events(table: &Table, since: u64, eyes: Seat) -> Vec<Value> {
    let steps = table.steps_since(since, Eyes::Seat(eyes));
    let events = steps
        .unwrap_or_default()
        .into_iter()
        .map(|step| match step.what {
            WhatHappened::Played { events, .. } => events,
            _ => Vec::new(),
        });
    events.flatten().collect()
}

fn note_events(walk: &mut Walk, events: &[Value]) {
    let names = events
        .iter()
        .filter_map(|event| event.get("event")?.as_str());
    walk.events.extend(names.map(str::to_owned));
}

fn opened(create: Change) -> Result<Table, String> {
    let first = table::Entry {
        version: 1,
        at: 0,
        by: None,
        key: None,
        digest: None,
        change: create,
    };
    Table::open(TableId::from_random([0; _]), &first, &Hosting::default())
        .map_err(|refused| refused.to_string())
}

fn change(table: &mut Table, change: Change) -> Result<(), String> {
    let entry = table.entry(change, None, 0);
    table.add(&entry).map_err(|refused| refused.to_string())
}
