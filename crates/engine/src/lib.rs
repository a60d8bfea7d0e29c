//! The line protocol for programs: one JSON request per input line, one JSON answer per output line. See `docs/engine.md`.

use bots::Spec;
use kit::{Eyes, Refusal, Seat, Seed, Standings};
use protocol::WhatHappened;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};
use table::{AnyGame, AnyHistory, BadAction, BadRecord, Player, Question, Record};

/// The maximum length of a line in bytes; longer lines get an error as answer.
const LONGEST_LINE: usize = 16 << 20;

/// Answers each line until the end of input.
pub fn serve(input: impl BufRead, output: impl Write) -> io::Result<()> {
    serve_until(input, output, || false)
}

/// Like [`serve`], but a bot that thinks for long returns its best action so far once `stop` returns true.
pub fn serve_until(
    mut input: impl BufRead,
    mut output: impl Write,
    stop: fn() -> bool,
) -> io::Result<()> {
    let mut session = Session { game: None, stop };
    while let Some(line) = read_line(&mut input)? {
        let answer = match line {
            InputLine::Complete(bytes) => session.answer_line(&bytes),
            InputLine::TooLong => Answer::error(
                "bad_request",
                format!("the line is longer than {LONGEST_LINE} bytes"),
            ),
        };
        serde_json::to_writer(&mut output, &answer.0)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

enum InputLine {
    Complete(Vec<u8>),
    TooLong,
}

/// Reads the next line without its end; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        too_long |= line.len() + part.len() > LONGEST_LINE;
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    let line = if too_long {
        InputLine::TooLong
    } else {
        InputLine::Complete(line)
    };
    Ok(any.then_some(line))
}

/// A request as JSON.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    Games {},
    New {
        game: String,
        #[serde(default)]
        options: Map<String, Value>,
        seed: String,
    },
    Deciders {},
    Legal {
        seat: u8,
    },
    Apply {
        seat: u8,
        action: String,
    },
    View {
        #[serde(default)]
        seat: Option<u8>,
    },
    State {},
    Load {
        game: String,
        state: Value,
    },
    Scores {},
    Bot {
        seat: u8,
        bot: String,
        #[serde(default)]
        iterations: Option<u32>,
        #[serde(default)]
        seed: Option<String>,
    },
    Record {},
    Replay {
        record: String,
    },
}

/// An answer as JSON.
struct Answer(Map<String, Value>);

impl Answer {
    fn ok(fields: Value) -> Self {
        let mut answer = Map::from_iter([("ok".to_owned(), Value::Bool(true))]);
        if let Value::Object(fields) = fields {
            answer.extend(fields);
        }
        Answer(answer)
    }

    fn error(code: &str, message: impl ToString) -> Self {
        let fields = [
            ("ok", Value::Bool(false)),
            ("error", code.into()),
            ("message", message.to_string().into()),
        ];
        Answer(
            fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    }
}

type Answered = Result<Answer, Answer>;

/// The state of the engine between two requests: the current game, if there is one.
struct Session {
    game: Option<Box<dyn AnyHistory>>,
    stop: fn() -> bool,
}

impl Session {
    fn answer_line(&mut self, line: &[u8]) -> Answer {
        let answered = match serde_json::from_slice::<Request>(line) {
            Ok(request) => self.answer(request),
            Err(error) => Err(Answer::error(
                "bad_request",
                format!(
                    "not a request: {error}; a request is one JSON object such as {{\"do\":\"games\"}}"
                ),
            )),
        };
        answered.unwrap_or_else(|error| error)
    }

    fn answer(&mut self, request: Request) -> Answered {
        match request {
            Request::Games {} => Ok(Answer::ok(json!({"games": AnyGame::ALL.map(describe)}))),
            Request::New {
                game,
                options,
                seed,
            } => {
                let (game, seed) = (named(&game)?, Seed::from_text(&seed));
                let begun = table::begin(game, game.about().rules, &options.into(), seed);
                let game = begun.map_err(|error| Answer::error("bad_options", error))?;
                let answer = json!({"seats": game.seats()});
                self.go_on_with(game, answer)
            }
            Request::Load { game, state } => {
                let game = table::resume(named(&game)?, state).map_err(|error| {
                    Answer::error("bad_request", format!("invalid state: {error}"))
                })?;
                let answer = json!({"seats": game.seats()});
                self.go_on_with(game, answer)
            }
            Request::Replay { record } => {
                let bad = |error: BadRecord| Answer::error("bad_request", error);
                let record: Record = record.parse().map_err(bad)?;
                named(&record.game)?;
                let game = table::replay(&record).map_err(bad)?;
                let answer = json!({
                    "seats": game.seats(),
                    "moves": game.moves(),
                    "over": game.deciders().is_empty(),
                });
                self.go_on_with(game, answer)
            }
            Request::Deciders {} => Ok(Answer::ok(json!({"deciders": self.game()?.deciders()}))),
            Request::Legal { seat } => {
                let game = self.game()?;
                let actions = game.legal(seat_of(game, seat)?);
                Ok(Answer::ok(json!({"actions": actions})))
            }
            Request::Apply { seat, action } => self.apply(seat, &action),
            Request::View { seat } => {
                let game = self.game()?;
                let eyes = match seat {
                    Some(seat) => Eyes::Seat(seat_of(game, seat)?),
                    None => Eyes::Public,
                };
                Ok(Answer::ok(json!({"view": game.view(eyes)})))
            }
            Request::State {} => {
                let game = self.game()?;
                let state = json!({"game": game.about().key, "state": game.state()});
                Ok(Answer::ok(state))
            }
            Request::Scores {} => Ok(scores(self.game()?.standings())),
            Request::Bot {
                seat,
                bot,
                iterations,
                seed,
            } => self.ask_bot(seat, &bot, iterations, seed),
            Request::Record {} => record(self.game()?),
        }
    }

