//! Plays every lesson with the real rules: what it says is true, and nobody gets stuck.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may panic"
)]

use kit::Eyes;
use lessons::{Answer, Course, Kind, Lesson, Play, Step};
use std::collections::BTreeSet;
use table::AnyGame;
use words::{Language, Rules};

/// The longest text, in words.
const MOST_WORDS: usize = 40;
/// Words that somebody reads in a minute.
const WORDS_A_MINUTE: usize = 200;
/// The time of a click, in seconds.
const CLICK: usize = 3;
/// The longest course, in seconds.
const LONGEST: usize = 12 * 60;
/// How many lessons a course has.
const LESSONS: std::ops::RangeInclusive<usize> = 6..=18;

fn courses() -> impl Iterator<Item = Course> {
    AnyGame::GAMES.iter().filter_map(|game| {
        let file = lessons::file(game.about().key)?;
        let course = Course::read(*game, file);
        Some(course.unwrap_or_else(|error| panic!("{game}: {error}")))
    })
}

/// Every lesson, with a way to name it.
fn each(test: impl Fn(&Course, &Lesson, &str)) {
    for course in courses() {
        for lesson in &course.lessons {
            test(
                &course,
                lesson,
                &format!("{}: {}", course.game, lesson.name),
            );
        }
    }
}

fn begin(course: &Course, lesson: &Lesson) -> Play {
    Play::begin(course, lesson, &[]).unwrap_or_else(|error| panic!("{}: {error}", lesson.name))
}

/// The lesson after these actions, each of which carries out a task.
fn after(course: &Course, lesson: &Lesson, actions: &[String]) -> Play {
    let mut play = begin(course, lesson);
    for action in actions {
        assert_eq!(play.attempt(action), Answer::Right);
        play.go_on().unwrap();
    }
    play
}

fn legal(play: &Play) -> Vec<String> {
    let table = play.table().history().unwrap();
    table.legal(play.lesson().eyes)
}

/// The legal actions that carry out the present task.
fn accepted(course: &Course, lesson: &Lesson, done: &[String]) -> Vec<String> {
    let mut legal = legal(&after(course, lesson, done));
    legal.retain(|action| after(course, lesson, done).attempt(action) == Answer::Right);
    legal
}

/// Checks one step, reached by these actions, and all behind it. `widely` tries all accepted actions, otherwise only the first goes on.
fn check(course: &Course, lesson: &Lesson, done: &mut Vec<String>, at: &str, widely: bool) {
    let play = after(course, lesson, done);
    let Some(step) = play.step() else {
        return;
    };
    let at_step = format!("{at}, step {}", play.number() + 1);
    let actions = legal(&play);
    assert!(
        !actions.is_empty(),
        "{at_step}: the reader has nothing to decide"
    );
    let right = accepted(course, lesson, done);
    assert!(
        !right.is_empty(),
        "{at_step}: no legal action is accepted: {actions:?}"
    );
    check_others(course, lesson, done, step, &at_step);
    for (number, action) in right.iter().enumerate() {
        if number > 0 && !widely {
            break;
        }
        check_then(course, lesson, done, action, &at_step);
        done.push(action.clone());
        check(course, lesson, done, at, widely && number == 0);
        done.pop();
    }
}

/// Another legal action is answered, and changes nothing; so does one that is not legal.
fn check_others(course: &Course, lesson: &Lesson, done: &[String], step: &Step, at: &str) {
    let mut play = after(course, lesson, done);
    let before = play.update(0);
    let mut answered = vec![false; step.buts.len()];
    for action in legal(&play) {
        let mut fresh = after(course, lesson, done);
        match fresh.attempt(&action) {
            Answer::Right => {}
            Answer::Other(text) => {
                assert_eq!(fresh.update(0), before, "{at}: {action} changed something");
                assert_eq!(fresh.others(), 1);
                for (but, answered) in step.buts.iter().zip(&mut answered) {
                    *answered |= text.as_ref() == Some(&but.text);
                }
            }
            Answer::Refused(refused) => panic!("{at}: {action} is legal, but refused: {refused}"),
        }
    }
    assert!(
        answered.iter().all(|answered| *answered),
        "{at}: a ‘but’ answers nothing"
    );
    for question in &step.questions {
        let Answer::Refused(refused) = play.attempt(&question.action) else {
            panic!("{at}: {} is not refused", question.action);
        };
        let said = refused.to_string();
        assert!(
            said.contains(&format!("‘{}’", question.rule)),
            "{at}: {}: {said}",
            question.action
        );
        assert_eq!(play.update(0), before, "{at}: {}", question.action);
        for language in Language::ALL {
            let words = words::rule(language, course.game.about().key, &question.rule);
            assert!(words.is_some(), "{at}: {}", question.rule);
        }
    }
}

