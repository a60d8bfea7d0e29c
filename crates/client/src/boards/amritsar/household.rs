//! A player's own board: storehouses, mahouts, knowledge, objectives, taxes.

use super::explain;
use super::glyphs::{self, Glyph};
use super::market::store_face;
use super::scene::Scene;
use super::subject::Subject;
use super::thing::{Piece, shown, text};
use amritsar::components::Track;
use amritsar::components::*;
use amritsar::{Movement, Player, Side};
use kit::{Id, Key, Seat};
use leptos::prelude::*;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// The board of a player. Only the viewer's own can be clicked.
#[component]
pub fn Household(scene: Scene, seat: Seat) -> impl IntoView {
    let player = Memo::new(move |_| {
        let open = scene.open()?;
        open.players
            .seats()
            .any(|other| other == seat)
            .then(|| open.players[seat])
    });
    let heading = move |key: &'static str, about: &'static str| {
        view! { <h3 data-tip=move || scene.phrase(about, &[])>{move || scene.phrase(key, &[])}</h3> }
    };
    view! {
        <div class=format!("household seat-{seat}")>
            <div class="area stores">
                {heading("board-stores", "board-stores-about")}
                {stock(scene, seat, player)}
                {storehouses(scene, player)}
            </div>
            <div class="area mahouts">
                {heading("board-mahouts", "board-mahouts-about")}
                {mahouts(scene, seat, player)}
            </div>
            <div class="area knowledge">
                {heading("board-knowledge", "board-knowledge-about")}
                {Track::all().map(|track| track_row(scene, seat, track, player)).collect_view()}
            </div>
            <div class="area objectives" data-rules="objectives">
                {heading("board-objectives", "board-objectives-about")}
                {objectives(scene, seat)}
            </div>
            <div class="area dues">{dues(scene, seat, player)}</div>
        </div>
    }
}

/// A thing that can be clicked on the viewer's own board, but not on others'.
fn own(
    scene: Scene,
    seat: Seat,
    subject: Subject,
    class: &'static str,
    about: Signal<String>,
    drawing: Signal<String>,
) -> AnyView {
    if scene.me() == Some(seat) {
        view! { <Piece scene subject class about drawing/> }.into_any()
    } else {
        shown(class, about, drawing).into_any()
    }
}

