//! The end of a rated game, at which a node is killed: wherever that happens, the game counts once for each player.

use super::{ANNA, BEN, NEVER, Site, Stop};
use crate::simulation::people::{Got, Want};
use crate::store::simulated::Fault;
use protocol::{NewTable, Play, SeatFor, Status, Update, Watch};
use table::TableId;

/// An action and its player.
type Action = (usize, Play);

/// Anna and Ben at a rated table that has just started.
fn begun() -> (Site, TableId) {
    let mut site = Site::empty(2);
    let mut table = NewTable::of("oware");
    table.rated = true;
    let players = ("players".to_owned(), serde_json::Value::from(2));
    table.options.extend([players]);
    table.seats.push(SeatFor::Me);
    let table = match site.answer(ANNA, None, Want::Create(Box::new(table))) {
        Got::Done(done) => done.table.parse().unwrap(),
        other => panic!("{other:?}"),
    };
    site.ask(BEN, &table, Want::Sit);
    site.ask(ANNA, &table, Want::Start);
    (site, table)
}

fn look(site: &mut Site, person: usize, table: &TableId) -> Update {
    match site.answer(person, Some(table.clone()), Want::Read(Watch::default())) {
        Got::Update(update) => *update,
        other => panic!("{other:?}"),
    }
}

/// Plays until the game is over. Every site of this kind is the same, so its actions are those of every other.
fn whole_game() -> Vec<Action> {
    let (mut site, table) = begun();
    let mut actions = Vec::new();
    loop {
        let updates = [ANNA, BEN].map(|person| (person, look(&mut site, person, &table)));
        if updates[0].1.status == Status::Over {
            break;
        }
        let legal = |update: &Update| update.position.as_ref().unwrap().legal.clone();
        let asked = updates.iter().find(|(_, update)| !legal(update).is_empty());
        let (person, update) = asked.unwrap();
        let legal = legal(update);
        let play = Play {
            version: update.version,
            action: legal[update.version as usize * 7 % legal.len()].clone(),
            key: Some(format!("at version {}", update.version)),
        };
        site.ask(*person, &table, Want::Play(play.clone()));
        actions.push((*person, play));
    }
    assert_eq!(counted(&site), [2, 2]);
    site.close();
    actions
}

/// How many ratings there are, and how many games they count together.
fn counted(site: &Site) -> [u64; 2] {
    [
        "SELECT COUNT(*) FROM ratings",
        "SELECT COALESCE(SUM(games), 0) FROM ratings",
    ]
    .map(|sql| site.world.database.count(sql))
}

/// Plays all but the last action, then the last one at a node that is killed at a call. Whoever plays asks again at the other node until they are answered.
/// Returns whether that call ever came.
fn ends(actions: &[Action], stop: Stop) -> bool {
    let (mut site, table) = begun();
    let ((last, play), before) = actions.split_last().unwrap();
    for (person, play) in before {
        site.ask(*person, &table, Want::Play(play.clone()));
    }
    assert_eq!(counted(&site), [0, 0]);
    site.world.database.weather(|weather| {
        let (faults, number, fault) = match stop {
            Stop::AtRead(number) => (&mut weather.reads, number, Fault::Hangs),
            Stop::BeforeWrite(number) => (&mut weather.writes, number, Fault::Hangs),
            Stop::AfterWrite(number) => (&mut weather.writes, number, Fault::HangsAfter),
        };
        faults.insert(number, fault);
    });
    let answer = site.send(*last, Some(table.clone()), Want::Play(play.clone()));
    site.pass(100);
    drop(answer);
    let mut came = false;
    site.world.database.weather(|weather| {
        came = weather.reads.is_empty() && weather.writes.is_empty();
        weather.reads.clear();
        weather.writes.clear();
    });
    site.world.kill(0, NEVER, 0);
    site.world.kill(1, 0, 0);
    site.pass(1_000);
    for _ in 0..2 {
        site.node = 1;
        site.ask(*last, &table, Want::Play(play.clone()));
        assert_eq!(counted(&site), [2, 2], "{stop:?}");
    }
    // The first node comes back.
    site.world.kill(0, 0, 0);
    site.pass(1_000);
    site.node = 0;
    assert_eq!(look(&mut site, *last, &table).status, Status::Over);
    assert_eq!(counted(&site), [2, 2], "{stop:?}");
    site.close();
    came
}

#[test]
fn the_end_of_a_rated_game_counts_once_wherever_its_node_is_killed() {
    let actions = whole_game();
    let mut stops = 0;
    for stop in [Stop::AtRead, Stop::BeforeWrite, Stop::AfterWrite] {
        stops += (0..)
            .take_while(|number| ends(&actions, stop(*number)))
            .count();
    }
    println!("{stops} moments");
    assert!(stops >= 3, "{stops}");
}
