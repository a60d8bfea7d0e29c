//! Files of nets.
//!
//! A file begins with the line `durbar net 1`, then the game's key, the version of its rules and the four numbers of the shape in one line, then the SHA-256 of what
//! follows. Then come the units of the amounts and all weights but those of the first layer as 32-bit numbers, and the rows of the first layer, each as a
//! scale and one byte for each weight. All numbers are little-endian.

use crate::input::Shape;
use crate::net::{FIRST, Layout, Net};
use kit::{Learn, hexadecimal};
use sha2::{Digest, Sha256};

/// The reason why a file is no net for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadNet {
    /// It is something else.
    #[error("this is not a net: its first line is not ‘{FORMAT}’")]
    Format,
    /// It is for another game, for other rules, or for other features.
    #[error(
        "this net is for ‘{found}’, not for ‘{expected}’ (game, rules, features, amounts, parts, sides)"
    )]
    Other {
        /// What the file says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// A part is missing or has been changed.
    #[error("this net is damaged: {0}")]
    Damaged(&'static str),
}

const FORMAT: &str = "durbar net 1";

fn subject<G: Learn>() -> String {
    let Shape {
        features,
        amounts,
        parts,
        sides,
    } = Shape::of::<G>();
    let (key, rules) = (G::ABOUT.key, G::ABOUT.rules);
    format!("{key} {rules} {features} {amounts} {parts} {sides}")
}

impl Net {
    /// Returns the file of this net.
    pub fn to_file<G: Learn>(&self) -> Vec<u8> {
        let body = self.body();
        let mut file = format!(
            "{FORMAT}\n{}\n{}\n",
            subject::<G>(),
            hexadecimal(&Sha256::digest(&body))
        )
        .into_bytes();
        file.extend(body);
        file
    }

    /// Reads a file.
    pub fn from_file<G: Learn>(file: &[u8]) -> Result<Net, BadNet> {
        let mut lines = file.splitn(4, |&byte| byte == b'\n');
        let mut line = || lines.next().unwrap_or_default();
        if line() != FORMAT.as_bytes() {
            return Err(BadNet::Format);
        }
        let (found, expected) = (line(), subject::<G>());
        if found != expected.as_bytes() {
            let found: String = String::from_utf8_lossy(found).chars().take(80).collect();
            return Err(BadNet::Other { found, expected });
        }
        let (hash, body) = (line(), line());
        if hash != hexadecimal(&Sha256::digest(body)).as_bytes() {
            return Err(BadNet::Damaged("its hash does not match"));
        }
        Net::from_body(Layout::new(Shape::of::<G>()), body)
            .ok_or(BadNet::Damaged("it has the wrong length"))
    }

    fn body(&self) -> Vec<u8> {
        let first = &self.layout.first;
        let weights = self.weights.iter().enumerate();
        let others = weights.filter(|(place, _)| !first.contains(place));
        let mut body: Vec<u8> = others
            .flat_map(|(_, weight)| weight.to_le_bytes())
            .collect();
        let rows = self.weights.get(first.clone()).unwrap_or_default();
        for row in rows.chunks(FIRST) {
            let most = row
                .iter()
                .fold(0.0f32, |most, weight| most.max(weight.abs()));
            let scale = most / 127.0;
            body.extend(scale.to_le_bytes());
            let divisor = if scale > 0.0 { scale } else { 1.0 };
            body.extend(
                row.iter()
                    .map(|weight| (weight / divisor).round() as i8 as u8),
            );
        }
        body
    }

    fn from_body(layout: Layout, body: &[u8]) -> Option<Net> {
        let others = layout.weights() - layout.first.len();
        let (plain, rows) = body.split_at_checked(4 * others)?;
        if rows.len() != layout.shape.inputs() * (4 + FIRST) {
            return None;
        }
        let mut plain = plain
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes));
        let mut weights: Vec<f32> = plain.by_ref().take(layout.first.start).collect();
        for row in rows.chunks(4 + FIRST) {
            let (scale, bytes) = row.split_first_chunk::<4>()?;
            let scale = f32::from_le_bytes(*scale);
            weights.extend(bytes.iter().map(|&byte| scale * f32::from(byte as i8)));
        }
        weights.extend(plain);
        let finite = weights.iter().all(|weight| weight.is_finite());
        finite.then_some(Net { layout, weights })
    }
}
