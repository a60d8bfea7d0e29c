//! `durbar engine`: a line protocol for programs. `docs/engine.md` describes it.

use crate::setting;
use anyhow::Result;
use bots::{Chair, Spec};
use clap::Args;
use kit::{Eyes, Game, Refusal, Seat, Seed, Standings};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::{BufRead, BufWriter, Write};
use table::{AnyGame, ForGame, History, Playable, Player, Record, options_from_json};

/// Serve a program: one JSON request per line in, one JSON answer per line out.
///
/// Try: echo '{"do":"games"}' | durbar engine
#[derive(Args)]
pub struct Engine {}

/// The longest line that is read; longer ones are answered with an error.
const LONGEST_LINE: usize = 16 << 20;

impl Engine {
    /// Answers until the end of input.
    pub fn run(self) -> Result<()> {
        let mut input = std::io::stdin().lock();
        let mut output = BufWriter::new(std::io::stdout().lock());
        let mut seated = Seated::default();
        while let Some(line) = read_line(&mut input)? {
            let answer = match line {
                Line::Complete(bytes) => seated.answer_line(&bytes),
                Line::TooLong => Answer::error(
                    "bad_request",
                    format!("a line longer than {LONGEST_LINE} bytes"),
                ),
            };
            serde_json::to_writer(&mut output, &answer.0)?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
        Ok(())
    }
}

enum Line {
    Complete(Vec<u8>),
    TooLong,
}

/// The next line without its end; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> Result<Option<Line>> {
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
        Line::TooLong
    } else {
        Line::Complete(line)
    };
    Ok(any.then_some(line))
}

/// A request as programs write it.
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

/// An answer as programs read it.
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

/// The engine between two requests: perhaps a game.
#[derive(Default)]
struct Seated {
    game: Option<Box<dyn Session>>,
}

impl Seated {
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
            } => self.sit_down(named(&game)?.run(Start { options, seed })?),
            Request::Load { game, state } => self.sit_down(named(&game)?.run(Load(state))?),
            Request::Replay { record } => {
                let record: Record = record
                    .parse()
                    .map_err(|error| Answer::error("bad_request", error))?;
                self.sit_down(named(&record.game)?.run(Again(&record))?)
            }
            other => match &mut self.game {
                Some(game) => game.answer(other),
                None => Err(Answer::error(
                    "no_game",
                    "there is no game yet; start one with {\"do\":\"new\",\"game\":\"taj-mahal\",\"options\":{\"players\":4},\"seed\":\"any text\"}",
                )),
            },
        }
    }

    fn sit_down(&mut self, (game, answer): (Box<dyn Session>, Answer)) -> Answered {
        self.game = Some(game);
        Ok(answer)
    }
}

fn named(key: &str) -> Result<AnyGame, Answer> {
    setting::game(key).map_err(|error| Answer::error("unknown_game", error))
}

fn describe(game: AnyGame) -> Value {
    let about = game.about();
    json!({"key": about.key, "name": about.name, "seats": about.seats.collect::<Vec<_>>(), "options": about.options})
}

type Begun = Result<(Box<dyn Session>, Answer), Answer>;

/// Starts a new game.
struct Start {
    options: Map<String, Value>,
    seed: String,
}

impl ForGame for Start {
    type Output = Begun;

    fn run<G: Playable>(self) -> Begun {
        let bad = |error: kit::BadOptions| Answer::error("bad_options", error);
        let options = options_from_json::<G>(Value::Object(self.options)).map_err(bad)?;
        let table = History::<G>::new(&options, Seed::from_text(&self.seed)).map_err(bad)?;
        let answer = Answer::ok(json!({"seats": table.game().seats()}));
        Ok((Box::new(table), answer))
    }
}

/// Goes on from a state.
struct Load(Value);

impl ForGame for Load {
    type Output = Begun;

    fn run<G: Playable>(self) -> Begun {
        let bad =
            |error: String| Answer::error("bad_request", format!("this state cannot be: {error}"));
        let game: G = serde_json::from_value(self.0).map_err(|error| bad(error.to_string()))?;
        let table = History::resume(game).map_err(|flaw| bad(flaw.to_string()))?;
        let answer = Answer::ok(json!({"seats": table.game().seats()}));
        Ok((Box::new(table), answer))
    }
}

/// Plays a record again, and goes on where it ends.
struct Again<'a>(&'a Record);

impl ForGame for Again<'_> {
    type Output = Begun;

    fn run<G: Playable>(self) -> Begun {
        let table =
            History::<G>::replay(self.0).map_err(|error| Answer::error("bad_request", error))?;
        let answer = Answer::ok(json!({
            "seats": table.game().seats(),
            "moves": table.moves().len(),
            "over": table.game().deciders().is_empty(),
        }));
        Ok((Box::new(table), answer))
    }
}

