//! What one viewer is told of a table.

use crate::ids::{PersonId, TableId};
use crate::sitting::Sitting;
use kit::Eyes;
use protocol::{SeatState, Status, Update, You};

/// How the table stands to this person at this moment; steps, chat and presence are added by whoever knows them.
pub fn update(sitting: &Sitting, id: &TableId, person: Option<&PersonId>, now: u64) -> Update {
    let setting = sitting.setting();
    let status = sitting.status();
    let eyes = sitting.eyes_of(person);
    let seed = setting.seed;
    Update {
        table: id.to_string(),
        version: sitting.version(),
        game: setting.game.clone(),
        options: setting.options.clone(),
        status,
        pace: setting.pace,
        stand_in: setting.stand_in.clone(),
        listed: setting.listed,
        seats: seats(sitting, now),
        you: you(sitting, eyes, person),
        position: position(sitting, eyes),
        steps: Vec::new(),
        chat: Vec::new(),
        thinking: Vec::new(),
        undo_asked: sitting.undo_asked().cloned(),
        commitment: (status != Status::Waiting).then(|| seed.commitment()),
        seed: (status == Status::Over).then(|| seed.to_string()),
        rematch: sitting.rematch().map(ToString::to_string),
    }
}

fn seats(sitting: &Sitting, now: u64) -> Vec<SeatState> {
    let state = |(seat, sitter, away): (kit::Seat, &crate::entry::Sitter, bool)| SeatState {
        who: sitter.shown(),
        connected: false,
        played_by_bot: away,
        clock: sitter
            .person()
            .and_then(|_| sitting.clocks().shown(seat, now)),
    };
    sitting.seats().map(state).collect()
}

fn you(sitting: &Sitting, eyes: Eyes, person: Option<&PersonId>) -> You {
    let seat = match eyes {
        Eyes::Seat(seat) => Some(seat),
        Eyes::Public => None,
    };
    let plays = |seat: &kit::Seat| sitting.people().any(|other| other == *seat);
    You {
        seat,
        owner: person.is_some_and(|person| sitting.setting().owner == *person),
        can_undo: seat.filter(plays).is_some_and(|seat| {
            let playing = sitting.playing();
            sitting.status() == Status::Running
                && playing.is_some_and(|playing| playing.can_undo(seat).is_ok())
        }),
    }
}

/// Whoever lets a bot play sees the same as before, but has nothing to choose.
fn position(sitting: &Sitting, eyes: Eyes) -> Option<protocol::Position> {
    let mut position = sitting.playing()?.position(eyes);
    if let Eyes::Seat(seat) = eyes
        && !sitting.people().any(|other| other == seat)
    {
        position.legal.clear();
    }
    Some(position)
}
