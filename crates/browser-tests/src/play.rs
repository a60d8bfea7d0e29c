//! Playing on any board, drawn or generic. What carries out an action carries it in `data-action`; what leads there is `lit`.

use crate::{Browser, Device, Driver, Site, Tab};

/// What carries out an action by one click.
const DEEDS: &str = "[data-action]:not(:disabled):not([aria-disabled='true'])";
/// What has to be chosen before there is something to carry out.
const CHOICES: &str = ".lit:not(:disabled):not([aria-disabled='true'])";

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

    /// Takes one decision, and waits until it is carried out. Which one varies from turn to turn.
    #[track_caller]
    pub(crate) fn decide_by(&mut self, choose: fn(&mut Self, &str, u64)) {
        self.is_asked();
        let version = self.version();
        let decided = format!("document.querySelector('.table').dataset.version !== '{version}'");
        self.act_by(choose);
        // A click on what is drawn anew in the same moment is lost; a person clicks again.
        if !self.soon(&decided) {
            self.act_by(choose);
        }
        self.wait(&decided);
    }

    #[track_caller]
    fn act_by(&mut self, choose: fn(&mut Self, &str, u64)) {
        let version = self.version();
        for step in 0..LONGEST_WAY {
            if self.shows(DEEDS) {
                return self.click_one(DEEDS, version);
            }
            choose(self, CHOICES, version + step);
        }
        panic!(
            "no way from a choice to an action\n{}",
            self.text("#prompt")
        );
    }

    #[track_caller]
    pub(crate) fn click_one(&mut self, selector: &str, number: u64) {
        self.mark(selector, number);
        self.click("[data-marked]");
    }

    fn mark(&mut self, selector: &str, number: u64) {
        self.run(&format!(
            "(() => {{ for (const e of document.querySelectorAll('[data-marked]')) delete e.dataset.marked; const all = [...document.querySelectorAll({})].filter(e => e.checkVisibility()); if (all.length) all[{number} % all.length].dataset.marked = ''; }})()",
            serde_json::json!(selector)
        ));
    }
}

impl Tab {
    /// Takes one decision, and waits until it is carried out. Which one varies from turn to turn.
    #[track_caller]
    pub fn decide(&mut self) {
        self.decide_by(Tab::press_one);
    }

    /// Clicks a decision through, and does not wait for what follows.
    #[track_caller]
    pub fn act(&mut self) {
        self.act_by(Tab::press_one);
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

    /// To the end of the game: at a desk by clicking, on a phone by leaving the rest to a bot.
    #[track_caller]
    pub fn play_on(&mut self, device: Device) {
        if device == Device::Phone {
            self.leave_the_rest_to_a_bot();
        } else {
            self.play(u32::MAX);
        }
        self.wait_for(".end");
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

    /// By key: in a large hand the middle of a card lies under its neighbour.
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