/// A game that is being played, whichever it is.
trait Session {
    fn answer(&mut self, request: Request) -> Answered;
}

impl<G: Playable> Session for History<G> {
    fn answer(&mut self, request: Request) -> Answered {
        match request {
            Request::Deciders {} => Ok(Answer::ok(json!({"deciders": self.game().deciders()}))),
            Request::Legal { seat } => legal(self.game(), seat),
            Request::Apply { seat, action } => apply(self, seat, &action),
            Request::View { seat } => view(self.game(), seat),
            Request::State {} => Ok(Answer::ok(
                json!({"game": G::ABOUT.key, "state": self.game()}),
            )),
            Request::Scores {} => Ok(scores(self.game())),
            Request::Bot {
                seat,
                bot,
                iterations,
                seed,
            } => ask_bot(self.game(), seat, &bot, iterations, seed),
            Request::Record {} => record(self),
            Request::Games {}
            | Request::New { .. }
            | Request::Load { .. }
            | Request::Replay { .. } => Err(Answer::error(
                "bad_request",
                "this request does not concern the game in play",
            )),
        }
    }
}

fn seat_of<G: Game>(game: &G, number: u8) -> Result<Seat, Answer> {
    let last = game.seats().saturating_sub(1);
    let seat = Seat::new(number).filter(|_| number <= last);
    seat.ok_or_else(|| {
        Answer::error(
            "bad_request",
            format!("there is no seat {number}; this game has seats 0 to {last}"),
        )
    })
}

fn legal<G: Game>(game: &G, seat: u8) -> Answered {
    let mut actions = Vec::new();
    game.legal(seat_of(game, seat)?, &mut actions);
    let texts: Vec<String> = actions.iter().map(G::Action::to_string).collect();
    Ok(Answer::ok(json!({"actions": texts})))
}

fn apply<G: Game>(table: &mut History<G>, seat: u8, action: &str) -> Answered {
    let seat = seat_of(table.game(), seat)?;
    Refusal::unless_asked(seat, table.game().deciders())
        .map_err(|refusal| Answer::error("not_your_turn", refusal))?;
    let action: G::Action = action
        .parse()
        .map_err(|error| Answer::error("illegal", error))?;
    let events = table
        .play(seat, action)
        .map_err(|refusal| Answer::error("illegal", in_words::<G>(refusal)))?;
    Ok(Answer::ok(json!({"events": events})))
}

/// Why not, as a sentence.
fn in_words<G: Game>(refusal: Refusal) -> String {
    let words = match refusal {
        Refusal::Breaks(rule) => words::broken(G::ABOUT.key, rule.key, rule.section),
        _ => None,
    };
    words.unwrap_or_else(|| refusal.to_string())
}

fn view<G: Game>(game: &G, seat: Option<u8>) -> Answered {
    let eyes = match seat {
        Some(seat) => Eyes::Seat(seat_of(game, seat)?),
        None => Eyes::Public,
    };
    Ok(Answer::ok(json!({"view": game.view(eyes)})))
}

fn scores<G: Game>(game: &G) -> Answer {
    let Standings {
        scores,
        automatic,
        over,
        winners,
    } = game.standings();
    let totals: Vec<i32> = scores.iter().map(|score| score.total).collect();
    Answer::ok(
        json!({"scores": totals, "over": over, "winners": winners, "details": scores, "automatic": automatic}),
    )
}

fn ask_bot<G: Playable>(
    game: &G,
    seat: u8,
    bot: &str,
    iterations: Option<u32>,
    seed: Option<String>,
) -> Answered {
    let seat = seat_of(game, seat)?;
    let bad = |error: bots::UnknownBot| Answer::error("bad_request", error);
    let mut bot: Spec = bot.parse().map_err(bad)?;
    if let Some(iterations) = iterations {
        bot = bot.with_iterations(iterations).map_err(bad)?;
    }
    Refusal::unless_asked(seat, game.deciders())
        .map_err(|refusal| Answer::error("not_your_turn", refusal))?;
    let mut actions = Vec::new();
    let Some(chair) = Chair::new(game, seat, &mut actions) else {
        return Err(Answer::error(
            "not_your_turn",
            "this seat has nothing to decide",
        ));
    };
    let seed = Seed::from_text(&seed.unwrap_or_default());
    let action = G::seat_bot(bot, seed, bots::now).choose(&chair);
    Ok(Answer::ok(json!({"action": action.to_string()})))
}

fn record<G: Game>(table: &History<G>) -> Answered {
    let players =
        Seat::first(table.game().seats()).map(|seat| Player::person(format!("seat {seat}")));
    match table.record(players.collect()) {
        Some(record) => Ok(Answer::ok(json!({"record": record.to_string()}))),
        None => Err(Answer::error(
            "bad_request",
            "this game was loaded as a state; its beginning is unknown, so it has no record",
        )),
    }
}
