//! The present decision as one sentence.

use crate::boards::scene::Scene;
use kit::Seat;
use leptos::prelude::*;
use maharaja::components::{Character, City, Reward, SETUP_SHRINES};
use maharaja::{Action, Maharaja, Open, OpenAction, Stage, Turn};
use std::fmt::Display;

/// Returns the present decision as one sentence: to the viewer, or about whoever decides; `None` when the game is over.
pub fn question(scene: Scene<Maharaja>) -> Option<String> {
    let open = scene
        .view
        .with(|view| view.as_ref().map(|view| view.open))?;
    match scene.am_asked() {
        true => asked(scene, &open),
        false => waiting(scene, &open),
    }
}

/// Says what others decide.
fn waiting(scene: Scene<Maharaja>, open: &Open) -> Option<String> {
    let names: Vec<String> = open
        .deciders()
        .iter()
        .map(|seat| scene.name(seat))
        .collect();
    let count = names.len();
    let names = scene.seen.teller.with(|teller| teller.listed(names));
    let name: (&str, &dyn Display) = ("name", &names);
    Some(match open.stage {
        Stage::ChooseCharacter { .. } => scene.phrase("board-wait-character", &[name]),
        Stage::PlaceShrine { pass, .. } => {
            let said = [name, ("number", &pass), ("count", &SETUP_SHRINES)];
            scene.phrase("board-wait-shrine", &said)
        }
        Stage::Plan => scene.phrase("board-wait-plan", &[name, ("count", &count)]),
        Stage::Turn(Turn {
            open: Some(open), ..
        }) => {
            let number = open.action.to_string();
            let action = scene
                .seen
                .teller
                .with(|teller| teller.label("action", &number));
            scene.phrase("board-wait-building", &[name, ("action", &action)])
        }
        Stage::Turn(turn) => {
            scene.phrase("board-wait-turn", &[name, ("count", &turn.planned.len())])
        }
        Stage::Victim { .. } => scene.phrase("board-wait-victim", &[name]),
        Stage::Reward(_) => scene.phrase("board-wait-reward", &[name]),
        Stage::Over => return None,
    })
}

/// Asks the viewer.
fn asked(scene: Scene<Maharaja>, open: &Open) -> Option<String> {
    Some(match open.stage {
        Stage::ChooseCharacter { .. } => scene.phrase("board-ask-character", &[]),
        Stage::PlaceShrine { pass, .. } => {
            let said: [(&str, &dyn Display); 2] = [("number", &pass), ("count", &SETUP_SHRINES)];
            scene.phrase("board-ask-first-shrine", &said)
        }
        Stage::Plan => {
            let (city, coins) = (
                scene.called(open.maharaja?),
                open.tableaus[scene.me()?].coins,
            );
            scene.phrase("board-ask-plan", &[("city", &city), ("coins", &coins)])
        }
        Stage::Turn(turn) => match turn.open {
            Some(action) => build(scene, open, turn.seat, action),
            None => between(scene, turn),
        },
        Stage::Victim { .. } => scene.phrase("board-ask-victim", &[]),
        Stage::Reward(rewarding) => {
            let seat = scene.me()?;
            let tableau = &open.tableaus[seat];
            match rewarding.applying.map(|applying| applying.reward) {
                None => {
                    let (city, count) = (scene.called(open.maharaja?), scene.legal.with(Vec::len));
                    scene.phrase("board-ask-reward", &[("city", &city), ("count", &count)])
                }
                Some(Reward::BuyPrestige) => {
                    scene.phrase("board-ask-buy", &[("coins", &tableau.coins)])
                }
                Some(Reward::FreeShrine) => {
                    scene.phrase("board-ask-free-shrine", &[("shrines", &tableau.shrines)])
                }
                Some(_) => scene.phrase("board-ask-maharani", &[]),
            }
        }
        Stage::Over => return None,
    })
}

