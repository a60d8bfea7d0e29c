//! Reads files of lessons.

use crate::condition::Accepted;
use crate::course::{But, Course, Excuse, Kind, Lesson, Question, Step, Text};
use crate::guide::{Guide, Tip, When};
use kit::Seat;
use table::AnyGame;
use words::Language;

/// A mistake in a file of lessons.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BadLessons {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// Reads all lessons of a game.
pub fn course(game: AnyGame, file: &str) -> Result<Course, BadLessons> {
    let mut reader = Reader {
        course: Course {
            game,
            lessons: Vec::new(),
            guide: None,
            excuses: Vec::new(),
        },
        open: Open::Nothing,
    };
    let mut last = 0;
    for (number, line) in file.lines().enumerate() {
        let line_is_empty = line.trim().is_empty() || line.starts_with('#');
        last = number + 1;
        if !line_is_empty {
            reader.read(line.trim_end()).map_err(|problem| BadLessons {
                line: last,
                problem,
            })?;
        }
    }
    let checked = reader.check().and_then(|()| reader.check_guide());
    checked.map_err(|problem| BadLessons {
        line: last,
        problem,
    })?;
    Ok(reader.course)
}

/// What indented lines belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Title,
    Moves,
    Task,
    Hint,
    But,
    Ask,
    Then,
    After,
    Tip,
}

struct Reader {
    course: Course,
    open: Open,
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), String> {
        if line.starts_with(' ') {
            return self.read_indented(line.trim());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        self.open = Open::Nothing;
        match word {
            "lesson" => return self.begin(rest, Kind::Lesson),
            "example" => return self.begin(rest, Kind::Example(String::new())),
            "excuse" => {
                let (key, reason) = rest
                    .split_once(' ')
                    .ok_or("an excuse is a key and a reason")?;
                self.course.excuses.push(Excuse {
                    key: key.to_owned(),
                    reason: reason.to_owned(),
                });
                return Ok(());
            }
            "guide" => {
                self.check()?;
                self.course.guide = Some(Guide::default());
                return Ok(());
            }
            _ => {}
        }
        // The guide comes behind the lessons.
        if let Some(guide) = &mut self.course.guide {
            let tip = read_of_guide(guide, word, rest)?;
            self.open = if tip { Open::Tip } else { Open::Nothing };
            return Ok(());
        }
        let lesson = self.lesson()?;
        match word {
            "at" => match &mut lesson.kind {
                Kind::Example(section) => *section = rest.to_owned(),
                Kind::Lesson => return Err("only an example has ‘at’".to_owned()),
            },
            "options" => lesson.options = rest.to_owned(),
            "seed" => lesson.seed = rest.to_owned(),
            "eyes" => lesson.eyes = seat(rest)?,
            "moves" => self.open = Open::Moves,
            "step" => {
                lesson.steps.push(Step::default());
                self.open = Open::Task;
            }
            _ => return self.read_of_step(word, rest),
        }
        Ok(())
    }

    fn read_of_step(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let step = self.step()?;
        let mut open = Open::Nothing;
        match word {
            "accept" => step.accepted.push(Accepted::read(rest)?),
            "light" => step.light.push(rest.to_owned()),
            "hint" => {
                step.hint = Some(Text::default());
                open = Open::Hint;
            }
            "but" => {
                step.buts.push(But {
                    action: Accepted::read(rest)?,
                    text: Text::default(),
                });
                open = Open::But;
            }
            "ask" => {
                let (rule, action) = rest
                    .split_once(' ')
                    .ok_or("‘ask’ has a rule’s key and an action")?;
                step.questions.push(Question {
                    rule: rule.to_owned(),
                    action: action.to_owned(),
                    text: Text::default(),
                });
                open = Open::Ask;
            }
            "then" => open = Open::Then,
            "after" => {
                step.after = Some(Text::default());
                open = Open::After;
            }
            "rules" => step
                .rules
                .extend(rest.split_whitespace().map(str::to_owned)),
            _ => {
                return Err(format!(
                    "‘{word}’ is not understood; a line begins with lesson, example, excuse, at, options, seed, eyes, moves, step, accept, light, hint, but, ask, then, after or rules"
                ));
            }
        }
        self.open = open;
        Ok(())
    }

    fn begin(&mut self, name: &str, kind: Kind) -> Result<(), String> {
        self.check()?;
        if self.course.guide.is_some() {
            return Err("‘guide’ comes behind all lessons and examples".to_owned());
        }
        if name.is_empty() || name.contains(' ') || self.course.lesson(name).is_some() {
            return Err(format!("‘{name}’ is not one word that no other lesson has"));
        }
        self.course.lessons.push(Lesson {
            name: name.to_owned(),
            kind,
            title: Text::default(),
            options: String::new(),
            seed: String::new(),
            eyes: Seat::FIRST,
            moves: Vec::new(),
            steps: Vec::new(),
        });
        self.open = Open::Title;
        Ok(())
    }

    fn read_indented(&mut self, line: &str) -> Result<(), String> {
        let (first, rest) = line.split_once(' ').ok_or_else(|| {
            format!("‘{line}’ is neither a language and a text nor a seat and an action")
        })?;
        let open = self.open;
        let into = match open {
            Open::Nothing => return Err("nothing here takes indented lines".to_owned()),
            Open::Moves => {
                let played = (seat(first)?, rest.to_owned());
                self.lesson()?.moves.push(played);
                return Ok(());
            }
            Open::Then => {
                let played = (seat(first)?, rest.to_owned());
                self.step()?.then.push(played);
                return Ok(());
            }
            Open::Title => Some(&mut self.lesson()?.title),
            Open::Task => Some(&mut self.step()?.task),
            Open::Hint => self.step()?.hint.as_mut(),
            Open::But => self.step()?.buts.last_mut().map(|but| &mut but.text),
            Open::Ask => {
                let last = self.step()?.questions.last_mut();
                last.map(|question| &mut question.text)
            }
            Open::After => self.step()?.after.as_mut(),
            Open::Tip => {
                let guide = self.course.guide.as_mut();
                guide.and_then(|guide| Some(&mut guide.tips.last_mut()?.text))
            }
        };
        let into = into.ok_or("nothing here takes a text")?;
        let mut languages = Language::ALL.iter().zip(&mut into.0);
        let found = languages.find(|(language, _)| language.tag() == first);
        let (_, text) = found.ok_or_else(|| format!("‘{first}’ is not one of en, de, ru"))?;
        if !text.is_empty() {
            return Err(format!("a second text in ‘{first}’"));
        }
        rest.trim().clone_into(text);
        Ok(())
    }

    fn lesson(&mut self) -> Result<&mut Lesson, String> {
        let last = self.course.lessons.last_mut();
        last.ok_or_else(|| "expected ‘lesson’ or ‘example’ first".to_owned())
    }

    fn step(&mut self) -> Result<&mut Step, String> {
        let last = self.lesson()?.steps.last_mut();
        last.ok_or_else(|| "expected ‘step’ first".to_owned())
    }

    /// Checks that the guide is complete.
    fn check_guide(&self) -> Result<(), String> {
        let Some(guide) = &self.course.guide else {
            return Ok(());
        };
        let incomplete =
            |tip: &&Tip| tip.when.is_empty() || tip.text.0.iter().any(String::is_empty);
        match guide.tips.iter().find(incomplete) {
            Some(tip) => Err(format!("the tip ‘{}’ lacks ‘when’ or a text", tip.name)),
            None if guide.seed.is_empty() => Err("the guide lacks a seed".to_owned()),
            None => Ok(()),
        }
    }

    /// Checks that the last lesson is complete.
    fn check(&self) -> Result<(), String> {
        let Some(lesson) = self.course.lessons.last() else {
            return Ok(());
        };
        let missing = |what: &str| Err(format!("in ‘{}’, {what} is missing", lesson.name));
        if lesson.steps.is_empty() {
            return missing("a step");
        }
        if lesson.seed.is_empty() {
            return missing("a seed");
        }
        if lesson.kind == Kind::Example(String::new()) {
            return missing("‘at’ with a section of the rules");
        }
        if lesson.steps.iter().any(|step| step.accepted.is_empty()) {
            return missing("in a step, ‘accept’");
        }
        let texts = lesson.steps.iter().flat_map(Step::texts);
        let incomplete = |text: &Text| text.0.iter().any(String::is_empty);
        if std::iter::once(&lesson.title).chain(texts).any(incomplete) {
            return missing("a text in one of the languages");
        }
        Ok(())
    }
}

