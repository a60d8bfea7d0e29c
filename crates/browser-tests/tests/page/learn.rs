//! Lessons: the list, and each lesson at a real table.

use browser_tests::{Browser, Device, Site, Tab};
use lessons::{Answer, Course, Lesson, Play};
use novice::novice;
use words::Language;

/// The legal actions of the reader: those that carry out the task, and the others.
fn choices(course: &Course, lesson: &Lesson, done: &[String]) -> (Vec<String>, Vec<String>) {
    let play = after(course, lesson, done);
    let legal = play.table().history().unwrap().legal(lesson.eyes);
    let right = |action: &String| after(course, lesson, done).attempt(action) == Answer::Right;
    legal.into_iter().partition(right)
}

fn after(course: &Course, lesson: &Lesson, done: &[String]) -> Play {
    let mut play = Play::begin(course, lesson, &[]).unwrap();
    for action in done {
        play.attempt(action);
        play.go_on().unwrap();
    }
    play
}

/// How somebody presses what a selector finds.
type Press = fn(&mut Tab, &str);

/// With the keys Tab and Enter alone.
fn by_keyboard(tab: &mut Tab, selector: &str) {
    tab.reach(selector);
    tab.press("Enter");
}

/// With a finger, where it is on the screen.
fn by_finger(tab: &mut Tab, selector: &str) {
    tab.hit(selector);
}

/// Carries out an action: what leads there is a card or a place with one of its words, or the button of its kind.
fn play(tab: &mut Tab, action: &str, press: Press) {
    let deed = format!("[data-action='{action}']:not(:disabled, [aria-disabled='true'])");
    let words = action.split(' ');
    let mut ways: Vec<String> = words
        .clone()
        .map(|word| format!(".lit:is([data-card='{word}'], [data-place='{word}'], [data-place='wheel-{word}'], .{word}):not([aria-pressed='true'])"))
        .collect();
    // Both pointers can show one action.
    ways.extend(words.map(|word| format!("[data-place='wheel-{word}']")));
    let places = match action {
        _ if action.starts_with("drop ") => vec!["each".to_owned()],
        _ if action.starts_with("start 8 ") => vec!["swap".to_owned()],
        _ if action.starts_with("start 9 ") => vec!["shift".to_owned()],
        // Several ways lead to one of these places.
        _ if action.starts_with("travel ") => {
            let places = "[...document.querySelectorAll('g.lit[data-place]:not([data-action])')]";
            let ids = tab.run(&format!("{places}.map(place => place.dataset.place)"));
            serde_json::from_value(ids).unwrap()
        }
        _ => Vec::new(),
    };
    ways.extend(places.iter().map(|id| format!("[data-place='{id}']")));
    while !tab.shows(&deed) {
        let next = ways.iter().position(|selector| tab.shows(selector));
        let next =
            next.unwrap_or_else(|| panic!("nothing leads to ‘{action}’: {}", tab.text("#prompt")));
        press(tab, &ways.remove(next));
        // A list of choices takes the focus in the next frame.
        tab.run("self.drawn = false; requestAnimationFrame(() => requestAnimationFrame(() => self.drawn = true))");
        tab.wait("self.drawn");
    }
    press(tab, &deed);
}

/// Plays a lesson to its end, with something else first at each step.
fn learn(tab: &mut Tab, course: &Course, lesson: &Lesson, language: Language) {
    let mut done = Vec::new();
    for (number, step) in lesson.steps.iter().enumerate() {
        tab.wait_for(&format!(".coach[data-step='{number}']:not(.done)"));
        assert_eq!(
            tab.text(".coach-task"),
            step.task.of(language),
            "{}",
            lesson.name
        );
        tab.is_asked();
        let (right, others) = choices(course, lesson, &done);
        let name = format!("lesson-{}-{}-{number}", course.game, lesson.name);
        for id in &step.light {
            let shown = format!(".table-grid [data-taught='{id}']");
            assert!(
                tab.soon(&format!(
                    "document.querySelector({})",
                    serde_json::json!(shown)
                )),
                "{name}: {id} is not marked"
            );
        }
        tab.picture(&format!("{name}-1280x800"));
        if let Some(other) = others.last() {
            let version = tab.version();
            play(tab, other, by_keyboard);
            tab.wait_for(".coach-answer");
            assert_eq!(tab.version(), version, "{name}: {other}");
        }
        if let Some(question) = step.questions.first() {
            tab.run("document.querySelector('.coach-questions').open = true");
            tab.reach(&format!("[data-question='{}']", question.action));
            tab.picture(&format!("{name}-questions-1280x800"));
            tab.press("Enter");
            let says = words::rule(language, &course.game.to_string(), &question.rule).unwrap();
            tab.wait(&format!(
                "document.querySelector('.coach-answer').textContent.includes({})",
                serde_json::json!(says)
            ));
            tab.picture(&format!("{name}-refused-1280x800"));
        }
        play(tab, &right[0], by_keyboard);
        done.push(right[0].clone());
        if let Some(after) = &step.after {
            tab.wait("document.activeElement.id === 'lesson-next'");
            assert_eq!(
                tab.text(".coach-task"),
                after.of(language),
                "{}",
                lesson.name
            );
        }
        if number + 1 < lesson.steps.len() && step.after.is_some() {
            tab.press("Enter");
        }
    }
    tab.wait_for(".coach.finished");
}

