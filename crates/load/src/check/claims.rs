//! Which request made which entry.

use super::{Stored, Violation};
use crate::history::{Operation, Outcome, Time, Wish};
use std::collections::{BTreeMap, HashMap};
use table::{Change, Entry, PersonId};

/// One wish: all requests with the same key, or a single one without.
pub struct Claim<'a> {
    /// The seat of the person.
    pub by: u8,
    /// Its requests, the first one first.
    pub requests: Vec<&'a Operation>,
}

impl<'a> Claim<'a> {
    /// What was wanted.
    pub fn wish(&self) -> &'a Wish {
        &self.requests[0].wish
    }

    /// Its key.
    pub fn key(&self) -> Option<&'a str> {
        self.requests[0].key.as_deref()
    }

    /// When it was first sent.
    pub fn begin(&self) -> Time {
        self.requests[0].begin
    }

    /// When the last answer came.
    pub fn end(&self) -> Time {
        let ends = self.requests.iter().map(|request| request.end);
        ends.max().unwrap_or_default()
    }

    /// Returns whether it may be stored, although nobody was told so.
    pub fn may_exist(&self) -> bool {
        let mut requests = self.requests.iter();
        requests.any(|request| matches!(request.outcome, Outcome::Done(_) | Outcome::Unknown))
    }

    /// Returns the version that was acknowledged.
    pub fn done(&self) -> Option<u64> {
        self.requests
            .iter()
            .find_map(|request| match request.outcome {
                Outcome::Done(version) => Some(version),
                _ => None,
            })
    }
}

/// Returns the wishes among the requests that fit, in the order of their beginning.
pub fn wishes<'a>(
    operations: &'a [Operation],
    fits: impl Fn(&Wish) -> bool,
) -> Result<Vec<Claim<'a>>, Violation> {
    let mut sorted: Vec<&Operation> = operations.iter().filter(|done| fits(&done.wish)).collect();
    sorted.sort_by_key(|operation| operation.begin);
    let mut places = HashMap::new();
    let mut claims: Vec<Claim<'a>> = Vec::new();
    for operation in sorted {
        let Some(by) = operation.by else {
            return Err(Violation::at(
                operation.end,
                "a spectator changes the table",
            ));
        };
        let place = operation.key.as_ref().map(|key| (by, key));
        match place.and_then(|place| places.get(&place)) {
            Some(&place) => {
                let claim: &mut Claim<'_> = &mut claims[place];
                claim.requests.push(operation);
            }
            None => {
                if let Some(place) = place {
                    places.insert(place, claims.len());
                }
                claims.push(Claim {
                    by,
                    requests: vec![operation],
                });
            }
        }
    }
    Ok(claims)
}

/// Finds the wish behind each entry of a person: every acknowledged one at the version that was told, every entry for one wish alone.
pub fn claimed<'a>(
    claims: &'a [Claim<'a>],
    stored: &Stored,
    base: u64,
    people: &[PersonId],
) -> Result<BTreeMap<u64, &'a Claim<'a>>, Violation> {
    let last = stored.entries.len() as u64;
    let mut by_version = BTreeMap::new();
    for claim in claims {
        for request in &claim.requests {
            let Outcome::Done(version) = request.outcome else {
                continue;
            };
            let violation = |what: &str| Violation::of(request, version, what);
            if claim.done() != Some(version) {
                return Err(violation("one key was acknowledged as two versions"));
            }
            if version > last {
                return Err(violation(
                    "an acknowledged version is not stored: it is lost",
                ));
            }
        }
        if let Some(version) = claim.done()
            && by_version.insert(version, claim).is_some()
        {
            let what = "two requests were acknowledged as the same version";
            return Err(Violation::at(claim.end(), what).about(version));
        }
    }
    // Who may have written an entry is among those who named the version before it, or no version.
    let mut open: HashMap<Option<u64>, Vec<&'a Claim<'a>>> = HashMap::new();
    for claim in claims.iter().filter(|claim| claim.done().is_none()) {
        open.entry(claim.wish().version()).or_default().push(claim);
    }
    for entry in stored.entries.iter().filter(|entry| entry.version > base) {
        if entry.by.is_none() || by_version.contains_key(&entry.version) {
            continue;
        }
        let mut denied = None;
        let mut author = None;
        for version in [Some(entry.version - 1), None] {
            let Some(open) = open.get_mut(&version) else {
                continue;
            };
            let fits = |claim: &&Claim<'_>| fits(claim, entry, people);
            denied = denied.or(open.iter().copied().find(fits));
            let place = open
                .iter()
                .position(|claim| fits(claim) && claim.may_exist());
            author = author.or(place.map(|place| open.remove(place)));
        }
        match (author, denied) {
            (Some(claim), _) => {
                by_version.insert(entry.version, claim);
            }
            (None, Some(claim)) => {
                let what = "it is stored, although the server said that it was not";
                return Err(Violation::of(claim.requests[0], entry.version, what));
            }
            (None, None) => {
                let what = format!("nobody asked for this entry, or it is stored twice: {entry:?}");
                return Err(Violation::at(0, what).about(entry.version));
            }
        }
    }
    Ok(by_version)
}

/// Returns whether the wish can have led to this entry.
fn fits(claim: &Claim<'_>, entry: &Entry, people: &[PersonId]) -> bool {
    let person = people.get(usize::from(claim.by));
    let same = entry.by.as_ref() == person && entry.key.as_deref() == claim.key();
    same && match (claim.wish(), &entry.change) {
        (Wish::Play { action, .. }, Change::Play { action: played, .. }) => action == played,
        (Wish::AnswerUndo(_, agree), Change::AnswerUndo { agrees, .. }) => agree == agrees,
        (Wish::Undo(_), Change::TakeBack { .. } | Change::AskUndo { .. })
        | (Wish::AnswerUndo(_, true), Change::TakeBack { .. })
        | (Wish::ComeBack, Change::ComeBack { .. }) => true,
        _ => false,
    }
}
