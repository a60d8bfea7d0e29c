//! Nodes that stop at certain moments. Orders of several steps are completed by another node, with the same result as if nothing had happened.

mod rated;

use super::people::{Answered, Attempt, Got, Want, people, registered, send};
use super::world::{BEGINNING, World};
use crate::orders::Order;
use crate::store::Op;
use crate::store::simulated::{Database, Fault, Weather};
use kit::Seed;
use protocol::{NewTable, Pace, Problem, Reason, Say, SeatFor, Watch};
use std::collections::BTreeMap;
use table::{Change, Person, TableId};
use tokio::sync::oneshot;

/// The guest whom the orders are about, the account that takes over their tables, and somebody else.
const ANNA: usize = 0;
const BEN: usize = 1;
const CHANDRA: usize = 2;
/// Longer than any of these worlds lasts.
const NEVER: u64 = 1_000_000;

/// A site with two nodes, of which only the first runs, and a guest who sits at some tables.
struct Site {
    world: World,
    people: Vec<Person>,
    /// The node that is asked.
    node: usize,
}

impl Site {
    fn empty(nodes: usize) -> Self {
        let seed = Seed::from_text("somebody takes over");
        let weather = Weather {
            clock: BEGINNING,
            ..Weather::default()
        };
        let database = Database::new(nodes > 1, seed, weather, None);
        let people = people();
        database.fill(&registered(&people, BEGINNING));
        let mut world = World::new(nodes, database, seed);
        for other in 1..nodes {
            world.kill(other, NEVER, 0);
        }
        world.run(5);
        Site {
            world,
            people,
            node: 0,
        }
    }

    fn new() -> Self {
        let mut site = Site::empty(2);
        for (owner, guest) in [(ANNA, BEN), (CHANDRA, BEN), (BEN, CHANDRA)] {
            let table = site.table(owner, Pace::Relaxed);
            site.ask(guest, &table, Want::Sit);
            site.ask(owner, &table, Want::Start);
            let key = Some("a message".to_owned());
            let text = "hello".to_owned();
            site.ask(guest, &table, Want::Say(Say { text, key }));
        }
        // One has not started.
        site.table(BEN, Pace::Relaxed);
        site
    }

