//! Whatever is to be decided is in sight, on every screen: inside of it, not covered, and large enough to be hit.

use browser_tests::{Browser, Device, Site, Tab};
use std::collections::BTreeSet;

/// Finds the choices that cannot be hit where they are. A choice may be shown twice, in the stage and on a panel that scrolls: once is enough.
const OUT_OF_REACH: &str = "(smallest => {
    const seen = new Map();
    for (const e of document.querySelectorAll('.table-grid :is([data-action], .lit):not(:disabled, [aria-disabled])')) {
        // On a phone the small flags of Maharaja are cards of the stage, on demand.
        if (!e.checkVisibility() || smallest > 24 && e.closest('.mr-track')) continue;
        const r = e.getBoundingClientRect();
        const name = e.dataset.action ?? e.dataset.card ?? e.getAttribute('aria-label') ?? e.textContent;
        const inside = r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1;
        const hit = [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75], [.5, .2], [.5, .8]].some(([x, y]) => {
            const at = document.elementFromPoint(r.left + r.width * x, r.top + r.height * y);
            return at && (e.contains(at) || at.closest('.lit, [data-action]') === e);
        });
        // On a drawing, a finger beside a lit place means it.
        const wanted = e.closest('.pan') ? 24 : smallest;
        const size = Math.min(r.width, r.height);
        const fault = !inside ? 'outside of the screen' : !hit ? 'covered' : size < wanted - .5 ? 'only ' + size.toFixed(0) + ' pixels' : '';
        if (!seen.has(name) || seen.get(name)) seen.set(name, fault && `${name}: ${fault} (${e.className.baseVal ?? e.className}; ${[r.left, r.top, r.right, r.bottom].map(Math.round)})`);
    }
    return [...seen.values()].filter(fault => fault);
})";

