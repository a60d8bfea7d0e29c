//! The action wheel with its two pointers, which can be changed until the plan is committed.

use super::pieces::of_action;
use super::scene::Scene;
use kit::Key;
use leptos::prelude::*;
use maharaja::components::WheelAction;
use maharaja::{Action, Plan};

/// The angle of one action, in degrees.
const ARC: f64 = 40.0;
/// The angle by which two pointers on one action are moved apart, in degrees.
const ASIDE: f64 = 7.0;

/// The two pointers of the wheel.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Pointers {
    shown: [Option<WheelAction>; 2],
    /// Whether the second pointer moves next: always the one that was set earlier.
    second_moves: bool,
}

impl Pointers {
    /// Handles a click on an action.
    fn set(&mut self, action: WheelAction) {
        let [first, second] = &mut self.shown;
        let pointer = if self.second_moves { second } else { first };
        *pointer = Some(action);
        self.second_moves = !self.second_moves;
    }

    /// Returns the action of the first or the second pointer.
    fn action(self, second: bool) -> Option<WheelAction> {
        let [first, other] = self.shown;
        if second { other } else { first }
    }

    /// Returns the number of pointers on an action.
    fn times(self, action: WheelAction) -> usize {
        let shown = self.shown.into_iter().flatten();
        shown.filter(|&other| other == action).count()
    }

    /// Returns the plan, once both are set.
    fn plan(self) -> Option<Plan> {
        match self.shown {
            [Some(one), Some(other)] => Some(Plan::new(one, other)),
            _ => None,
        }
    }

    /// Returns the angle of a pointer in degrees. Two on one action are side by side.
    fn angle(self, second: bool) -> f64 {
        let [one, other] = self.shown;
        let aside = match (one == other, second) {
            (false, _) => 0.0,
            (true, false) => -ASIDE,
            (true, true) => ASIDE,
        };
        self.action(second).map_or(0.0, angle) + aside
    }
}

/// The wheel on which two actions are planned.
#[component]
pub fn Wheel(scene: Scene) -> impl IntoView {
    let pointers = RwSignal::new(Pointers::default());
    let action = move || {
        let plan = pointers.get().plan().map(Action::Plan);
        plan.filter(|&plan| scene.can(plan))
    };
    let parts = WheelAction::all()
        .map(|action| part(scene, action, pointers))
        .collect_view();
    let pointer = move |second: bool| {
        view! {
            <g class="pointer" class:second=second class:unset=move || pointers.get().action(second).is_none()
                transform=move || format!("rotate({})", pointers.get().angle(second))
            >
                <path d="M-5 -24L0 -66 5 -24z"></path>
            </g>
        }
    };
    let chosen = move |second: bool| {
        let action = move || pointers.get().action(second);
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
                {pointer(false)}
                {pointer(true)}
                <circle class="wheel-pin" r="7"></circle>
            </svg>
            <div class="wheel-plan">
                <p>{move || scene.phrase("board-plan-hint", &[])}</p>
                <ol>{chosen(false)}{chosen(true)}</ol>
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

/// Returns the direction of an action, clockwise from the top.
fn angle(action: WheelAction) -> f64 {
    (f64::from(action.number()) - 1.0) * ARC
}

fn part(scene: Scene, action: WheelAction, pointers: RwSignal<Pointers>) -> AnyView {
    let set = move || pointers.update(|pointers| pointers.set(action));
    let times = Memo::new(move |_| pointers.get().times(action));
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
            data-wheel=action.number() data-place=format!("wheel-{}", action.number()) aria-label=label aria-pressed=move || if chosen.get() { "true" } else { "false" } data-tip=tip
            on:click=move |_| set()
            on:keydown=move |event| {
                if event.key() == "Enter" || event.key() == " " {
                    event.prevent_default();
                    set();
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn action(number: u8) -> WheelAction {
        let mut all = WheelAction::all();
        all.find(|action| action.number() == number).unwrap()
    }

    fn clicked(numbers: &[u8]) -> Pointers {
        let mut pointers = Pointers::default();
        numbers
            .iter()
            .for_each(|&number| pointers.set(action(number)));
        pointers
    }

    #[test]
    fn the_pointer_that_was_set_longer_ago_moves() {
        assert_eq!(clicked(&[]).plan(), None);
        assert_eq!(clicked(&[3]).plan(), None);
        assert_eq!(clicked(&[3, 5]).shown, [Some(action(3)), Some(action(5))]);
        assert_eq!(
            clicked(&[3, 5, 7]).shown,
            [Some(action(7)), Some(action(5))]
        );
        assert_eq!(
            clicked(&[3, 5, 7, 1]).shown,
            [Some(action(7)), Some(action(1))]
        );
    }

    #[test]
    fn a_plan_is_the_same_whichever_pointer_shows_what() {
        let plan = Some(Plan::new(action(3), action(5)));
        assert_eq!(clicked(&[3, 5]).plan(), plan);
        assert_eq!(clicked(&[5, 3]).plan(), plan);
    }

    #[test]
    fn both_pointers_can_show_one_action_side_by_side() {
        let both = clicked(&[4, 4]);
        assert_eq!((both.times(action(4)), both.times(action(5))), (2, 0));
        assert_eq!((both.angle(false), both.angle(true)), (113.0, 127.0));
        let apart = clicked(&[4, 1]);
        assert_eq!((apart.angle(false), apart.angle(true)), (120.0, 0.0));
        // Initially they are apart at the top.
        let unset = clicked(&[]);
        assert_eq!((unset.angle(false), unset.angle(true)), (-7.0, 7.0));
    }
}
