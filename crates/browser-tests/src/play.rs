//! Playing on any board, drawn or generic. What carries out an action carries it in `data-action`; what leads there is `lit`.

use crate::browser::MIDDLE;
use crate::{Browser, Device, Driver, Site, Tab};
use std::time::Duration;

/// What carries out an action by one click.
pub(crate) const DEEDS: &str = "[data-action]:not(:disabled):not([aria-disabled='true'])";
/// What has to be chosen before there is something to carry out.
const CHOICES: &str = ".lit:not(:disabled):not([aria-disabled='true'])";

/// Finds where a finger hits one of what a selector finds, and which choices it cannot hit. A choice may be shown twice, in the stage and on a panel that
/// scrolls: once is enough. Small flags of Maharaja are cards of the stage, on demand.
const HITTABLE: &str = "((selector, number) => {
    const choices = new Map();
    for (const e of document.querySelectorAll(selector)) {
        if (!e.checkVisibility() || e.closest('.mr-track')) continue;
        const name = e.dataset.action ?? e.dataset.card ?? e.getAttribute('aria-label') ?? e.textContent;
        const r = e.getBoundingClientRect();
        const place = [[.5, .5], [.2, .2], [.2, .5], [.5, .2], [.5, .8], [.8, .5]]
            .map(([x, y]) => [r.left + r.width * x, r.top + r.height * y])
            .find(([x, y]) => e.contains(document.elementFromPoint(x, y)));
        choices.set(name, choices.get(name) ?? place);
    }
    const all = [...choices.keys()];
    return { place: choices.get(all[number % all.length]), gone: !all.length, lost: all.filter(name => !choices.get(name)) };
})";

/// Does what a screen reader does with one of what a selector finds: reads its role and its name, and clicks it. Returns what it cannot read. Two actions of
/// one name cannot be told apart.
const READ_AND_CLICK: &str = "((selector, number) => {
    const all = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
    const names = new Map();
    const faults = [];
    for (const e of all) {
        const read = `${e.computedRole} ‘${e.computedName}’`;
        const meant = e.dataset.action ?? read;
        if (e.computedRole !== 'button' || !e.computedName.trim()) faults.push(`${meant}: ${read}`);
        if ((names.get(read) ?? meant) !== meant) faults.push(`${meant} and ${names.get(read)}: ${read}`);
        names.set(read, meant);
    }
    if (!document.querySelector('#prompt').computedName && !document.querySelector('#prompt').textContent.trim()) faults.push('no question');
    if (!faults.length && all.length) all[number % all.length].dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }));
    return faults;
})";

/// Counts the clicks on what acts, the page's own ones included, and tells how many there were since it was asked last.
const CLICKS: &str = "(() => {
    if (window.clicksHeard === undefined) addEventListener('click', event => { if (event.target.closest?.('.table-grid :is(.lit, [data-action])')) window.clicksHeard += 1; }, true);
    const heard = window.clicksHeard ?? 0;
    window.clicksHeard = 0;
    return heard;
})()";

/// One of what a selector finds and a person sees.
fn one_of(selector: &str, number: u64) -> String {
    format!(
        "(all => all[{number} % all.length])([...document.querySelectorAll({})].filter(e => e.checkVisibility()))",
        serde_json::json!(selector)
    )
}

/// So many choices lead to an action at most.
const LONGEST_WAY: u64 = 12;

impl Browser {
    /// Somebody who begins a local game against bots, whose moves are shown at once.
    #[track_caller]
    pub fn player(&self, device: Device, site: &Site, game: &str) -> Tab {
        let mut tab = self.person(device);
        tab.open(&site.address);
        tab.play_now(game);
        tab
    }
}

impl<D: Driver> Tab<D> {
    /// From the start page to a game against bots.
    #[track_caller]
    pub fn play_now(&mut self, game: &str) {
        self.click(&format!("[data-game='{game}'] button.play-now"));
        self.wait_for(".table");
    }

    /// Whether something is there.
    pub fn has(&mut self, selector: &str) -> bool {
        self.count(selector) > 0
    }

    /// Whether something is there and in sight.
    pub fn shows(&mut self, selector: &str) -> bool {
        let shown = self.run(&format!(
            "[...document.querySelectorAll({})].some(e => e.checkVisibility())",
            serde_json::json!(selector)
        ));
        shown == true
    }

    /// How many of them are there.
    pub fn count(&mut self, selector: &str) -> u64 {
        let count = self.run(&format!(
            "document.querySelectorAll({}).length",
            serde_json::json!(selector)
        ));
        count.as_u64().unwrap_or(0)
    }

    /// How much has happened at the table.
    pub fn version(&mut self) -> u64 {
        let version = self.run("Number(document.querySelector('.table').dataset.version)");
        version.as_u64().unwrap_or(0)
    }

