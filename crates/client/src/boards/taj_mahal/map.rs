//! The map: provinces, roads, cities, pieces, and possible places for palaces.

use super::atlas::{self, CITIES, COAST, REGIONS, TILES};
use super::floating::earned;
use super::pieces::bonus_tile;
use super::scene::Scene;
use crate::boards::floating::Floating;
use crate::boards::pan::Pan;
use crate::boards::spot::{Spot, sentences, text};
use kit::{Id, Key, Seat};
use leptos::prelude::*;
use std::fmt::Write as _;
use taj_mahal::components::{Bonus, City, Gain, Province, Tile};
use taj_mahal::{Action, PalaceKind};

/// The size of a lit city.
const CITY: f64 = 68.0;

/// The map of the twelve provinces.
#[component]
pub fn Map(scene: Scene) -> impl IntoView {
    let label = Signal::derive(move || scene.phrase("board-map", &[]));
    view! {
        <div class="tm-map" data-rules="palaces">
            <Pan seen=scene.seen width=atlas::WIDTH height=atlas::HEIGHT near=CITY label>
                <rect class="map-sea" width="1000" height="960"></rect>
                <path class="map-shore" d=COAST></path>
                {Province::all().map(|province| view! { <Region scene province/> }).collect_view()}
                <path class="map-coast" d=COAST></path>
                <g inner_html=roads()></g>
                <Networks scene/>
                {Province::all().map(|province| view! { <TilePlace scene province/> }).collect_view()}
                {City::all().map(|city| view! { <CityPlace scene city/> }).collect_view()}
                <Palaces scene/>
                <Cartouche scene/>
                <Floating played=scene.played earned=move |events| earned(events, scene.open().map(|open| open.province()))/>
            </Pan>
        </div>
    }
}

/// Drawn once: the roads never change.
fn roads() -> String {
    let mut lines = String::new();
    for class in ["road-bed", "road"] {
        for (from, to) in atlas::roads() {
            let ((x1, y1), (x2, y2)) = (CITIES[from], CITIES[to]);
            let _ = write!(
                lines,
                r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
            );
        }
    }
    lines
}

#[component]
fn Region(scene: Scene, province: Province) -> impl IntoView {
    let state = Memo::new(move |_| {
        scene.open().map(|open| {
            let visit = open
                .route
                .iter()
                .position(|&stop| stop == province)
                .unwrap_or(0)
                + 1;
            (visit as u8).cmp(&open.visit)
        })
    });
    let connected = Memo::new(move |_| {
        let placement = scene
            .pointed
            .get()
            .and_then(|action| scene.placement(action));
        placement.is_some_and(|placement| placement.provinces.contains(province))
    });
    view! {
        <path
            class=format!("region region-{}", province.index() % 6)
            class:current=move || state.get() == Some(std::cmp::Ordering::Equal)
            class:visited=move || state.get() == Some(std::cmp::Ordering::Less)
            class:connected=connected
            d=REGIONS[province]
        ></path>
    }
}

/// The name of a province, and its tile while the visit is to come.
#[component]
fn TilePlace(scene: Scene, province: Province) -> impl IntoView {
    let (x, y) = TILES[province];
    let tile = Memo::new(move |_| {
        let open = scene.open()?;
        let tile = Tile::all().find(|&tile| open.province_of(tile) == province)?;
        // The tile of this visit lies at the court.
        (tile.number() > open.visit).then_some(tile)
    });
    let current = Memo::new(move |_| scene.open().is_some_and(|open| open.province() == province));
    let tip = move || {
        let name = scene.called(province);
        match tile.get() {
            Some(tile) => format!("{name}\n{}", scene.tile_words(tile)),
            None => format!(
                "{name}\n{}",
                scene.phrase(
                    if current.get() {
                        "board-current"
                    } else {
                        "board-visited"
                    },
                    &[]
                )
            ),
        }
    };
    view! {
        <g class="tile-place"
            class:current=current transform=format!("translate({x} {y})") role="img" aria-label=tip data-tip=tip>
            {move || tile.get().map(|tile| {
                let goods = tile.goods();
                let left = -15 * goods.len() as i32 + 13;
                let drawn = goods.iter().enumerate().map(|(place, good)| view! {
                    <use href=format!("#tm-{}", good.id()) class=format!("good-{}", good.id()) x=left + 30 * place as i32 y="-19" width="26" height="26"></use>
                }).collect_view();
                view! {
                    <g class="tile">
                        <rect x="-46" y="-27" width="92" height="42" rx="9"></rect>
                        {drawn}
                        <circle class="tile-number-back" cx="-31" cy="-6" r="12"></circle>
                        <text class="tile-number" x="-31" y="-0.5">{tile.number()}</text>
                    </g>
                }
            })}
            <text class="province-name" y=move || if tile.get().is_some() { 33 } else { 6 }>{move || scene.called(province)}</text>
        </g>
    }
}

