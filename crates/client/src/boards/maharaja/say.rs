//! Commands and what they would bring, in words.

use super::scene::Scene;
use kit::Seat;
use leptos::prelude::*;
use maharaja::components::{City, Field, Node};
use maharaja::{Ability, Command};

/// A command as a request: `Travel to Delhi`.
pub fn deed(scene: Scene, command: Command) -> String {
    match command {
        Command::Travel(route) => {
            let from = scene
                .of(|public| scene.me().map(|seat| public.tableaus[seat].priest))
                .flatten();
            let to = from.and_then(|from| route.end(from));
            let to = to.map(|to| place_name(scene, to)).unwrap_or_default();
            let roads = route.roads().map(|road| scene.called(road)).collect();
            let roads = scene.seen.teller.with(|teller| teller.listed(roads));
            scene.phrase("board-travel", &[("to", &to), ("roads", &roads)])
        }
        Command::Statue(city, field) => scene.phrase(
            "board-build-statue",
            &[
                ("city", &scene.called(city)),
                ("field", &field_name(scene, field)),
            ],
        ),
        Command::Character(character) => scene.phrase(
            "board-take",
            &[("what", &scene.numbered("character", character))],
        ),
        Command::Reward(position) => {
            let reward = scene.of(|public| public.rewards.at(position)).flatten();
            let reward = reward.map(|reward| scene.numbered("reward", reward));
            scene.phrase("board-take", &[("what", &reward.unwrap_or_default())])
        }
        // What has a target or a number of its own says it itself.
        Command::Ability(
            Ability::Exchange(_) | Ability::ShiftFlag(_) | Ability::SupplyShrine(_),
        ) => scene.action_words(command),
        Command::Ability(ability) => scene.numbered("about-character", ability.character()),
        other => scene.action_words(other),
    }
}

/// What a command would bring, in a line; nothing where nobody can say.
pub fn promise(scene: Scene, command: Command) -> Option<String> {
    let promise = scene.promise(command)?;
    let me = scene.me()?;
    let mut said = Vec::new();
    let mut change = |key: &str, count: i32| {
        if count != 0 {
            said.push(scene.phrase(key, &[("count", &count.abs()), ("signed", &signed(count))]));
        }
    };
    change("board-change-coins", promise.coins[me]);
    change("board-change-prestige", promise.prestige.into());
    change("board-change-shrines", promise.shrines.into());
    change("board-change-markers", promise.markers.into());
    for (seat, &coins) in promise.coins.iter().filter(|(seat, _)| *seat != me) {
        if coins != 0 {
            let values = [
                ("name", &scene.name(seat) as &dyn std::fmt::Display),
                ("signed", &signed(coins)),
            ];
            said.push(scene.phrase("board-change-other", &values));
        }
    }
    for (city, [before, after]) in promise.worship.iter() {
        if before != after {
            let values = [
                ("city", &scene.called(city) as &dyn std::fmt::Display),
                ("before", before),
                ("after", after),
            ];
            said.push(scene.phrase("board-change-worship", &values));
        }
    }
    if said.is_empty() {
        return None;
    }
    Some(said.join(" · "))
}

fn signed(count: i32) -> String {
    if count < 0 {
        format!("−{}", count.abs())
    } else {
        format!("+{count}")
    }
}

/// What a command is and would bring, for a tip.
pub fn offer(scene: Scene, command: Command) -> String {
    let deed = deed(scene, command);
    match promise(scene, command) {
        Some(promise) => format!("{deed}\n{promise}"),
        None => deed,
    }
}

/// The name of a place where a priest can stand.
pub fn place_name(scene: Scene, node: Node) -> String {
    match node.city() {
        Some(city) => scene.called(city),
        None => scene.phrase("board-crossroads", &[]),
    }
}

/// The name of a statue field.
pub fn field_name(scene: Scene, field: Field) -> String {
    scene.numbered("field", field)
}

/// The worship of all players in a city: `Anna 5, Ben 3`.
pub fn worship(scene: Scene, city: City) -> Option<String> {
    let points: Vec<(Seat, u8)> = scene.of(|public| {
        let seats = public.rank(city);
        let seats = seats.iter().copied();
        seats
            .map(|seat| (seat, public.scored_worship(seat, city)))
            .collect()
    })?;
    if points.is_empty() {
        return None;
    }
    let points = points
        .into_iter()
        .map(|(seat, points)| format!("{} {points}", scene.name(seat)))
        .collect();
    let list = scene.seen.teller.with(|teller| teller.listed(points));
    Some(scene.phrase("board-worship-there", &[("list", &list)]))
}
