//! Requests of people at a table, and the reasons for refusing them.

use crate::any_history::BadAction;
use crate::entry::{Change, Message, Said, Sitter};
use crate::people::{Person, PersonId, TableId};
use crate::table::Table;
use kit::Seat;
use protocol::{Audience, Reason, SeatFor, Status};

/// The number of people that a rated game needs.
const RATED_PEOPLE: usize = 2;

/// A request of a person at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Take a seat; the first open one if `None`.
    Sit(Option<Seat>),
    /// Leave the seat. During the game, a bot takes over.
    Leave,
    /// Open a seat, take it, or give it to a bot. Owner only.
    SetSeat(Seat, SeatFor),
    /// Say whether one is ready to start.
    Ready(bool),
    /// Decide whether the seats are drawn at the start. Owner only.
    Shuffle(bool),
    /// Start the game. Owner only.
    Start,
    /// Carry out the action with this text.
    Play(String),
    /// Take back one's own last action: at once if allowed, otherwise after asking everybody.
    Undo,
    /// Agree or disagree with the open request to take back. The last agreement carries it out.
    AnswerUndo(bool),
    /// Resign: a bot takes over.
    Resign,
    /// Take over from the bot again.
    ComeBack,
    /// Remind a person whom everybody waits for.
    Nudge(Seat),
    /// Agree that a bot plays on for a person whom everybody waits for.
    StandIn(Seat),
    /// Go on vacation until this time, in milliseconds since 1970; come back if `None`.
    Vacation(Option<u64>),
    /// Ask to play on in a seat that a bot plays.
    Substitute(Seat),
    /// Agree or disagree with the person who asks to play on. The last agreement gives them the seat.
    AnswerSubstitute(bool),
    /// Play again with the same people, at the table with this new id.
    Rematch(TableId),
}

/// The reason why a table refuses a request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// Something at the table stands in the way. Words for it are found by its name.
    #[error("the table refuses: {0}")]
    Because(Reason),
    /// There is no such seat.
    #[error("this table has seats 0 to {last}, not {seat}")]
    NoSuchSeat {
        /// The requested seat.
        seat: Seat,
        /// The last seat of the table.
        last: usize,
    },
    /// A bot's answer for an earlier version of the table.
    #[error("the table no longer waits for this decision")]
    Late,
    /// The game refuses the action.
    #[error(transparent)]
    Action(#[from] BadAction),
    /// The program that wrote the entry reached another state: its rules are not the same.
    #[error("version {0} of the table was written by a program with other rules")]
    Diverged(u64),
    /// The entries are not a valid history.
    #[error("the table's history is damaged at version {0}")]
    BrokenHistory(u64),
}

impl From<Reason> for Refused {
    fn from(reason: Reason) -> Self {
        Refused::Because(reason)
    }
}

