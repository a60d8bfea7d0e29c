//! What goes wrong.

use super::{SECOND, Schedule};
use crate::simulation::viewers::Spectator;
use protocol::Who;

impl Schedule {
    pub fn short_or_long(&mut self) -> u64 {
        // Clocks stand still in a long time without a node.
        let long = if self.plan.clocks { 4 } else { 0 };
        match self.draw(10) + long {
            0..6 => self.between(10, 600),
            6..9 => self.between(600, 5_000),
            _ => self.between(5_000, 25_000),
        }
    }

    pub fn kill(&mut self) {
        let mut node = self.node();
        if self.percent(60) && self.play_with_a_bot() {
            node = self.history.attempts.last().map_or(node, |last| last.node);
        }
        let pause = self.short_or_long();
        let clock = match self.draw(3) {
            0 => 0,
            1 => self.between(0, 3 * 24 * 3_600 * SECOND) as i64,
            _ => -(self.between(0, 3 * 24 * 3_600 * SECOND) as i64),
        };
        self.note(format_args!(
            "node {node} is killed and starts {pause} ms later, its clock moved by {clock} ms"
        ));
        for viewer in &mut self.viewers {
            if viewer.node == node {
                viewer.leave();
            }
        }
        self.break_promises();
        self.world.kill(node, pause, clock);
    }

    /// Somebody plays, and then it is a bot's turn: a node that dies now leaves its work to others. Returns whether there is such a table.
    fn play_with_a_bot(&mut self) -> bool {
        let waits = self.known.iter().find_map(|((person, table), known)| {
            let bots = known
                .seats
                .iter()
                .any(|seat| matches!(seat.who, Who::Bot { .. }));
            let legal = known
                .position
                .as_ref()
                .map(|position| position.legal.clone())?;
            (bots && !legal.is_empty()).then(|| (*person, table.clone(), known.version, legal))
        });
        let Some((person, table, version, legal)) = waits else {
            return false;
        };
        let play = self.play(version, &legal);
        self.ask(person, Some(table), play);
        let sql = "SELECT COUNT(*) FROM tables WHERE bot_due = 1";
        let tries = self.world.database.delay();
        for _ in 0..tries {
            if self.world.database.count(sql) > 0 {
                break;
            }
            self.run(5);
        }
        true
    }

    /// A node is stopped as a host does it, for an upgrade. Whoever watches is asked to come back, and those who asked get their answer.
    pub fn stop(&mut self) {
        let mut node = self.node();
        if self.percent(60) {
            self.wish();
            node = self.history.attempts.last().map_or(node, |last| last.node);
        }
        let pause = self.short_or_long();
        self.note(format_args!(
            "node {node} is stopped and starts not before {pause} ms later"
        ));
        for viewer in &mut self.viewers {
            if viewer.node == node {
                viewer.leave();
            }
        }
        if self.world.stop(node, pause) && self.world.database.is_calm() {
            let attempts = &self.history.attempts;
            let here = self.open.iter().map(|open| open.attempt);
            let here =
                here.filter(|attempt| attempts.get(*attempt).is_some_and(|it| it.node == node));
            self.history.promised.extend(here);
        }
    }

    /// Something goes wrong that excuses a node from answering before it stops.
    pub fn break_promises(&mut self) {
        let attempts = &self.history.attempts;
        let is_kept = |number: &usize| {
            attempts
                .get(*number)
                .is_some_and(|it| it.answered.is_some())
        };
        self.history.promised.retain(is_kept);
    }

    pub fn stall(&mut self) {
        let (node, pause) = (self.node(), self.short_or_long());
        self.note(format_args!("node {node} stands still for {pause} ms"));
        self.break_promises();
        self.world.stall(node, pause);
    }

    pub fn lose_news(&mut self) {
        let node = self.node();
        if self.percent(50) {
            self.note(format_args!("node {node} hears nothing any more"));
            self.world.database.swallow(node);
            self.deaf = true;
        } else {
            self.note(format_args!("node {node} loses its LISTEN connection"));
            self.world.database.cut(node);
        }
    }

    pub fn jump(&mut self) {
        let by = match self.draw(4) {
            0 => -(self.between(SECOND, 24 * 3_600 * SECOND) as i64),
            1 => self.between(SECOND, 10 * SECOND) as i64,
            _ => self.between(10 * SECOND, 3 * 24 * 3_600 * SECOND) as i64,
        };
        self.note(format_args!("the database's clock jumps by {by} ms"));
        self.history.jumps.push(self.world.time);
        self.world.database.weather(|weather| {
            weather.clock = weather.clock.saturating_add_signed(by);
        });
    }

    /// Somebody begins to watch, or comes back, or leaves.
    pub fn watch(&mut self) {
        let node = self.node();
        if self.viewers.len() < 3 {
            let tables = self.world.database.tables();
            let Some(table) = tables.get(self.dice_index(tables.len() as u32)).cloned() else {
                return;
            };
            let person = self.draw(4) as usize;
            let person = (person < self.people.len()).then_some(person);
            self.viewers.push(Spectator::new(person, table, node));
        }
        let viewer = self.dice_index(self.viewers.len() as u32);
        let Some(viewer) = self.viewers.get_mut(viewer) else {
            return;
        };
        viewer.leave();
        viewer.come(&self.world, &self.people, node);
        let (person, known) = (viewer.person, viewer.known.since);
        self.note(format_args!(
            "person {person:?}, who knows {known:?}, watches at node {node}"
        ));
    }
}
