//! People whom the others wait for: reminders, a bot by agreement, vacations, substitutes.
//!
//! Everything here depends on the entries alone. Who is connected does not count: a node knows it of its own viewers only, and a replay does not know it.

use super::{Table, TableSeat, told};
use crate::any_history::Tell;
use crate::entry::{Change, Sitter};
use crate::people::{Person, PersonId};
use crate::request::Refused;
use kit::{Seat, SeatSet};
use protocol::{Absence, Pace, Reason, Status, SubstituteAsked, WhatHappened};

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// The vacation of one person at one table, in milliseconds.
const MOST_VACATION: u64 = 30 * DAY;
/// The maximum number of people who can ask to play on at one table.
const MOST_SUBSTITUTES: u32 = 10;

/// How long the person in a seat is waited for, and what came of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Waited {
    /// When the person was asked to decide, if they have not acted since.
    since: Option<u64>,
    nudged: Option<u64>,
    nudged_by: Option<Seat>,
    /// The seats that agreed that a bot plays on.
    agreed: SeatSet,
    /// The end of the vacation.
    vacation: Option<u64>,
    /// The milliseconds of vacation that are used or booked.
    vacation_used: u64,
}

/// A person who asks to play on in a seat that a bot plays.
#[derive(Clone, Debug)]
pub(super) struct Substitute {
    pub(super) seat: Seat,
    person: Person,
    agreed: SeatSet,
}

/// Requests.
impl Table {
    pub(crate) fn want_nudge(
        &self,
        by: &PersonId,
        seat: Seat,
        now: u64,
    ) -> Result<Change, Refused> {
        let by = self.own_seat_in_play(by)?;
        let waited = self.overdue(by, seat, now)?;
        let recently = |at: u64| now.saturating_sub(at) < self.patience();
        match waited.nudged.is_some_and(recently) {
            true => Err(Reason::AlreadyNudged.into()),
            false => Ok(Change::Nudge { seat, by }),
        }
    }

    /// A bot takes over as soon as half of the others agree: of one or two others, one is enough.
    pub(crate) fn want_stand_in(
        &self,
        by: &PersonId,
        seat: Seat,
        now: u64,
    ) -> Result<Change, Refused> {
        let by = self.own_seat_in_play(by)?;
        let mut agreed = self.overdue(by, seat, now)?.agreed;
        if !agreed.insert(by) {
            return Err(Reason::AlreadyAgreed.into());
        }
        let others = || self.people().filter(|&other| other != seat);
        let agreeing = others().filter(|&other| agreed.contains(other));
        match agreeing.count() * 2 >= others().count() {
            true => Ok(Change::StandIn { seat }),
            false => Ok(Change::AgreeToBot { seat, by }),
        }
    }

    pub(crate) fn want_vacation(
        &self,
        by: &PersonId,
        until: Option<u64>,
        now: u64,
    ) -> Result<Change, Refused> {
        let seat = self.own_seat(by)?;
        self.in_status(Status::Running)?;
        if !matches!(self.setup.pace, Pace::Correspondence { .. }) {
            return Err(Reason::NoVacation.into());
        }
        let left = self.vacation_left(seat, now);
        let fits = |until: u64| until > now && until - now <= left;
        match until.is_none_or(fits) {
            true => Ok(Change::Vacation { seat, until }),
            false => Err(Reason::LongVacation.into()),
        }
    }

    pub(crate) fn want_seat(&self, by: &Person, seat: Seat) -> Result<Change, Refused> {
        self.in_status(Status::Running)?;
        if self.seat_of(&by.id).is_some() {
            return Err(Reason::AlreadySeated.into());
        }
        if self.setup().rated {
            return Err(Reason::Rated.into());
        }
        if self.place(seat)?.away.is_none() || self.people().next().is_none() {
            return Err(Reason::NoSubstitute.into());
        }
        if self.substitute.is_some() || self.substitutes_asked >= MOST_SUBSTITUTES {
            return Err(Reason::SubstituteAsked.into());
        }
        Ok(Change::AskSeat {
            seat,
            person: by.id.clone(),
            name: by.name.clone(),
        })
    }

    pub(crate) fn want_answer_seat(&self, by: &PersonId, agrees: bool) -> Result<Change, Refused> {
        let own = self.own_seat_in_play(by)?;
        let asked = self.substitute.as_ref().ok_or(Reason::NoSubstitute)?;
        if agrees && asked.agreed.contains(own) {
            return Err(Reason::AlreadyAgreed.into());
        }
        let mut others = self.people().filter(|&other| other != own);
        match agrees && others.all(|other| asked.agreed.contains(other)) {
            true => Ok(Change::Substitute {
                seat: asked.seat,
                sitter: (&asked.person).into(),
            }),
            false => Ok(Change::AnswerSeat { seat: own, agrees }),
        }
    }

    /// Returns what came of the waiting for a person, if the others have waited long enough.
    fn overdue(&self, by: Seat, seat: Seat, now: u64) -> Result<&Waited, Refused> {
        let place = self.place(seat)?;
        match self.patience_left(seat, now) {
            Some(0) if by != seat => Ok(&place.waited),
            _ => Err(Reason::NotAbsent.into()),
        }
    }

    fn place(&self, seat: Seat) -> Result<&TableSeat, Refused> {
        let last = self.last_seat();
        let place = self.seats.get(usize::from(seat.number()));
        place.ok_or(Refused::NoSuchSeat { seat, last })
    }

    /// Returns the time in milliseconds after which the others may decide about a person.
    fn patience(&self) -> u64 {
        u64::from(self.setup.patience()) * 1000
    }

