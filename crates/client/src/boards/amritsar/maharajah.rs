//! The board of the Maharajah, the opponent in the solo game.

use super::explain;
use super::glyphs::{self, Glyph};
use super::scene::Scene;
use super::thing::{shown, text};
use amritsar::components::Resource;
use amritsar::components::maharajah::*;
use amritsar::components::*;
use amritsar::{Event, Pending, Side};
use kit::{Id, Key};
use leptos::prelude::*;
use std::fmt::Write as _;

/// His board.
#[component]
pub fn MaharajahBoard(scene: Scene) -> impl IntoView {
    let there = Memo::new(move |_| scene.open().is_some_and(|open| open.maharajah.is_some()));
    view! {
        <Show when=move || there.get()>
            <section class="maharajah seat-1" data-rules="solo-turn" tabindex="0" aria-labelledby="am-maharajah-title">
                <h2 id="am-maharajah-title" data-tip=move || scene.phrase("board-maharajah-about", &[])>{move || scene.side(Side::Maharajah)}</h2>
                {goods(scene)}
                <div class="his-rows">{(0..BOARD_COUNTERS / ROW).map(|row| counters(scene, row)).collect_view()}</div>
                <div class="his-track">{(0..=LAST_MARKER).map(|place| marker(scene, place)).collect_view()}</div>
                <div class="his-actions">{ACTION_ROWS.map(|colour| action(scene, colour)).into_iter().collect_view()}</div>
                {objective(scene)}
                {last_turn(scene)}
            </section>
        </Show>
    }
}

/// Returns the icons of a gain.
fn gift(gift: Gift) -> Vec<Glyph> {
    use Glyph::{Icon, Prestige};
    match gift {
        Gift::Nothing => Vec::new(),
        Gift::Prestige(points) => vec![Prestige(points)],
        Gift::Gold => vec![Icon("gold")],
        Gift::GoldAndPrestige(points) => vec![Icon("gold"), Prestige(points)],
        Gift::Marble(count) => glyphs::items(Items::of(Resource::Marble, count)),
        Gift::Counter => vec![Icon("counter")],
        Gift::MarbleAndCounter => vec![Icon("marble"), Icon("counter")],
    }
}

/// Describes a gain.
fn gift_words(scene: Scene, gift: Gift) -> String {
    let gold = Items::of(Resource::Gold, 1);
    match gift {
        Gift::Nothing => String::new(),
        Gift::Prestige(points) => scene.phrase("board-his-prestige", &[("points", &points)]),
        Gift::Gold => scene.items(gold),
        Gift::GoldAndPrestige(points) => {
            let points = scene.phrase("board-his-prestige", &[("points", &points)]);
            scene
                .seen
                .teller
                .with(|teller| teller.listed(vec![scene.items(gold), points]))
        }
        Gift::Marble(count) => scene.items(Items::of(Resource::Marble, count)),
        Gift::Counter => scene.phrase("board-his-counter", &[]),
        Gift::MarbleAndCounter => {
            let marble = scene.items(Items::of(Resource::Marble, 1));
            let counter = scene.phrase("board-his-counter", &[]);
            scene
                .seen
                .teller
                .with(|teller| teller.listed(vec![marble, counter]))
        }
    }
}

