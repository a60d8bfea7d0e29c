//! The action wheel with its two pointers. What it shows can be changed until it is committed.

use super::pieces::of_action;
use super::scene::Scene;
use kit::Key;
use leptos::prelude::*;
use maharaja::components::WheelAction;
use maharaja::{Action, Plan};

/// Degrees of one action.
const ARC: f64 = 40.0;

/// The wheel on which two actions are planned.
#[component]
pub fn Wheel(scene: Scene) -> impl IntoView {
    // The pointer that was set longer ago moves next.
    let pointers = RwSignal::new([None::<WheelAction>; 2]);
    let next = RwSignal::new(0_usize);
    let set = move |action: WheelAction| {
        let turn = next.get_untracked();
        pointers.update(|pointers| {
            if let Some(pointer) = pointers.get_mut(turn) {
                *pointer = Some(action);
            }
        });
        next.set(1 - turn);
    };
    let plan = Memo::new(move |_| match pointers.get() {
        [Some(one), Some(other)] => Some(Plan::new(one, other)),
        _ => None,
    });
    let action = move || plan.get().map(Action::Plan).filter(|&plan| scene.can(plan));
    let parts = WheelAction::all()
        .map(|action| part(scene, action, pointers, set))
        .collect_view();
    let pointer = move |which: usize| {
        view! {
            <g class="pointer" class:second=which == 1 class:unset=move || pointers.get().get(which).copied().flatten().is_none()
                transform=move || {
                    let action = pointers.get().get(which).copied().flatten();
                    // Two pointers on one action stand side by side.
                    let aside = if pointers.get().first() == pointers.get().get(1) { which as f64 * 14.0 - 7.0 } else { 0.0 };
                    format!("rotate({})", action.map_or(0.0, angle) + aside)
                }
            >
                <path d="M-5 -24L0 -66 5 -24z"></path>
            </g>
        }
    };
    let chosen = move |which: usize| {
        let action = move || pointers.get().get(which).copied().flatten();
        view! {
            <li class:unset=move || action().is_none()>
                {move || action().map(|action| of_action(action).inline())}
                <span>{move || match action() {
                    Some(action) => scene.numbered("action", action),
                    None => scene.phrase("board-pointer-unset", &[]),
                }}</span>
            </li>
        }
    };
    view! {
        <div class="wheel">
            <svg viewBox="-150 -150 300 300" role="group" aria-label=move || scene.phrase("board-wheel", &[])>
                {parts}
                <circle class="wheel-hub" r="26"></circle>
                {pointer(0)}
                {pointer(1)}
                <circle class="wheel-pin" r="7"></circle>
            </svg>
            <div class="wheel-plan">
                <p>{move || scene.phrase("board-plan-hint", &[])}</p>
                <ol>{chosen(0)}{chosen(1)}</ol>
                <button
                    class="primary confirm"
                    disabled=move || action().is_none()
                    data-action=move || action().map(|action| action.to_string())
                    on:click=move |_| {
                        if let Some(action) = action() {
                            scene.give(action);
                        }
                    }
                >
                    {move || scene.phrase("board-commit", &[])}
                </button>
            </div>
        </div>
    }
}

/// The direction of an action, clockwise from the top.
fn angle(action: WheelAction) -> f64 {
    (f64::from(action.number()) - 1.0) * ARC
}

fn part(
    scene: Scene,
    action: WheelAction,
    pointers: RwSignal<[Option<WheelAction>; 2]>,
    set: impl Fn(WheelAction) + Copy + 'static,
) -> AnyView {
    let times = Memo::new(move |_| {
        pointers
            .get()
            .iter()
            .filter(|pointer| **pointer == Some(action))
            .count()
    });
    let chosen = Memo::new(move |_| times.get() > 0);
    let tip = move || {
        let about = format!("{}. {}", action.number(), scene.numbered("action", action));
        format!("{about}\n{}", scene.numbered("about-action", action))
    };
    let label = move || {
        let times = scene.phrase("board-pointed-times", &[("times", &times.get())]);
        format!("{}. {times}", tip().replace('\n', ". "))
    };
    let direction = angle(action).to_radians();
    let at = |radius: f64| (direction.sin() * radius, -direction.cos() * radius);
    let (x, y) = at(98.0);
    let (number_x, number_y) = at(136.0);
    let edge = |radius: f64, side: f64| {
        let direction = (angle(action) + side * ARC / 2.0).to_radians();
        format!(
            "{:.1} {:.1}",
            direction.sin() * radius,
            -direction.cos() * radius
        )
    };
    let wedge = format!(
        "M{} A146 146 0 0 1 {} L{} A34 34 0 0 0 {}Z",
        edge(146.0, -1.0),
        edge(146.0, 1.0),
        edge(34.0, 1.0),
        edge(34.0, -1.0)
    );
    view! {
        <g
            class="wheel-part lit" class:chosen=chosen role="button" tabindex="0"
            data-wheel=action.number() aria-label=label aria-pressed=move || if chosen.get() { "true" } else { "false" } data-tip=tip
            on:click=move |_| set(action)
            on:keydown=move |event| {
                if event.key() == "Enter" || event.key() == " " {
                    event.prevent_default();
                    set(action);
                }
            }
        >
            <path d=wedge></path>
            <g transform=format!("translate({x:.1} {y:.1})")>{of_action(action).drawn(26)}</g>
            <text class="wheel-number" x=format!("{number_x:.1}") y=format!("{:.1}", number_y + 4.0)>{action.number()}</text>
        </g>
    }
    .into_any()
}
