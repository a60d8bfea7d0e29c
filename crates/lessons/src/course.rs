//! The lessons of a game.

use crate::condition::Accepted;
use crate::guide::Guide;
use crate::read::{self, BadLessons};
use kit::Seat;
use table::AnyGame;
use words::Language;

/// All lessons and examples of a game.
///
/// In their file, a line begins with a word that says what it is; indented lines belong to the one before. Lines that begin with `#` are comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The game.
    pub game: AnyGame,
    /// The lessons and examples, in their order.
    pub lessons: Vec<Lesson>,
    /// `guide`: the guided first game, if there is one.
    pub guide: Option<Guide>,
    /// `excuse rule-turn Because …`: what no lesson shows, and why.
    pub excuses: Vec<Excuse>,
}

/// A position and what is to be done from there on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// A name for links, the same in each language.
    pub name: String,
    /// What it is for.
    pub kind: Kind,
    /// The title.
    pub title: Text,
    /// `options players=3`: the options, as in a record.
    pub options: String,
    /// `seed 17`: any text.
    pub seed: String,
    /// `eyes 0`: the seat that the reader plays.
    pub eyes: Seat,
    /// `moves`: the actions before the lesson begins, a line `0 withdraw` for each.
    pub moves: Vec<(Seat, String)>,
    /// What is to be done.
    pub steps: Vec<Step>,
}

/// What a lesson is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `lesson`: a part of the course.
    Lesson,
    /// `example`: it belongs to the section of the rules with this name, `at withdrawing`.
    Example(String),
}

/// One task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// `step`: the task in words.
    pub task: Text,
    /// `accept`: what carries it out; one of several.
    pub accepted: Vec<Accepted>,
    /// `light`: the places, cards or actions that are marked.
    pub light: Vec<String>,
    /// `hint`: shown on request and after two other attempts.
    pub hint: Option<Text>,
    /// `but`: answers to certain other actions.
    pub buts: Vec<But>,
    /// `ask`: questions to the rules.
    pub questions: Vec<Question>,
    /// `then`: what others do afterwards, and the reader's actions that need no task; of several legal actions that fit a pattern, the first.
    pub then: Vec<(Seat, String)>,
    /// `after`: what is said once the task is done.
    pub after: Option<Text>,
    /// `rules`: the sections of the rules that it teaches.
    pub rules: Vec<String>,
}

/// The answer to a legal action that does not carry out the task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct But {
    /// Which actions it answers.
    pub action: Accepted,
    /// The answer.
    pub text: Text,
}

/// `ask same-colour play green-em`: a question, an action that is not legal here, and the rule that refuses it. The refusal is the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The rule's key.
    pub rule: String,
    /// The action.
    pub action: String,
    /// The question in words.
    pub text: Text,
}

/// Something that no lesson shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excuse {
    /// The key: `rule-turn`, `event-reshuffled`.
    pub key: String,
    /// The reason.
    pub reason: String,
}

/// A text in all languages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text(pub(crate) [String; Language::ALL.len()]);

impl Text {
    /// Returns the text in this language.
    pub fn of(&self, language: Language) -> &str {
        let [en, de, ru] = &self.0;
        match language {
            Language::En => en,
            Language::De => de,
            Language::Ru => ru,
        }
    }
}

impl Course {
    /// Reads a file of lessons.
    pub fn read(game: AnyGame, file: &str) -> Result<Self, BadLessons> {
        read::course(game, file)
    }

    /// Returns the lessons of a game; `None` if there are none, or if they cannot be read, which a test excludes.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of(game: &str) -> Option<Self> {
        Course::read(AnyGame::find(game).ok()?, crate::file(game)?).ok()
    }

    /// Returns the lesson or example with this name.
    pub fn lesson(&self, name: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.name == name)
    }

    /// Returns the lessons, without the examples.
    pub fn parts(&self) -> impl Iterator<Item = &Lesson> {
        let lessons = self.lessons.iter();
        lessons.filter(|lesson| lesson.kind == Kind::Lesson)
    }

    /// Returns the examples of a section of the rules.
    pub fn examples<'a>(&'a self, section: &'a str) -> impl Iterator<Item = &'a Lesson> {
        let lessons = self.lessons.iter();
        lessons.filter(move |lesson| matches!(&lesson.kind, Kind::Example(at) if at == section))
    }
}
