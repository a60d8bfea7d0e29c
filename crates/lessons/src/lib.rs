//! Lessons: real positions with tasks that the reader carries out on the real board, judged by the rules.
//!
//! Each game has one file, `games/<game>/lessons`, with all texts in all languages. `CONTRIBUTING.md` shows how to write one; [`Course`] describes what
//! the lines mean. [`Play`] is a lesson that somebody plays.
//!
//! ```
//! use lessons::{Answer, Course, Play};
//!
//! let course = Course::of("taj-mahal").unwrap();
//! let mut play = Play::begin(&course, &course.lessons[0], &["Anna", "Asha", "Ravi"]).unwrap();
//! assert!(matches!(play.attempt("play red-xx"), Answer::Refused(_)));
//! ```

mod condition;
mod course;
mod guide;
mod play;
mod read;

pub use condition::{Accepted, Condition, matches};
pub use course::{But, Course, Excuse, Kind, Lesson, Question, Step, Text};
pub use guide::{Guide, Known, Tip, When};
pub use play::{Answer, Play};
pub use read::BadLessons;

/// The lessons of a game as a file for [`Course::read`]; `None` if nobody wrote them.
///
/// Programs carry all of them. The page loads the one that its reader opens.
#[cfg(not(target_arch = "wasm32"))]
pub fn file(game: &str) -> Option<&'static str> {
    match game {
        "amritsar" => Some(include_str!("../../../games/amritsar/lessons")),
        "maharaja" => Some(include_str!("../../../games/maharaja/lessons")),
        "taj-mahal" => Some(include_str!("../../../games/taj-mahal/lessons")),
        _ => None,
    }
}
