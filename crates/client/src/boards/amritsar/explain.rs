//! Descriptions of things, as text.

use super::scene::Scene;
use crate::boards::scene::Scene as Position;
use amritsar::components::*;
use amritsar::{Amritsar, Open, Side};
use kit::Id;
use leptos::prelude::With as _;
use serde_json::Value;

/// Describes an effect.
pub fn effect(scene: Scene, effect: Effect) -> String {
    match effect {
        Effect::Nothing => String::new(),
        Effect::Gain(items) => scene.phrase("board-gain", &[("items", &scene.items(items))]),
        Effect::GainAndPrestige(items, points) => scene.phrase(
            "board-gain-prestige",
            &[("items", &scene.items(items)), ("points", &points)],
        ),
        Effect::Prestige(points) => scene.phrase("board-prestige", &[("points", &points)]),
        Effect::MarbleOrCopper => scene.phrase("board-marble-or-copper", &[]),
        Effect::AnyResources(count, Items::NONE) => {
            scene.phrase("board-any-resources", &[("count", &count)])
        }
        Effect::AnyResources(count, items) => scene.phrase(
            "board-any-resources-and",
            &[("items", &scene.items(items)), ("count", &count)],
        ),
        Effect::Counter => scene.phrase("board-counter", &[]),
        Effect::Market => scene.phrase("board-market-action", &[]),
        Effect::CoinsAndMarket => scene.phrase("board-coin-and-market", &[]),
        Effect::MahoutAction => scene.phrase("board-mahout-action", &[]),
        Effect::Donation => scene.phrase("board-donation", &[]),
        Effect::Upgrade(UpgradeChoice::Any) => scene.phrase("board-upgrade-any", &[]),
        Effect::Upgrade(UpgradeChoice::StorehouseOrObjective) => {
            scene.phrase("board-upgrade-storehouse-objective", &[])
        }
        Effect::Upgrade(UpgradeChoice::StorehouseOrMahout) => {
            scene.phrase("board-upgrade-storehouse-mahout", &[])
        }
        Effect::FreeUpgrade => scene.phrase("board-upgrade-free", &[]),
        Effect::Knowledge(track) => {
            scene.phrase("board-knowledge-step", &[("track", &scene.track(track))])
        }
        Effect::AnyKnowledge(count) => scene.phrase("board-knowledge-any", &[("count", &count)]),
        Effect::UnlockMovement => scene.phrase("board-unlock", &[]),
    }
}

/// A purchase at this price.
pub fn buying(scene: Scene, resource: Resource, price: u8) -> String {
    let coins = scene.items(Items::coins(price));
    scene.phrase(
        "board-buy-about",
        &[("resource", &scene.called(resource)), ("coins", &coins)],
    )
}

/// A sale for these coins and points.
pub fn selling(scene: Scene, resource: Resource, (coins, points): (u8, u8)) -> String {
    let coins = scene.items(Items::coins(coins));
    let said: [(&str, &dyn std::fmt::Display); 3] = [
        ("resource", &scene.called(resource)),
        ("coins", &coins),
        ("points", &points),
    ];
    scene.phrase("board-sell-about", &said)
}

/// A knowledge track: its name, and what the next step brings.
pub fn track(scene: Scene, track: Track, at: u8) -> String {
    let heading = scene.sentence(&scene.track(track));
    let next = match at {
        LAST_STEP.. => {
            let overflow = effect(scene, track.overflow());
            scene.phrase("board-track-overflow", &[("effect", &overflow)])
        }
        at => {
            let next = at + 1;
            let said: [(&str, &dyn std::fmt::Display); 2] =
                [("step", &next), ("next", &step_effect(scene, track, next))];
            scene.phrase("board-track-next", &said)
        }
    };
    format!("{heading}\n{next}")
}

/// A storehouse: its name, its benefit, its room, its tax.
pub fn storehouse(scene: Scene, tile: Storehouse) -> String {
    use Storehouse as S;
    let white = |colour: Colour| scene.phrase("board-store-white", &[("colour", &colour.id())]);
    let benefit = match tile {
        S::CoinAndAnyResource | S::TwoMarble | S::TwoKnowledge => effect(scene, tile.benefit()),
        S::WhiteAsYellow => white(Colour::Yellow),
        S::WhiteAsBlue => white(Colour::Blue),
        S::WhiteAsGreen => white(Colour::Green),
        S::MarketDiscount => scene.phrase("board-store-market", &[]),
        S::TaxDiscount => scene.phrase("board-store-tax", &[]),
        S::FreeSkip => scene.phrase("board-store-skip", &[]),
        S::NoPenalty => scene.phrase("board-store-no-penalty", &[]),
        S::AllBridges => scene.phrase("board-store-bridges", &[]),
        S::KnowledgeSwap => scene.phrase("board-store-knowledge", &[]),
        S::Exchange => scene.phrase("board-store-exchange", &[]),
        S::UpgradeAnyResource => scene.phrase("board-store-upgrade", &[]),
        S::FreeElephant => scene.phrase("board-store-elephant", &[]),
    };
    let room = scene.phrase(
        "board-store-room",
        &[("spaces", &tile.spaces()), ("tax", &tile.tax())],
    );
    format!("{}\n{benefit} {room}", scene.sentence(&scene.called(tile)))
}

