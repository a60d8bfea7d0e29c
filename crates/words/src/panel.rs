//! A view as readable panels: for games without a board of their own.

use crate::Teller;
use serde_json::{Map, Value};

/// A part of a view in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Panel {
    /// One thing.
    Line {
        /// What it is.
        label: String,
        /// How it is.
        value: String,
    },
    /// Several things under a heading.
    Group {
        /// What they are.
        label: String,
        /// The things.
        parts: Vec<Panel>,
    },
}

impl Teller {
    /// A view, or a part of one, in words.
    pub fn panels(&self, view: &Value) -> Vec<Panel> {
        view.as_object()
            .map(|fields| self.fields("", fields))
            .unwrap_or_default()
    }

    fn fields(&self, parent: &str, fields: &Map<String, Value>) -> Vec<Panel> {
        let shown = fields.iter().filter(|(key, value)| {
            !self.is_hidden(key)
                && (value.is_number() || !self.is_nothing(self.field(parent, key), value))
        });
        shown
            .map(|(key, value)| self.panel(self.label(parent, key), self.field(parent, key), value))
            .collect()
    }

    fn panel(&self, label: String, field: &str, value: &Value) -> Panel {
        let parts = match value {
            Value::Object(fields) if fields.values().any(is_large) => self.fields(field, fields),
            Value::Array(items) if self.is_per_seat(field) && items.iter().any(is_large) => {
                self.seats(field, items)
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                let numbered = items.iter().zip(1..);
                numbered
                    .map(|(item, number): (_, u32)| self.panel(number.to_string(), field, item))
                    .collect()
            }
            _ => {
                let value = self.value(field, value);
                return Panel::Line { label, value };
            }
        };
        Panel::Group { label, parts }
    }

    fn seats(&self, field: &str, items: &[Value]) -> Vec<Panel> {
        let named = items.iter().enumerate();
        named
            .map(|(seat, item)| match item {
                Value::Object(fields) => Panel::Group {
                    label: self.name(seat),
                    parts: self.fields(field, fields),
                },
                other => Panel::Line {
                    label: self.name(seat),
                    value: self.plain(field, other),
                },
            })
            .collect()
    }

    /// A list that belongs to one seat is no longer a list for each seat.
    fn plain(&self, field: &str, value: &Value) -> String {
        match value.as_array() {
            Some(items) => self.listed(items.iter().map(|item| self.value(field, item)).collect()),
            None => self.value(field, value),
        }
    }
}

/// Whether it needs more than a line.
fn is_large(value: &Value) -> bool {
    value.is_object() || value.is_array()
}
