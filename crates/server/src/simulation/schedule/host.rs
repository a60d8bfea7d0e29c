//! Orders of the host, given as `durbar admin` does: as rows in the store.

use super::{SECOND, Schedule};
use crate::orders::Order;
use crate::simulation::world::BEGINNING;
use crate::store::Op;
use crate::store::simulated::Fault;

impl Schedule {
    /// The host orders something.
    pub fn order(&mut self) {
        let number = self.person();
        let Some(person) = self.people.get(number).map(|person| person.id.clone()) else {
            return;
        };
        let tables = self.world.database.tables();
        let table = self.dice_index(tables.len().max(1) as u32);
        let order = match (self.draw(10), tables.get(table).cloned()) {
            (0..3, Some(table)) => Order::CloseTable { table },
            (0..5, _) => Order::Mute { person },
            (5..7, _) => Order::Ban { person },
            (7..9, _) => Order::Pardon { person },
            _ => Order::CleanUp,
        };
        let judges = matches!(order, Order::Mute { .. } | Order::Ban { .. });
        self.give(order);
        if judges && self.percent(20) {
            // When every node knows it, they try nevertheless.
            self.run(7 * SECOND);
            self.say(number);
        }
        // Two nodes carry it out, and one of them is late.
        if self.plan.nodes > 1 && !self.plan.clocks && self.percent(40) {
            let (write, time) = (u64::from(self.draw(3)), self.between(600, 6_000));
            self.note(format_args!("write {write} from now takes {time} ms"));
            self.world.database.weather(|weather| {
                weather.writes.insert(write, Fault::Slow(time));
            });
        }
    }

    /// At the end, everybody is welcome again, and what is old is deleted.
    pub fn last_orders(&mut self) {
        let mut judged: Vec<_> = self
            .history
            .orders
            .iter()
            .filter_map(|(_, order)| match order {
                Order::Mute { person } | Order::Ban { person } => Some(person.clone()),
                _ => None,
            })
            .collect();
        judged.sort();
        judged.dedup();
        for person in judged {
            self.give(Order::Pardon { person });
        }
        if self.old_rows {
            self.give(Order::CleanUp);
        }
        if !self.history.orders.is_empty() {
            // Sessions are remembered for some seconds.
            self.run(7 * SECOND);
        }
    }

    fn give(&mut self, order: Order) {
        // The host's program fails if the database does.
        if self.world.database.is_down() {
            return;
        }
        self.note(format_args!("the host orders: {order}"));
        let given = Op::Order {
            id: format!("{:08}", self.history.orders.len()),
            at: BEGINNING + self.world.time,
            what: serde_json::to_string(&order).unwrap_or_default(),
        };
        self.world.database.write(&[given], self.world.time);
        self.history.orders.push((self.world.time, order));
    }
}
