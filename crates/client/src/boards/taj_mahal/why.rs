//! What exactly is missing for an action.

use crate::boards::because;
use crate::boards::scene::Scene;
use kit::Id;
use leptos::prelude::With as _;
use taj_mahal::{Action, TajMahal, rules};

impl Scene<TajMahal> {
    /// Returns why an action is not possible: what exactly is in the way, or else the rule.
    pub fn missing(self, action: Action) -> Option<String> {
        let rule = self.broken(action)?;
        let open = self.view.with(|view| view.as_ref().map(|view| view.open))?;
        let seat = self.me()?;
        let said = match (action, rule) {
            (Action::Play { .. }, rules::SAME_COLOUR) => {
                let colour = open.players[seat].bound_colour?;
                Some(self.phrase("board-why-colour", &[("colour", &colour.id())]))
            }
            (Action::Palace(city), rules::FREE_CITY) => {
                let mut players = open.players.iter();
                let owner = players.find(|(_, player)| player.palaces.contains(city));
                let name = self.name(owner?.0);
                Some(self.phrase("board-why-city", &[("name", &name)]))
            }
            (Action::Palace(_) | Action::Crown(_), rules::CURRENT_PROVINCE) => {
                let province = self.called(open.province());
                Some(self.phrase("board-why-province", &[("province", &province)]))
            }
            _ => None,
        };
        because(rule, said.or_else(|| self.why_not(action)))
    }
}
