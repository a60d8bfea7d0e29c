//! Errors of requests, in the reader's language.

use kit::Id as _;
use protocol::Problem;
use table::{BadAction, Refused};
use words::{Language, say};

/// The reason why a request failed.
pub enum Trouble {
    /// No server answered.
    Unreachable,
    /// The server refused the request.
    Refused(Box<Problem>),
    /// A local table refused the request.
    Table(Refused),
    /// A newer version of the page has stored the local table.
    NewerPage,
}

impl Trouble {
    /// Returns a sentence for people. Without a text of its own, the server's sentence is used.
    pub fn sentence(&self, game: &str, language: Language) -> String {
        match self {
            Trouble::Unreachable => say(language, "unreachable", &[]),
            Trouble::NewerPage => say(language, "problem-newer-page", &[]),
            Trouble::Refused(problem) => {
                let name = match problem.reason {
                    Some(reason) => reason.id(),
                    None => problem.kind.trim_start_matches("/problems/"),
                };
                sentence(self.rule(), Some(name), &problem.detail, game, language)
            }
            Trouble::Table(refused) => {
                let name = match refused {
                    Refused::Because(reason) => Some(reason.id()),
                    _ => None,
                };
                sentence(self.rule(), name, &refused.to_string(), game, language)
            }
        }
    }

    /// Returns the key of the rule that was broken.
    pub fn rule(&self) -> Option<&str> {
        match self {
            Trouble::Refused(problem) => problem.rule.as_ref().map(|rule| rule.key.as_str()),
            Trouble::Table(Refused::Action(BadAction::Refused(kit::Refusal::Breaks(rule)))) => {
                Some(rule.key)
            }
            _ => None,
        }
    }
}

/// Returns the text for a broken rule, for a reason, or for the kind of problem.
fn sentence(
    rule: Option<&str>,
    name: Option<&str>,
    detail: &str,
    game: &str,
    language: Language,
) -> String {
    let rule = rule.and_then(|rule| words::rule(language, game, rule));
    let named = || words::problem(language, name?);
    match rule.or_else(named) {
        Some(words) => words.to_owned(),
        None => say(language, "problem", &[("problem", &detail)]),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use kit::Rule;

    /// Returns the sentences of a local table and of a server for the same refusal.
    fn both(rule: Rule, language: Language) -> [String; 2] {
        let action = BadAction::Refused(kit::Refusal::Breaks(rule));
        let local = Trouble::Table(Refused::Action(action));
        let problem = serde_json::json!({
            "type": "/problems/illegal-action",
            "status": 422,
            "title": "Illegal action",
            "detail": "The rules do not allow it",
            "rule": { "key": rule.key, "section": rule.section },
        });
        let online = Trouble::Refused(Box::new(serde_json::from_value(problem).unwrap()));
        [local, online].map(|trouble| trouble.sentence("taj-mahal", language))
    }

    #[test]
    fn a_broken_rule_is_told_in_the_readers_language_here_and_online() {
        for rule in taj_mahal::rules::ALL {
            for language in Language::ALL {
                let words = words::rule(language, "taj-mahal", rule.key);
                let [local, online] = both(rule, language);
                assert_eq!(Some(&*local), words);
                assert_eq!(local, online);
            }
        }
    }

    #[test]
    fn what_a_table_refuses_is_told_in_the_readers_language() {
        let told = |language| {
            Trouble::Table(protocol::Reason::NotStarted.into()).sentence("taj-mahal", language)
        };
        let [en, de, ru] = Language::ALL.map(told);
        assert!(en != de && en != ru && de != ru, "{en} {de} {ru}");
    }
}
