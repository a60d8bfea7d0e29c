//! What exactly is missing for an action.

use crate::boards::because;
use crate::boards::scene::Scene;
use kit::Seat;
use leptos::prelude::With as _;
use maharaja::components::{Road, SHRINE_PRICE, STATUE_PRICE_MAHARAJA, WheelAction, table};
use maharaja::{Action, Maharaja, Open, Route, Stage, rules};
use std::fmt::Display;

impl Scene<Maharaja> {
    /// Returns why an action is not possible: what exactly is missing, or else the rule.
    pub fn missing(self, action: Action) -> Option<String> {
        let rule = self.broken(action)?;
        let open = self.view.with(|view| view.as_ref().map(|view| view.open))?;
        let seat = self.me()?;
        let tableau = &open.tableaus[seat];
        let coins = tableau.coins;
        let dear = |key: &str, price: u16| {
            let values: [(&str, &dyn Display); 2] = [("price", &price), ("coins", &coins)];
            Some(self.phrase(key, &values))
        };
        let built_by = match open.stage {
            Stage::Turn(turn) => turn.open.map(|open| open.action),
            _ => None,
        };
        let said = match (action, rule) {
            (Action::Statue(city, _), rules::STATUE_TOO_DEAR) => {
                let price = built_by.map(|by| open.statue_price(seat, city, by));
                dear("board-why-statue", price.unwrap_or(STATUE_PRICE_MAHARAJA))
            }
            (Action::Shrine(_), rules::SHRINE_TOO_DEAR) => {
                let price = built_by.map(|by| open.shrine_price(by));
                dear("board-why-shrine", price.unwrap_or(SHRINE_PRICE))
            }
            (_, rules::PRESTIGE_TOO_DEAR) => {
                dear("board-why-prestige", WheelAction::PRESTIGE_DEAL.0)
            }
            (Action::Travel(route), rules::TOLL_TOO_HIGH) => {
                dear("board-why-toll", toll(&open, seat, route))
            }
            (Action::Travel(route), rules::ROAD_CLOSED) => {
                let mut villages = route.roads().flat_map(Road::villages);
                let empty = villages.find(|&&village| open.villages[village].is_empty())?;
                Some(self.phrase("board-why-road", &[("village", &self.called(*empty))]))
            }
            (_, rules::PRIEST_ELSEWHERE) => {
                let city = tableau.priest.city().map(|city| self.called(city));
                let place = city.unwrap_or_else(|| self.phrase("board-crossroads", &[]));
                Some(self.phrase("board-why-priest", &[("place", &place)]))
            }
            (_, rules::NO_SHRINE) => {
                Some(self.phrase("board-why-no-shrine", &[("count", &tableau.supply)]))
            }
            (Action::Reward(_), rules::NO_REWARD) => {
                let count = table(open.options.players).selectable_rewards;
                Some(self.phrase("board-why-reward", &[("count", &count)]))
            }
            _ => None,
        };
        because(rule, said.or_else(|| self.why_not(action)))
    }
}

/// Returns what the roads of a route cost together.
fn toll(open: &Open, seat: Seat, route: Route) -> u16 {
    let tolls = route.roads().filter_map(|road| open.road_toll(seat, road));
    tolls.sum()
}
