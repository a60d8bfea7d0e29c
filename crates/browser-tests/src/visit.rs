//! A visit in another browser: a few decisions of each game, by clicks only, and what is around a game.

use crate::browser::SAME_SHUFFLES;
use crate::others::Other;
use crate::play::Hand;
use crate::{Site, Tab};
use serde_json::json;

/// A desk and a telephone.
const SIZES: [(u32, u32); 2] = [(1280, 800), (390, 844)];
/// How many decisions of each game are taken.
const DECISIONS: u32 = 12;

/// Nothing is waited for, and nothing happens by itself while it is looked at.
const SETTINGS: &str = r#"{"speed":"instant","skip_moments":true,"single":false,"language":"en"}"#;

/// Whatever is lit and cannot be hit anywhere, even after scrolling; and how many are lit, and how many of them only after scrolling.
const OUT_OF_REACH: &str = "(() => {
    const inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const reached = e => {
        const r = e.getBoundingClientRect();
        for (let i = 1; i < 10; i++) for (let j = 1; j < 10; j++) {
            const [x, y] = [r.x + r.width * i / 10, r.y + r.height * j / 10];
            if (inside(x, y) && e.contains(document.elementFromPoint(x, y))) return true;
        }
        return false;
    };
    const lit = [...document.querySelectorAll('.lit, [data-action]:not(:disabled):not([aria-disabled=\"true\"])')].filter(e => e.checkVisibility());
    const far = lit.filter(e => !reached(e));
    const lost = far.filter(e => { e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'}); return !reached(e); });
    scrollTo(0, 0);
    return {lit: lit.length, far: far.length, lost: lost.map(e => e.outerHTML.slice(0, 200))};
})()";

/// Plays a little of each game, and prints a line about each.
pub fn visit<B: Other>() {
    let site = Site::open();
    let mut tab = Tab { driver: B::start() };
    for game in ["taj-mahal", "amritsar", "maharaja"] {
        let story = tab.visit(&site, game);
        println!("{}: {game}: {story}", B::NAME);
    }
}

impl<B: Other> Tab<B> {
    fn visit(&mut self, site: &Site, game: &str) -> String {
        let (wide, narrow) = (SIZES[0], SIZES[1]);
        self.resize(wide.0, wide.1);
        self.open(&site.address);
        // What is left while it loads complains about that.
        self.wait_for("[data-game]");
        self.wait("performance.getEntriesByType('resource').some(file => file.name.includes('/split_play-'))");
        self.run("localStorage.clear()");
        self.run(&format!(
            "localStorage.setItem('durbar.settings', '{SETTINGS}')"
        ));
        self.come_back(&site.address);
        self.play_now(game);
        let mut seen = [0, 0];
        for decision in 0..DECISIONS {
            if decision == DECISIONS / 2 {
                // In the middle, everything is loaded again.
                self.is_asked();
                let version = self.version();
                let address = self.run("location.href").as_str().unwrap().to_owned();
                self.come_back(&address);
                self.is_asked();
                assert_eq!(self.version(), version, "the game goes on where it was");
            }
            assert!(self.is_asked(), "{game} is over too soon");
            for (width, height) in SIZES {
                self.resize(width, height);
                let found = self.run(OUT_OF_REACH);
                let at = format!("{}-{game}-{width}x{height}", B::NAME.to_lowercase());
                self.picture(&format!("{at}-{decision}"));
                assert_eq!(found["lost"], json!([]), "{at}: lit, but out of reach");
                assert_ne!(found["lit"], 0, "{at}: nothing is lit");
                seen[0] += found["lit"].as_u64().unwrap_or(0);
                seen[1] += found["far"].as_u64().unwrap_or(0);
                let wider =
                    "document.documentElement.scrollWidth > document.documentElement.clientWidth";
                assert_eq!(self.run(wider), false, "{at} is wider than the screen");
            }
            // By turns at the desk and at the telephone.
            let (width, height) = if decision % 2 == 0 { wide } else { narrow };
            self.resize(width, height);
            self.decide_by(Hand {
                deeds: crate::play::DEEDS,
                choose: Tab::click_one,
                act: Tab::click_one,
            });
            self.check_errors(game);
        }
        self.is_asked();
        for (width, height) in SIZES {
            self.resize(width, height);
            let at = format!("{}-{game}-{width}x{height}", B::NAME.to_lowercase());
            self.look_around(&at);
        }
        self.check_errors(game);
        format!(
            "{DECISIONS} decisions, a reload, rules, German, dark; {} lit things at 1280x800 and 390x844, {} of them after scrolling; no errors",
            seen[0], seen[1]
        )
    }

    /// The rules, and another language and darkness.
    fn look_around(&mut self, at: &str) {
        // On a telephone they are in the menu.
        if self.shows(".bar > .rules-button") {
            self.click(".bar > .rules-button");
        } else {
            self.click(".menu summary");
            self.click(".menu .rules-button");
        }
        self.wait_for(".drawer h3");
        self.settle();
        let fits = "(() => { const r = document.querySelector('.drawer').getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth + 1; })()";
        assert_eq!(self.run(fits), true, "{at}: the rules are cut off");
        self.picture(&format!("{at}-rules"));
        self.click(".drawer-head button");
        self.wait("!document.querySelector('.drawer')");
        for (language, theme) in [("de", "dark"), ("en", "light")] {
            if !self.has(".menu[open]") {
                self.click(".menu summary");
            }
            self.click(".menu .settings-button");
            self.choose("#language", language);
            self.choose("#theme", theme);
            self.wait(&format!(
                "document.documentElement.lang === '{language}' && document.documentElement.dataset.theme === '{theme}'"
            ));
            self.picture(&format!("{at}-settings-{theme}"));
            self.click("#settings > button:last-child");
            self.wait("!document.querySelector('#settings')");
            self.picture(&format!("{at}-{theme}"));
        }
    }

    /// A window takes its time.
    fn resize(&mut self, width: u32, height: u32) {
        self.driver.resize(width, height);
        self.wait(&format!(
            "innerWidth === {width} && innerHeight === {height}"
        ));
    }

    /// Loads a page, and decides its shuffles.
    fn come_back(&mut self, address: &str) {
        self.open(address);
        self.wait_for("main, .table");
        self.run(SAME_SHUFFLES);
    }

    fn check_errors(&mut self, game: &str) {
        assert_eq!(self.errors(), Vec::<String>::new(), "{game}");
        assert!(!self.has(".broken"), "{game}: the page is broken");
    }
}
