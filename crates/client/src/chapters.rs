//! How far a game is: its chapters, and a summary for lists of tables.

use ::table::{ENTRIES_BEFORE_PLAY, Replay};
use kit::{Eyes, Seat};
use protocol::{Standings, Step, Update, WhatHappened};
use serde_json::Value;
use words::{Language, Teller};

/// Returns the chapters of a game: the action after which each begins, and its event; the set-up comes before the first.
pub fn chapters(replay: &Replay) -> Vec<(usize, Option<Value>)> {
    let told = replay.after(replay.moves(), Eyes::Public);
    let steps = told.map(|update| update.steps).unwrap_or_default();
    after_setup(&steps, &any_teller(&replay.record().game))
}

fn after_setup(steps: &[Step], teller: &Teller) -> Vec<(usize, Option<Value>)> {
    let begun = begun(steps, teller).map(|(place, event)| (place, Some(event.clone())));
    let mut chapters: Vec<_> = begun.collect();
    if chapters.first().is_none_or(|(place, _)| *place > 0) {
        chapters.insert(0, (0, None));
    }
    chapters
}

/// Returns the action after which each chapter begins, and its event.
fn begun<'a>(
    steps: &'a [Step],
    teller: &'a Teller,
) -> impl DoubleEndedIterator<Item = (usize, &'a Value)> {
    steps.iter().filter_map(|step| match &step.what {
        WhatHappened::Started { events } | WhatHappened::Played { events, .. } => {
            let mut events = events.iter();
            let event = events.find(|event| teller.chapter(event).is_some())?;
            let place = (step.version as usize).saturating_sub(ENTRIES_BEFORE_PLAY);
            Some((place, event))
        }
        _ => None,
    })
}

/// Tells whether an event begins a chapter, which is the same in every language.
fn any_teller(game: &str) -> Teller {
    let language = Language::ALL
        .into_iter()
        .find(|&known| words::is_known(known));
    Teller::new(language.unwrap_or_default(), game, Vec::new())
}

/// Returns the points of each seat, followed by an automatic opponent's.
pub fn totals(standings: &Standings) -> Vec<i32> {
    let scores = standings.scores.iter().chain(&standings.automatic);
    scores.map(|score| score.total).collect()
}

/// What a list tells about a running or finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The event that began the current chapter.
    pub chapter: Option<Value>,
    /// The points of each seat, followed by an automatic opponent's.
    pub totals: Vec<i32>,
    /// The seats that have to decide.
    pub deciders: Vec<Seat>,
}

impl Progress {
    /// Summarises a table, given an update with all of its steps; `None` before the game.
    pub fn of(update: &Update) -> Option<Self> {
        let position = update.position.as_ref()?;
        let teller = any_teller(&update.game);
        let chapter = begun(&update.steps, &teller).next_back();
        Some(Progress {
            chapter: chapter.map(|(_, event)| event.clone()),
            totals: totals(&position.standings),
            deciders: position.deciders.clone(),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play, update};
    use crate::shelf::Memory;
    use serde_json::json;

    fn played(version: u64, events: &[Value]) -> Step {
        let step = json!({"version": version, "step": "played", "seat": 0, "action": "withdraw", "events": events});
        serde_json::from_value(step).unwrap()
    }

    #[test]
    fn chapters_begin_where_their_event_happened() {
        let teller = any_teller("taj-mahal");
        let visit = |visit: u8| json!({"event": "visit-began", "visit": visit, "province": "kashmir", "start": 0});
        let other = json!({"event": "reshuffled", "cards": 30});
        let started = json!({"version": 2, "step": "started", "events": [visit(1)]});
        let steps: Vec<Step> = vec![
            serde_json::from_value(json!({"version": 1, "step": "created"})).unwrap(),
            serde_json::from_value(started).unwrap(),
            played(3, &[]),
            played(4, &[other.clone(), visit(2)]),
            played(5, &[other]),
        ];
        assert_eq!(
            after_setup(&steps, &teller),
            [(0, Some(visit(1))), (2, Some(visit(2)))]
        );
        // Without a chapter at the beginning, the set-up takes its place.
        let later = steps.get(2..).unwrap();
        assert_eq!(
            after_setup(later, &teller),
            [(0, None), (2, Some(visit(2)))]
        );
        assert_eq!(after_setup(&[], &teller), [(0, None)]);
    }

    #[test]
    fn a_game_of_twelve_visits_has_twelve_chapters() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 0, 3, &shelf);
        play(&mut local, 5_000, &shelf);
        let record = local.table().record(Eyes::Public).unwrap();
        let chapters = chapters(&Replay::open(&record.to_string()).unwrap());
        assert_eq!(chapters.len(), 12);
        assert_eq!(chapters.first().unwrap().0, 0);
        assert!(chapters.is_sorted_by(|(one, _), (next, _)| one < next));
    }

    #[test]
    fn a_list_tells_the_chapter_the_points_and_who_has_to_decide() {
        for (game, moves, chapter) in [
            ("taj-mahal", 3, "Visit 1 of 12: "),
            ("amritsar", 3, "Decade I of III"),
            ("maharaja", 20, "Round "),
        ] {
            let shelf = Memory::default();
            let mut local = created(game, 2, 0, &shelf);
            play(&mut local, moves, &shelf);
            let progress = Progress::of(&update(&local, None, 0)).unwrap();
            let told = any_teller(game).chapter(&progress.chapter.unwrap());
            assert!(told.unwrap().starts_with(chapter), "{game}");
            assert!(progress.totals.len() >= 2);
            let deciders: Vec<Seat> = local.table().deciders().iter().collect();
            assert_eq!(progress.deciders, deciders);
        }
    }
}