/// `Your turn: carry out 2 actions, travel or use your ability`.
fn between(scene: Scene<Maharaja>, turn: Turn) -> String {
    let can = |kind: fn(&Action) -> bool| scene.legal.with(|legal| legal.iter().any(kind));
    let starts = |planned| {
        let starts =
            |action: &Action| matches!(action, Action::Start(begin) if begin.action() == planned);
        scene.legal.with(|legal| legal.iter().any(starts))
    };
    let planned = turn.planned.iter().filter(|&&planned| starts(planned));
    let planned = planned.count();
    let ways = [
        (planned > 0).then(|| scene.phrase("board-ask-planned", &[("count", &planned)])),
        can(|action| matches!(action, Action::Travel(_)))
            .then(|| scene.phrase("board-ask-travel", &[])),
        can(|action| matches!(action, Action::Marker(_)))
            .then(|| scene.phrase("board-ask-marker", &[])),
        can(|action| matches!(action, Action::Ability(_)))
            .then(|| scene.phrase("board-ask-ability", &[])),
    ];
    let end = (planned == 0).then(|| scene.phrase("board-ask-end", &[]));
    let ways = ways.into_iter().flatten().chain(end).collect();
    scene.phrase("board-ask-turn", &[("ways", &scene.either(ways))])
}

/// `Build a statue in Delhi (12 coins) or a shrine (1 coin); you have 14 coins`.
fn build(scene: Scene<Maharaja>, open: &Open, seat: Seat, action: OpenAction) -> String {
    let (tableau, legal) = (&open.tableaus[seat], scene.legal.get());
    let can_shrine = legal
        .iter()
        .any(|action| matches!(action, Action::Shrine(_)));
    let can_travel = legal
        .iter()
        .any(|action| matches!(action, Action::Travel(_)));
    let mut cities: Vec<City> = legal
        .iter()
        .filter_map(|action| match action {
            Action::Statue(city, _) => Some(*city),
            _ => None,
        })
        .collect();
    cities.dedup();
    let price = |city: City| open.statue_price(seat, city, action.action);
    let statue = match *cities {
        [] => None,
        [only] => {
            let (city, price) = (scene.called(only), price(only));
            Some(scene.phrase("board-ask-statue-in", &[("city", &city), ("price", &price)]))
        }
        _ => {
            let price = cities.iter().copied().map(price).min().unwrap_or(0);
            Some(scene.phrase("board-ask-statue", &[("price", &price)]))
        }
    };
    let shrine = can_shrine.then(|| {
        let key = match action.owes_city {
            true => "board-ask-city-shrine",
            false => "board-ask-shrine",
        };
        scene.phrase(key, &[("price", &open.shrine_price(action.action))])
    });
    let what: Vec<String> = statue.into_iter().chain(shrine).collect();
    if !what.is_empty() {
        let values: [(&str, &dyn Display); 3] = [
            ("what", &scene.either(what)),
            ("coins", &tableau.coins),
            ("shrines", &tableau.shrines),
        ];
        let key = match cities.is_empty() {
            true => "board-ask-build-shrine",
            false => "board-ask-build",
        };
        let ask = scene.phrase(key, &values);
        // Half of the action is not possible here.
        let statue = (action.statues > 0 && tableau.statues > 0 && cities.is_empty())
            .then(|| missing(scene, open, seat, action))
            .flatten();
        return match statue {
            Some(missing) => {
                let values: [(&str, &dyn Display); 2] = [("ask", &ask), ("missing", &missing)];
                scene.phrase("board-ask-no-statue-here", &values)
            }
            None => ask,
        };
    }
    let way_on = scene.phrase(
        match (can_travel, action.owes_city) {
            (_, true) => "board-ask-must-travel",
            (true, false) => "board-ask-travel-or-close",
            (false, false) => "board-ask-close",
        },
        &[],
    );
    match missing(scene, open, seat, action) {
        Some(missing) => scene.phrase(
            "board-ask-missing",
            &[("missing", &missing), ("way", &way_on)],
        ),
        None => scene.sentence(&way_on),
    }
}

/// Returns what is missing to build anything, if it is one thing: `no shrine left`.
fn missing(scene: Scene<Maharaja>, open: &Open, seat: Seat, action: OpenAction) -> Option<String> {
    let tableau = &open.tableaus[seat];
    if action.statues == 0 {
        return (tableau.shrines == 0).then(|| scene.phrase("board-ask-no-shrine", &[]));
    }
    if tableau.statues == 0 {
        return Some(scene.phrase("board-ask-no-statue", &[]));
    }
    let here = tableau.priest.city();
    if here.is_none() && !open.has(seat, Character::RemoteBuilding) {
        return Some(scene.phrase("board-ask-no-city", &[]));
    }
    let price = here.map(|city| open.statue_price(seat, city, action.action))?;
    (price > tableau.coins).then(|| {
        let values: [(&str, &dyn Display); 2] = [("price", &price), ("coins", &tableau.coins)];
        scene.phrase("board-ask-statue-dear", &values)
    })
}
