//! Deciding on any board, drawn or generic.

use crate::Tab;

/// Something that can be decided, or the end of the game.
const DECISION: &str = "document.querySelector('.end, .choice, .city.lit, .withdraw.lit')";

impl Tab {
    /// Waits until the person is asked; `false` if the game is over instead.
    #[track_caller]
    pub fn is_asked(&mut self) -> bool {
        self.wait(DECISION);
        self.run("!document.querySelector('.end')") == true
    }

    /// Takes one decision by clicking, and waits until it is carried out. On Taj Mahal's board the first card is laid in two turns of three.
    #[track_caller]
    pub fn decide(&mut self) {
        self.wait(DECISION);
        let version = self.run("document.querySelector('.table').dataset.version");
        let number: u64 = version
            .as_str()
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        let is_there = |tab: &mut Tab, selector: &str| {
            tab.run(&format!("!!document.querySelector('{selector}')")) == true
        };
        let card = ".hand-card.lit:not(.of-white):not(.of-special)";
        if is_there(self, ".choice") {
            self.click(".choice");
        } else if is_there(self, ".city.lit") {
            self.click(".city.lit");
        } else if !number.is_multiple_of(3) && is_there(self, card) {
            // In a large hand the middle of a card lies under its neighbour, so it is chosen by key.
            self.run(&format!("document.querySelector('{card}').focus()"));
            self.press("Enter");
            self.click(".confirm:not(:disabled)");
        } else {
            self.click(".withdraw.lit");
            self.click(".confirm:not(:disabled)");
        }
        self.wait(&format!(
            "document.querySelector('.table').dataset.version !== {version}"
        ));
    }
}
