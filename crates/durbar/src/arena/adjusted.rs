//! Shares of first places without luck.

use ratings::NINETY_FIVE;
use serde::Serialize;

/// A share of first places from which luck was subtracted, with its interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Adjusted {
    pub share: f64,
    pub low: f64,
    pub high: f64,
    /// How many times as many games would be needed for an interval of this size without the adjustment.
    pub games_saved: f64,
}

/// What a bot got from the games with the same shuffles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    /// Its share of first places.
    pub won: f64,
    /// Its luck, whose mean is 0.
    pub luck: f64,
}

/// The fewest blocks of which a spread can be told.
const FEWEST: usize = 4;

/// Subtracts luck. How much a unit of it counts is found by least squares, for each block from all the others: so the factor is independent of the luck that it is multiplied
/// with, and the mean of the product stays 0.
pub fn adjust(blocks: &[Block]) -> Option<Adjusted> {
    if blocks.len() < FEWEST {
        return None;
    }
    let count = blocks.len() as f64;
    let sum = |of: &dyn Fn(&Block) -> f64| blocks.iter().map(of).sum::<f64>();
    let won = sum(&|block| block.won);
    let luck = sum(&|block| block.luck);
    let products = sum(&|block| block.won * block.luck);
    let squares = sum(&|block| block.luck * block.luck);
    let without_luck = |block: &Block| {
        let others = count - 1.0;
        let mean = (won - block.won) / others;
        let product = products - block.won * block.luck - mean * (luck - block.luck);
        let square = squares - block.luck * block.luck;
        let factor = if square > 0.0 { product / square } else { 0.0 };
        block.won - factor * block.luck
    };
    let adjusted: Vec<f64> = blocks.iter().map(without_luck).collect();
    let plain: Vec<f64> = blocks.iter().map(|block| block.won).collect();
    let (share, variance) = moments(&adjusted);
    let reach = NINETY_FIVE * (variance / count).sqrt();
    Some(Adjusted {
        share,
        low: share - reach,
        high: share + reach,
        games_saved: if variance > 0.0 {
            moments(&plain).1 / variance
        } else {
            1.0
        },
    })
}

/// Returns the mean and the variance.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|number| (number - mean).powi(2));
    (mean, squares.sum::<f64>() / (count - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks whose luck is drawn from this list in turn, won as `won` says.
    fn blocks(won: impl Fn(usize, f64) -> f64) -> Vec<Block> {
        let luck = [0.3, -0.1, -0.3, 0.2, -0.2, 0.1];
        let all = (0..60).zip(luck.into_iter().cycle());
        all.map(|(number, luck)| Block {
            won: won(number, luck),
            luck,
        })
        .collect()
    }

    #[test]
    fn where_luck_explains_everything_one_share_remains() {
        let all = adjust(&blocks(|_, luck| 0.25 + 0.5 * luck)).unwrap();
        assert!((all.share - 0.25).abs() < 1e-9);
        assert!(all.high - all.low < 1e-6 && all.games_saved > 1e6);
    }

    #[test]
    fn where_luck_explains_nothing_the_share_stays_and_nothing_is_saved() {
        let result = |number: usize, _| f64::from(u8::from((number / 6).is_multiple_of(4)));
        let all = adjust(&blocks(result)).unwrap();
        assert!((all.share - 0.3).abs() < 0.01);
        assert!((0.9..=1.0).contains(&all.games_saved), "{all:?}");
    }

    #[test]
    fn a_block_does_not_tell_how_much_its_own_luck_counts() {
        let mut some = blocks(|_, _| 0.0);
        some.push(Block {
            won: 1.0,
            luck: 1.0,
        });
        let last = adjust(&some).unwrap();
        // In all other blocks luck counts nothing, so the one that won keeps its win whole.
        assert!(last.share >= 1.0 / 61.0 - 1e-9, "{last:?}");
    }

    #[test]
    fn of_three_blocks_nothing_can_be_told() {
        assert!(adjust(&blocks(|_, _| 0.0)[..3]).is_none());
    }
}