/// Coins and resources, and how much room is left.
fn stock(scene: Scene, seat: Seat, player: Memo<Option<Player>>) -> impl IntoView {
    let items = Item::all().map(|item| {
        let count = Memo::new(move |_| player.get().map_or(0, |player| player.items.count(item)));
        let drawing = text(move || format!("{}<b>{}</b>", glyphs::icon(item.id()), count.get()));
        let mut one = Items::NONE;
        one.add(item, 1);
        let about = text(move || {
            let mut items = Items::NONE;
            items.add(item, count.get());
            match count.get() {
                0 => scene.sentence(&scene.called(item)),
                _ => scene.items(items),
            }
        });
        own(scene, seat, Subject::Item(item), "item", about, drawing)
    });
    let room = text(move || {
        let (items, capacity) = player
            .get()
            .map_or((0, 0), |player| (player.items.total(), player.capacity()));
        let mut face = String::new();
        for place in 0..capacity {
            let filled = if place < items { " filled" } else { "" };
            let _ = write!(face, r#"<i class="room{filled}"></i>"#);
        }
        face
    });
    let about = text(move || {
        let (items, capacity) = player
            .get()
            .map_or((0, 0), |player| (player.items.total(), player.capacity()));
        scene.phrase("board-room", &[("items", &items), ("capacity", &capacity)])
    });
    view! {
        <div class="stock">{items.collect_view()}</div>
        {shown("rooms", about, room)}
    }
}

fn storehouses(scene: Scene, player: Memo<Option<Player>>) -> impl IntoView {
    let tiles = move || {
        let player = player.get();
        let tiles = player.map(|player| player.storehouses).unwrap_or_default();
        let flipped = player.is_some_and(|player| player.flipped);
        tiles
            .iter()
            .map(|tile| (tile, flipped && tile == Storehouse::FreeElephant))
            .collect::<Vec<_>>()
    };
    let free = move || {
        let built = player
            .get()
            .map_or(0, |player| player.storehouses.len() as u8);
        STOREHOUSE_SPACES.saturating_sub(built)
    };
    view! {
        <div class="built">
            <For each=tiles key=|tile| *tile let((tile, flipped))>
                {{
                    let spaces = if flipped { Storehouse::FLIPPED_SPACES } else { tile.spaces() };
                    let about = text(move || match flipped {
                        true => scene.phrase("board-store-flipped", &[("spaces", &Storehouse::FLIPPED_SPACES)]),
                        false => explain::storehouse(scene, tile),
                    });
                    shown(if flipped { "store flipped" } else { "store" }, about, Signal::stored(store_face(tile, spaces)))
                }}
            </For>
            {move || (0..free()).map(|_| shown("store empty", text(move || scene.phrase("board-store-free", &[])), Signal::stored(glyphs::html(&[Glyph::Icon("marble"), Glyph::Text("→".to_owned()), Glyph::Icon("storehouse")])))).collect_view()}
        </div>
    }
}

/// The four colours with their mahouts, and the tiles in hand.
fn mahouts(scene: Scene, seat: Seat, player: Memo<Option<Player>>) -> impl IntoView {
    let spaces = Colour::all().map(|colour| {
        let tile = Memo::new(move |_| player.get().and_then(|player| player.mahouts[colour]));
        let drawing = text(move || {
            let worker = glyphs::icon(match colour {
                Colour::Yellow => "worker-yellow",
                Colour::Blue => "worker-blue",
                Colour::White => "worker-white",
                Colour::Green => "worker-green",
            });
            let face = tile
                .get()
                .map(|tile| glyphs::html(&glyphs::effect(tile.effect())));
            let face = face.unwrap_or_else(|| "<i>–</i>".to_owned());
            format!(r#"{worker}<span class="face">{face}</span>"#)
        });
        let about = text(move || {
            let said = scene.phrase("board-mahout-space", &[("colour", &scene.called(colour))]);
            match tile.get() {
                Some(tile) => format!("{}\n{said}", explain::mahout(scene, tile)),
                None => said,
            }
        });
        own(
            scene,
            seat,
            Subject::MahoutSpace(colour),
            "mahout-space",
            about,
            drawing,
        )
    });
    let hand = move || {
        let player = player.get();
        let hand = player.map(|player| player.mahouts_in_hand());
        hand.unwrap_or_default().iter().collect::<Vec<_>>()
    };
    view! {
        <div class="mahout-spaces">{spaces.collect_view()}</div>
        <div class="mahout-hand">
            <For each=hand key=|tile| *tile let:tile>
                {own(scene, seat, Subject::MahoutInHand(tile), "mahout-tile", text(move || explain::mahout(scene, tile)), Signal::stored(glyphs::html(&glyphs::effect(tile.effect()))))}
            </For>
        </div>
    }
}

/// A knowledge track: its steps, the player's progress, and the next benefit.
fn track_row(
    scene: Scene,
    seat: Seat,
    track: Track,
    player: Memo<Option<Player>>,
) -> impl IntoView {
    let at = Memo::new(move |_| player.get().map_or(0, |player| player.knowledge[track]));
    let steps = (1..=LAST_STEP).map(|step| {
        let glyphs = match (track, step) {
            (Track::Money, TAX_DISCOUNT_STEP) => vec![Glyph::Text("−1".to_owned()), Glyph::Icon("tax")],
            (_, INCOME_STEP) => glyphs::effect(track.income()),
            (Track::Development, LAST_STEP) => vec![Glyph::Icon("counter")],
            (Track::Resource, LAST_STEP) => vec![Glyph::Icon("any")],
            (Track::Money, LAST_STEP) => vec![Glyph::Icon("coin")],
            _ => glyphs::effect(track.benefit(step)),
        };
        let kind = match step {
            INCOME_STEP => "step income",
            LAST_STEP => "step last",
            _ => "step",
        };
        let about = text(move || explain::step(scene, track, step));
        let class = move || match at.get().cmp(&step) {
            Ordering::Greater => format!("{kind} reached"),
            Ordering::Equal => format!("{kind} reached here"),
            Ordering::Less if at.get() + 1 == step => format!("{kind} next"),
            Ordering::Less => kind.to_owned(),
        };
        view! { <span class=class role="img" aria-label=about data-tip=about inner_html=glyphs::html(&glyphs)></span> }
    });
    let drawing = text(move || format!("{}<b>{}</b>", glyphs::icon(track.id()), at.get()));
    let about = text(move || explain::track(scene, track, at.get()));
    view! {
        <div class="track">
            {own(scene, seat, Subject::Track(track), "track-head", about, drawing)}
            {steps.collect_view()}
        </div>
    }
}

/// The objectives: the viewer's own with their progress, the others' face down.
fn objectives(scene: Scene, seat: Seat) -> impl IntoView {
    let side = Side::Player(seat);
    let spaces = ObjectiveSpace::all().map(|space| {
        let state = Memo::new(move |_| {
            scene.view.with(|view| {
                let view = view.as_ref()?;
                let laid = view.open.players[seat].objectives_played.contains(space);
                Some((laid, view.objectives[seat].played[space]))
            })
        });
        let drawing = text(move || match state.get() {
            Some((_, Some(tile))) => objective_face(scene, side, tile),
            Some((true, None)) => glyphs::icon("objective") + "<b>?</b>",
            _ => {
                let benefit = glyphs::html(&glyphs::effect(space.benefit()));
                format!(r#"<span class="benefit">{benefit}</span>"#)
            }
        });
        let about = text(move || {
            let benefit = explain::effect(scene, space.benefit());
            match (state.get(), scene.open()) {
                (Some((_, Some(tile))), Some(open)) => explain::objective(scene, &open, side, tile),
                (Some((true, None)), _) => scene.phrase("board-objective-hidden", &[]),
                _ => scene.phrase("board-objective-space", &[("effect", &benefit)]),
            }
        });
        let class = Memo::new(move |_| match state.get() {
            Some((true, _)) => "objective laid",
            _ => "objective free",
        });
        let subject = Subject::ObjectiveSpace(space);
        view! { {move || own(scene, seat, subject, class.get(), about, drawing)} }
    });
    let hand = move || {
        let hand = scene
            .view
            .with(|view| view.as_ref().map(|view| view.objectives[seat].hand));
        hand.unwrap_or_default().iter().collect::<Vec<_>>()
    };
    view! {
        <div class="objective-spaces">{spaces.collect_view()}</div>
        <div class="objective-hand">
            <For each=hand key=|tile| *tile let:tile>
                {own(
                    scene, seat, Subject::Objective(tile), "objective hand",
                    text(move || scene.open().map_or(String::new(), |open| explain::objective(scene, &open, side, tile))),
                    text(move || objective_face(scene, side, tile)),
                )}
            </For>
        </div>
    }
}

/// An objective: its type as on the printed tile, its progress, and its current points.
fn objective_face(scene: Scene, side: Side, tile: Objective) -> String {
    let Some(open) = scene.open() else {
        return String::new();
    };
    let progress = explain::progress(&open, side, tile);
    let points = open.objective_points(side, tile);
    let picture = glyphs::html(&goal(tile.goal()));
    let points = glyphs::html(&[Glyph::Prestige(points)]);
    format!(
        r#"<b>{}</b><span class="goal">{picture}</span><small>{progress}</small>{points}"#,
        tile.kind().id()
    )
}

/// Returns the icons of a condition.
pub fn goal(goal: Goal) -> Vec<Glyph> {
    use Glyph::Icon;
    let district = |district: District| {
        Glyph::Text(
            match district {
                District::North => "▲",
                District::East => "▶",
                District::South => "▼",
                District::West => "◀",
            }
            .to_owned(),
        )
    };
    match goal {
        Goal::MajorityIn(place) => vec![district(place), Icon("donate")],
        Goal::MostCoins => vec![Icon("coin")],
        Goal::MostResources => vec![Icon("any")],
        Goal::BothTracks([first, second], _) => vec![Icon(first.id()), Icon(second.id())],
        Goal::LastStep(track, _) => vec![Icon(track.id())],
        Goal::EachIn(place, _) => vec![district(place), Icon("counter")],
        Goal::Districts(_) => vec![Glyph::Text("▲▶▼◀".to_owned())],
        Goal::Levels(_) => vec![Icon("donate")],
        Goal::AtLeast(levels, ..) => {
            let levels: Vec<String> = levels.iter().map(|level| level.id().to_owned()).collect();
            vec![Icon("donate"), Glyph::Text(levels.join("+"))]
        }
        Goal::Scale(level, _) => vec![Icon("donate"), Glyph::Text(level.id().to_owned())],
    }
}

/// Counters, the movement token, and the taxes to come.
fn dues(scene: Scene, seat: Seat, player: Memo<Option<Player>>) -> impl IntoView {
    let tax = Memo::new(move |_| {
        let open = scene.open().filter(|_| player.get().is_some())?;
        let missing = open.tax_missing(seat);
        Some((open.tax_due(seat), missing, missing * open.decade.penalty()))
    });
    let tax_face = text(move || {
        let (due, _, loss) = tax.get().unwrap_or_default();
        let mut face = glyphs::icon("tax")
            + &glyphs::html(&[Glyph::Text(due.to_string()), Glyph::Icon("coin")]);
        if loss > 0 {
            let _ = write!(face, r#"<b class="loss">−{loss}</b>"#);
        }
        face
    });
    let tax_about = text(move || {
        let (due, missing, loss) = tax.get().unwrap_or_default();
        let said = [
            (
                "due",
                &scene.items(Items::coins(due)) as &dyn std::fmt::Display,
            ),
            ("missing", &missing),
            ("points", &loss),
        ];
        scene.phrase("board-tax", &said)
    });
    let counters = Memo::new(move |_| {
        player.get().map_or((0, 0, 0), |player| {
            (
                player.counters_elephant,
                player.counters_market,
                player.counters_board(),
            )
        })
    });
    let load_face = text(move || {
        let (elephant, market, board) = counters.get();
        let count =
            |icon: &str, count: u8| format!("<span>{}<b>{count}</b></span>", glyphs::icon(icon));
        count("elephant", elephant) + &count("market", market) + &count("counter", board)
    });
    let load_about = text(move || {
        let (elephant, market, board) = counters.get();
        let said = [
            ("elephant", &elephant as &dyn std::fmt::Display),
            ("market", &market),
            ("board", &board),
        ];
        scene.phrase("board-load", &said)
    });
    let movement = Memo::new(move |_| player.get().map(|player| player.movement));
    let movement_face = text(move || {
        let state = movement.get().unwrap_or(Movement::Locked);
        let class = state.id();
        format!(
            r#"<span class="movement {class}">{}{}</span>"#,
            glyphs::icon("elephant"),
            glyphs::icon("unlock")
        )
    });
    let movement_about = text(move || {
        scene.phrase(
            match movement.get() {
                Some(Movement::Available) => "board-movement-available",
                Some(Movement::Spent) => "board-movement-spent",
                _ => "board-movement-locked",
            },
            &[],
        )
    });
    let _ = seat;
    view! {
        {shown("tax", tax_about, tax_face)}
        {shown("load", load_about, load_face)}
        {shown("movement-place", movement_about, movement_face)}
    }
}
