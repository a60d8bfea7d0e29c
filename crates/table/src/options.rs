//! Options written as words: `players=3`, `tie_break=ladder`, `hard`.

use kit::{BadOptions, Game, OptionAbout, Seed};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Reads words such as `players=3`. The types follow the game's default options; a word without a value means `true`. Duplicate options are an error.
pub fn options_from_words<G: Game, W: AsRef<str>>(
    words: impl IntoIterator<Item = W>,
) -> Result<G::Options, BadOptions> {
    let mut fields = fields::<G>(&G::Options::default())?;
    let mut given = BTreeSet::new();
    for word in words {
        let (name, value) = word
            .as_ref()
            .split_once('=')
            .unwrap_or((word.as_ref(), "true"));
        let known = fields.keys().cloned().collect::<Vec<_>>().join(", ");
        let field = fields.get_mut(name).ok_or_else(|| {
            BadOptions(format!(
                "there is no option ‘{name}’; {} has {known}",
                G::ABOUT.name
            ))
        })?;
        *field = read(name, value, field)?;
        if !given.insert(name.to_owned()) {
            return Err(twice::<G>(name));
        }
    }
    options_from_json::<G>(Value::Object(fields))
}

fn twice<G: Game>(name: &str) -> BadOptions {
    let about = G::ABOUT.options.iter().find(|about| about.name == name);
    let together = about.map_or(String::new(), |about| about.together.join(","));
    BadOptions(match together.is_empty() {
        true => format!("the option ‘{name}’ appears twice"),
        false => format!(
            "the option ‘{name}’ appears twice; several values are separated by commas, such as {name}={together}"
        ),
    })
}

/// Reads a JSON object such as `{"players":3}`. Missing fields have their default.
pub fn options_from_json<G: Game>(json: Value) -> Result<G::Options, BadOptions> {
    if let Some(players) = json.get("players").and_then(Value::as_number) {
        let seats = G::ABOUT.seats;
        let fits = |number: u64| seats.clone().any(|seat| u64::from(seat) == number);
        if !players.as_u64().is_some_and(fits) {
            let numbers = match (seats.start(), seats.end()) {
                (least, most) if least == most => least.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            let name = G::ABOUT.name;
            return Err(BadOptions(format!(
                "{name} has {numbers} players, not {players}"
            )));
        }
    }
    serde_json::from_value(json).map_err(|error| BadOptions(error.to_string()))
}

/// Writes options as words separated by spaces; [`options_from_words`] reads them back.
pub fn options_to_words<G: Game>(options: &G::Options) -> String {
    let fields = fields::<G>(options).unwrap_or_default();
    let words = fields
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| format!("{name}={}", plain(value)));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns all possible options: each number of players with each combination of the options that apply to it.
pub fn every_options<G: Game>() -> Vec<G::Options> {
    let combinations = G::ABOUT.seats.flat_map(combinations::<G>);
    let options = combinations.filter_map(|words| options_from_words::<G, _>(words).ok());
    let playable = |options: &G::Options| G::new(options, Seed::from_bytes([0; 32])).is_ok();
    options.filter(playable).collect()
}

/// Returns all combinations of words for a number of players.
fn combinations<G: Game>(players: u8) -> Vec<Vec<String>> {
    let options = G::ABOUT.options.iter();
    let choices = options.filter(|option| option.players.contains(&players));
    choices.fold(vec![Vec::new()], |combinations, option| {
        let values = match option.name {
            "players" => vec![players.to_string()],
            _ => values(option),
        };
        let longer = |words: Vec<String>| {
            let word = |value| format!("{}={value}", option.name);
            let with = |word| words.iter().cloned().chain([word]).collect();
            values.iter().map(word).map(with).collect::<Vec<_>>()
        };
        combinations.into_iter().flat_map(longer).collect()
    })
}

/// Returns the possible values of an option: each single value, and each combination.
fn values(option: &OptionAbout) -> Vec<String> {
    let together = option.together;
    let choice = |bits: u32| -> Vec<&str> {
        let chosen = together.iter().enumerate();
        chosen
            .filter(|(index, _)| bits >> index & 1 == 1)
            .map(|(_, value)| *value)
            .collect()
    };
    let several = (0..1 << together.len()).map(choice);
    let several = several.filter(|chosen| chosen.len() > 1);
    let alone = option.values.iter().map(|value| (*value).to_owned());
    alone
        .chain(several.map(|chosen| chosen.join(",")))
        .collect()
}

fn fields<G: Game>(options: &G::Options) -> Result<Map<String, Value>, BadOptions> {
    match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(BadOptions(format!(
            "{} has no options that can be named",
            G::ABOUT.name
        ))),
    }
}

/// Reads a value of the same type as the current one.
fn read(name: &str, text: &str, present: &Value) -> Result<Value, BadOptions> {
    let wrong = |expected: &str| BadOptions(format!("‘{name}’ is {expected}, not ‘{text}’"));
    match present {
        Value::Bool(_) => text
            .parse()
            .map(Value::Bool)
            .map_err(|_| wrong("true or false")),
        Value::Number(_) => text
            .parse::<i64>()
            .map(Value::from)
            .map_err(|_| wrong("a whole number")),
        Value::Array(_) => Ok(text
            .split(',')
            .filter(|part| !part.is_empty())
            .map(Value::from)
            .collect()),
        _ => Ok(Value::from(text)),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taj_mahal::{Options, TajMahal, TieBreak};

    #[test]
    fn words_round_trip() {
        let options = options_from_words::<TajMahal, _>(["players=3", "tie_break=ladder"]).unwrap();
        assert_eq!(
            options,
            Options {
                players: 3,
                tie_break: TieBreak::Ladder
            }
        );
        assert_eq!(
            options_to_words::<TajMahal>(&options),
            "players=3 tie_break=ladder"
        );
    }

    #[test]
    fn an_option_is_given_once() {
        let twice = options_from_words::<TajMahal, _>(["players=3", "players=4"]);
        let error = twice.unwrap_err().to_string();
        assert_eq!(error, "the option ‘players’ appears twice");
        let rules = options_from_words::<maharaja::Maharaja, _>(["rules=s1", "rules=s2"]);
        let error = rules.unwrap_err().to_string();
        assert_eq!(
            error,
            "the option ‘rules’ appears twice; several values are separated by commas, such as rules=s1,s2,s3,s4"
        );
    }

    #[test]
    fn every_choice_comes_up_for_the_players_who_have_it() {
        let taj_mahal = every_options::<TajMahal>();
        assert_eq!(taj_mahal.len(), 4 * 2);
        assert_eq!(every_options::<amritsar::Amritsar>().len(), 2 * (2 + 3));
        // 17 choices of special rules and 7 of the final scoring, 3 levels for one player, 2 set-ups for four.
        let maharaja = every_options::<maharaja::Maharaja>();
        assert_eq!(maharaja.len(), 17 * 7 * (3 + 1 + 1 + 2));
        let different = |index| !maharaja.iter().take(index).any(|o| *o == maharaja[index]);
        assert!((0..maharaja.len()).all(different));
    }

    #[test]
    fn wrong_words_say_what_is_right() {
        let error = |word| {
            options_from_words::<TajMahal, _>([word])
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("colour=red"),
            "there is no option ‘colour’; Taj Mahal has players, tie_break"
        );
        assert_eq!(
            error("players=many"),
            "‘players’ is a whole number, not ‘many’"
        );
        assert_eq!(error("tie_break=coin"), "there is no tie-break ‘coin’");
        assert_eq!(
            error("players=999"),
            "Taj Mahal has 2 to 5 players, not 999"
        );
    }
}