    fn table(&mut self, owner: usize, pace: Pace) -> TableId {
        let mut table = NewTable::of("oware");
        table.pace = pace;
        table
            .options
            .insert("players".to_owned(), serde_json::Value::from(2));
        table.seats.push(SeatFor::Me);
        let want = Want::Create(Box::new(table));
        match self.answer(owner, None, want) {
            Got::Done(done) => done.table.parse().unwrap(),
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, person: usize, table: &TableId, want: Want) {
        self.answer(person, Some(table.clone()), want);
    }

    fn answer(&mut self, person: usize, table: Option<TableId>, want: Want) -> Got {
        let mut receiver = self.send(person, table, want);
        loop {
            self.world.run(5);
            if let Ok(answered) = receiver.try_recv() {
                return answered.result.unwrap();
            }
        }
    }

    fn send(
        &self,
        person: usize,
        table: Option<TableId>,
        want: Want,
    ) -> oneshot::Receiver<Answered> {
        let attempt = Attempt {
            person: Some(person),
            node: self.node,
            table,
            want,
            sent: self.world.time,
            arrived: 0,
            answered: None,
        };
        send(&self.world, &self.people, &attempt, 0).unwrap()
    }

    fn id(&self, person: usize) -> table::PersonId {
        self.people[person].id.clone()
    }

    fn give(&self, order: &Order) {
        let given = Op::Order {
            id: "the order".to_owned(),
            at: BEGINNING + self.world.time,
            what: serde_json::to_string(order).unwrap(),
        };
        self.world.database.write(&[given], self.world.time);
    }

    fn is_done(&self) -> bool {
        let open = "SELECT COUNT(*) FROM orders WHERE done IS NULL";
        self.world.database.count(open) == 0
    }

    fn pass(&mut self, time: u64) {
        for _ in 0..time / 50 {
            self.world.run(50);
        }
    }

    /// Lets the world run until the order is carried out, or for so many milliseconds.
    fn run(&mut self, time: u64) {
        let until = self.world.time + time;
        while !self.is_done() && self.world.time < until {
            self.world.run(50);
        }
    }

    fn close(self) {
        let database = self.world.database.clone();
        drop(self.world);
        database.close();
    }

    fn end(self) -> End {
        let database = &self.world.database;
        let tables = database.tables().into_iter().map(|table| {
            let entries = database.entries(&table).into_iter();
            let changes = entries.map(|entry| entry.change);
            let changes = changes.filter(|change| !matches!(change, Change::Play { .. }));
            (table, changes.collect())
        });
        let tables = tables.collect();
        let left = [
            "SELECT COUNT(*) FROM people WHERE name = 'Ben'",
            "SELECT COUNT(*) FROM people",
            "SELECT COUNT(*) FROM sessions",
            "SELECT COUNT(*) FROM mine",
            "SELECT COUNT(*) FROM joined",
            "SELECT COUNT(*) FROM entries WHERE what LIKE '%\"Ben\"%'",
            "SELECT COUNT(*) FROM chat WHERE said LIKE '%\"Ben\"%'",
            "SELECT COUNT(*) FROM tables WHERE line LIKE '%\"Ben\"%'",
            "SELECT COUNT(*) FROM tables WHERE status = 'over'",
        ];
        let left = left.iter().map(|sql| database.count(sql)).collect();
        let database = database.clone();
        drop(self.world);
        database.close();
        (tables, left)
    }
}

/// What is stored in the end: the changes of all tables but those of bots, and what is left of the guest elsewhere.
type End = (BTreeMap<TableId, Vec<Change>>, Vec<u64>);

/// Where the first node stops.
#[derive(Clone, Copy, Debug)]
enum Stop {
    AtRead(u64),
    BeforeWrite(u64),
    AfterWrite(u64),
}

/// Gives an order and lets the first node stop at a call. Returns what is stored in the end, or `None` if that call never came.
fn completed(order: impl Fn(&Site) -> Order, stop: Option<Stop>) -> Option<End> {
    let mut site = Site::new();
    site.world.database.weather(|weather| {
        let (faults, number, fault) = match stop {
            Some(Stop::AtRead(number)) => (&mut weather.reads, number, Fault::Hangs),
            Some(Stop::BeforeWrite(number)) => (&mut weather.writes, number, Fault::Hangs),
            Some(Stop::AfterWrite(number)) => (&mut weather.writes, number, Fault::HangsAfter),
            None => return,
        };
        faults.insert(number, fault);
    });
    let order = order(&site);
    site.give(&order);
    site.run(6_000);
    let mut stopped = false;
    site.world.database.weather(|weather| {
        stopped = weather.reads.is_empty() && weather.writes.is_empty();
        weather.reads.clear();
        weather.writes.clear();
    });
    if stop.is_some() {
        if !stopped {
            return None;
        }
        site.world.kill(0, NEVER, 0);
        site.world.kill(1, 0, 0);
        site.run(20_000);
    }
    assert!(site.is_done(), "{order} is not carried out after {stop:?}");
    Some(site.end())
}

/// Returns what is left of the guest in the end, which is the same wherever the first node stops.
fn completed_everywhere(order: impl Fn(&Site) -> Order + Copy) -> Vec<u64> {
    let undisturbed = completed(order, None).unwrap();
    let mut stops = 0;
    for stop in [Stop::AtRead, Stop::BeforeWrite, Stop::AfterWrite] {
        for number in 0.. {
            let stop = stop(number);
            let Some(end) = completed(order, Some(stop)) else {
                break;
            };
            assert_eq!(end, undisturbed, "{stop:?}");
            stops += 1;
        }
    }
    assert!(stops > 20, "{stops}");
    undisturbed.1
}

#[test]
fn joining_is_completed_by_another_node() {
    let left = completed_everywhere(|site| Order::Join {
        guest: site.id(BEN),
        person: site.id(ANNA),
    });
    // Anna and Chandra are left. Where Anna and Ben both sat, a bot plays on for Ben, whose seat keeps its name.
    assert_eq!(left[..3], [0, 2, 2]);
    assert_eq!((left[4], left[7]), (1, 1), "{left:?}");
}

#[test]
fn deleting_ones_data_is_completed_by_another_node() {
    let left = completed_everywhere(|site| Order::DeletePerson {
        person: site.id(BEN),
    });
    assert_eq!(left[..3], [0, 2, 2]);
    assert_eq!(left[4..8], [0, 0, 0, 0], "{left:?}");
}

#[test]
fn banning_is_completed_by_another_node() {
    let left = completed_everywhere(|site| Order::Ban {
        person: site.id(BEN),
    });
    assert_eq!(left[..3], [1, 3, 3]);
}

/// The other node remembers the guest's session, stands still for a while when the host gives the order, and is asked as soon as the order is carried out.
fn refused_elsewhere(order: impl Fn(&Site) -> Order, pause: u64, want: Want) -> Box<Problem> {
    let mut site = Site::new();
    site.world.kill(1, 0, 0);
    site.pass(1_000);
    let table = site.world.database.tables().pop();
    let read = Want::Read(Watch::default());
    site.node = 1;
    site.answer(BEN, table.clone(), read);
    site.world.stall(1, pause);
    let order = order(&site);
    site.give(&order);
    site.run(20_000);
    assert!(site.is_done(), "{order}");
    let mut answer = site.send(BEN, table, want);
    loop {
        site.world.run(5);
        if let Ok(answered) = answer.try_recv() {
            return answered.result.unwrap_err();
        }
    }
}

#[test]
fn what_the_host_knows_of_a_person_counts_at_every_node() {
    let say = || {
        let (text, key) = ("still here".to_owned(), None);
        Want::Say(Say { text, key })
    };
    for pause in [0, 400, 1_000, 2_900, 3_500, 9_000] {
        let ban = |site: &Site| Order::Ban {
            person: site.id(BEN),
        };
        for want in [Want::Read(Watch::default()), say()] {
            let refused = refused_elsewhere(ban, pause, want);
            assert_eq!(refused.kind, "/problems/banned", "{pause}");
        }
        let mute = |site: &Site| Order::Mute {
            person: site.id(BEN),
        };
        let refused = refused_elsewhere(mute, pause, say());
        assert_eq!(refused.reason, Some(Reason::Muted), "{pause}");
    }
}

#[test]
fn a_node_that_stood_still_gives_the_time_back_before_it_stops() {
    for nodes in [1, 2] {
        let mut site = Site::empty(nodes);
        let pace = Pace::Live {
            seconds: 24,
            increment: 0,
        };
        let table = site.table(ANNA, pace);
        site.ask(BEN, &table, Want::Sit);
        site.ask(ANNA, &table, Want::Start);
        site.pass(2_000);
        site.world.stall(0, 15_000);
        site.pass(13_000);
        assert!(!site.world.stop(0, 3_000));
        site.pass(10_000);
        let longest = "SELECT COALESCE(MAX(until - since), 0) FROM pauses";
        let pause = site.world.database.count(longest);
        assert!((12_000..18_000).contains(&pause), "{pause}");
    }
}
