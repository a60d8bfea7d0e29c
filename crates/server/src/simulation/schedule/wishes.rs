//! What people want.

use super::Schedule;
use crate::simulation::people::Want;
use kit::Seat;
use protocol::{NewTable, Pace, Play, Say, SeatFor, Status, Watch};
use table::TableId;

impl Schedule {
    pub fn new_table(&mut self, bot: bool) -> NewTable {
        // The example is quick, and exists in development builds only.
        let game = match self.percent(80) && cfg!(debug_assertions) {
            true => "oware",
            false => "taj-mahal",
        };
        let mut table = NewTable::of(game);
        let players = serde_json::Value::from(2);
        table.options.insert("players".to_owned(), players);
        table.seats.push(SeatFor::Me);
        if bot {
            table.seats.push(SeatFor::Bot(bots::Level::Easy));
        }
        table.stand_in = Some(bots::Level::Easy);
        if self.plan.clocks {
            table.pace = Pace::Live {
                seconds: 12 + self.draw(12),
                increment: self.draw(3),
            };
        }
        table.key = Some(self.key());
        table
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("key {}", self.keys)
    }

    /// Somebody asks for something.
    pub fn wish(&mut self) {
        if !self.unanswered.is_empty() && self.percent(60) {
            let again = self.dice_index(self.unanswered.len() as u32);
            let again = self.unanswered.swap_remove(again);
            if let Some(attempt) = self.history.attempts.get(again).cloned() {
                let person = attempt.person.unwrap_or(0);
                return self.ask(person, attempt.table, attempt.want);
            }
        }
        if self.percent(3) {
            let person = self.person();
            let name = format!("Called {}", self.key());
            return self.ask(person, None, Want::Rename(name));
        }
        let tables = self.world.database.tables();
        if tables.is_empty() || (tables.len() < 2 && self.percent(4)) {
            let bot = self.percent(50);
            let table = self.new_table(bot);
            let person = self.person();
            return self.ask(person, None, Want::Create(Box::new(table)));
        }
        let Some(table) = tables.get(self.dice_index(tables.len() as u32)) else {
            return;
        };
        // Those who have something to decide act more often than others.
        let mut person = self.person();
        for _ in 0..4 {
            let known = self.known.get(&(person, table.clone()));
            let position = known.and_then(|known| known.position.as_ref());
            if position.is_none_or(|position| position.legal.is_empty()) {
                person = self.person();
            }
        }
        let want = self.want(person, table);
        self.ask(person, Some(table.clone()), want);
    }

    fn want(&mut self, person: usize, table: &TableId) -> Want {
        let Some(known) = self.known.get(&(person, table.clone())) else {
            return Want::Read(Watch::default());
        };
        let (status, version) = (known.status, known.version);
        let legal = known.position.as_ref().map(|position| &position.legal);
        let legal = legal.cloned().unwrap_or_default();
        let (asked, owner) = (known.undo_asked.is_some(), known.you.owner);
        let read = |schedule: &mut Self| {
            let at_least = schedule.percent(30).then_some(version);
            let since = schedule.percent(60).then_some(version);
            Want::Read(Watch {
                since,
                chat: Some(0),
                at_least,
            })
        };
        let number = self.draw(100);
        match status {
            Status::Waiting => match number {
                0..35 => Want::Sit,
                35..75 if owner => Want::Start,
                75..82 if owner => {
                    let bot = SeatFor::Bot(bots::Level::Easy);
                    Want::SetSeat(Seat::FIRST.after(1, 2), bot)
                }
                82..86 => Want::Leave,
                86..92 => self.message(),
                _ => read(self),
            },
            Status::Running => match number {
                0..8 => self.message(),
                8..20 => read(self),
                20..28 => Want::Undo(version),
                28..30 => Want::AnswerUndo(version, self.percent(70)),
                30..60 if asked => Want::AnswerUndo(version, self.percent(70)),
                30..32 => Want::Resign,
                32..36 => Want::ComeBack,
                _ => self.play(version, &legal),
            },
            Status::Over => match number {
                0..30 => self.message(),
                30..40 => Want::Undo(version),
                40..70 => Want::Rematch,
                _ => read(self),
            },
        }
    }

    fn message(&mut self) -> Want {
        let key = self.key();
        let text = format!("said with {key}");
        let key = Some(key);
        Want::Say(Say { text, key })
    }

    /// Somebody writes a message.
    pub fn say(&mut self, person: usize) {
        let table = self.world.database.tables().pop();
        let message = self.message();
        if table.is_some() {
            self.ask(person, table, message);
        }
    }

    pub fn play(&mut self, version: u64, legal: &[String]) -> Want {
        let action = match legal.get(self.dice_index(legal.len().max(1) as u32)) {
            Some(action) if self.percent(92) => action.clone(),
            _ if self.percent(50) => "sow 1".to_owned(),
            _ => "dance".to_owned(),
        };
        let version = match self.draw(20) {
            0 => version.saturating_sub(1),
            1 => version + 1,
            _ => version,
        };
        let key = Some(self.key());
        Want::Play(Play {
            version,
            action,
            key,
        })
    }
}