fn learn_all(game: &str, language: Language) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&site.address);
    let course = Course::of(game).unwrap();
    tab.run(&format!(
        "localStorage['durbar.settings'] = JSON.stringify({{speed: 'instant', skip_moments: true, language: '{}'}})",
        language.tag()
    ));
    tab.open(&format!("{}/learn/{game}", site.address));
    tab.wait_for(".lessons");
    tab.check_accessibility();
    tab.picture(&format!("learn-{game}-{}-1280x800", language.tag()));
    let parts: Vec<&Lesson> = course.parts().collect();
    tab.reach(".lessons .primary");
    tab.press("Enter");
    for lesson in &parts {
        tab.wait(&format!(
            "location.pathname === '/learn/{game}/{}'",
            lesson.name
        ));
        learn(&mut tab, &course, lesson, language);
        tab.press("Enter");
    }
    // The list knows what is done.
    tab.wait(&format!("location.pathname === '/learn/{game}'"));
    tab.wait(&format!(
        "document.querySelectorAll('.lessons .done').length === {}",
        parts.len()
    ));
    // The examples are played once.
    let examples = course.lessons.iter();
    for lesson in examples.filter(|lesson| !parts.contains(lesson)) {
        if language == Language::En {
            tab.open(&format!("{}/learn/{game}/{}", site.address, lesson.name));
            learn(&mut tab, &course, lesson, language);
        }
    }
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn lessons_of_taj_mahal_are_played_by_keyboard() {
    learn_all("taj-mahal", Language::En);
}

#[test]
fn lessons_of_taj_mahal_are_played_in_german() {
    learn_all("taj-mahal", Language::De);
}

#[test]
fn lessons_of_taj_mahal_are_played_in_russian() {
    learn_all("taj-mahal", Language::Ru);
}

#[test]
fn lessons_of_amritsar_are_played_by_keyboard() {
    learn_all("amritsar", Language::En);
}

#[test]
fn lessons_of_amritsar_are_played_in_german() {
    learn_all("amritsar", Language::De);
}

#[test]
fn lessons_of_amritsar_are_played_in_russian() {
    learn_all("amritsar", Language::Ru);
}

#[test]
fn lessons_of_maharaja_are_played_by_keyboard() {
    learn_all("maharaja", Language::En);
}

#[test]
fn lessons_of_maharaja_are_played_in_german() {
    learn_all("maharaja", Language::De);
}

#[test]
fn lessons_of_maharaja_are_played_in_russian() {
    learn_all("maharaja", Language::Ru);
}

#[test]
fn a_lesson_fits_on_a_phone_and_leads_back() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    tab.open(&site.address);
    tab.picture("start-newcomer-390x844");
    // To a newcomer, learning comes first.
    tab.tap("[data-game='taj-mahal'] .card-actions > :first-child");
    tab.wait_for(".lessons");
    let wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert_eq!(tab.run(wider), false);
    tab.picture("learn-list-390x844");
    let courses = ["amritsar", "maharaja", "taj-mahal"].map(|game| Course::of(game).unwrap());
    for course in &courses {
        for lesson in course.parts() {
            let name = format!("{}/{}", course.game, lesson.name);
            tab.open(&format!("{}/learn/{name}", site.address));
            tab.is_asked();
            tab.picture(&format!("learn-{}-390x844", name.replace('/', "-")));
            assert_eq!(tab.run(wider), false, "{name}");
            let share = tab.run("document.querySelector('.coach').offsetHeight / innerHeight");
            assert!(share.as_f64().unwrap() < 0.25, "{name}: {share}");
            for id in lesson.steps.iter().take(1).flat_map(|step| &step.light) {
                let shown = format!("[data-taught='{id}']");
                assert!(tab.has(&shown), "{name}: {id} is not marked");
            }
        }
    }
    tab.tap("#lesson-leave");
    tab.wait_for(".lessons");
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn an_example_of_the_rules_is_played_beside_them() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&format!("{}/rules/taj-mahal#withdrawing", site.address));
    tab.wait_for("a.example-link[href$='/withdrawals']");
    tab.picture("rules-example-1280x800");
    tab.click("a.example-link[href$='/withdrawals']");
    tab.wait_for(".coach");
    tab.is_asked();
    play(&mut tab, "withdraw", by_keyboard);
    tab.wait_for(".coach.finished");
    tab.picture("example-withdrawals-1280x800");
    tab.click("#lesson-next");
    tab.wait("location.pathname === '/rules/taj-mahal' && location.hash === '#withdrawing'");
}

