//! What goes wrong.

use super::{SECOND, Schedule};
use crate::simulation::viewers::Spectator;

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
        let node = self.node();
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
        self.world.kill(node, pause, clock);
    }

    pub fn stall(&mut self) {
        let (node, pause) = (self.node(), self.short_or_long());
        self.note(format_args!("node {node} stands still for {pause} ms"));
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
