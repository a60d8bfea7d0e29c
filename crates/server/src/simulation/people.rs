//! What people ask of the nodes, and what they are answered.

use super::world::World;
use crate::App;
use crate::api::guard::Address;
use crate::api::input::{Asked, At, Body};
use crate::api::{seats, table, turns};
use crate::people::{Secret, Viewer};
use crate::problem::{Answer, Problem};
use crate::store::Op;
use ::table::{Person, PersonId, TableId};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use kit::Seat;
use protocol::{
    AnswerUndo, Done, NewTable, Play, Say, SeatFor, SetSeat, Sit, Update, Versioned, Watch,
};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;

/// The names of the people of a world.
const NAMES: [&str; 3] = ["Anna", "Ben", "Chandra"];

/// Returns the people of a world.
pub fn people() -> Vec<Person> {
    let person = |(number, name): (u8, &&str)| Person {
        id: PersonId::from_random([number; _]),
        name: (*name).to_owned(),
    };
    (1..).zip(&NAMES).map(person).collect()
}

/// Returns the writes that let these people in.
pub fn registered(people: &[Person], now: u64) -> Vec<Op> {
    let ops = people.iter().flat_map(|person| {
        let (id, name) = (person.id.clone(), person.name.clone());
        let session = Op::Session {
            hash: secret(person).hash(),
            person: id.clone(),
            kind: "token".to_owned(),
            created: now,
            used: now,
        };
        [Op::Person(id, name, now), session]
    });
    ops.collect()
}

fn secret(person: &Person) -> Secret {
    let mut headers = HeaderMap::new();
    let token = format!("Bearer secret of {}", person.name);
    headers.insert(AUTHORIZATION, token.parse().unwrap());
    Secret::of(&headers).unwrap()
}

/// A request.
#[derive(Clone, PartialEq, Debug)]
pub enum Want {
    Create(Box<NewTable>),
    Sit,
    SetSeat(Seat, SeatFor),
    Start,
    Leave,
    Play(Play),
    Undo(u64),
    AnswerUndo(u64, bool),
    Resign,
    ComeBack,
    Say(Say),
    Rematch,
    Rename(String),
    Read(Watch),
}

impl Want {
    /// Returns the idempotency key.
    pub fn key(&self) -> Option<&str> {
        match self {
            Want::Create(table) => table.key.as_deref(),
            Want::Play(play) => play.key.as_deref(),
            Want::Say(say) => say.key.as_deref(),
            _ => None,
        }
    }

    /// Returns the version for which the request was chosen.
    pub fn version(&self) -> Option<u64> {
        match self {
            Want::Play(play) => Some(play.version),
            Want::Undo(version) | Want::AnswerUndo(version, _) => Some(*version),
            _ => None,
        }
    }
}

/// A successful answer.
#[derive(Clone, Debug)]
pub enum Got {
    Done(Done),
    Update(Box<Update>),
    /// The id of the rematch's table.
    Rematch(String),
    /// The new name.
    Renamed(String),
}

/// An answer, with how much was committed when the request arrived and when the answer left.
#[derive(Clone, Debug)]
pub struct Answered {
    pub from: usize,
    pub to: usize,
    pub result: Result<Got, Box<protocol::Problem>>,
}

/// One request.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The number of the person, or `None` for a stranger.
    pub person: Option<usize>,
    pub node: usize,
    pub table: Option<TableId>,
    pub want: Want,
    pub sent: u64,
    /// When the answer arrived.
    pub arrived: u64,
    /// `None` if the node died before it answered.
    pub answered: Option<Answered>,
}

/// Sends a request, which arrives after a delay. Returns `None` if the node is dead.
pub fn send(
    world: &World,
    people: &[Person],
    attempt: &Attempt,
    delay: u64,
) -> Option<oneshot::Receiver<Answered>> {
    let (app, runtime) = world.node(attempt.node)?;
    let (sender, receiver) = oneshot::channel();
    let (app, database) = (app.clone(), world.database.clone());
    let person = attempt
        .person
        .and_then(|person| people.get(person).cloned());
    let (table, want) = (attempt.table.clone(), attempt.want.clone());
    let working = world.working(attempt.node);
    runtime.spawn(async move {
        if delay > 0 {
            sleep(Duration::from_millis(delay)).await;
        }
        let from = database.committed();
        let result = carry_out(app, person, table, want).await;
        let result = result.map_err(|problem| Box::new(problem.document().clone()));
        let to = database.committed();
        let _ = sender.send(Answered { from, to, result });
        drop(working);
    });
    Some(receiver)
}

/// Calls the handler of the request, as its route does.
async fn carry_out(
    app: App,
    person: Option<Person>,
    id: Option<TableId>,
    want: Want,
) -> Answer<Got> {
    let secret = person.as_ref().map(secret);
    let viewer = match &secret {
        Some(secret) => Viewer(app.person(secret).await?),
        None => Viewer(None),
    };
    let table = || id.clone().map(At).ok_or_else(Problem::no_table);
    if let Want::Read(watch) = want {
        let read = table::read(State(app), viewer, table()?, Asked(watch));
        return read.await.map(|Json(update)| Got::Update(Box::new(update)));
    }
    let state = State(app);
    let person = viewer.0.ok_or_else(Problem::no_session)?;
    if let Want::Rename(name) = &want {
        let renamed = state.0.rename(&person, name).await;
        return renamed.map(|person| Got::Renamed(person.name));
    }
    if want == Want::Rematch {
        let rematch = turns::rematch(state, person, table()?).await;
        return rematch.map(|Json(rematch)| Got::Rematch(rematch.table));
    }
    let done = match want {
        Want::Create(wanted) => {
            let address = Address(IpAddr::V4(Ipv4Addr::LOCALHOST));
            let created = table::create(state, person, address, Body(*wanted)).await;
            created.map(|(_, done)| done)
        }
        Want::Sit => seats::sit(state, person, table()?, Body(Sit { seat: None })).await,
        Want::SetSeat(seat, place) => {
            let body = Body(SetSeat { seat, place });
            seats::set_seat(state, person, table()?, body).await
        }
        Want::Start => seats::start(state, person, table()?).await,
        Want::Leave => seats::leave(state, person, table()?).await,
        Want::Play(play) => turns::play(state, person, table()?, Body(play)).await,
        Want::Undo(version) => {
            turns::undo(state, person, table()?, Body(Versioned { version })).await
        }
        Want::AnswerUndo(version, agree) => {
            let body = Body(AnswerUndo { version, agree });
            turns::answer_undo(state, person, table()?, body).await
        }
        Want::Resign => turns::resign(state, person, table()?).await,
        Want::ComeBack => turns::come_back(state, person, table()?).await,
        Want::Say(say) => {
            let secret = secret.ok_or_else(Problem::no_session)?;
            table::say(state, person, secret, table()?, Body(say)).await
        }
        Want::Read(_) | Want::Rename(_) | Want::Rematch => Err(Problem::internal()),
    };
    done.map(|Json(done)| Got::Done(done))
}
