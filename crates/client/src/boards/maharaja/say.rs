//! Actions and their results, as text.

use super::scene::Scene;
use kit::{Key as _, Seat};
use leptos::prelude::*;
use maharaja::components::{Character, City, Field, Node, Reward};
use maharaja::{Ability, Action, Begin, Open, Stage};

/// Returns an action as a request: `Travel to Delhi`.
pub fn deed(scene: Scene, action: Action) -> String {
    match action {
        Action::Travel(route) => {
            let from = scene
                .of(|open| scene.me().map(|seat| open.tableaus[seat].priest))
                .flatten();
            let to = from.and_then(|from| route.end(from));
            let to = to.map(|to| place_name(scene, to)).unwrap_or_default();
            let roads = route.roads().map(|road| scene.called(road)).collect();
            let roads = scene.seen.teller.with(|teller| teller.listed(roads));
            scene.phrase("board-travel", &[("to", &to), ("roads", &roads)])
        }
        Action::Statue(city, field) => {
            let price = scene.of(|open| match open.stage {
                Stage::Turn(turn) => Some(open.statue_price(turn.seat, city, turn.open?.action)),
                _ => None,
            });
            let values: [(&str, &dyn std::fmt::Display); 3] = [
                ("city", &scene.called(city)),
                ("field", &field_name(scene, field)),
                ("price", &price.flatten().unwrap_or(0)),
            ];
            scene.phrase("board-build-statue", &values)
        }
        Action::Character(character) => scene.phrase(
            "board-take",
            &[("what", &scene.numbered("character", character))],
        ),
        Action::Reward(position) => {
            let reward = scene.of(|open| open.rewards.at(position)).flatten();
            let reward = reward.map(|reward| scene.numbered("reward", reward));
            scene.phrase("board-take", &[("what", &reward.unwrap_or_default())])
        }
        // Actions with a target or a number name it themselves.
        Action::Ability(
            Ability::Exchange(_) | Ability::ShiftFlag(_) | Ability::SupplyShrine(_),
        ) => scene.action_words(action),
        Action::Ability(ability) => character_sentence(scene, ability.character()),
        other => scene.action_words(other),
    }
}

/// Returns the result of an action in one line, or `None` if it is unknown.
pub fn preview(scene: Scene, action: Action) -> Option<String> {
    let preview = scene.preview(action)?;
    let me = scene.me()?;
    let mut said = Vec::new();
    let mut change = |key: &str, count: i32| {
        if count != 0 {
            said.push(scene.phrase(key, &[("count", &count.abs()), ("signed", &signed(count))]));
        }
    };
    change("board-change-coins", preview.coins[me]);
    change("board-change-prestige", preview.prestige.into());
    change("board-change-shrines", preview.shrines.into());
    change("board-change-markers", preview.markers.into());
    for (seat, &coins) in preview.coins.iter().filter(|(seat, _)| *seat != me) {
        if coins != 0 {
            let values = [
                ("name", &scene.name(seat) as &dyn std::fmt::Display),
                ("signed", &signed(coins)),
            ];
            said.push(scene.phrase("board-change-other", &values));
        }
    }
    let changed = preview.worship.iter();
    let changed: Vec<_> = changed
        .filter(|(_, [before, after])| before != after)
        .collect();
    // A journey changes two cities, a piece one; a change of all cities is not listed.
    for (city, [before, after]) in changed.iter().filter(|_| changed.len() < 3) {
        let values = [
            ("city", &scene.called(*city) as &dyn std::fmt::Display),
            ("before", before),
            ("after", after),
        ];
        said.push(scene.phrase("board-change-worship", &values));
    }
    if let Action::Start(Begin::Shift(_))
    | Action::Marker(Begin::Shift(_))
    | Action::Ability(Ability::ShiftFlag(_)) = action
    {
        said.extend(shifted(scene, &preview.after));
    }
    let before = scene.of(|open| open.total_if_over(me))?;
    let after = preview.after.total_if_over(me);
    if before != after {
        let values: [(&str, &dyn std::fmt::Display); 2] = [("before", &before), ("after", &after)];
        said.push(scene.phrase("board-change-final", &values));
    }
    if said.is_empty() {
        return None;
    }
    Some(said.join(" · "))
}

/// Returns where flags move, the one shifted first, and the cities that the Maharaja visits next.
fn shifted(scene: Scene, after: &Open) -> Option<String> {
    let before = scene.of(|open| open.track)?;
    let mut moved: Vec<City> = City::all().collect();
    moved.retain(|&city| before.position(city) != after.track.position(city));
    moved.sort_by_key(|&city| {
        (
            before.position(city) < after.track.position(city),
            after.track.position(city),
        )
    });
    if moved.is_empty() {
        return None;
    }
    let moved = moved.into_iter().map(|city| {
        let (from, to) = (before.position(city), after.track.position(city));
        format!("{} {from} → {to}", scene.called(city))
    });
    let moved = scene
        .seen
        .teller
        .with(|teller| teller.listed(moved.collect()));
    let said = scene.phrase("board-change-flags", &[("list", &moved)]);
    let [first, second, third, ..] = after.track.from_left().map(|city| scene.called(city));
    let cities = scene
        .seen
        .teller
        .with(|teller| teller.listed(vec![first, second, third]));
    let next = scene.phrase("board-change-next", &[("cities", &cities)]);
    Some(format!("{said} · {next}"))
}

/// Returns what a character can do, as a sentence.
pub fn character_sentence(scene: Scene, character: Character) -> String {
    scene.numbered("about-character", character)
}

/// Returns what a reward does, as a sentence.
pub fn reward_sentence(scene: Scene, reward: Reward) -> String {
    scene.numbered("about-reward", reward)
}

fn signed(count: i32) -> String {
    if count < 0 {
        format!("−{}", count.abs())
    } else {
        format!("+{count}")
    }
}

/// Returns an action with its result, for a tooltip.
pub fn offer(scene: Scene, action: Action) -> String {
    let deed = deed(scene, action);
    match preview(scene, action) {
        Some(preview) => format!("{deed}\n{preview}"),
        None => deed,
    }
}

/// Returns the name of a place for priests.
pub fn place_name(scene: Scene, node: Node) -> String {
    match node.city() {
        Some(city) => scene.called(city),
        None => scene.phrase("board-crossroads", &[]),
    }
}

/// Returns the name of a statue field.
pub fn field_name(scene: Scene, field: Field) -> String {
    scene.numbered("field", field)
}

/// Returns the worship of all players in a city: `Anna 5, Ben 3`.
pub fn worship(scene: Scene, city: City) -> Option<String> {
    let points: Vec<(Seat, u8)> = scene.of(|open| {
        let seats = open.rank(city);
        let seats = seats.iter().copied();
        seats
            .map(|seat| (seat, open.scored_worship(seat, city)))
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
