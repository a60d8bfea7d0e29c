//! Sentences out of what a game gives.

use crate::game::GameWords;
use crate::pattern::{Values, fill};
use crate::{Given, Language, find};
use serde_json::Value;
use std::fmt::Display;

/// Tells of one game, at a table with these names, in one language.
#[derive(Clone, PartialEq)]
pub struct Teller {
    language: Language,
    game: &'static GameWords,
    names: Vec<String>,
    /// Whom the sentences are told to and call “you”, if anybody.
    you: Option<usize>,
}

/// A legal action and its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The action in the game's notation.
    pub action: String,
    /// What it says on its button.
    pub words: String,
}

/// Legal actions of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The word that they begin with.
    pub verb: String,
    /// What they are about, as a request: "Lay a card".
    pub heading: String,
    /// The actions.
    pub choices: Vec<Choice>,
}

/// Who acts from an event on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acting {
    /// A seat, or the automatic opponent behind the last one.
    Seat(usize),
    /// No player: what follows happens by itself.
    Nobody,
}

impl Teller {
    /// For a game by its key; `names` are those of the seats, an automatic opponent's behind them.
    pub fn new(language: Language, game: &str, names: Vec<String>) -> Self {
        Teller {
            language,
            game: GameWords::of(game),
            names,
            you: None,
        }
    }

    /// Tells it all to a seat, whose name is “You” from then on: “You lay …”.
    pub fn to(mut self, seat: usize) -> Self {
        if let Some(name) = self.names.get_mut(seat) {
            *name = crate::say(self.language, "you", &[]);
            self.you = Some(seat);
        }
        self
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// A text of the game itself, without values: `about`, `field-market`.
    pub fn text(&self, key: &str) -> Option<&'static str> {
        find(self.language, &format!("{}/{key}", self.game.key))
    }

    /// A text of the game's board, with its values. A key that nobody wrote is shown as it is.
    pub fn phrase(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        match self.text(key) {
            Some(pattern) => fill(pattern, self.language, &Spoken(self, Given(values))),
            None => key.to_owned(),
        }
    }

    /// A text of the frame about names of this table, with its values.
    pub fn say(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        crate::say_with(self.language, key, &Spoken(self, Given(values)))
    }

    /// The seat to which it is told, if any.
    pub fn you(&self) -> Option<usize> {
        self.you
    }

    /// Whether this is the seat to which it is told.
    fn is_you(&self, seat: &Value) -> bool {
        let seat = seat.as_u64().and_then(|seat| usize::try_from(seat).ok());
        seat.is_some() && seat == self.you
    }

    /// The name of a seat.
    pub fn name(&self, seat: usize) -> String {
        self.names
            .get(seat)
            .cloned()
            .unwrap_or_else(|| seat.to_string())
    }

    /// What happened, as a sentence; `None` if it is not worth one.
    pub fn event(&self, event: &Value) -> Option<String> {
        let name = event.get("event")?.as_str()?;
        let Some(pattern) = self.text(&format!("event-{name}")) else {
            self.miss(&format!("event-{name} {event}"));
            return Some(event.to_string());
        };
        let sentence = fill(pattern, self.language, &Fields(self, event));
        (!sentence.is_empty()).then_some(sentence)
    }

    /// What the chapter is called that this event begins, if it begins one.
    pub fn chapter(&self, event: &Value) -> Option<String> {
        let begins = event.get("event")?.as_str()? == self.game.chapter;
        let pattern = self.text("chapter").filter(|_| begins)?;
        Some(fill(pattern, self.language, &Fields(self, event)))
    }

    /// Who acts from this event on; `None` if it changes nothing.
    pub fn acting(&self, event: &Value) -> Option<Acting> {
        let name = event.get("event")?.as_str()?;
        if self.game.turn.contains(&name) {
            let seat = event.get("seat")?.as_u64()?;
            return usize::try_from(seat).ok().map(Acting::Seat);
        }
        if self.game.opponent.contains(&name) {
            return self.names.len().checked_sub(1).map(Acting::Seat);
        }
        let by_itself = name == self.game.chapter || self.game.nobody.contains(&name);
        by_itself.then_some(Acting::Nobody)
    }

    /// An action in words.
    pub fn action(&self, action: &str) -> String {
        let said = self
            .game
            .actions
            .iter()
            .find_map(|form| self.action_like(form, action));
        said.unwrap_or_else(|| {
            self.miss(&format!("action {action}"));
            action.to_owned()
        })
    }

    fn action_like(&self, form: &str, action: &str) -> Option<String> {
        let values = matched(form, action)?;
        let pattern = self.text(&action_key(form))?;
        Some(fill(pattern, self.language, &Parts(self, values)))
    }

