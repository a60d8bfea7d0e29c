//! What carries out a task: actions, and conditions on what happens.

use serde_json::Value;

/// `accept play red-* if withdrew won~elephant and view players.0.score>=3`: an action, and what it must lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The action; a star stands for any letters.
    pub action: String,
    /// All of them must hold afterwards.
    pub conditions: Vec<Condition>,
}

/// A condition: on an event, by its name (`scored points>=3`), or on the reader's view (`view players.0.score=3`).
///
/// A path leads through fields and places of lists. `=` compares, `>=` and `<=` compare numbers, `~` says that a list contains the value, that an object
/// has the field and that it is not nothing, or that a text contains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The event, or `view`.
    about: String,
    /// Path, comparison and value.
    tests: Vec<(String, Compare, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compare {
    Least,
    Most,
    Contains,
    Equal,
}

impl Accepted {
    /// Reads what stands behind `accept`.
    pub fn read(text: &str) -> Result<Self, String> {
        let (action, conditions) = match text.split_once(" if ") {
            Some((action, conditions)) => (action, conditions.split(" and ").collect()),
            None => (text, Vec::new()),
        };
        if action.trim().is_empty() {
            return Err("an action is missing; ‘*’ means any".to_owned());
        }
        let conditions = conditions.into_iter().map(Condition::read);
        Ok(Accepted {
            action: action.trim().to_owned(),
            conditions: conditions.collect::<Result<_, String>>()?,
        })
    }

    /// Returns whether this action, which had these events and led to this view, is accepted.
    pub fn accepts(&self, action: &str, events: &[Value], view: &Value) -> bool {
        let mut conditions = self.conditions.iter();
        matches(&self.action, action) && conditions.all(|condition| condition.holds(events, view))
    }
}

impl Condition {
    /// Reads a condition.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let about = words.next().ok_or("a condition is missing")?;
        let test = |word: &str| {
            let signs = [
                (">=", Compare::Least),
                ("<=", Compare::Most),
                ("~", Compare::Contains),
                ("=", Compare::Equal),
            ];
            let found = signs.iter().find_map(|(sign, compare)| {
                let (path, value) = word.split_once(sign)?;
                Some((path.to_owned(), *compare, value.to_owned()))
            });
            found.ok_or_else(|| {
                format!("‘{word}’ is no condition; expected one like points>=3, won~elephant")
            })
        };
        Ok(Condition {
            about: about.to_owned(),
            tests: words.map(test).collect::<Result<_, String>>()?,
        })
    }

    /// Returns whether it holds for these events and this view.
    pub fn holds(&self, events: &[Value], view: &Value) -> bool {
        if self.about == "view" {
            return self.fits(view);
        }
        let named = |event: &&Value| event.get("event").is_some_and(|name| *name == *self.about);
        events.iter().filter(named).any(|event| self.fits(event))
    }

    fn fits(&self, value: &Value) -> bool {
        let mut tests = self.tests.iter();
        tests.all(|(path, compare, wanted)| {
            inside(value, path).is_some_and(|found| compare.holds(found, wanted))
        })
    }
}

impl Compare {
    fn holds(self, found: &Value, wanted: &str) -> bool {
        let is = |value: &Value| written(value) == wanted;
        let numbers = || Some((found.as_i64()?, wanted.parse::<i64>().ok()?));
        match self {
            Compare::Equal => is(found),
            Compare::Least => numbers().is_some_and(|(found, wanted)| found >= wanted),
            Compare::Most => numbers().is_some_and(|(found, wanted)| found <= wanted),
            Compare::Contains => match found {
                Value::Array(items) => items.iter().any(is),
                Value::Object(fields) => fields
                    .get(wanted)
                    .is_some_and(|value| !value.is_null() && *value != 0),
                Value::String(text) => text.contains(wanted),
                _ => false,
            },
        }
    }
}

/// A text as it is, anything else as JSON.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn inside<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, part| match value {
        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
        _ => value.get(part),
    })
}

/// Returns whether a text fits a pattern, in which a star stands for any letters.
pub fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match text.split_once(part) {
            Some((_, behind)) => text = behind,
            None => return false,
        }
    }
    text.ends_with(last)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_star_stands_for_any_letters() {
        assert!(matches("play red-*", "play red-ev white-e"));
        assert!(matches("*", "withdraw"));
        assert!(matches("play * white-*", "play red-ev white-e"));
        assert!(!matches("play * white-*", "play red-ev"));
        assert!(!matches("play", "play red-ev"));
        assert!(!matches("ab*b", "ab"));
    }

    #[test]
    fn conditions_are_about_events_and_views() {
        let events = [
            json!({"event": "scored", "points": 3, "reason": {"for": "palaces"}}),
            json!({"event": "withdrew", "won": ["vizier", "elephant"]}),
        ];
        let view = json!({"players": [{"score": 7, "special_cards": {"monk": 1}}]});
        let holds = |text: &str| Condition::read(text).unwrap().holds(&events, &view);
        for text in [
            "withdrew",
            "withdrew won~elephant",
            "scored points>=3 reason.for=palaces",
            "view players.0.score=7",
            "view players.0.special_cards~monk",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in [
            "took-tile",
            "scored points<=2",
            "withdrew won~monk",
            "view x=1",
        ] {
            assert!(!holds(text), "{text}");
        }
        assert!(Condition::read("scored points").is_err());
    }
}