    /// Whether the person is asked now.
    pub fn decides(&mut self) -> bool {
        self.has(&format!("{DEEDS}, {CHOICES}"))
    }

    /// Waits until the person is asked; `false` if the game is over instead.
    #[track_caller]
    pub fn is_asked(&mut self) -> bool {
        self.wait_for(&format!(".end, {DEEDS}, {CHOICES}"));
        !self.has(".end")
    }

    /// Takes one decision with this hand, and waits until it is carried out. Which one varies from turn to turn.
    #[track_caller]
    pub(crate) fn decide_by(&mut self, hand: Hand<Self>) {
        self.is_asked();
        let version = self.version();
        let decided = format!("document.querySelector('.table').dataset.version !== '{version}'");
        self.act_by(hand);
        // A click on what is drawn anew in the same moment is lost; a person clicks again.
        if !self.soon(&decided) {
            self.act_by(hand);
        }
        self.wait(&decided);
    }

    #[track_caller]
    fn act_by(&mut self, hand: Hand<Self>) {
        let version = self.version();
        for step in 0..LONGEST_WAY {
            if self.shows(hand.deeds) {
                return (hand.act)(self, hand.deeds, version);
            }
            (hand.choose)(self, CHOICES, version + step);
        }
        panic!(
            "no way from a choice to an action\n{}",
            self.text("#prompt")
        );
    }

    #[track_caller]
    pub(crate) fn click_one(&mut self, selector: &str, number: u64) {
        let one = one_of(selector, number);
        let place = self.run(&format!("(e => e ? {MIDDLE}(e) : null)({one})"));
        // An only choice is carried out by itself.
        if !place.is_null() {
            self.click_on(&place);
        }
    }

    /// Clicks what carries out an action, or else a choice; nothing if nobody is asked at this moment.
    pub fn click_anything(&mut self) {
        self.run(&format!(
            "(e => e?.dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }})))(document.querySelector({DEEDS:?}) ?? document.querySelector({CHOICES:?}))"
        ));
        std::thread::sleep(Duration::from_millis(40));
    }

    fn mark(&mut self, selector: &str, number: u64) {
        let one = one_of(selector, number);
        self.run(&format!(
            "(() => {{ for (const e of document.querySelectorAll('[data-marked]')) delete e.dataset.marked; const e = {one}; if (e) e.dataset.marked = ''; }})()"
        ));
    }
}

/// What a person carries out, how they choose one of what a selector finds, and how they carry out an action.
pub(crate) struct Hand<T> {
    pub(crate) deeds: &'static str,
    pub(crate) choose: fn(&mut T, &str, u64),
    pub(crate) act: fn(&mut T, &str, u64),
}

impl<T> Clone for Hand<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Hand<T> {}

/// The mouse, and the keyboard for choices: in a large hand the middle of a card lies under its neighbour.
const AT_A_DESK: Hand<Tab> = Hand {
    deeds: DEEDS,
    choose: Tab::press_one,
    act: Tab::click_one,
};

const FINGER: Hand<Tab> = Hand {
    deeds: "[data-action]:not(:disabled):not([aria-disabled='true']):not(.mr-track *)",
    choose: Tab::tap_one,
    act: Tab::tap_one,
};

/// Tab to what is chosen, and Enter.
const KEYS: Hand<Tab> = Hand {
    deeds: DEEDS,
    choose: Tab::reach_one,
    act: Tab::reach_one,
};

/// The ears: what is chosen is found by its role and its name.
const SCREEN_READER: Hand<Tab> = Hand {
    deeds: DEEDS,
    choose: Tab::read_one,
    act: Tab::read_one,
};

impl Tab {
    fn hand(&self) -> Hand<Tab> {
        if self.has_fingers() {
            FINGER
        } else {
            AT_A_DESK
        }
    }

    /// Takes one decision, and waits until it is carried out. Which one varies from turn to turn.
    #[track_caller]
    pub fn decide(&mut self) {
        self.decide_by(self.hand());
    }

    /// Carries a decision out, and does not wait for what follows.
    #[track_caller]
    pub fn act(&mut self) {
        self.act_by(self.hand());
    }

    /// Decides so many times, or until the game is over; tells how often.
    #[track_caller]
    pub fn play(&mut self, most: u32) -> u32 {
        let mut decisions = 0;
        while decisions < most && self.is_asked() {
            self.decide();
            decisions += 1;
        }
        decisions
    }

    /// To the end of the game.
    #[track_caller]
    pub fn play_on(&mut self) {
        self.play(u32::MAX);
        self.wait_for(".end");
        // The result is in sight without scrolling, wherever the table was looked at before.
        let head = self.run("(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector('.end-head').getBoundingClientRect())");
        assert_eq!(head, true, "the result is out of sight");
    }