impl Step {
    /// Returns all its texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        std::iter::once(&self.task)
            .chain(&self.hint)
            .chain(self.buts.iter().map(|but| &but.text))
            .chain(self.questions.iter().map(|question| &question.text))
            .chain(&self.after)
    }
}

/// Reads a line of the guide. Returns whether a tip begins.
fn read_of_guide(guide: &mut Guide, word: &str, rest: &str) -> Result<bool, String> {
    match word {
        "options" => guide.options = rest.to_owned(),
        "seed" => guide.seed = rest.to_owned(),
        "eyes" => guide.eyes = Some(seat(rest)?),
        "tip" => {
            guide.tips.push(Tip {
                name: rest.to_owned(),
                times: 1,
                ..Tip::default()
            });
            return Ok(true);
        }
        _ => {
            let tip = guide.tips.last_mut().ok_or("expected ‘tip’ first")?;
            match word {
                "when" => tip.when.push(When::read(rest)?),
                "suggest" => tip.suggested.push(rest.to_owned()),
                "times" => tip.times = rest.parse().map_err(|_| "‘times’ has a number")?,
                "rules" => tip.rules.extend(rest.split_whitespace().map(str::to_owned)),
                _ => {
                    return Err(format!(
                        "‘{word}’ is not understood; in the guide a line begins with options, seed, eyes, tip, when, suggest, times or rules"
                    ));
                }
            }
        }
    }
    Ok(false)
}

fn seat(text: &str) -> Result<Seat, String> {
    let number = text.parse().ok().and_then(Seat::new);
    number.ok_or_else(|| format!("‘{text}’ is not a seat, such as 0"))
}
