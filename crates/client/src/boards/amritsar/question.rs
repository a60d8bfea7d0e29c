//! The present decision as one sentence.

use super::scene::afterwards;
use crate::boards::scene::Scene;
use amritsar::components::*;
use amritsar::{Action, Amritsar, Block, Menu, Open, Pending, Upgrades};
use kit::{Id, Key, Seat};
use leptos::prelude::*;

/// Returns the present decision as one sentence: to the viewer, or about whoever decides; `None` when the game is over.
pub fn question(scene: Scene<Amritsar>) -> Option<String> {
    let open = scene
        .view
        .with(|view| view.as_ref().map(|view| view.open))?;
    let (seat, &pending) = open.actor().zip(open.stack.last())?;
    match scene.am_asked() {
        true => asked(scene, &open, seat, pending),
        false => waiting(scene, seat, pending),
    }
}

/// Says what somebody else decides.
fn waiting(scene: Scene<Amritsar>, seat: Seat, pending: Pending) -> Option<String> {
    let name = scene.name(seat);
    let key = match pending {
        Pending::SetupObjective { .. } => "board-wait-objective",
        Pending::SetupMahout { .. } => "board-wait-mahout-colour",
        Pending::Elephant1 | Pending::Elephant2 { .. } => "board-wait-elephant",
        Pending::ChooseGroup => "board-wait-group",
        Pending::Sow(_) => "board-wait-sow",
        Pending::Actions(menu) => {
            let district = scene.called(menu.section.district());
            let said: [(&str, &dyn std::fmt::Display); 3] = [
                ("name", &name),
                ("colour", &menu.worker.id()),
                ("district", &district),
            ];
            return Some(scene.phrase("board-wait-actions", &said));
        }
        Pending::Follow(following) | Pending::MaharajahFollow(following) => {
            let said: [(&str, &dyn std::fmt::Display); 2] =
                [("name", &name), ("colour", &following.worker.id())];
            return Some(scene.phrase("board-wait-follow", &said));
        }
        Pending::Discard => "board-wait-discard",
        Pending::Market(_) | Pending::Order => "board-wait-market",
        Pending::Upgrade(_) => "board-wait-upgrade",
        Pending::Knowledge(_) => "board-wait-knowledge",
        Pending::MahoutTile => "board-wait-mahout",
        Pending::Donate => "board-wait-donate",
        Pending::ChooseGain | Pending::ChooseResource(_) => "board-wait-resource",
        _consequence => return None,
    };
    Some(scene.phrase(key, &[("name", &name)]))
}

/// Asks the viewer.
fn asked(scene: Scene<Amritsar>, open: &Open, seat: Seat, pending: Pending) -> Option<String> {
    let player = &open.players[seat];
    let coins = player.items.count(Item::Coin);
    Some(match pending {
        Pending::SetupObjective { .. } => scene.phrase("board-ask-objective", &[]),
        Pending::SetupMahout { .. } => scene.phrase("board-ask-mahout-colour", &[]),
        Pending::Elephant1 | Pending::Elephant2 { .. } => {
            let Some(district) = player.elephant else {
                return Some(scene.phrase("board-ask-place", &[]));
            };
            let key = match pending {
                Pending::Elephant1 => "board-ask-elephant",
                _ => "board-ask-elephant-again",
            };
            let district = scene.called(district);
            scene.phrase(key, &[("district", &district), ("coins", &coins)])
        }
        Pending::ChooseGroup => scene.phrase("board-ask-group", &[]),
        Pending::Sow(sowing) => {
            let way = open.way_on()?;
            match way.stops.first() {
                Some(&stop) => {
                    let count = way.stops.len() + 1;
                    let stop = scene.called(stop);
                    scene.phrase("board-ask-sow", &[("section", &stop), ("count", &count)])
                }
                None => {
                    let worker = Colour::all().find(|&colour| sowing.hand[colour] > 0)?;
                    land(scene, worker, coins)
                }
            }
        }
        Pending::Actions(menu) => actions(scene, menu),
        Pending::Follow(following) => {
            let said: [(&str, &dyn std::fmt::Display); 3] = [
                ("name", &scene.name(open.active)),
                ("colour", &following.worker.id()),
                ("mahout", &player.mahouts[following.worker]?.id()),
            ];
            scene.phrase("board-ask-follow", &said)
        }
        Pending::MaharajahFollow(following) => {
            let mahout = player.mahouts[following.worker]?.id();
            let said: [(&str, &dyn std::fmt::Display); 2] =
                [("colour", &following.worker.id()), ("mahout", &mahout)];
            scene.phrase("board-ask-follow-maharajah", &said)
        }
        Pending::ChooseGain => scene.phrase("board-ask-gain", &[]),
        Pending::Order => scene.phrase("board-ask-order", &[]),
        Pending::ChooseResource(choice) => {
            let cause = match open.stack.first() {
                Some(Pending::Sow(_)) => "bridge",
                Some(Pending::Income { .. }) => "income",
                Some(Pending::Follow(_) | Pending::MaharajahFollow(_)) => "following",
                _ => "action",
            };
            let said: [(&str, &dyn std::fmt::Display); 2] =
                [("count", &choice.left), ("cause", &cause)];
            scene.phrase("board-ask-resource", &said)
        }
        Pending::Discard => {
            let (count, room) = (player.overflow(), player.capacity());
            scene.phrase("board-ask-discard", &[("count", &count), ("room", &room)])
        }
        Pending::Market(_) => {
            let can = |kind: fn(&Action) -> bool| scene.legal.with(|all| all.iter().any(kind));
            let buys = can(|action| matches!(action, Action::Buy(_)));
            let sells = can(|action| matches!(action, Action::Sell(_)));
            let key = match (buys, sells) {
                (true, true) => "board-ask-market",
                (true, false) => "board-ask-market-buy",
                (false, true) => "board-ask-market-sell",
                (false, false) => "board-ask-market-end",
            };
            scene.phrase(key, &[("coins", &coins)])
        }
        Pending::Upgrade(upgrades) => {
            upgrade(scene, upgrades, player.owns(Storehouse::UpgradeAnyResource))
        }
        Pending::Knowledge(knowledge) => match knowledge.due {
            Some(track) if scene.legal.with(Vec::len) == 1 => {
                scene.phrase("board-ask-knowledge-track", &[("track", &track.id())])
            }
            _ => scene.phrase("board-ask-knowledge", &[]),
        },
        Pending::MahoutTile => scene.phrase("board-ask-mahout", &[]),
        Pending::Donate => {
            let mut items = player.items;
            items.remove(Item::Coin, coins);
            let (district, items) = (scene.called(player.elephant?), scene.items(items));
            scene.phrase(
                "board-ask-donate",
                &[("district", &district), ("items", &items)],
            )
        }
        _consequence => return None,
    })
}

