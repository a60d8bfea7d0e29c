//! Taj Mahal on its drawn board.

use browser_tests::{Browser, Device, Site};

/// Plays a whole game, and looks at its beginning, its middle and its end.
fn play(device: Device, size: &str) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(device, &site, "taj-mahal");
    tab.is_asked();
    tab.look(&format!("begin-taj-mahal-{size}"));
    while !(tab.has(".tm-journey li:nth-child(7).now") && tab.has(".withdraw.lit")) {
        tab.decide();
        tab.is_asked();
    }
    tab.look(&format!("table-taj-mahal-{size}"));
    assert!(
        tab.count(".tm-map .palace") > 0,
        "no palace stands after six visits"
    );
    tab.play_on();
    tab.look(&format!("end-taj-mahal-{size}"));
    let lights_up = "[...document.querySelectorAll('.log li')].some(entry => { entry.dispatchEvent(new PointerEvent('pointerenter')); return document.querySelector('.city.named'); })";
    assert_eq!(tab.run(lights_up), true, "the log names cities");
    assert_eq!(tab.count(".ranking tbody tr"), 3);
    tab.walk_through();
}

#[test]
fn taj_mahal_from_beginning_to_end_at_a_desk() {
    play(Device::Desk, "1440x900");
}

#[test]
fn taj_mahal_from_beginning_to_end_on_a_phone() {
    play(Device::Phone, "390x844");
}

/// Choosing a card changes the tally before anything is laid; choosing it again takes that back.
#[test]
fn a_chosen_card_shows_the_tally_to_come() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.player(Device::Desk, &site, "taj-mahal");
    tab.with_movements();
    tab.is_asked();
    let version = tab.version();
    let card = ".hand-card.lit:not(.of-white):not(.of-special)";
    tab.click(card);
    tab.wait_for(".tm-court.previewing td.changed");
    tab.wait_for(".confirm:not(:disabled)");
    tab.click(".hand-card.chosen");
    tab.wait("!document.querySelector('.tm-court.previewing')");
    tab.click(".withdraw.lit");
    // The button asks once, and why nothing is won stands beside it.
    tab.wait_for(".confirm[data-action='withdraw']");
    tab.wait_for(".deed .forecast");
    assert_eq!(tab.version(), version);
}

/// Lays a card, and returns what travelled from where: whether a picture of the card flew, and the distance in pixels from its start to the card's place in the
/// hand, or nothing if no picture flew.
fn lay_a_card(movements: bool) -> (bool, Option<f64>) {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Desk);
    tab.open(&site.address);
    tab.wait_for(".play-now");
    tab.run(r#"localStorage["durbar.settings"] = '{"speed":"slow","skip_moments":true}'"#);
    tab.open(&format!("{}/?again", site.address));
    tab.play_now("taj-mahal");
    if movements {
        tab.with_movements();
    }
    let card = ".hand-card.lit:not(.of-white):not(.of-special)";
    tab.wait_for(card);
    tab.click(card);
    tab.wait_for(".hand-card.chosen");
    tab.wait_for(".confirm:not(:disabled)");
    // Everything that flies is remembered, with its first place.
    tab.run(
        "(() => { const r = document.querySelector('.hand-card.chosen').getBoundingClientRect(); window.flown = []; window.hand = [r.x + r.width / 2, r.y + r.height / 2];
        new MutationObserver(changes => { for (const change of changes) for (const e of change.addedNodes) if (e.matches?.('.traveller')) {
            const b = e.getBoundingClientRect(); flown.push({card: !!e.querySelector('.small-card'), x: b.x + b.width / 2, y: b.y + b.height / 2, moves: e.getAnimations().length}); } })
        .observe(document.querySelector('.table'), {childList: true}); })()",
    );
    let laid = tab.count(".row-cards .small-card");
    tab.click(".confirm");
    tab.wait(&format!(
        "document.querySelectorAll('.row-cards .small-card').length > {laid}"
    ));
    // What is removed after its journey leaves nothing behind.
    tab.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => 1)");
    let first = "flown.find(it => it.card && it.moves)";
    let flown = tab.run(&format!("!!{first}")) == true;
    let distance = format!("{first} ? Math.hypot({first}.x - hand[0], {first}.y - hand[1]) : null");
    let distance = tab.run(&distance).as_f64();
    tab.wait("!document.querySelector('.traveller')");
    assert_eq!(tab.errors(), Vec::<String>::new());
    (flown, distance)
}

#[test]
fn a_laid_card_travels_from_the_hand_to_the_row() {
    let (flown, distance) = lay_a_card(true);
    assert!(flown, "the card does not travel");
    assert!(
        distance.is_some_and(|distance| distance < 12.0),
        "{distance:?}"
    );
}

#[test]
fn nothing_travels_for_those_who_prefer_less_motion() {
    assert_eq!(lay_a_card(false), (false, None));
}

/// Finds what is cut, covered or moved: names in the tally, the crown beside its prize, the hand, and on a large screen the panels beside the map and its size.
const NOT_IN_VIEW: &str = "(() => {
    const faults = [], box = e => e.getBoundingClientRect(), all = s => [...document.querySelectorAll(s)];
    const shown = e => e.checkVisibility() && box(e).width > 0;
    const court = document.querySelector('.tm-court');
    if (court.checkVisibility()) {
        for (const names of all('.tally-names')) {
            const said = [...names.children].filter(shown);
            if (said.length !== 1 || said.some(e => e.scrollWidth > e.clientWidth + 1)) faults.push('name ' + names.textContent);
        }
        for (const e of all('.prize-crown, .prize-goods')) if (box(e).right > box(e.closest('tr').querySelector('td')).left) faults.push('a prize covers a count');
    }
    for (const e of all('.hand-card').slice(0, 6)) if (!shown(e) || box(e).bottom > innerHeight) faults.push('card ' + e.dataset.card);
    if (innerWidth > 1000) {
        const side = box(document.querySelector('.tm-side'));
        for (const e of all('.tm-court, .tm-rows, .tm-display, .tm-journey')) if (box(e).bottom > side.bottom + 1) faults.push(e.className);
        const map = box(document.querySelector('.tm-map')), size = [innerWidth, map.width, map.height].join();
        window.maps ??= new Set();
        maps.add(size);
        if (maps.size > 3) faults.push('the map changes: ' + [...maps]);
    }
    return faults;
})()";

/// Five players with long names: everything that a decision is about stays in view, at the same place.
#[test]
fn five_players_find_names_court_hand_and_display_in_view() {
    let (site, browser) = (Site::open(), Browser::start());
    let mut tab = browser.person(Device::Laptop);
    tab.open(&site.address);
    tab.wait_for(".play-now");
    tab.run(r#"localStorage["durbar.settings"] = '{"language":"ru","name":"Александра","speed":"instant","skip_moments":true}'"#);
    tab.open(&format!("{}/new/taj-mahal", site.address));
    tab.choose("#players", "5");
    tab.click("#begin");
    let (mut turns, mut taken) = (0, 0);
    while (turns < 4 || taken < 2) && tab.is_asked() {
        turns += u32::from(tab.has(".withdraw.lit"));
        taken += u32::from(tab.has(".draft"));
        for (device, size) in Device::ALL {
            tab.turn(device);
            let faults = tab.run(NOT_IN_VIEW);
            let question = tab.text("#prompt");
            assert_eq!(faults, serde_json::json!([]), "{size}: {question}");
        }
        tab.turn(Device::Laptop);
        tab.decide();
    }
    assert!(taken > 1, "cards are taken");
    assert_eq!(tab.errors(), Vec::<String>::new());
}