impl Table {
    /// Returns the change that a request at this time leads to. Whether the game allows an action is only checked when the change is [added](Table::add).
    pub fn request(&self, by: &Person, request: &Request, now: u64) -> Result<Change, Refused> {
        // A game comes to an end; changes that can be repeated for ever do not.
        if self.is_full() && !matches!(request, Request::Play(_) | Request::Start) {
            return Err(Reason::Full.into());
        }
        match request {
            Request::Sit(seat) => self.sit(by, *seat),
            Request::Leave => self.leave(&by.id),
            Request::SetSeat(seat, wish) => self.set_seat(by, *seat, wish),
            Request::Ready(ready) => self.want_ready(by, *ready),
            Request::Shuffle(shuffle) => self.want_shuffle(by, *shuffle),
            Request::Start => {
                self.in_status(Status::Waiting)?;
                self.only_owner(&by.id)?;
                if self.setup().rated && self.seated().count() < RATED_PEOPLE {
                    return Err(Reason::FewPeople.into());
                }
                Ok(Change::Start)
            }
            Request::Play(action) => Ok(Change::Play {
                seat: self.own_seat_in_play(&by.id)?,
                action: action.clone(),
            }),
            Request::Undo => self.undo(self.own_seat_in_play(&by.id)?),
            Request::AnswerUndo(agrees) => self.answer_undo_of(&by.id, *agrees),
            Request::Resign => Ok(Change::Resign {
                seat: self.own_seat_in_play(&by.id)?,
            }),
            Request::ComeBack => self.come_back_of(&by.id),
            Request::Nudge(seat) => self.want_nudge(&by.id, *seat, now),
            Request::StandIn(seat) => self.want_stand_in(&by.id, *seat, now),
            Request::Vacation(until) => self.want_vacation(&by.id, *until, now),
            Request::Substitute(seat) => self.want_seat(by, *seat),
            Request::AnswerSubstitute(agrees) => self.want_answer_seat(&by.id, *agrees),
            Request::Rematch(table) => {
                self.own_seat(&by.id)?;
                self.in_status(Status::Over)?;
                match self.rematch() {
                    Some(_) => Err(Reason::RematchExists.into()),
                    None => Ok(Change::Rematch {
                        table: table.clone(),
                    }),
                }
            }
        }
    }

    /// Returns the chat message of a person. During the game, only spectators see what spectators write.
    pub fn say(&self, by: &Person, text: String, now: u64) -> Message {
        let seat = self.seat_of(&by.id);
        let apart = seat.is_none() && self.status() == Status::Running;
        Message {
            number: self.messages() + 1,
            at: now,
            person: by.id.clone(),
            said: Said {
                name: by.name.clone(),
                seat,
                room: match apart {
                    true => Audience::Spectators,
                    false => Audience::Table,
                },
                text,
            },
        }
    }

    /// Returns the change by which a person goes by another name or account at this table, if that changes anything.
    pub fn rename(&self, from: &PersonId, to: &Person) -> Result<Change, Refused> {
        let mut sitters = self.seats().map(|(_, sitter, _)| sitter);
        let sitter = sitters.find(|sitter| sitter.is(from));
        let differs = sitter.is_some_and(|sitter| *sitter != to.into());
        match differs || (*from != to.id && self.setup().owner == *from) {
            true => Ok(Change::Rename {
                from: from.clone(),
                to: to.id.clone(),
                name: to.name.clone(),
            }),
            false => Err(Reason::NotSeated.into()),
        }
    }

    /// Returns the change for a seat whose clock has run out.
    pub fn time_out(&self, now: u64) -> Option<Change> {
        let seat = self.clocks().run_out(now)?;
        Some(Change::RunOut { seat })
    }

    pub(crate) fn own_seat(&self, person: &PersonId) -> Result<Seat, Refused> {
        Ok(self.seat_of(person).ok_or(Reason::NotSeated)?)
    }

    pub(crate) fn own_seat_in_play(&self, person: &PersonId) -> Result<Seat, Refused> {
        let seat = self.own_seat(person)?;
        self.in_status(Status::Running)?;
        match self.plays_self(seat) {
            true => Ok(seat),
            false => Err(Reason::Away.into()),
        }
    }

    pub(crate) fn only_owner(&self, person: &PersonId) -> Result<(), Refused> {
        match self.setup().owner == *person {
            true => Ok(()),
            false => Err(Reason::NotOwner.into()),
        }
    }

    fn sitter(&self, seat: Seat) -> Result<&Sitter, Refused> {
        let last = self.last_seat();
        let found = self.seats().find(|(other, ..)| *other == seat);
        found
            .map(|(_, sitter, _)| sitter)
            .ok_or(Refused::NoSuchSeat { seat, last })
    }

