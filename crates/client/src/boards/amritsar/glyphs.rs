//! Effects as icons.

use amritsar::components::*;
use kit::{Id, Key};
use std::fmt::Write as _;

/// A part of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Glyph {
    /// A symbol from the sheet.
    Icon(&'static str),
    /// A number of prestige points.
    Prestige(u8),
    /// A number, or text between two symbols.
    Text(String),
}

fn text(text: impl ToString) -> Glyph {
    Glyph::Text(text.to_string())
}

fn counted(count: u8, icon: &'static str, glyphs: &mut Vec<Glyph>) {
    if count > 1 {
        glyphs.push(text(count));
    }
    if count > 0 {
        glyphs.push(Glyph::Icon(icon));
    }
}

/// Coins and resources.
pub fn items(items: Items) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for item in Item::all() {
        counted(items.count(item), item.id(), &mut glyphs);
    }
    glyphs
}

/// Returns the icons of an effect.
pub fn effect(effect: Effect) -> Vec<Glyph> {
    use Glyph::{Icon, Prestige};
    match effect {
        Effect::Nothing => Vec::new(),
        Effect::Gain(gained) => items(gained),
        Effect::GainAndPrestige(gained, points) => {
            let mut glyphs = items(gained);
            glyphs.push(Prestige(points));
            glyphs
        }
        Effect::Prestige(points) => vec![Prestige(points)],
        Effect::MarbleOrCopper => vec![text(2), Icon("marble"), text("/"), Icon("copper")],
        Effect::AnyResources(count, with) => {
            let mut glyphs = items(with);
            counted(count, "any", &mut glyphs);
            glyphs
        }
        Effect::Counter => vec![Icon("counter")],
        Effect::Market => vec![Icon("market")],
        Effect::CoinsAndMarket => vec![Icon("coin"), Icon("market")],
        Effect::MahoutAction => vec![Icon("mahout")],
        Effect::Donation => vec![Icon("donate")],
        Effect::Upgrade(UpgradeChoice::Any) => vec![Icon("upgrade")],
        Effect::Upgrade(UpgradeChoice::StorehouseOrObjective) => {
            vec![Icon("storehouse"), text("/"), Icon("objective")]
        }
        Effect::Upgrade(UpgradeChoice::StorehouseOrMahout) => {
            vec![Icon("storehouse"), text("/"), Icon("mahout")]
        }
        Effect::FreeUpgrade => vec![Icon("upgrade"), text("0")],
        Effect::Knowledge(track) => vec![Icon(track.id())],
        Effect::AnyKnowledge(count) => {
            let mut glyphs = Vec::new();
            counted(count, "knowledge", &mut glyphs);
            glyphs
        }
        Effect::UnlockMovement => vec![Icon("unlock")],
    }
}

/// Returns the icons of a storehouse's benefit.
pub fn storehouse(tile: Storehouse) -> Vec<Glyph> {
    use Glyph::Icon;
    use Storehouse as S;
    match tile {
        S::CoinAndAnyResource | S::TwoMarble | S::TwoKnowledge => effect(tile.benefit()),
        S::WhiteAsYellow => vec![Icon("worker-white"), text("="), Icon("worker-yellow")],
        S::WhiteAsBlue => vec![Icon("worker-white"), text("="), Icon("worker-blue")],
        S::WhiteAsGreen => vec![Icon("worker-white"), text("="), Icon("worker-green")],
        S::MarketDiscount => vec![Icon("market"), text("−1"), Icon("coin")],
        S::TaxDiscount => vec![Icon("tax"), text("−1"), Icon("coin")],
        S::FreeSkip => vec![Icon("skip"), text("0"), Icon("coin")],
        S::NoPenalty => vec![Icon("turban"), Icon("shield")],
        S::AllBridges => vec![text("3"), Icon("bridge")],
        S::KnowledgeSwap => vec![Icon("knowledge"), Icon("swap"), Icon("knowledge")],
        S::Exchange => vec![Icon("any"), Icon("swap"), Icon("any")],
        S::UpgradeAnyResource => vec![Icon("any"), text("→"), Icon("upgrade")],
        S::FreeElephant => vec![Icon("elephant"), text("0"), Icon("coin")],
    }
}

/// Returns the icons of a bridge tile's trigger and reward.
pub fn bridge(tile: BridgeTile) -> (Glyph, Vec<Glyph>) {
    let deed = match tile.trigger() {
        Trigger::MoveGroupOf4 => "group",
        Trigger::Donation => "donate",
        Trigger::Upgrade => "upgrade",
        Trigger::Market => "market",
    };
    (Glyph::Icon(deed), effect(tile.reward()))
}

/// Renders the icons as a picture in the size of the surrounding text.
pub fn html(glyphs: &[Glyph]) -> String {
    let mut drawn = String::new();
    for glyph in glyphs {
        match glyph {
            Glyph::Icon(name) => drawn.push_str(&icon(name)),
            Glyph::Prestige(points) => {
                let _ = write!(
                    drawn,
                    r##"<svg class="icon i-pp" viewBox="0 0 24 24" aria-hidden="true"><use href="#am-pp"/><text class="pp" x="12" y="16.500">{points}</text></svg>"##
                );
            }
            Glyph::Text(text) => {
                let _ = write!(drawn, r#"<span class="glyph-text">{text}</span>"#);
            }
        }
    }
    drawn
}

/// Renders one symbol in the size of the surrounding text.
pub fn icon(name: &str) -> String {
    format!(r##"<svg class="icon i-{name}" aria-hidden="true"><use href="#am-{name}"/></svg>"##)
}

/// Draws the icons on the board, centred at a point, with a maximum width.
pub fn drawn(glyphs: &[Glyph], (x, y): (i32, i32), size: i32, widest: i32) -> String {
    let width = |glyph: &Glyph| match glyph {
        Glyph::Text(text) => size * text.chars().count() as i32 * 5 / 11,
        _ => size,
    };
    let whole: i32 = glyphs.iter().map(width).sum();
    if whole > widest && glyphs.len() > 2 {
        // Two lines: the second begins after the separator.
        let (first, second) = glyphs.split_at(glyphs.len() - 1);
        let up = drawn(first, (x, y - size * 11 / 20), size, i32::MAX);
        return up + &drawn(second, (x, y + size * 11 / 20), size, i32::MAX);
    }
    let (mut left, top) = (x - whole / 2, y - size / 2);
    let mut svg = String::new();
    for glyph in glyphs {
        let _ = match glyph {
            Glyph::Icon(name) => write!(
                svg,
                r##"<use href="#am-{name}" class="i-{name}" x="{left}" y="{top}" width="{size}" height="{size}"/>"##
            ),
            Glyph::Prestige(points) => write!(
                svg,
                r##"<use href="#am-pp" class="i-pp" x="{left}" y="{top}" width="{size}" height="{size}"/><text class="pp" x="{}" y="{}">{points}</text>"##,
                left + size / 2,
                y + size / 5
            ),
            Glyph::Text(text) => write!(
                svg,
                r#"<text class="glyph" x="{}" y="{}">{text}</text>"#,
                left + width(glyph) / 2,
                y + size / 4
            ),
        };
        left += width(glyph);
    }
    svg
}