/// Whether one of what is marked with this id can be seen: inside of the screen, and not covered.
fn in_sight(id: &str) -> String {
    let marked = serde_json::json!(format!(".table-grid [data-taught='{id}']"));
    format!(
        "[...document.querySelectorAll({marked})].some(e => {{
            const r = e.getBoundingClientRect();
            return [[.5, .5], [.2, .2], [.8, .2], [.2, .8], [.8, .8], [.5, .2], [.5, .8]].some(([x, y]) => {{
                const at = document.elementFromPoint(r.left + r.width * x, r.top + r.height * y);
                return at && (e.contains(at) || at.contains(e));
            }});
        }})"
    )
}

/// Plays all lessons of a game on a phone.
fn learn_by_finger(game: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Phone);
    tab.open(&site.address);
    tab.run(
        "localStorage['durbar.settings'] = JSON.stringify({speed: 'instant', skip_moments: true})",
    );
    let course = Course::of(game).unwrap();
    for lesson in course.parts() {
        tab.open(&format!("{}/learn/{game}/{}", site.address, lesson.name));
        let mut done = Vec::new();
        for (number, step) in lesson.steps.iter().enumerate() {
            let name = format!("finger-{game}-{}-{number}-390x844", lesson.name);
            tab.wait_for(&format!(".coach[data-step='{number}']:not(.done)"));
            tab.is_asked();
            for id in &step.light {
                if !tab.soon(&in_sight(id)) {
                    tab.picture(&name);
                    panic!("{name}: {id} is out of sight");
                }
            }
            tab.picture(&name);
            let (right, _) = choices(&course, lesson, &done);
            play(&mut tab, &right[0], by_finger);
            done.push(right[0].clone());
            if step.after.is_some() {
                tab.wait_for(".coach.done #lesson-next");
                tab.picture(&format!("{name}-done"));
                if number + 1 < lesson.steps.len() {
                    tab.hit("#lesson-next");
                }
            }
        }
        tab.wait_for(".coach.finished");
    }
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn lessons_of_taj_mahal_are_played_on_a_phone() {
    learn_by_finger("taj-mahal");
}

#[test]
fn lessons_of_amritsar_are_played_on_a_phone() {
    learn_by_finger("amritsar");
}

#[test]
fn lessons_of_maharaja_are_played_on_a_phone() {
    learn_by_finger("maharaja");
}

/// The bots think from the seed of the table, so that the game is the one that a novice plays in the tests of the guided games.
fn be_guided(game: &str, device: Device, press: Press, decisions: usize) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(device);
    tab.open(&site.address);
    tab.run(
        "localStorage['durbar.settings'] = JSON.stringify({speed: 'instant', skip_moments: true})",
    );
    let walk = novice(&Course::of(game).unwrap(), None).unwrap();
    tab.open(&format!("{}/learn/{game}", site.address));
    tab.click("#guided-game");
    let walked = walk.actions.iter().zip(&walk.versions).take(decisions);
    for (number, ((action, tip), version)) in walked.enumerate() {
        tab.is_asked();
        // Others may still be planning.
        tab.wait(&format!(
            "document.querySelector('.table').dataset.version === '{version}'"
        ));
        let says = match tip {
            Some(tip) => format!("document.querySelector('.guide').dataset.tipName === '{tip}'"),
            None => "!document.querySelector('.guide').dataset.tipName".to_owned(),
        };
        assert!(tab.soon(&says), "decision {number}: {tip:?}");
        tab.picture(&format!("guide-{game}-{number}-{device:?}"));
        let share = tab.run("document.querySelector('.guide').offsetHeight / innerHeight");
        assert!(
            share.as_f64().unwrap() < 0.25,
            "decision {number}: {tip:?} needs {share} of the screen"
        );
        play(&mut tab, action, press);
        tab.wait(&format!(
            "document.querySelector('.table').dataset.version !== '{version}'"
        ));
    }
    tab.is_asked();
    tab.click("#guide-end");
    tab.wait("!document.querySelector('.guide')");
    tab.decide();
    let address = tab.run("location.href").as_str().unwrap().to_owned();
    tab.open(&address);
    tab.wait_for(".table");
    assert!(!tab.has(".guide"));
    assert_eq!(tab.errors(), Vec::<String>::new());
}

#[test]
fn a_guided_game_of_taj_mahal_has_tips_until_they_are_dismissed() {
    be_guided("taj-mahal", Device::Desk, by_keyboard, 24);
}

#[test]
fn a_guided_game_of_amritsar_has_tips_until_they_are_dismissed() {
    be_guided("amritsar", Device::Desk, by_keyboard, 24);
}

#[test]
fn a_guided_game_of_maharaja_has_tips_until_they_are_dismissed() {
    be_guided("maharaja", Device::Desk, by_keyboard, 24);
}

#[test]
fn a_guided_game_of_taj_mahal_is_played_on_a_phone() {
    be_guided("taj-mahal", Device::Phone, by_finger, 12);
}

#[test]
fn a_guided_game_of_amritsar_is_played_on_a_phone() {
    be_guided("amritsar", Device::Phone, by_finger, 12);
}

#[test]
fn a_guided_game_of_maharaja_is_played_on_a_phone() {
    be_guided("maharaja", Device::Phone, by_finger, 12);
}