    fn sit(&self, by: &Person, seat: Option<Seat>) -> Result<Change, Refused> {
        self.in_status(Status::Waiting)?;
        if self.seat_of(&by.id).is_some() {
            return Err(Reason::AlreadySeated.into());
        }
        let mut open = self
            .seats()
            .filter(|(_, sitter, _)| **sitter == Sitter::Open);
        let first_open = open.next().map(|(seat, ..)| seat);
        let seat = seat.or(first_open).ok_or(Reason::NoOpenSeat)?;
        match self.sitter(seat)? {
            Sitter::Open => Ok(Change::Seat {
                seat,
                sitter: by.into(),
            }),
            _ => Err(Reason::SeatTaken.into()),
        }
    }

    fn leave(&self, person: &PersonId) -> Result<Change, Refused> {
        let seat = self.own_seat(person)?;
        if self.status() == Status::Waiting {
            let sitter = Sitter::Open;
            return Ok(Change::Seat { seat, sitter });
        }
        let seat = self.own_seat_in_play(person)?;
        Ok(Change::Resign { seat })
    }

    fn set_seat(&self, by: &Person, seat: Seat, wish: &SeatFor) -> Result<Change, Refused> {
        self.in_status(Status::Waiting)?;
        self.only_owner(&by.id)?;
        self.sitter(seat)?;
        let sitter = Sitter::of_wish(wish, by);
        match (&sitter, self.seat_of(&by.id)) {
            (Sitter::Person { .. }, Some(_)) => Err(Reason::AlreadySeated.into()),
            _ => Ok(Change::Seat { seat, sitter }),
        }
    }

    /// Takes back the seat's last action: at once if it revealed nothing or nobody else plays, otherwise by asking.
    pub(crate) fn undo(&self, seat: Seat) -> Result<Change, Refused> {
        let history = self.history().ok_or(Reason::NotStarted)?;
        if history.can_undo(seat) {
            return Ok(Change::TakeBack { seat, actions: 1 });
        }
        if self.setup().rated {
            return Err(Reason::Rated.into());
        }
        let actions = history.actions_since(seat);
        let actions = actions.ok_or(Reason::NothingToTakeBack)?;
        if self.undo_asked().is_some() {
            return Err(Reason::AlreadyAsked.into());
        }
        let others = || self.seats().filter(|(other, ..)| *other != seat);
        // Whoever is away cannot agree that something is taken back that they may have seen.
        if others().any(|(_, sitter, away)| away && sitter.person().is_some()) {
            return Err(Reason::WitnessAway.into());
        }
        match others().any(|(_, sitter, _)| sitter.person().is_some()) {
            false => Ok(Change::TakeBack { seat, actions }),
            true => Ok(Change::AskUndo { seat, actions }),
        }
    }

    fn answer_undo_of(&self, person: &PersonId, agrees: bool) -> Result<Change, Refused> {
        let seat = self.own_seat_in_play(person)?;
        let asked = self.undo_asked().ok_or(Reason::NotAsked)?;
        if asked.agreed.contains(&seat) {
            return Err(Reason::NotAsked.into());
        }
        let all_agree = agrees
            && self
                .people()
                .all(|other| other == seat || asked.agreed.contains(&other));
        match all_agree {
            true => Ok(Change::TakeBack {
                seat: asked.seat,
                actions: asked.actions,
            }),
            false => Ok(Change::AnswerUndo { seat, agrees }),
        }
    }

    fn come_back_of(&self, person: &PersonId) -> Result<Change, Refused> {
        let seat = self.own_seat(person)?;
        self.in_status(Status::Running)?;
        match self.plays_self(seat) {
            true => Err(Reason::NotAway.into()),
            false => Ok(Change::ComeBack { seat }),
        }
    }
}

impl Sitter {
    /// Returns the sitter that a request for a seat leads to.
    pub fn of_wish(wish: &SeatFor, by: &Person) -> Self {
        match wish {
            SeatFor::Open => Sitter::Open,
            SeatFor::Me => by.into(),
            SeatFor::Bot(level) => Sitter::Bot { level: *level },
        }
    }
}
