//! Why a request brought nothing, in the reader's language.

use crate::frame::Frame;
use kit::Id as _;
use leptos::prelude::GetUntracked as _;
use protocol::Problem;

/// Why a request brought nothing.
pub enum Trouble {
    /// No server answered.
    Unreachable,
    /// The server said no, and why.
    Refused(Box<Problem>),
}

impl Trouble {
    /// A sentence for people. What has no words of its own is said in the server's.
    pub fn sentence(&self, game: &str, frame: Frame) -> String {
        match self {
            Trouble::Unreachable => frame.say("unreachable", &[]),
            Trouble::Refused(problem) => {
                let known = known(problem, game, frame).map(str::to_owned);
                known.unwrap_or_else(|| frame.say("problem", &[("problem", &problem.detail)]))
            }
        }
    }
}

/// The words for a broken rule, for what stands in the way, or for the kind of problem.
fn known(problem: &Problem, game: &str, frame: Frame) -> Option<&'static str> {
    let rule = problem.rule.as_ref();
    let rule = rule.and_then(|rule| {
        frame
            .teller(game, Vec::new())
            .text(&format!("rule-{}", rule.key))
    });
    let name = match problem.reason {
        Some(reason) => reason.id(),
        None => problem.kind.trim_start_matches("/problems/"),
    };
    rule.or_else(|| words::problem(frame.language.get_untracked(), name))
}