    /// The legal actions, grouped by what they are about, in the order of the game's own list.
    pub fn groups(&self, legal: &[String]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for action in legal {
            let verb = action.split(' ').next().unwrap_or_default();
            let choice = Choice {
                action: action.clone(),
                words: self.action(action),
            };
            match groups.iter_mut().find(|group| group.verb == verb) {
                Some(group) => group.choices.push(choice),
                None => groups.push(Group {
                    verb: verb.to_owned(),
                    heading: self.heading(verb),
                    choices: vec![choice],
                }),
            }
        }
        let rank = |group: &Group| {
            self.game
                .actions
                .iter()
                .position(|form| form.split(' ').next() == Some(&group.verb))
        };
        groups.sort_by_key(rank);
        groups
    }

    fn heading(&self, verb: &str) -> String {
        let heading = self.text(&format!("verb-{verb}"));
        if heading.is_none() {
            self.miss(&format!("verb-{verb}"));
        }
        heading.unwrap_or(verb).to_owned()
    }

    /// Nothing stands for this; only tests want to know.
    fn miss(&self, _key: &str) {
        #[cfg(test)]
        crate::tests::miss(format!("{}/{_key}", self.game.key));
    }

    /// The label of a field of a view, or of a thing that stands in the place of one; `parent` is the field around it.
    pub fn label(&self, parent: &str, key: &str) -> String {
        let kind = self.game.kind(parent);
        let found = [
            format!("{kind}-{key}"),
            format!("field-{key}"),
            key.to_owned(),
        ];
        let found = found.iter().find_map(|key| self.text(key));
        found.map_or_else(
            || {
                self.miss(&format!("field-{key} (in {parent})"));
                key.to_owned()
            },
            str::to_owned,
        )
    }

    /// The field that a value belongs to. Under an id stands a value of the field around it: `special_cards: { "special-mogul": 2 }`.
    pub(crate) fn field<'a>(&self, parent: &'a str, key: &'a str) -> &'a str {
        let is_id = self
            .text(&format!("{}-{key}", self.game.kind(parent)))
            .is_some();
        let is_field = self.text(&format!("field-{key}")).is_some();
        if parent.is_empty() || is_field && !is_id {
            key
        } else {
            parent
        }
    }

    /// Whether a list has one entry for each seat.
    pub fn is_per_seat(&self, field: &str) -> bool {
        self.game.per_seat.contains(&field)
    }

    /// Whether a field of a view says nothing to a person.
    pub fn is_hidden(&self, field: &str) -> bool {
        self.game.hidden.contains(&field)
    }

    /// A value of a field in words.
    pub fn value(&self, field: &str, value: &Value) -> String {
        let frame = |key| crate::say(self.language, key, &[]);
        match value {
            Value::Null => frame("none"),
            Value::Bool(true) => frame("yes"),
            Value::Bool(false) => frame("no"),
            Value::Number(number) => self.scalar(field, &number.to_string()),
            Value::String(text) => self.scalar(field, text),
            Value::Array(items) => self.list(field, items),
            Value::Object(fields) => self.listed(
                fields
                    .iter()
                    .filter_map(|(key, value)| self.counted(field, key, value))
                    .collect(),
            ),
        }
    }

    /// An id or a number: a seat's name, the game's word for it, or itself.
    fn scalar(&self, field: &str, id: &str) -> String {
        let kind = self.game.kind(field);
        if kind == "seat"
            && let Ok(seat) = id.parse()
        {
            return self.name(seat);
        }
        let word = self.text(&format!("{kind}-{id}"));
        let word = word.or_else(|| {
            if id.parse::<i64>().is_err() {
                self.text(id)
            } else {
                None
            }
        });
        if word.is_none()
            && !id.starts_with(|first: char| first.is_ascii_digit() || "+-?".contains(first))
        {
            self.miss(&format!("{kind}-{id}"));
        }
        word.map_or_else(
            || id.to_owned(),
            |pattern| fill(pattern, self.language, &Terms(self)),
        )
    }

    fn list(&self, field: &str, items: &[Value]) -> String {
        if self.is_per_seat(field) {
            let theirs = items
                .iter()
                .enumerate()
                .filter(|(_, item)| **item != 0 && !item.is_null());
            return self.listed(
                theirs
                    .map(|(seat, item)| format!("{} {}", self.name(seat), self.value(field, item)))
                    .collect(),
            );
        }
        let present = items.iter().filter(|item| !item.is_null());
        self.listed(present.map(|item| self.value(field, item)).collect())
    }

    /// `2 coins`, or `market: closed`; `None` for nothing of it.
    fn counted(&self, field: &str, key: &str, value: &Value) -> Option<String> {
        if self.is_nothing(self.field(field, key), value) {
            return None;
        }
        if let (Some(pattern), true) = (self.text(&format!("count-{key}")), value.is_number()) {
            return Some(fill(pattern, self.language, &Count(value)));
        }
        let (label, value) = (
            self.label(field, key),
            self.value(self.field(field, key), value),
        );
        Some(format!("{label}: {value}"))
    }