/// Returns the description of a city: its name, and the pieces there.
fn city_words(scene: Scene, city: City) -> Vec<String> {
    let Some(open) = scene.open() else {
        return Vec::new();
    };
    let mut words = vec![format!(
        "{}, {}",
        scene.called(city),
        scene.called(city.province())
    )];
    if let Some(bonus) = open.bonus_tiles[city] {
        words.push(scene.phrase("board-bonus", &[("bonus", &scene.called(bonus))]));
    } else if city.is_fortress() {
        words.push(scene.phrase("board-fortress", &[]));
    }
    for (seat, player) in open.players.iter() {
        if player.palaces.contains(city) {
            words.push(scene.phrase("board-palace-of", &[("name", &scene.name(seat))]));
        }
        if player.crown_palaces.contains(city) {
            words.push(scene.phrase("board-crown-palace-of", &[("name", &scene.name(seat))]));
        }
    }
    words
}

/// Returns the result of placing a palace there, as text.
pub fn placement_words(scene: Scene, action: Action) -> String {
    let Some(placement) = scene.placement(action) else {
        return String::new();
    };
    let provinces = placement.provinces.len();
    let (bonus, total) = (placement.bonus, u32::from(placement.bonus) + provinces);
    let points = scene.phrase(
        "board-placement",
        &[
            ("bonus", &bonus),
            ("provinces", &provinces),
            ("points", &total),
        ],
    );
    // Only a normal palace takes the bonus tile; one that is nothing but points is already counted.
    let tile = match action {
        Action::Palace(city) => scene.open().and_then(|open| open.bonus_tiles[city]),
        _ => None,
    };
    match tile.filter(|tile| !matches!(tile.gain(), Gain::Points(_))) {
        Some(tile) => format!(
            "{points} · {}",
            scene.phrase("board-placement-tile", &[("bonus", &scene.called(tile))])
        ),
        None => points,
    }
}

#[component]
fn CityPlace(scene: Scene, city: City) -> impl IntoView {
    let (x, y) = CITIES[city];
    let action = Memo::new(move |_| scene.city_action(city));
    let lit = Memo::new(move |_| action.get().is_some());
    let current = Memo::new(move |_| {
        scene
            .open()
            .is_some_and(|open| open.province() == city.province())
    });
    let bonus = Memo::new(move |_| scene.open().and_then(|open| open.bonus_tiles[city]));
    let words = Memo::new(move |_| {
        let mut words = city_words(scene, city);
        if let Some(action) = action.get() {
            words.push(placement_words(scene, action));
        } else if scene.am_placing() {
            let wanted = match scene.kind.get() {
                PalaceKind::Normal => Action::Palace(city),
                PalaceKind::Crown => Action::Crown(city),
            };
            words.extend(scene.missing(wanted));
        }
        words.join("\n")
    });
    let class = Signal::derive(move || {
        let fortress = if city.is_fortress() { " fortress" } else { "" };
        let current = if current.get() { " current" } else { "" };
        format!("city{fortress}{current}")
    });
    let spot = Spot {
        place: Some(city.id()),
        lit,
        action: Memo::new(move |_| action.get().map(|action| action.to_string())),
        // While the city is lit, the preview shows the same.
        tip: Signal::derive(move || (!lit.get()).then(|| words.get())),
        label: text(move || {
            let deed = action.get().map(|action| scene.action_words(action) + ". ");
            deed.unwrap_or_default() + &words.with(|words| sentences(words))
        }),
        act: Callback::new(move |()| {
            if let Some(action) = action.get_untracked() {
                scene.play(action);
            }
        }),
        point: Callback::new(move |comes| {
            scene.pointed.set(action.get_untracked().filter(|_| comes));
        }),
    };
    let inside = view! {
        {move || lit.get().then(|| view! { <circle class="city-halo" r=CITY / 2.0></circle> })}
        {if city.is_fortress() {
            view! { <path class="city-shape" d="M-21-21h8v5h9v-5h8v5h9v-5h8v42h-42z"></path> }.into_any()
        } else {
            view! { <circle class="city-shape" r="14"></circle> }.into_any()
        }}
        {move || bonus.get().map(|bonus| view! {
            <g class="bonus" class:taj=bonus == Bonus::TajMahal>{bonus_tile(bonus)}</g>
        })}
        {move || {
            let name = scene.called(city);
            let (x, y) = atlas::name_place(city, name.chars().count());
            view! { <text class="city-name" x=x y=y>{name}</text> }
        }}
    };
    spot.drawn(class, (x, y), inside.into_any())
}

/// One palace on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Piece {
    city: City,
    seat: Seat,
    crown: bool,
}