    /// Returns the milliseconds until the others may decide about a seat, if it is waited for.
    fn patience_left(&self, seat: Seat, now: u64) -> Option<u64> {
        let since = self.place(seat).ok()?.waited.since?;
        let waited = self.clocks.waited(seat, since, now);
        Some(self.patience().saturating_sub(waited))
    }

    fn vacation_left(&self, seat: Seat, now: u64) -> u64 {
        let used = self.place(seat).map(|place| place.waited.used_until(now));
        MOST_VACATION.saturating_sub(used.unwrap_or_default())
    }
}

impl Waited {
    /// Returns the vacation that is used if the present one ends now.
    fn used_until(&self, now: u64) -> u64 {
        let rest = self.vacation.map_or(0, |until| until.saturating_sub(now));
        self.vacation_used.saturating_sub(rest)
    }

    /// Forgets how long the person was waited for.
    fn reset(&mut self) {
        self.since = None;
        self.nudged = None;
        self.nudged_by = None;
        self.agreed = SeatSet::default();
    }
}

/// Changes.
impl Table {
    pub(super) fn nudge(&mut self, seat: Seat, by: Seat, at: u64) -> Result<Tell, Refused> {
        let waited = &mut self.seat_mut(seat)?.waited;
        waited.nudged = Some(at);
        waited.nudged_by = Some(by);
        Ok(told(WhatHappened::Nudged { seat, by }))
    }

    pub(super) fn agree_to_bot(&mut self, seat: Seat, by: Seat) -> Result<Tell, Refused> {
        self.seat_mut(seat)?.waited.agreed.insert(by);
        Ok(told(WhatHappened::AgreedToBot { seat, by }))
    }

    pub(super) fn vacation(
        &mut self,
        seat: Seat,
        until: Option<u64>,
        at: u64,
    ) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        self.clocks.pass(at);
        self.end_vacation(seat, at);
        if let Some(until) = until {
            let waited = &mut self.seat_mut(seat)?.waited;
            let booked = until.saturating_sub(at);
            waited.vacation_used = waited.vacation_used.saturating_add(booked);
            waited.vacation = Some(until);
            self.clocks.rest(seat, until);
        }
        Ok(told(WhatHappened::Vacation { seat, until }))
    }

    /// Whoever acts is back; the rest of the vacation is kept for later.
    pub(super) fn end_vacation(&mut self, seat: Seat, at: u64) {
        let Ok(place) = self.seat_mut(seat) else {
            return;
        };
        let used = place.waited.used_until(at);
        place.waited.vacation_used = used;
        if place.waited.vacation.take().is_some_and(|until| until > at) {
            self.clocks.rest(seat, at);
        }
    }

    /// Nobody waits any longer for a seat that has just acted; if it has to decide again, the waiting begins anew.
    pub(super) fn acted(&mut self, seat: Seat) {
        if let Ok(place) = self.seat_mut(seat) {
            place.waited.reset();
        }
    }

    /// Waits for these seats, and for no others.
    pub(super) fn wait_for(&mut self, seats: SeatSet, at: u64) {
        for (seat, place) in Seat::first(u8::MAX).zip(&mut self.seats) {
            match seats.contains(seat) {
                true => place.waited.since = place.waited.since.or(Some(at)),
                false => place.waited.reset(),
            }
        }
    }

    pub(super) fn ask_seat(
        &mut self,
        seat: Seat,
        person: &PersonId,
        name: &str,
    ) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        self.place(seat)?;
        self.substitutes_asked += 1;
        self.substitute = Some(Substitute {
            seat,
            person: Person {
                id: person.clone(),
                name: name.to_owned(),
            },
            agreed: SeatSet::default(),
        });
        let name = name.to_owned();
        Ok(told(WhatHappened::AskedSeat { seat, name }))
    }

    pub(super) fn answer_seat(&mut self, seat: Seat, agrees: bool) -> Result<Tell, Refused> {
        let asked = self.substitute.as_mut().ok_or(Reason::NoSubstitute)?;
        asked.agreed.insert(seat);
        if !agrees {
            self.substitute = None;
        }
        Ok(told(WhatHappened::AnsweredSeat { seat, agrees }))
    }

    pub(super) fn substitute(
        &mut self,
        seat: Seat,
        sitter: &Sitter,
        at: u64,
    ) -> Result<Tell, Refused> {
        self.in_status(Status::Running)?;
        self.clocks.pass(at);
        *self.seat_mut(seat)? = TableSeat::new(sitter);
        self.substitute = None;
        self.clocks.rest(seat, 0);
        self.clocks.welcome_back(seat);
        let who = sitter.shown();
        Ok(told(WhatHappened::Substituted { seat, who }))
    }
}

/// What everybody may know.
impl Table {
    /// Returns what is known of the person in a seat as somebody to wait for.
    pub(crate) fn absence(&self, seat: Seat, now: u64) -> Absence {
        let Ok(TableSeat { waited, .. }) = self.place(seat) else {
            return Absence::default();
        };
        Absence {
            since: waited.since,
            nudged: waited.nudged.is_some(),
            nudged_by: waited.nudged_by,
            agreed: waited.agreed.iter().collect(),
            vacation: waited.vacation.filter(|until| *until > now),
        }
    }

    /// Returns the whole days of vacation that a seat has left.
    pub(crate) fn vacation_days(&self, seat: Seat, now: u64) -> u32 {
        match self.setup.pace {
            Pace::Correspondence { .. } => (self.vacation_left(seat, now) / DAY) as u32,
            _ => 0,
        }
    }

    /// Returns the person who asks to play on in a seat.
    pub(crate) fn substitute_asked(&self) -> Option<SubstituteAsked> {
        self.substitute.as_ref().map(|asked| SubstituteAsked {
            seat: asked.seat,
            name: asked.person.name.clone(),
            agreed: asked.agreed.iter().collect(),
        })
    }
}
