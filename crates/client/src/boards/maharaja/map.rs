//! The map: cities, villages and roads, their pieces and actions.

use super::atlas::{self, FIELDS, LABELS, NODES, VILLAGES};
use super::brahmabot::main_symbol;
use super::pieces::of_bonus;
use super::place::Place;
use super::say;
use super::scene::Scene;
use super::spot::spot;
use crate::boards::floating::{Earned, Floating};
use crate::boards::pan::Pan;
use crate::boards::travel::way_text;
use kit::{Id, Key, Seat};
use leptos::prelude::*;
use maharaja::components::{City, Field, Node, Road, Site, SpecialRule, Village, WheelAction};
use maharaja::{Action, Event, Stage};
use std::fmt::Write as _;

/// The map of the kingdom.
#[component]
pub fn Map(scene: Scene) -> impl IntoView {
    let label = Signal::derive(move || scene.phrase("board-map", &[]));
    view! {
        <div class="mr-map" data-rules="building">
            <Pan seen=scene.seen width=atlas::WIDTH height=atlas::HEIGHT label>
                <g inner_html=land()></g>
                {Road::all().map(|road| road_view(scene, road)).collect_view()}
                <Routes scene/>
                {Node::all().map(|node| node_view(scene, node)).collect_view()}
                {City::all().map(|city| city_shrines(scene, city)).collect_view()}
                {City::all().flat_map(|city| Field::all().map(move |field| field_view(scene, city, field))).collect_view()}
                {Village::all().map(|village| village_view(scene, village)).collect_view()}
                <Priests scene/>
                <Visitor scene/>
                <Aim scene/>
                <Floating played=scene.played earned=move |events| earned(scene, events)/>
            </Pan>
        </div>
    }
}