/// The palaces; a new one comes from its owner.
#[component]
fn Palaces(scene: Scene) -> impl IntoView {
    let pieces = move || {
        let open = scene.open();
        let players = open.iter().flat_map(|open| {
            open.players
                .iter()
                .map(|(seat, player)| (seat, *player))
                .collect::<Vec<_>>()
        });
        let pieces = players.flat_map(|(seat, player)| {
            let normal = player.palaces.iter().map(move |city| Piece {
                city,
                seat,
                crown: false,
            });
            normal.chain(player.crown_palaces.iter().map(move |city| Piece {
                city,
                seat,
                crown: true,
            }))
        });
        pieces.collect::<Vec<_>>()
    };
    view! {
        <g class="palaces" aria-hidden="true">
            <For each=pieces key=|piece| *piece let:piece>
                {{
                    let (x, y) = CITIES[piece.city];
                    let (dx, dy) = if piece.crown { (9, -40) } else { (-18, -25) };
                    let palace = format!("#tm-palace-{}", piece.seat);
                    view! {
                        <g class=format!("palace seat-{}", piece.seat) class:crown-palace=piece.crown transform=format!("translate({} {})", x + dx, y + dy)
                            data-travel=format!("palace-{}-{}", piece.city.id(), piece.seat) data-from=format!("seat-{}", piece.seat)
                        >
                            <use href=palace width=if piece.crown { "30" } else { "36" } height=if piece.crown { "34" } else { "40" }></use>
                            {piece.crown.then(|| view! { <use href="#tm-crown" class="palace-crown" x="3" y="-15" width="24" height="18"></use> })}
                        </g>
                    }
                }}
            </For>
        </g>
    }
}

/// The roads between neighbouring palaces of one player, and those of the palace to be placed.
#[component]
fn Networks(scene: Scene) -> impl IntoView {
    let mine = move || {
        let open = scene.open();
        let players = open.iter().flat_map(|open| {
            open.players
                .iter()
                .map(|(seat, player)| (seat, player.network()))
                .collect::<Vec<_>>()
        });
        players
            .flat_map(|(seat, network)| {
                let joined = atlas::roads()
                    .filter(move |(from, to)| network.contains(*from) && network.contains(*to));
                joined.map(move |(from, to)| (from, to, seat))
            })
            .collect::<Vec<_>>()
    };
    let promised = move || {
        let placement = scene
            .pointed
            .get()
            .and_then(|action| scene.placement(action));
        placement.map(|placement| {
            let joined = atlas::roads().filter(|(from, to)| {
                placement.cities.contains(*from) && placement.cities.contains(*to)
            });
            joined
                .map(|(from, to)| line(from, to, 0.0, "network promised".to_owned()))
                .collect_view()
        })
    };
    view! {
        <g aria-hidden="true">
            <For each=mine key=|road| *road let((from, to, seat))>
                {line(from, to, f64::from(seat.number()) * 4.0 - 8.0, format!("network seat-{seat}"))}
            </For>
            {promised}
        </g>
    }
}

/// A road, shifted so that several players' lines do not overlap.
fn line(from: City, to: City, aside: f64, class: String) -> impl IntoView {
    let ((x1, y1), (x2, y2)) = (CITIES[from], CITIES[to]);
    let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
    let length = dx.hypot(dy).max(1.0);
    let (ox, oy) = (-dy / length * aside, dx / length * aside);
    let at = |place: i32, off: f64| format!("{:.1}", f64::from(place) + off);
    view! { <line class=class x1=at(x1, ox) y1=at(y1, oy) x2=at(x2, ox) y2=at(y2, oy)></line> }
}

/// The current visit and its province, in the free corner.
#[component]
fn Cartouche(scene: Scene) -> impl IntoView {
    let visit = move || {
        scene
            .open()
            .map(|open| scene.phrase("board-visit", &[("visit", &open.visit)]))
    };
    let province = move || scene.open().map(|open| scene.called(open.province()));
    let start = move || {
        let open = scene.open()?;
        Some(scene.phrase("board-start", &[("name", &scene.name(open.start_seat()))]))
    };
    view! {
        <g class="cartouche" transform="translate(815 92)">
            <path class="cartouche-frame" d="M-150-74h300c0 16 14 26 14 26v96s-14 10-14 26h-300c0-16-14-26-14-26v-96s14-10 14-26z"></path>
            <path class="cartouche-line" d="M-142-64h284c2 10 10 18 10 18v92s-8 8-10 18h-284c-2-10-10-18-10-18v-92s8-8 10-18z"></path>
            <text class="cartouche-visit" y="-24">{visit}</text>
            <text class="cartouche-name" y="18">{province}</text>
            <text class="cartouche-start" y="48">{start}</text>
        </g>
    }
}