    fn go_on_with(&mut self, game: Box<dyn AnyHistory>, answer: Value) -> Answered {
        self.game = Some(game);
        Ok(Answer::ok(answer))
    }

    fn game(&self) -> Result<&dyn AnyHistory, Answer> {
        self.game.as_deref().ok_or_else(no_game)
    }

    fn apply(&mut self, seat: u8, action: &str) -> Answered {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        let seat = asked(game.as_ref(), seat)?;
        let key = game.about().key;
        let told = game
            .play(seat, action)
            .map_err(|error| Answer::error("illegal", in_words(key, &error)))?;
        match told(Eyes::AllSeeing) {
            WhatHappened::Played { events, .. } => Ok(Answer::ok(json!({"events": events}))),
            _ => Ok(Answer::ok(json!({"events": []}))),
        }
    }

    fn ask_bot(
        &self,
        seat: u8,
        bot: &str,
        iterations: Option<u32>,
        seed: Option<String>,
    ) -> Answered {
        let game = self.game()?;
        seat_of(game, seat)?;
        let bad = |error: bots::UnknownBot| Answer::error("bad_request", error);
        let mut bot: Spec = bot.parse().map_err(bad)?;
        if let Some(iterations) = iterations {
            bot = bot.with_iterations(iterations).map_err(bad)?;
        }
        let seat = asked(game, seat)?;
        let question = Question {
            version: 0,
            game: named(game.about().key)?,
            seat,
            bot,
            seed: Seed::from_text(&seed.unwrap_or_default()),
            view: game.view(Eyes::Seat(seat)),
        };
        match question.answer(bots::now, &mut || (self.stop)()) {
            Ok(action) => Ok(Answer::ok(json!({"action": action}))),
            Err(problem) => Err(Answer::error("bad_request", problem)),
        }
    }
}

fn no_game() -> Answer {
    Answer::error(
        "no_game",
        "there is no game yet; start one with {\"do\":\"new\",\"game\":\"taj-mahal\",\"options\":{\"players\":4},\"seed\":\"any text\"}",
    )
}

fn named(key: &str) -> Result<AnyGame, Answer> {
    AnyGame::find(key).map_err(|error| Answer::error("unknown_game", error))
}

fn describe(game: AnyGame) -> Value {
    let about = game.about();
    json!({"key": about.key, "name": about.name, "seats": about.seats.collect::<Vec<_>>(), "options": about.options})
}

fn seat_of(game: &dyn AnyHistory, number: u8) -> Result<Seat, Answer> {
    let last = game.seats().saturating_sub(1);
    let seat = Seat::new(number).filter(|_| number <= last);
    seat.ok_or_else(|| {
        Answer::error(
            "bad_request",
            format!("there is no seat {number}; this game has seats 0 to {last}"),
        )
    })
}

/// Returns the seat if it has to decide.
fn asked(game: &dyn AnyHistory, number: u8) -> Result<Seat, Answer> {
    let seat = seat_of(game, number)?;
    Refusal::unless_asked(seat, game.deciders())
        .map_err(|refusal| Answer::error("not_your_turn", refusal))?;
    Ok(seat)
}

/// Formats the reason why an action was not carried out.
fn in_words(game: &str, error: &BadAction) -> String {
    let words = match error {
        BadAction::Refused(Refusal::Breaks(rule)) => words::broken(game, rule.key, rule.section),
        _ => None,
    };
    words.unwrap_or_else(|| error.to_string())
}

fn scores(standings: Standings) -> Answer {
    let Standings {
        scores,
        automatic,
        over,
        winners,
    } = standings;
    let totals: Vec<i32> = scores.iter().map(|score| score.total).collect();
    Answer::ok(
        json!({"scores": totals, "over": over, "winners": winners, "details": scores, "automatic": automatic}),
    )
}

fn record(game: &dyn AnyHistory) -> Answered {
    let players = Seat::first(game.seats()).map(|seat| Player::person(format!("seat {seat}")));
    match game.record(Eyes::AllSeeing, players.collect()) {
        Some(record) => Ok(Answer::ok(json!({"record": record.to_string()}))),
        None => Err(Answer::error(
            "bad_request",
            "this game was loaded as a state; its beginning is unknown, so it has no record",
        )),
    }
}