/// Draws the static background: the land, the realms of the cities, rivers and hills.
fn land() -> String {
    let mut land = String::from(r#"<rect class="land" width="1000" height="966"/>"#);
    for city in City::all() {
        let (x, y) = NODES[city.node()];
        // A realm fades out towards its borders.
        let _ = write!(
            land,
            r##"<radialGradient id="mr-realm-{city}" class="city-{city}"><stop offset=".35"/><stop offset="1" stop-opacity="0"/></radialGradient><circle class="realm" cx="{x}" cy="{y}" r="250" fill="url(#mr-realm-{city})"/>"##
        );
    }
    land += include_str!("../../../../../games/maharaja/art/land.svg");
    for road in Road::all() {
        let _ = write!(
            land,
            r#"<path class="road-bed" d="{}"/>"#,
            atlas::course(road)
        );
    }
    land
}

/// A road: whether it is open, and its toll for the viewer.
fn road_view(scene: Scene, road: Road) -> AnyView {
    let open = Memo::new(move |_| scene.of(|open| open.is_open(road)).unwrap_or(false));
    let toll = Memo::new(move |_| {
        let seat = scene.me()?;
        scene.of(|open| open.road_toll(seat, road)).flatten()
    });
    let about = move || {
        let state = match (open.get(), toll.get()) {
            (false, _) => scene.phrase("board-road-closed", &[]),
            (true, None) => scene.phrase("board-road-open", &[]),
            (true, Some(toll)) => scene.phrase("board-road-toll", &[("toll", &toll)]),
        };
        format!("{}\n{state}", scene.called(road))
    };
    let badge = move || {
        let toll = toll.get().filter(|toll| *toll > 0)?;
        let (x, y) = atlas::toll_at(road);
        Some(view! {
            <g class="toll" transform=format!("translate({x} {y})")>
                <circle r="14"></circle>
                <text y="6">{toll}</text>
            </g>
        })
    };
    view! {
        <g role="img" aria-label=about data-tip=about data-rules="travelling">
            <path class="road" class:open=open class:free=move || toll.get() == Some(0) d=atlas::course(road)></path>
            {badge}
        </g>
    }
    .into_any()
}

/// The previewed journey, and the latest one.
#[component]
fn Routes(scene: Scene) -> impl IntoView {
    let promised = move || match scene.pointed.get() {
        Some(Action::Travel(route)) => route.roads().collect(),
        _ => Vec::new(),
    };
    let arrives = move || {
        let Some(Action::Travel(route)) = scene.pointed.get() else {
            return None;
        };
        let seat = scene.me()?;
        let from = scene.of(|open| open.tableaus[seat].priest)?;
        let (x, y) = atlas::priest_at(route.end(from)?, seat);
        Some(view! {
            <use class=format!("ghost piece seat-{seat}") href=format!("#mr-priest-{seat}") x=x - 15 y=y - 20 width="30" height="38"></use>
        })
    };
    let made = Memo::new(move |_| latest_journey(scene));
    view! {
        <g aria-hidden="true">
            {move || made.get().map(|(seat, version, roads)| {
                let roads = roads.into_iter().map(|road| view! { <path class="journey" d=atlas::course(road)></path> }).collect_view();
                view! { <g class=format!("seat-{seat}") data-version=version>{roads}</g> }
            })}
            {arrives}
            {move || promised().into_iter().map(|road| view! { <path class="route" d=atlas::course(road)></path> }).collect_view()}
        </g>
    }
}

/// Returns the journey of the latest step, if there was one: its player, version and roads.
fn latest_journey(scene: Scene) -> Option<(Seat, u64, Vec<Road>)> {
    scene.played.with(|played| {
        let last = played.last()?;
        last.events.iter().rev().find_map(|event| match event {
            Event::Travelled { seat, route, .. } => {
                Some((*seat, last.version, route.roads().collect()))
            }
            Event::BrahmabotTravelled { route, .. } => {
                let seat = scene.of(|open| open.bot()).flatten()?;
                Some((seat, last.version, route.roads().collect()))
            }
            _ => None,
        })
    })
}

/// Returns the prestige in events; it floats up from the player's priest.
fn earned(scene: Scene, events: &[Event]) -> Vec<Earned> {
    let gain = |event: &Event| {
        let Event::Prestige { seat, points, .. } = *event else {
            return None;
        };
        let priest = untrack(|| scene.of(|open| open.tableaus[seat].priest))?;
        let (x, y) = atlas::priest_at(priest, seat);
        Some(Earned {
            seat,
            points: points.into(),
            place: (x, y - 30),
        })
    };
    events.iter().filter_map(gain).collect()
}

/// A city or the crossroads, as a destination or a site for a shrine.
fn node_view(scene: Scene, node: Node) -> AnyView {
    let about = Signal::derive(move || match node.city() {
        Some(city) => city_about(scene, city),
        None => format!(
            "{}\n{}",
            say::place_name(scene, node),
            scene.phrase("board-crossroads-about", &[])
        ),
    });
    let visited = Memo::new(move |_| {
        node.city().is_some() && scene.of(|open| open.maharaja).flatten() == node.city()
    });
    let (dx, dy) = LABELS[node];
    let name = move || say::place_name(scene, node);
    let ghost = Memo::new(move |_| {
        let site = node.city().map(Site::City);
        let pointed = scene.pointed.get();
        let builds = matches!(pointed, Some(Action::Shrine(there)) if Some(there) == site);
        scene.me().filter(|_| builds)
    });
    let shape = match node.city() {
        Some(_) => {
            r#"<circle class="halo" r="92"/><circle class="disc" r="80"/><circle class="ring" r="80"/><circle class="ring thin" r="72"/>"#
        }
        None => {
            r#"<circle class="halo" r="56"/><circle class="disc" r="46"/><circle class="ring thin" r="40"/><path class="rose" d="M0-38L8-8 38 0 8 8 0 38-8 8-38 0-8-8z"/>"#
        }
    };
    let id = node.id();
    let inside = view! {
        <g class=format!("node city-{id}") class:visited=visited class:start=node == Node::Start>
            <g inner_html=shape></g>
            {move || ghost.get().map(|seat| {
                let (x, y) = atlas::shrine_at(seat);
                view! { <use class=format!("ghost piece seat-{seat}") href=format!("#mr-shrine-{seat}") x=x - 17 y=y - 17 width="34" height="34"></use> }
            })}
            <text class="city-name" x=dx y=dy>{name}</text>
        </g>
    };
    spot(scene, Place::Node(node), about).drawn("spot".into(), NODES[node], inside.into_any())
}

fn city_about(scene: Scene, city: City) -> String {
    let mut said = vec![scene.called(city)];
    let visited = scene.of(|open| open.maharaja == Some(city));
    if visited == Some(true) {
        said.push(scene.phrase("board-maharaja-here", &[]));
    }
    said.extend(say::worship(scene, city));
    let priests = scene
        .seats()
        .into_iter()
        .filter(|&seat| scene.of(|open| open.tableaus[seat].priest == city.node()) == Some(true));
    let priests: Vec<String> = priests.map(|seat| scene.name(seat)).collect();
    if !priests.is_empty() {
        let names = scene.seen.teller.with(|teller| teller.listed(priests));
        said.push(scene.phrase("board-priests-here", &[("names", &names)]));
    }
    let price = scene.of(|open| {
        let seat = scene.me()?;
        Some(open.statue_price(seat, city, WheelAction::StatueAndShrine))
    });
    if let Some(price) = price.flatten() {
        said.push(scene.phrase("board-statue-price", &[("price", &price)]));
    }
    said.join("\n")
}

/// The shrines in a city, counted for each player, on its ring.
fn city_shrines(scene: Scene, city: City) -> AnyView {
    let (x, y) = NODES[city.node()];
    let counts = move || {
        let counts: Vec<(Seat, u8)> = scene
            .of(|open| {
                let shrines = open.cities[city].shrines.iter();
                let some = shrines.filter(|(_, count)| **count > 0);
                some.map(|(seat, count)| (seat, *count)).collect()
            })
            .unwrap_or_default();
        counts
    };
    view! {
        <For each=counts key=|count| *count let((seat, count))>
            {{
                let (dx, dy) = atlas::shrine_at(seat);
                let tip = move || scene.phrase("board-shrines-of", &[("name", &scene.name(seat)), ("count", &count)]);
                view! {
                    <g class=format!("city-shrines seat-{seat}") transform=format!("translate({} {})", x + dx, y + dy) role="img" aria-label=tip data-tip=tip>
                        <g data-travel=format!("shrines-{}-{seat}", city.id()) data-from=format!("seat-{seat}")>
                            <use class="piece" href=format!("#mr-shrine-{seat}") x="-17" y="-17" width="34" height="34"></use>
                            <circle class="count-back" cx="16" cy="12" r="12"></circle>
                            <text class="count" x="16" y="18">{count}</text>
                        </g>
                    </g>
                }
            }}
        </For>
    }
    .into_any()
}

/// A field for a statue.
fn field_view(scene: Scene, city: City, field: Field) -> AnyView {
    let (x, y) = NODES[city.node()];
    let (dx, dy) = FIELDS[field];
    let owner = Memo::new(move |_| scene.of(|open| open.cities[city].statues[field]).flatten());
    let bonus = city.bonus(field);
    let about = Signal::derive(move || {
        let mut said = vec![format!(
            "{}, {}",
            scene.called(city),
            say::field_name(scene, field)
        )];
        let weak = scene.of(|open| open.plays(SpecialRule::WeakOuter)) == Some(true);
        let worth = match field.is_central() {
            true => "board-field-centre",
            false if weak => "board-field-weak",
            false => "board-field-outer",
        };
        match (owner.get(), bonus.map(of_bonus)) {
            (Some(seat), _) => {
                said.push(scene.phrase("board-statue-of", &[("name", &scene.name(seat))]));
            }
            (None, Some((kind, count))) => {
                said.push(scene.phrase(worth, &[]));
                let key = match kind {
                    "marker" => "board-bonus-marker",
                    "coin" => "board-bonus-coin",
                    "prestige" => "board-bonus-prestige",
                    _ => "board-bonus-shrine",
                };
                said.push(scene.phrase(key, &[("count", &count)]));
            }
            (None, None) => said.push(scene.phrase(worth, &[])),
        }
        said.join("\n")
    });
    let ghost = Memo::new(move |_| {
        let pointed = scene.pointed.get() == Some(Action::Statue(city, field));
        scene.me().filter(|_| pointed)
    });
    let radius = if field.is_central() { 22 } else { 19 };
    let inside = move || {
        match (owner.get(), ghost.get(), bonus.map(of_bonus)) {
        (Some(seat), _, _) => view! {
            <g data-travel=format!("statue-{}-{}", city.id(), field.index()) data-from=format!("seat-{seat}")><use class=format!("piece statue seat-{seat}") href=format!("#mr-statue-{seat}") x="-20" y="-27" width="40" height="44"></use></g>
        }
        .into_any(),
        (None, Some(seat), _) => view! {
            <use class=format!("ghost piece seat-{seat}") href=format!("#mr-statue-{seat}") x="-20" y="-27" width="40" height="44"></use>
        }
        .into_any(),
        (None, None, Some((kind, count))) => view! {
            <use class="bonus" href=format!("#mr-{kind}") x="-12" y="-12" width="24" height="24"></use>
            {(count > 1).then(|| view! { <text class="bonus-count" x="11" y="15">{count}</text> })}
        }
        .into_any(),
        (None, None, None) => ().into_any(),
    }
    };
    let inside = view! {
        <g class="field" class:central=field.is_central() class:built=move || owner.get().is_some()>
            <circle class="reach" r="24"></circle>
            <circle class="field-shape" r=radius></circle>
            {inside}
        </g>
    };
    let at = (x + dx, y + dy);
    spot(scene, Place::Field(city, field), about).drawn("spot".into(), at, inside.into_any())
}

/// A village with its shrines and free spaces.
fn village_view(scene: Scene, village: Village) -> AnyView {
    let owners = Memo::new(move |_| {
        scene
            .of(|open| open.villages[village].seats().to_vec())
            .unwrap_or_default()
    });
    let spaces = Memo::new(move |_| {
        scene
            .of(|open| maharaja::components::table(open.options.players).village_spaces)
            .unwrap_or(1)
    });
    let about = Signal::derive(move || {
        let mut said = vec![scene.called(village)];
        let names: Vec<String> = owners.with(|owners| {
            let names = owners.iter().map(|&seat| scene.name(seat));
            names.collect()
        });
        if names.is_empty() {
            said.push(scene.phrase("board-village-empty", &[]));
        } else {
            let names = scene.seen.teller.with(|teller| teller.listed(names));
            said.push(scene.phrase("board-village-shrines", &[("names", &names)]));
        }
        said.join("\n")
    });
    let ghost = Memo::new(move |_| {
        let there = Action::Shrine(Site::Village(village));
        scene.me().filter(|_| scene.pointed.get() == Some(there))
    });
    let inside = move || {
        let (owners, spaces) = (owners.get(), spaces.get());
        let place = move |index: usize| {
            if spaces > 1 {
                index as i32 * 26 - 13
            } else {
                0
            }
        };
        let size = if spaces > 1 { 24 } else { 30 };
        let free = (owners.len()..spaces)
            .map(move |index| view! { <circle class="space" cx=place(index) r="7"></circle> });
        let free = free.collect_view();
        let built = owners.len();
        let shrines = owners.into_iter().enumerate().map(move |(index, seat)| view! {
            <g data-travel=format!("shrine-{}-{index}", village.id()) data-from=format!("seat-{seat}")><use class=format!("piece seat-{seat}") href=format!("#mr-shrine-{seat}") x=place(index) - size / 2 y=-size / 2 width=size height=size></use></g>
        });
        let shrines = shrines.collect_view();
        let ghost = ghost.get().map(|seat| view! {
            <use class=format!("ghost piece seat-{seat}") href=format!("#mr-shrine-{seat}") x=place(built) - size / 2 y=-size / 2 width=size height=size></use>
        });
        view! { {free}{shrines}{ghost} }
    };
    let half = move || match spaces.get() {
        1 => 22,
        _ => 33,
    };
    let (name_x, name_y) = atlas::name_of(village);
    let inside = view! {
        <g class="village" class:empty=move || owners.with(Vec::is_empty)>
            <circle class="reach" r="38"></circle>
            <rect
                class="village-shape" rx="20" y="-20" height="40"
                x=move || -half()
                width=move || 2 * half()
            ></rect>
            {inside}
            <text class="village-name" x=name_x y=name_y>{move || scene.called(village)}</text>
        </g>
    };
    let at = VILLAGES[village];
    spot(scene, Place::Village(village), about).drawn("spot".into(), at, inside.into_any())
}

/// The priests; they travel along the roads.
#[component]
fn Priests(scene: Scene) -> impl IntoView {
    let seats = Memo::new(move |_| scene.seats());
    view! {
        <For each=move || seats.get() key=|seat| *seat let:seat>
            {{
                let at = Memo::new(move |_| {
                    let node = scene.of(|open| open.tableaus[seat].priest);
                    atlas::priest_at(node.unwrap_or(Node::Start), seat)
                });
                let way = Memo::new(move |_| {
                    let (_, _, roads) = latest_journey(scene).filter(|(traveller, ..)| *traveller == seat)?;
                    let end = scene.of(|open| open.tableaus[seat].priest)?;
                    Some(way_text(&atlas::way(&roads, end), at.get()))
                });
                let tip = move || scene.phrase("board-priest-of", &[("name", &scene.name(seat))]);
                view! {
                    <g class=format!("priest seat-{seat}") transform=move || { let (x, y) = at.get(); format!("translate({x} {y})") } role="img" aria-label=tip
                        data-travel=format!("priest-{seat}") data-way=way
                    >
                        <use class="piece" href=format!("#mr-priest-{seat}") x="-15" y="-20" width="30" height="38"></use>
                    </g>
                }
            }}
        </For>
    }
}

/// What Brahmabot wants to build; the style sheet shows it while his turn is told.
#[component]
fn Aim(scene: Scene) -> impl IntoView {
    let aim = Memo::new(move |_| {
        let seat = scene.of(|open| open.bot()).flatten()?;
        scene.played.with(|played| {
            let events = played.last()?.events.iter().rev();
            let mut aims = events.filter_map(|event| match event {
                Event::BrahmabotAims { action, city, .. } => Some((seat, *action, *city)),
                _ => None,
            });
            aims.next()
        })
    });
    move || {
        let (seat, action, city) = aim.get()?;
        let (x, y) = NODES[city.node()];
        let kind = main_symbol(action);
        Some(view! {
            <g class=format!("aim seat-{seat}") transform=format!("translate({x} {y})") aria-hidden="true">
                <circle r="104"></circle>
                <use class="ghost piece" href=format!("#mr-{kind}-{seat}") x="-45" y="-52" width="90" height="100"></use>
            </g>
        })
    }
}

/// The Maharaja, in the city that he visits.
#[component]
fn Visitor(scene: Scene) -> impl IntoView {
    let city = Memo::new(move |_| scene.of(|open| open.maharaja).flatten());
    let over = Memo::new(move |_| scene.of(|open| open.stage == Stage::Over) == Some(true));
    let at = move || {
        let (x, y) = city
            .get()
            .map(|city| NODES[city.node()])
            .unwrap_or_default();
        format!("translate({} {})", x + 92, y - 84)
    };
    let tip = move || {
        let city = city.get().map(|city| scene.called(city));
        scene.phrase("board-maharaja-in", &[("city", &city.unwrap_or_default())])
    };
    view! {
        <Show when=move || city.get().is_some() && !over.get()>
            <g class="maharaja-figure" transform=at role="img" aria-label=tip data-travel="maharaja">
                <use href="#mr-maharaja" x="-28" y="-34" width="56" height="67"></use>
            </g>
        </Show>
    }
}