/// What others do afterwards is legal, and then the reader decides again.
fn check_then(course: &Course, lesson: &Lesson, done: &[String], action: &str, at: &str) {
    let mut play = after(course, lesson, done);
    let step = play.step().unwrap().clone();
    assert_eq!(play.attempt(action), Answer::Right);
    let before = play.table().version();
    if step.after.is_some() {
        assert!(play.is_done());
        play.go_on()
            .unwrap_or_else(|error| panic!("{at}: after {action}, in ‘then’: {error}"));
    }
    let passed = play.table().version() - before;
    if step.after.is_some() {
        assert_eq!(
            passed,
            step.then.len() as u64,
            "{at}: after {action}, something in ‘then’ is not legal"
        );
    }
    if !play.is_over() {
        assert!(
            !legal(&play).is_empty(),
            "{at}: after {action}, the reader has nothing to decide"
        );
    }
}

#[test]
fn every_lesson_can_be_played() {
    each(|course, lesson, at| check(course, lesson, &mut Vec::new(), at, true));
}

#[test]
fn every_text_is_short() {
    each(|_, lesson, at| {
        for text in lesson.steps.iter().flat_map(Step::texts) {
            for language in Language::ALL {
                let words = text.of(language).split_whitespace().count();
                assert!(
                    words <= MOST_WORDS,
                    "{at}: {words} words: {}",
                    text.of(language)
                );
            }
        }
    });
}

#[test]
fn the_headings_exist() {
    each(|course, lesson, at| {
        let file = words::rules_file(Language::En, course.game.about().key).unwrap();
        let rules = Rules::read(file);
        let names: BTreeSet<&str> = rules
            .sections
            .iter()
            .map(|section| &*section.name)
            .collect();
        let mut wanted: Vec<&str> = lesson
            .steps
            .iter()
            .flat_map(|step| &step.rules)
            .map(|name| &**name)
            .collect();
        match &lesson.kind {
            Kind::Example(section) => wanted.push(section),
            Kind::Lesson => assert!(
                !wanted.is_empty(),
                "{at}: it teaches no section of the rules"
            ),
        }
        for name in wanted {
            assert!(
                names.contains(name),
                "{at}: the rules have no section ‘{name}’"
            );
        }
    });
}

/// The time of a lesson in a language, in seconds: everything is read, and each task and ‘Next’ is a click.
fn seconds(lesson: &Lesson, language: Language) -> usize {
    let read = |step: &Step| {
        let texts = std::iter::once(&step.task).chain(&step.after);
        texts
            .map(|text| text.of(language).split_whitespace().count())
            .sum::<usize>()
    };
    let words: usize = lesson.steps.iter().map(read).sum();
    let words = words + lesson.title.of(language).split_whitespace().count();
    let clicks = lesson
        .steps
        .iter()
        .map(|step| 1 + usize::from(step.after.is_some()));
    words * 60 / WORDS_A_MINUTE + (clicks.sum::<usize>() + 1) * CLICK
}

#[test]
fn a_course_takes_at_most_twelve_minutes() {
    for course in courses() {
        assert!(LESSONS.contains(&course.parts().count()), "{}", course.game);
        for language in Language::ALL {
            let mut sum = 0;
            for lesson in course.parts() {
                let seconds = seconds(lesson, language);
                println!(
                    "{} {} {}: {seconds} s",
                    course.game,
                    language.tag(),
                    lesson.name
                );
                sum += seconds;
            }
            println!("{} {}: {sum} s", course.game, language.tag());
            assert!(
                sum <= LONGEST,
                "{} in {}: {sum} s",
                course.game,
                language.tag()
            );
        }
    }
}

/// What the lessons and examples show: the rules that they ask about, and the events that happen.
fn shown(course: &Course) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for lesson in &course.lessons {
        let mut play = begin(course, lesson);
        let (first, mut done) = (play.table().version(), Vec::new());
        while let Some(step) = play.step() {
            shown.extend(
                step.questions
                    .iter()
                    .map(|question| format!("rule-{}", question.rule)),
            );
            let action = accepted(course, lesson, &done).remove(0);
            play.attempt(&action);
            play.go_on().unwrap();
            done.push(action);
        }
        for event in play.events_since(first, Eyes::Seat(lesson.eyes)) {
            shown.insert(format!("event-{}", event["event"].as_str().unwrap()));
        }
    }
    shown
}

#[test]
fn every_rule_and_every_event_is_shown_or_excused() {
    for course in courses() {
        let shown = shown(&course);
        let prefix = format!("{}/", course.game);
        let keys = words::keys().filter_map(|key| key.strip_prefix(&*prefix));
        let keys: BTreeSet<&str> = keys
            .filter(|key| key.starts_with("rule-") || key.starts_with("event-"))
            .collect();
        let excused: BTreeSet<&str> = course.excuses.iter().map(|excuse| &*excuse.key).collect();
        let missing: Vec<&&str> = keys
            .iter()
            .filter(|key| !shown.contains(**key) && !excused.contains(**key))
            .collect();
        println!(
            "{}: {} of {} rules and events are shown, {} excused",
            course.game,
            keys.iter().filter(|key| shown.contains(**key)).count(),
            keys.len(),
            excused.len()
        );
        assert!(
            missing.is_empty(),
            "{}: neither shown nor excused: {missing:?}",
            course.game
        );
        for key in excused {
            assert!(
                keys.contains(key),
                "{}: there is no {key} to excuse",
                course.game
            );
            assert!(
                !shown.contains(key),
                "{}: {key} is shown and needs no excuse",
                course.game
            );
        }
    }
}