    /// Whether there is nothing to say about it. Nought is nothing, unless it is the number of a seat.
    pub(crate) fn is_nothing(&self, field: &str, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Number(_) => *value == 0 && self.game.kind(field) != "seat",
            Value::Array(items) => items.is_empty(),
            Value::Object(fields) => fields
                .iter()
                .all(|(key, value)| self.is_nothing(self.field(field, key), value)),
            _ => false,
        }
    }

    /// `a, b and c`.
    pub fn listed(&self, words: Vec<String>) -> String {
        self.joined("and", words)
    }

    /// `a, b or c`.
    pub fn either(&self, words: Vec<String>) -> String {
        self.joined("or", words)
    }

    fn joined(&self, by: &str, mut words: Vec<String>) -> String {
        let Some(last) = words.pop() else {
            return crate::say(self.language, "nothing", &[]);
        };
        if words.is_empty() {
            return last;
        }
        crate::say(
            self.language,
            by,
            &[("first", &words.join(", ")), ("last", &last)],
        )
    }
}

/// The fields of an event.
struct Fields<'a>(&'a Teller, &'a Value);

impl Values for Fields<'_> {
    fn text(&self, path: &str) -> String {
        inside(self.1, path)
            .map(|(field, value)| self.0.value(field, value))
            .unwrap_or_default()
    }

    fn choice(&self, path: &str) -> String {
        let found = inside(self.1, path);
        let is_you = |(field, value): (&str, &Value)| {
            let seat = match value {
                Value::Array(seats) if seats.len() == 1 => seats.first().unwrap_or(value),
                value => value,
            };
            self.0.game.kind(field) == "seat" && self.0.is_you(seat)
        };
        if found.is_some_and(is_you) {
            return YOU.to_owned();
        }
        match found.map(|(_, value)| value) {
            None | Some(Value::Null) => "none".to_owned(),
            Some(Value::String(id)) => id.clone(),
            Some(Value::Array(items)) => items.len().to_string(),
            Some(Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
            Some(plain) => plain.to_string(),
        }
    }
}

/// What a choice looks at where the name of the seat stands to which it is told.
const YOU: &str = "you";

/// Values that somebody wrote down, names of the table among them.
struct Spoken<'a>(&'a Teller, Given<'a>);

impl Values for Spoken<'_> {
    fn text(&self, name: &str) -> String {
        self.1.text(name)
    }

    fn choice(&self, name: &str) -> String {
        let text = self.text(name);
        match self.0.you.and_then(|you| self.0.names.get(you)) {
            Some(you) if *you == text => YOU.to_owned(),
            _ => text,
        }
    }
}

/// The values of an action; one that stands there several times is a list.
struct Parts<'a>(&'a Teller, Vec<(&'a str, &'a str)>);

impl Parts<'_> {
    fn called(&self, name: &str) -> impl Iterator<Item = &str> {
        self.1
            .iter()
            .filter(move |(other, _)| *other == name)
            .map(|(_, word)| *word)
    }
}

impl Values for Parts<'_> {
    fn text(&self, name: &str) -> String {
        let words: Vec<String> = self
            .called(name)
            .map(|word| self.0.scalar(name, word))
            .collect();
        words.join(", ")
    }

    fn choice(&self, name: &str) -> String {
        self.called(name).next().unwrap_or("none").to_owned()
    }
}

/// Other texts of the same game.
struct Terms<'a>(&'a Teller);

impl Values for Terms<'_> {
    fn text(&self, key: &str) -> String {
        self.0.text(key).unwrap_or(key).to_owned()
    }
}

/// A number, whatever it is called.
struct Count<'a>(&'a Value);

impl Values for Count<'_> {
    fn text(&self, _: &str) -> String {
        self.0.to_string()
    }
}

/// The value that a path such as `installed-tile` leads to, and the field that it stands in.
fn inside<'a, 'b>(value: &'a Value, path: &'b str) -> Option<(&'b str, &'a Value)> {
    if let Some(found) = value.get(path) {
        return Some((path, found));
    }
    path.match_indices('-').find_map(|(at, _)| {
        let (field, rest) = (path.get(..at)?, path.get(at + 1..)?);
        inside(value.get(field)?, rest)
    })
}

/// The values of an action that has this form.
fn matched<'a, 'b>(form: &'a str, action: &'b str) -> Option<Vec<(&'a str, &'b str)>> {
    let (mut forms, mut words) = (form.split(' '), action.split(' '));
    let mut values = Vec::new();
    loop {
        match (forms.next(), words.next()) {
            (None, None) => return Some(values),
            (Some(form), Some(word)) => match form
                .strip_prefix('{')
                .and_then(|form| form.strip_suffix('}'))
            {
                Some(name) => values.push((name, word)),
                None if form == word => {}
                None => return None,
            },
            _ => return None,
        }
    }
}

/// `land {section} free {free}` has the key `action-land-free`; a second value of the same place adds its name.
fn action_key(form: &str) -> String {
    let words: Vec<&str> = form
        .split(' ')
        .filter(|word| !word.starts_with('{'))
        .collect();
    let extra = if form.ends_with("{extra}") {
        "-extra"
    } else {
        ""
    };
    format!("action-{}{extra}", words.join("-"))
}