/// `Land your blue worker: each section skipped costs 1 coin, you have 3`.
fn land(scene: Scene<Amritsar>, worker: Colour, coins: u8) -> String {
    let (sections, free) = scene.legal.with(|legal| {
        let landings = legal.iter().filter_map(|action| match action {
            Action::Land { section, free } => Some((*section, free.is_some())),
            _ => None,
        });
        let free = landings.clone().any(|(_, free)| free);
        let mut sections: Vec<Section> = landings.map(|(section, _)| section).collect();
        sections.dedup();
        (sections, free)
    });
    let colour = worker.id();
    match *sections {
        [only] => {
            let section = scene.called(only);
            scene.phrase(
                "board-ask-land-only",
                &[("colour", &colour), ("section", &section)],
            )
        }
        _ => {
            let key = if free {
                "board-ask-land-free"
            } else {
                "board-ask-land"
            };
            scene.phrase(key, &[("colour", &colour), ("coins", &coins)])
        }
    }
}

/// `Your blue worker in the North: use a tile or your elephant`.
fn actions(scene: Scene<Amritsar>, menu: Menu) -> String {
    let legal = scene.legal.get();
    let elephant = legal
        .iter()
        .chain(&afterwards(scene))
        .any(|action| matches!(action, Action::Elephant(_)));
    let tile = legal
        .iter()
        .find(|action| matches!(action, Action::Main(_) | Action::Second(_)));
    let key = match (tile, menu.block) {
        // The other half of the tile in use.
        (Some(&Action::Main(tile)), Block::Open { .. }) => {
            let action = scene.of_kind("main", tile.id());
            return scene.phrase("board-ask-main", &[("action", &action)]);
        }
        (Some(&Action::Second(tile)), Block::Open { .. }) => {
            let action = scene.of_kind("second", tile.id());
            return scene.phrase("board-ask-second", &[("action", &action)]);
        }
        (Some(_), _) if elephant => "board-ask-actions-both",
        (Some(_), _) => "board-ask-actions",
        (None, _) if elephant => "board-ask-actions-elephant",
        (None, Block::NotStarted) => "board-ask-actions-none",
        (None, _) => "board-ask-actions-end",
    };
    let district = scene.called(menu.section.district());
    scene.phrase(
        key,
        &[("colour", &menu.worker.id()), ("district", &district)],
    )
}

/// `Upgrade: storehouse (marble) or objective (copper)`.
fn upgrade(scene: Scene<Amritsar>, upgrades: Upgrades, by_choice: bool) -> String {
    let can = |kind| {
        scene.legal.with(|legal| {
            legal
                .iter()
                .any(|action| matches!(action, Action::Upgrade { upgrade, .. } if upgrade.kind() == kind))
        })
    };
    let priced = !upgrades.free && !by_choice;
    let named = UpgradeKind::all().filter(|&kind| can(kind)).map(|kind| {
        let name = scene.phrase("board-ask-upgrade-kind", &[("kind", &kind.id())]);
        match priced {
            true => format!("{name} ({})", scene.called(kind.cost())),
            false => name,
        }
    });
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        return scene.phrase("board-ask-upgrade-none", &[]);
    }
    let key = match (upgrades.free, by_choice) {
        (true, _) => "board-ask-upgrade-free",
        (false, true) => "board-ask-upgrade-any",
        (false, false) => "board-ask-upgrade",
    };
    scene.phrase(key, &[("kinds", &scene.either(named))])
}