    /// To the end of the game, with the keys Tab and Enter alone.
    #[track_caller]
    pub fn play_on_by_keys(&mut self) {
        while self.is_asked() {
            self.decide_by(KEYS);
        }
    }

    /// To the end of the game, by what a screen reader is told.
    #[track_caller]
    pub fn play_on_by_screen_reader(&mut self) {
        while self.is_asked() {
            self.decide_by(SCREEN_READER);
        }
    }

    /// Resigns: a bot plays on.
    #[track_caller]
    pub fn leave_the_rest_to_a_bot(&mut self) {
        self.click(".menu summary");
        self.click(".resign");
        self.click(".menu .danger");
    }

    /// Presses Tab until one of these has the focus.
    #[track_caller]
    pub fn reach(&mut self, selector: &str) {
        for _ in 0..160 {
            if self.run(&format!("document.activeElement.matches({selector:?})")) == true {
                return;
            }
            self.press("Tab");
        }
        panic!("{selector} cannot be reached");
    }

    /// From the end of a game to its replay, and back and forth.
    #[track_caller]
    pub fn walk_through(&mut self) {
        self.click(".end-actions a");
        self.wait_for(".replay-slider");
        self.check_accessibility();
        self.click(".replay-first");
        self.wait("document.querySelector('.replay-bar p').textContent.includes(' 0 ')");
        self.click(".replay-forward");
        self.wait("document.querySelector('.replay-bar p').textContent.includes(' 1 ')");
        // To the last chapter, and one move further: that is still the same chapter.
        let last = "document.querySelector('.replay-stops option:last-child')";
        let place = self.run(&format!("{last}.value"));
        self.choose(".replay-stops", place.as_str().unwrap());
        self.wait(&format!(
            "document.querySelector('.replay-slider').value === {place}"
        ));
        self.click(".replay-forward");
        self.wait(&format!("{last}.selected"));
        self.choose(".replay-eyes", "0");
        self.click(".replay-last");
        self.wait("document.querySelector('.replay-slider').value === document.querySelector('.replay-slider').max");
    }

    /// With a finger, without scrolling: what cannot be hit where it is, is a mistake of the page.
    #[track_caller]
    fn tap_one(&mut self, selector: &str, number: u64) {
        // The page ignores taps that follow a change too soon.
        std::thread::sleep(Duration::from_millis(450));
        let clicks = self.run(CLICKS).as_u64().unwrap_or(0);
        assert!(clicks <= 1, "the last tap did {clicks} things at once");
        let found = format!("{HITTABLE}({}, {number})", serde_json::json!(selector));
        if !self.soon(&format!(
            "(({{ place, gone, lost }}) => gone || place && !lost.length)({found})"
        )) {
            self.picture("out-of-reach");
            panic!(
                "cannot be hit: {}\n{}",
                self.run(&found),
                self.text("#prompt")
            );
        }
        let place = self.run(&format!("{found}.place ?? null"));
        // An only choice is carried out by itself.
        if !place.is_null() {
            self.touch_at(&place, 30);
        }
    }

    /// Touches what a selector finds, where it is: what is out of sight or covered is a mistake of the page.
    #[track_caller]
    pub fn hit(&mut self, selector: &str) {
        self.tap_one(selector, 0);
    }

    #[track_caller]
    fn reach_one(&mut self, selector: &str, number: u64) {
        self.mark(selector, number);
        // What is drawn anew meanwhile is chosen again.
        self.reach("[data-marked], body:not(:has([data-marked])) *");
        self.press("Enter");
    }

    #[track_caller]
    fn read_one(&mut self, selector: &str, number: u64) {
        let faults = self.run(&format!(
            "{READ_AND_CLICK}({}, {number})",
            serde_json::json!(selector)
        ));
        assert_eq!(
            faults,
            serde_json::json!([]),
            "cannot be read: {}",
            self.text("#prompt")
        );
    }

    fn press_one(&mut self, selector: &str, number: u64) {
        self.mark(selector, number);
        self.run("document.querySelector('[data-marked]')?.focus()");
        self.press("Enter");
    }
}

/// Whoever is asked decides, until the game is over or so many decisions were taken.
#[track_caller]
pub fn play_together(tabs: &mut [&mut Tab], most: u32) -> u32 {
    let mut decisions = 0;
    while decisions < most && !tabs.iter_mut().any(|tab| tab.has(".end")) {
        for tab in tabs.iter_mut() {
            if tab.decides() {
                tab.decide();
                decisions += 1;
            }
        }
    }
    decisions
}
