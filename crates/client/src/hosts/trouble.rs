//! Why a request brought nothing, in the reader's language.

use crate::frame::Frame;
use kit::Id as _;
use leptos::prelude::GetUntracked as _;
use protocol::Problem;
use table::{BadAction, Refused};

/// Why a request brought nothing.
pub enum Trouble {
    /// No server answered.
    Unreachable,
    /// The server refused, and why.
    Refused(Box<Problem>),
    /// A table of this browser refused.
    Table(Refused),
    /// A newer page has saved the table of this browser.
    NewerPage,
}

impl Trouble {
    /// A sentence for people. What has no words of its own is said in the server's.
    pub fn sentence(&self, game: &str, frame: Frame) -> String {
        match self {
            Trouble::Unreachable => frame.say("unreachable", &[]),
            Trouble::NewerPage => frame.say("problem-newer-page", &[]),
            Trouble::Refused(problem) => {
                let rule = problem.rule.as_ref().map(|rule| rule.key.as_str());
                let name = match problem.reason {
                    Some(reason) => reason.id(),
                    None => problem.kind.trim_start_matches("/problems/"),
                };
                sentence(rule, Some(name), &problem.detail, game, frame)
            }
            Trouble::Table(refused) => {
                let rule = match refused {
                    Refused::Action(BadAction::Refused(kit::Refusal::Breaks(rule))) => {
                        Some(rule.key)
                    }
                    _ => None,
                };
                let name = refused.reason().map(|reason| reason.id());
                sentence(rule, name, &refused.to_string(), game, frame)
            }
        }
    }
}

/// The words for a broken rule, for what stands in the way, or for the kind of problem.
fn sentence(
    rule: Option<&str>,
    name: Option<&str>,
    detail: &str,
    game: &str,
    frame: Frame,
) -> String {
    let language = frame.language.get_untracked();
    let rule = rule.and_then(|rule| words::rule(language, game, rule));
    let named = || words::problem(language, name?);
    match rule.or_else(named) {
        Some(words) => words.to_owned(),
        None => frame.say("problem", &[("problem", &detail)]),
    }
}
