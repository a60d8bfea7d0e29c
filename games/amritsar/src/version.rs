//! The versions of the rules, and all differences between them (spec 14b).

use crate::options::{Edition, Options};
use kit::BadOptions;
use serde::{Deserialize, Serialize};

/// A version of the rules. New games use [`PRESENT`](RulesVersion::PRESENT); an existing game or record keeps its version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum RulesVersion {
    /// The first version.
    One,
    /// A flipped storehouse shows no tax icon, a market action without a trade is performed, and there are editions.
    Two,
}

impl RulesVersion {
    /// The version of new games.
    pub const PRESENT: RulesVersion = RulesVersion::Two;

    /// Returns the number of the version.
    pub const fn number(self) -> u32 {
        match self {
            RulesVersion::One => 1,
            RulesVersion::Two => 2,
        }
    }

    /// Returns the version with that number, if it is supported.
    pub const fn numbered(number: u32) -> Option<RulesVersion> {
        match number {
            1 => Some(RulesVersion::One),
            2 => Some(RulesVersion::Two),
            _ => None,
        }
    }

    /// Returns the version of states that do not contain one: they are older than the second.
    pub(crate) const fn unnamed() -> RulesVersion {
        RulesVersion::One
    }

    /// Returns whether `free_elephant` keeps its tax icon when it is flipped (spec 7.1, R-34).
    pub(crate) fn flipped_storehouse_is_taxed(self) -> bool {
        self == RulesVersion::One
    }

    /// Returns whether a market action without a trade counts as performed, so that the bridge pays for it (spec 8.3, R-26).
    pub(crate) fn market_is_performed_without_trade(self) -> bool {
        self != RulesVersion::One
    }

    /// Checks whether these options exist under this version (spec 4.4).
    pub(crate) fn check(self, options: &Options) -> Result<(), BadOptions> {
        options.check()?;
        if self == RulesVersion::One && options.edition != Edition::De {
            return Err(BadOptions(format!(
                "version 1 of the rules knows the edition ‘{}’ only, not ‘{}’",
                Edition::De,
                options.edition
            )));
        }
        Ok(())
    }
}

impl TryFrom<u32> for RulesVersion {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        RulesVersion::numbered(number)
            .ok_or_else(|| format!("version {number} of the rules is not supported"))
    }
}

impl From<RulesVersion> for u32 {
    fn from(version: RulesVersion) -> u32 {
        version.number()
    }
}