/// Finds what is in the stage to be pressed and cannot be seen whole. A card may be lit on a panel, too.
const CUT: &str = "(() => {
    const faults = [];
    const elsewhere = action => action && [...document.querySelectorAll('.sheet [data-action]')].some(e => {
        const r = e.getBoundingClientRect();
        return e.dataset.action === action && e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
    });
    for (const e of document.querySelectorAll('.stage :is(button.lit, button[data-action], .primary, .cancel, .confirm):not([aria-disabled])')) {
        if (!e.checkVisibility()) continue;
        const r = e.getBoundingClientRect();
        const across = r.left + r.width / 2;
        const seen = [[across, r.top + 3], [across, r.bottom - 3], [r.left + 4, r.top + r.height / 2], [r.right - 4, r.top + r.height / 2]].every(([x, y]) => e.contains(document.elementFromPoint(x, y)));
        if (!seen && !elsewhere(e.dataset.action)) faults.push(`${e.dataset.action ?? e.textContent}: ${e.className} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    }
    return faults;
})()";

/// Checks that nothing of the stage is cut on these devices, whatever the texts above it say.
#[track_caller]
fn assert_whole(tab: &mut Tab, name: &str, devices: &[Device]) {
    for device in devices {
        tab.turn(*device);
        tab.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))).then(() => 1)");
        let faults = tab.run(CUT);
        if faults != serde_json::json!([]) {
            tab.picture(&format!("cut-{name}-{device:?}"));
            panic!("{name}, {device:?}: {faults}\n{}", tab.text("#prompt"));
        }
        tab.picture(&format!("long-{name}-{device:?}"));
    }
}

/// Plays with many players in the languages with the longest texts, and looks at the stage again and again.
fn play_with_long_texts(game: &str, players: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    for (language, theme) in [("de", "light"), ("ru", "dark")] {
        let mut tab = browser.person(Device::Laptop);
        tab.open(&site.address);
        tab.run(&format!(
            "localStorage['durbar.settings'] = JSON.stringify({{speed: 'instant', skip_moments: true, single: false, language: '{language}', theme: '{theme}'}})"
        ));
        tab.open(&format!("{}/new/{game}", site.address));
        tab.choose("#players", players);
        tab.click("#begin");
        for decision in 0..40 {
            let name = format!("{game}-{language}-{decision}");
            if !tab.is_asked() {
                break;
            }
            assert_whole(&mut tab, &name, &[Device::Laptop]);
            // With something selected there is more to read and to press.
            if tab.shows(".hand-card.lit") {
                tab.press("1");
                tab.wait_for(".hand-card.chosen");
                assert_whole(&mut tab, &name, &[Device::Laptop]);
            }
            if decision % 4 == 3 {
                let phones = [Device::Phone, Device::PhoneAcross, Device::SmallPhone];
                assert_whole(&mut tab, &name, &phones);
                assert_whole(&mut tab, &name, &[Device::Wide]);
                tab.turn(Device::Laptop);
            }
            if tab.shows(".hand-card.chosen") {
                tab.press("Escape");
                assert!(
                    !tab.has(".hand-card.chosen"),
                    "Escape takes back a selection"
                );
            }
            tab.decide();
        }
    }
}

/// Checks one decision on each of the devices.
fn check(tab: &mut Tab, game: &str, kinds: &mut BTreeSet<String>) {
    let asked = tab.run("[...new Set([...document.querySelectorAll('.table-grid [data-action]')].map(e => e.dataset.action.split(' ')[0]))].sort().join(' ')");
    let asked = asked.as_str().unwrap_or_default().to_owned();
    if !kinds.insert(asked.clone()) {
        return;
    }
    for (device, size) in Device::ALL {
        tab.turn(device);
        tab.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))).then(() => 1)");
        let smallest = if device.has_fingers() { 44 } else { 24 };
        let faults = tab.run(&format!("{OUT_OF_REACH}({smallest})"));
        let name: String = asked
            .chars()
            .map(|letter| if letter == ' ' { '-' } else { letter })
            .take(40)
            .collect();
        tab.picture(&format!("decide-{game}-{}-{name}-{size}", kinds.len()));
        assert_eq!(
            faults,
            serde_json::json!([]),
            "{game}, {size}: {asked}\n{}",
            tab.text("#prompt")
        );
    }
    tab.turn(Device::Desk);
}

/// Plays a game and checks every kind of decision that it brings. Returns the kinds.
fn play(game: &str, players: &str, most: u32) -> BTreeSet<String> {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&format!("{}/new/{game}", site.address));
    tab.choose("#players", players);
    tab.click("#begin");
    let mut kinds = BTreeSet::new();
    for _ in 0..most {
        if !tab.is_asked() {
            break;
        }
        check(&mut tab, game, &mut kinds);
        tab.decide();
    }
    kinds
}

/// Checks that the game brought all of these decisions.
fn assert_kinds(kinds: &BTreeSet<String>, wanted: &[&str]) {
    let all: BTreeSet<&str> = kinds.iter().flat_map(|kinds| kinds.split(' ')).collect();
    for kind in wanted {
        assert!(all.contains(kind), "no decision to {kind} in {all:?}");
    }
}

#[test]
fn every_decision_of_taj_mahal_is_in_sight() {
    let kinds = play("taj-mahal", "3", 120);
    assert_kinds(&kinds, &["palace", "take"]);
}

#[test]
fn every_decision_of_amritsar_is_in_sight() {
    let kinds = play("amritsar", "3", 150);
    assert_kinds(&kinds, &["objective", "lift", "land", "main", "done"]);
}

#[test]
fn every_decision_of_maharaja_is_in_sight() {
    let kinds = play("maharaja", "2", 150);
    assert_kinds(
        &kinds,
        &["character", "shrine", "travel", "start", "end", "reward"],
    );
}

#[test]
fn nothing_cuts_a_button_of_taj_mahal() {
    play_with_long_texts("taj-mahal", "5");
}

#[test]
fn nothing_cuts_a_button_of_amritsar() {
    play_with_long_texts("amritsar", "4");
}

#[test]
fn nothing_cuts_a_button_of_maharaja() {
    play_with_long_texts("maharaja", "3");
}

/// How much of the screen's height the drawing has, and whether the stage stands to the right of it.
const BESIDE: &str = "(() => {
    const [drawing, stage] = ['.pan', '.stage'].map(name => document.querySelector(name).getBoundingClientRect());
    return { height: drawing.height / innerHeight, beside: stage.left >= drawing.right && stage.height > innerHeight / 4 };
})()";

#[test]
fn on_a_large_screen_the_question_stands_beside_a_large_drawing() {
    let (site, browser) = (Site::open(), Browser::start());
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        let mut tab = browser.player(Device::Wide, &site, game);
        tab.is_asked();
        let seen = tab.run(BESIDE);
        assert_eq!(seen["beside"], true, "{game}");
        assert!(seen["height"].as_f64().unwrap() > 0.8, "{game}: {seen}");
        assert_whole(&mut tab, &format!("{game}-wide"), &[Device::Wide]);
    }
}

/// How many pixels a unit of the board's drawing has, and where its frame begins; nothing while another part of the table is shown.
const SCALE: &str = "(() => {
    const drawing = [...document.querySelectorAll('.sheet.shown .pan > svg')].find(e => e.checkVisibility());
    const frame = drawing?.parentElement.getBoundingClientRect();
    return drawing && [drawing.getScreenCTM().a.toFixed(3), frame.left, frame.top, frame.width].join(' ');
})()";

/// Plays on a phone, and checks that the drawing keeps its place and its scale from decision to decision, whatever the stage needs.
fn assert_keeps_its_scale(game: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    for device in [Device::Phone, Device::SmallPhone] {
        let mut tab = browser.player(device, &site, game);
        let (mut scale, mut compared) = (None, 0);
        for _ in 0..40 {
            if !tab.is_asked() {
                break;
            }
            tab.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => 1)");
            let now = tab.run(SCALE);
            if !now.is_null() {
                let before = scale.get_or_insert_with(|| now.clone());
                let question = tab.text("#prompt");
                assert_eq!(now, *before, "{game}, {device:?}: {question}");
                compared += 1;
            }
            tab.decide();
        }
        assert!(compared > 5, "{game}: {compared} decisions on the drawing");
    }
}

#[test]
fn the_map_of_taj_mahal_keeps_its_scale_on_a_phone() {
    assert_keeps_its_scale("taj-mahal");
}

#[test]
fn the_town_of_amritsar_keeps_its_scale_on_a_phone() {
    assert_keeps_its_scale("amritsar");
}

#[test]
fn the_map_of_maharaja_keeps_its_scale_on_a_phone() {
    assert_keeps_its_scale("maharaja");
}
