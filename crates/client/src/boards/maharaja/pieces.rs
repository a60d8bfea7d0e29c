//! Icons for the tiles, as SVG.

use kit::Seat;
use leptos::prelude::*;
use maharaja::components::{Bonus, Character, Reward, WheelAction};

/// A symbol in the size of the surrounding text.
pub fn icon(name: &str) -> AnyView {
    view! { <svg class="icon" aria-hidden="true"><use href=format!("#mr-{name}")></use></svg> }
        .into_any()
}

/// A player's piece in the size of the surrounding text.
pub fn piece(kind: &str, seat: Seat) -> AnyView {
    view! { <svg class=format!("icon piece seat-{seat}") aria-hidden="true"><use href=format!("#mr-{kind}-{seat}")></use></svg> }
        .into_any()
}

/// The emblem of a thing: symbols with a word or number below them.
#[derive(Clone, Copy)]
pub struct Emblem {
    pub symbols: &'static [&'static str],
    pub caption: &'static str,
}

const fn emblem(symbols: &'static [&'static str], caption: &'static str) -> Emblem {
    Emblem { symbols, caption }
}

impl Emblem {
    /// Renders the emblem inline.
    pub fn inline(self) -> AnyView {
        let symbols = self.symbols.iter().map(|symbol| icon(symbol));
        let symbols = symbols.collect_view();
        view! {
            <span class="emblem" aria-hidden="true">{symbols}<span class="emblem-caption">{self.caption}</span></span>
        }
        .into_any()
    }

    /// Draws the emblem centred at the origin; `size` is that of one symbol.
    pub fn drawn(self, size: i32) -> AnyView {
        let count = self.symbols.len() as i32;
        let left = -(size * count + 2 * (count - 1)) / 2;
        let lift = if self.caption.is_empty() { 0 } else { size / 3 };
        let symbols = self.symbols.iter().zip(0..).map(|(symbol, place)| {
            view! { <use href=format!("#mr-{symbol}") x=left + place * (size + 2) y=-size / 2 - lift width=size height=size></use> }
        });
        let symbols = symbols.collect_view();
        view! {
            {symbols}
            <text class="emblem-caption" y=size / 2 + 5>{self.caption}</text>
        }
        .into_any()
    }
}

/// Returns the emblem of an action of the wheel.
pub fn of_action(action: WheelAction) -> Emblem {
    match action {
        WheelAction::StatueDiscount => emblem(&["statue"], "−1"),
        WheelAction::ShrineDiscount => emblem(&["shrine"], "−1"),
        WheelAction::StatueAndShrine => emblem(&["statue", "shrine"], ""),
        WheelAction::TwoShrines => emblem(&["shrine", "shrine"], ""),
        WheelAction::TakeCoins => emblem(&["coin"], "+3"),
        WheelAction::TakeShrines => emblem(&["shrine"], "+2"),
        WheelAction::BuyPrestige => emblem(&["coin", "prestige"], "3 → 2"),
        WheelAction::SwapCharacter => emblem(&["character", "swap"], ""),
        WheelAction::ShiftFlag => emblem(&["flag"], "← 3"),
    }
}

/// Returns the emblem of a character's ability.
pub fn of_character(character: Character) -> Emblem {
    match character {
        Character::NoEffect => emblem(&["none"], ""),
        Character::TakeShrine => emblem(&["shrine"], "+1"),
        Character::Exchange => emblem(&["coin", "prestige"], "2 ⇄ 1"),
        Character::BuyActionMarker => emblem(&["prestige", "marker"], "1 → 1"),
        Character::PriestPlusOne => emblem(&["priest", "worship"], "+1"),
        Character::TakePrestige => emblem(&["prestige"], "+1"),
        Character::ShrinePairs => emblem(&["shrine", "shrine"], "+1"),
        Character::FreeWorship => emblem(&["worship"], "+1"),
        Character::FreeTravel => emblem(&["road"], "0"),
        Character::ShiftFlag => emblem(&["flag"], "← 3"),
        Character::ExtraPrestige => emblem(&["prestige", "prestige"], "+1"),
        Character::RemoteBuilding => emblem(&["eye", "statue"], ""),
        Character::SupplyShrine => emblem(&["eye", "shrine"], "+1"),
        Character::TakeActionMarker => emblem(&["marker"], "+1"),
        Character::CheapStatues => emblem(&["statue"], "−3"),
        Character::DoubleReward => emblem(&["gift"], "×2"),
    }
}

/// Returns the emblem of a reward tile.
pub fn of_reward(reward: Reward) -> Emblem {
    match reward {
        Reward::Coins => emblem(&["coin"], "+3"),
        Reward::Shrines => emblem(&["shrine"], "+3"),
        Reward::PrestigeAndCoin => emblem(&["prestige", "coin"], "+1 +1"),
        Reward::OthersPay => emblem(&["coin"], "−2 ⇇"),
        Reward::Prestige => emblem(&["prestige"], "+2"),
        Reward::BuyPrestige => emblem(&["coin", "prestige"], "3 ×"),
        Reward::FreeShrine => emblem(&["eye", "shrine"], "0"),
        Reward::Maharani => emblem(&["maharani"], ""),
    }
}

/// Returns the symbol and number of a statue field's bonus.
pub fn of_bonus(bonus: Bonus) -> (&'static str, i32) {
    match bonus {
        Bonus::ActionMarkers(count) => ("marker", count.into()),
        Bonus::Coins(count) => ("coin", count.into()),
        Bonus::Prestige(count) => ("prestige", count.into()),
        Bonus::Shrines(count) => ("shrine", count.into()),
    }
}