/// An upgrade in the hands of a player: what kind it is, what is paid for it, and the rest of its description.
pub fn upgrade(scene: Scene, kind: UpgradeKind, price: Price, about: &str) -> String {
    let kind_words = scene.phrase("board-ask-upgrade-kind", &[("kind", &kind.id())]);
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("kind", &scene.sentence(&kind_words)),
        (
            "price",
            &match price {
                Price::Free => scene.phrase("board-landing-free", &[]),
                Price::Any => scene.called_id("any_resource"),
                Price::Usual => scene.items(Items::of(kind.cost(), 1)),
            },
        ),
    ];
    let said = scene.phrase("board-upgrade-is", &values);
    match about.split_once('\n') {
        Some((title, rest)) => format!("{title}\n{said} {rest}"),
        None => format!("{about}\n{said}"),
    }
}

/// What is paid for an upgrade.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Price {
    Free,
    /// Any resource.
    Any,
    /// The resource of its kind.
    Usual,
}

/// A mahout tile: its name, its action, its tax.
pub fn mahout(scene: Scene, tile: Mahout) -> String {
    let action = effect(scene, tile.effect());
    let tax = scene.phrase("board-tax-icons", &[("tax", &tile.tax())]);
    format!("{}\n{action} {tax}", scene.sentence(&scene.mahout(tile)))
}

/// A bridge tile.
pub fn bridge(scene: Scene, tile: BridgeTile) -> String {
    let deed = match tile.trigger() {
        Trigger::MoveGroupOf4 => "board-bridge-group",
        Trigger::Donation => "board-bridge-donation",
        Trigger::Upgrade => "board-bridge-upgrade",
        Trigger::Market => "board-bridge-market",
    };
    format!(
        "{} {}",
        scene.phrase(deed, &[]),
        effect(scene, tile.reward())
    )
}

/// Describes what an objective brings; its title says for what.
fn goal(scene: Scene, goal: Goal) -> String {
    let scale = |[one, two, three, four]: [u8; 4]| format!("{one}, {two}, {three}, {four}");
    match goal {
        Goal::MajorityIn(_) | Goal::MostCoins | Goal::MostResources => {
            scene.phrase("board-goal-most", &[])
        }
        Goal::BothTracks(_, points) => scene.phrase("board-goal-tracks", &[("points", &points)]),
        Goal::LastStep(_, points) => scene.phrase("board-goal-last-step", &[("points", &points)]),
        Goal::EachIn(..) => scene.phrase("board-goal-each", &[]),
        Goal::Districts(points) => {
            scene.phrase("board-goal-districts", &[("scale", &scale(points))])
        }
        Goal::Levels(points) => scene.phrase("board-goal-levels", &[("scale", &scale(points))]),
        Goal::AtLeast(_, count, points) => scene.phrase(
            "board-goal-at-least",
            &[("count", &count), ("points", &points)],
        ),
        Goal::Scale(_, points) => scene.phrase("board-goal-scale", &[("scale", &scale(points))]),
    }
}

/// Returns the short title of an objective: `Most coins`.
pub fn objective_title(scene: Scene, tile: Objective) -> String {
    scene.sentence(&scene.called(tile))
}

/// Describes an objective: its condition, and a side's progress.
pub fn objective(scene: Scene, open: &Open, side: Side, tile: Objective) -> String {
    let (title, sentence) = (objective_title(scene, tile), goal(scene, tile.goal()));
    let points = open.objective_points(side, tile);
    match points {
        0 => format!("{title}\n{sentence}"),
        _ => {
            let stands = scene.phrase("board-objective-now", &[("points", &points)]);
            format!("{title}\n{sentence} {stands}")
        }
    }
}

/// Returns a side's progress towards an objective: `2 / 6`.
pub fn progress(open: &Open, side: Side, tile: Objective) -> String {
    let goal = tile.goal();
    let have = open.goal_number(side, goal);
    match (goal, open.goal_wanted(side, goal)) {
        (Goal::MajorityIn(_) | Goal::MostCoins | Goal::MostResources, Some(best)) => {
            format!("{have} : {best}")
        }
        (_, Some(wanted)) => format!("{have}/{wanted}"),
        (_, None) => have.to_string(),
    }
}

/// A step of a knowledge track.
pub fn step(scene: Scene, track: Track, step: u8) -> String {
    let number = scene.phrase(
        "board-step",
        &[("track", &scene.track(track)), ("step", &step)],
    );
    format!("{number}\n{}", step_effect(scene, track, step))
}

fn step_effect(scene: Scene, track: Track, step: u8) -> String {
    match (track, step) {
        (Track::Money, TAX_DISCOUNT_STEP) => scene.phrase("board-step-tax", &[]),
        (_, INCOME_STEP) => {
            let income = effect(scene, track.income());
            scene.phrase("board-step-income", &[("effect", &income)])
        }
        (Track::Development, LAST_STEP) => scene.phrase("board-step-last-development", &[]),
        (Track::Resource, LAST_STEP) => scene.phrase("board-step-last-resource", &[]),
        (Track::Money, LAST_STEP) => scene.phrase("board-step-last-money", &[]),
        _ => effect(scene, track.benefit(step)),
    }
}

impl Position<Amritsar> {
    /// Coins and resources: `2 coins and 1 marble`.
    pub fn items(self, items: Items) -> String {
        let items = serde_json::to_value(items).unwrap_or_default();
        self.seen
            .teller
            .with(|teller| teller.value("items", &items))
    }

    /// A knowledge track.
    pub fn track(self, track: Track) -> String {
        self.of_kind("track", track.id())
    }

    /// A mahout tile.
    pub fn mahout(self, tile: Mahout) -> String {
        self.of_kind("mahout", tile.id())
    }

    /// The name of a thing whose id names others as well: `main` and `second` of a tile.
    pub fn of_kind(self, kind: &str, id: &str) -> String {
        let id = Value::from(id);
        self.seen.teller.with(|teller| teller.value(kind, &id))
    }
}