/// A row of his counters; taking the last one brings the gain beside it.
fn counters(scene: Scene, row: u8) -> impl IntoView {
    let left = Memo::new(move |_| {
        let board = scene
            .open()
            .and_then(|open| open.maharajah)
            .map_or(0, |he| he.counters_board);
        // Counters are taken from the top row downwards.
        let below = BOARD_COUNTERS.saturating_sub((row + 1) * ROW);
        board.saturating_sub(below).min(ROW)
    });
    let drawing = text(move || {
        let mut face = String::new();
        for place in 0..ROW {
            let there = if place < ROW - left.get() {
                ""
            } else {
                " there"
            };
            let _ = write!(face, r#"<i class="disc{there}"></i>"#);
        }
        let gift = glyphs::html(&gift(row_gift(row)));
        format!(r#"<span class="gift">{gift}</span><span class="discs">{face}</span>"#)
    });
    let about = text(move || {
        let gift = gift_words(scene, row_gift(row));
        scene.phrase("board-his-row", &[("count", &left.get()), ("gift", &gift)])
    });
    shown("his-row", about, drawing)
}

/// Storehouse and quarry, and what is on his elephant.
fn goods(scene: Scene) -> impl IntoView {
    let he = Memo::new(move |_| scene.open().and_then(|open| open.maharajah));
    let amounts = move |amount: fn(&amritsar::Maharajah, Resource) -> u8| {
        text(move || {
            let mut face = String::new();
            for resource in Resource::all() {
                let count = he.get().map_or(0, |he| amount(&he, resource));
                let _ = write!(face, "{}<b>{count}</b>", glyphs::icon(resource.id()));
            }
            face
        })
    };
    let store = amounts(|he, resource| he.storehouse[resource]);
    let quarry = amounts(amritsar::Maharajah::quarry);
    let store_about = text(move || {
        let coins = he.get().map_or(0, |he| he.visible_coins());
        scene.phrase(
            "board-his-storehouse",
            &[("coins", &scene.items(Items::coins(coins)))],
        )
    });
    let load = text(move || {
        let count = he.get().map_or(0, |he| he.counters_elephant);
        format!("{}<b>{count}</b>", glyphs::icon("elephant"))
    });
    let load_about = text(move || {
        let count = he.get().map_or(0, |he| he.counters_elephant);
        scene.phrase(
            "board-elephant-of",
            &[("name", &scene.side(Side::Maharajah)), ("count", &count)],
        )
    });
    view! {
        <div class="his-goods">
            <span class="his-label">{move || scene.phrase("board-his-store", &[])}</span>{shown("goods", store_about, store)}{shown("goods", load_about, load)}
            <span class="his-label">{move || scene.phrase("board-his-quarry", &[])}</span>{shown("goods", text(move || scene.phrase("board-his-quarry-about", &[])), quarry)}
        </div>
    }
}

/// A space of the white-worker track.
fn marker(scene: Scene, place: u8) -> impl IntoView {
    let at = Memo::new(move |_| {
        scene
            .open()
            .and_then(|open| open.maharajah)
            .map_or(0, |he| he.white_track)
    });
    let drawing = text(move || {
        let here = if at.get() == place {
            glyphs::icon("worker-white")
        } else {
            String::new()
        };
        here + &glyphs::html(&gift(marker_gift(place)))
    });
    let about = text(move || {
        let gift = gift_words(scene, marker_gift(place));
        let said = [("place", &place as &dyn std::fmt::Display), ("gift", &gift)];
        scene.phrase(
            match place {
                0 => "board-his-start",
                RESOURCES_MARKER => "board-his-marker-resources",
                LAST_MARKER => "board-his-marker-coins",
                _ => "board-his-marker",
            },
            &said,
        )
    });
    shown("his-marker", about, drawing)
}

/// The Maharajah's action for a worker of a colour.
fn action(scene: Scene, colour: Colour) -> impl IntoView {
    let decade = Memo::new(move |_| scene.open().map_or(Decade::I, |open| open.decade));
    // What the next space of the track brings.
    let next = Memo::new(move |_| {
        let he = scene.open().and_then(|open| open.maharajah);
        marker_gift(he.map_or(1, |he| (he.white_track + 1).min(LAST_MARKER)))
    });
    // His two markers: for the worker that the player has placed, and for the one beside the token.
    let marks = Memo::new(move |_| {
        scene.open().map_or([false; 2], |open| {
            let placed = match open.stack.first() {
                Some(Pending::Actions(menu)) => Some(menu.worker),
                Some(Pending::Elephant2 { worker }) => Some(*worker),
                _ => None,
            };
            [placed, open.maharajah_workers[open.token]].map(|worker| worker == Some(colour))
        })
    });
    let drawing = text(move || {
        let does = match colour {
            Colour::Yellow => vec![Glyph::Icon("counter"), Glyph::Icon("marble")],
            Colour::Blue => blue_action(decade.get())
                .map(|resource| Glyph::Icon(resource.id()))
                .to_vec(),
            Colour::White => {
                let mut glyphs = vec![Glyph::Text("→".to_owned())];
                glyphs.extend(gift(next.get()));
                glyphs
            }
            Colour::Green => vec![Glyph::Icon("donate")],
        };
        let [placed, beside] = marks.get();
        let mut face = glyphs::icon(&format!("worker-{}", colour.id())) + &glyphs::html(&does);
        for (is_there, own) in [(placed, true), (beside, false)] {
            if is_there {
                face += &whose(own);
            }
        }
        face
    });
    let about = text(move || {
        let mut items = Items::NONE;
        for resource in blue_action(decade.get()) {
            items.add(resource.into(), 1);
        }
        let said = [
            ("items", &scene.items(items) as &dyn std::fmt::Display),
            ("gift", &gift_words(scene, next.get())),
        ];
        let does = scene.phrase(
            match colour {
                Colour::Yellow => "board-his-yellow",
                Colour::Blue => "board-his-blue",
                Colour::White => "board-his-white",
                Colour::Green => "board-his-green",
            },
            &said,
        );
        let marks = marks
            .get()
            .into_iter()
            .zip(["board-why-worker", "board-why-token"])
            .filter(|(marked, _)| *marked)
            .map(|(_, key)| scene.sentence(&scene.phrase(key, &[])));
        std::iter::once(does)
            .chain(marks)
            .collect::<Vec<_>>()
            .join("\n")
    });
    shown("his-action", about, drawing)
}

/// What he did last: where he donated, and for which workers he acted.
#[derive(Clone, PartialEq, Default)]
struct LastTurn {
    /// The worker that the player placed before it.
    worker: Option<Colour>,
    districts: Vec<District>,
    /// The colours, and whether it was for the player's worker.
    acted: Vec<(Colour, bool)>,
}

impl LastTurn {
    fn goes_on(&mut self, event: Event) {
        match event {
            Event::Landed { worker, .. } => self.worker = Some(worker),
            Event::MaharajahTurnBegan => {
                self.districts.clear();
                self.acted.clear();
            }
            Event::Donated {
                side: Side::Maharajah,
                district,
                ..
            } => self.districts.push(district),
            Event::MaharajahActed { colour } => {
                let own = self.worker == Some(colour) && !self.acted.iter().any(|(_, own)| *own);
                self.acted.push((colour, own));
            }
            _ => (),
        }
    }
}

fn last_turn(scene: Scene) -> impl IntoView {
    let last = Memo::new(move |before: Option<&LastTurn>| {
        let mut last = before.cloned().unwrap_or_default();
        scene.played.with(|played| {
            let events = played.iter().flat_map(|played| &played.events);
            events.for_each(|event| last.goes_on(*event));
        });
        last
    });
    let drawing = text(move || {
        let LastTurn {
            districts, acted, ..
        } = last.get();
        let mut face = String::new();
        for district in districts {
            let _ = write!(
                face,
                "<span>{}{}</span>",
                glyphs::icon("donate"),
                scene.called(district)
            );
        }
        for (colour, own) in acted {
            let worker = glyphs::icon(&format!("worker-{}", colour.id()));
            let _ = write!(face, "<span>{worker}{}</span>", whose(own));
        }
        face
    });
    let about = text(move || {
        let said = last.get().acted.into_iter().map(|(colour, own)| {
            let key = if own {
                "board-why-worker"
            } else {
                "board-why-token"
            };
            format!(
                "{}: {}",
                scene.sentence(&scene.called(colour)),
                scene.phrase(key, &[])
            )
        });
        let heading = scene.phrase("board-his-last", &[]);
        std::iter::once(heading)
            .chain(said)
            .collect::<Vec<_>>()
            .join("\n")
    });
    let any = Memo::new(move |_| last.with(|last| !last.acted.is_empty()));
    view! {
        <Show when=move || any.get()>
            <div class="his-last"><span class="his-label">{move || scene.phrase("board-his-last", &[])}</span>{shown("goods", about, drawing)}</div>
        </Show>
    }
}

/// The mark of the player's worker, or of the one beside his token.
fn whose(own: bool) -> String {
    match own {
        true => r#"<span class="seat-0"><i class="player-mark"></i></span>"#.to_owned(),
        false => glyphs::icon("turban"),
    }
}

fn objective(scene: Scene) -> impl IntoView {
    let tile = Memo::new(move |_| {
        scene
            .open()
            .and_then(|open| open.maharajah)
            .map(|he| he.objective)
    });
    let drawing = text(move || {
        let points = scene.open().zip(tile.get()).map_or(0, |(open, tile)| {
            open.objective_points(Side::Maharajah, tile)
        });
        let title = tile.get().map(|tile| explain::objective_title(scene, tile));
        format!(
            "{}<span>{}</span>{}",
            glyphs::icon("objective"),
            title.unwrap_or_default(),
            glyphs::html(&[Glyph::Prestige(points)])
        )
    });
    let about = text(move || {
        scene
            .open()
            .zip(tile.get())
            .map_or(String::new(), |(open, tile)| {
                explain::objective(scene, &open, Side::Maharajah, tile)
            })
    });
    shown("his-action his-objective", about, drawing)
}
