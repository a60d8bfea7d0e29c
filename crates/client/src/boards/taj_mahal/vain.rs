//! Why a withdrawal wins nothing: each reason once, with all symbols that it holds for.

use words::Teller;

/// The symbols that win nothing, as text, by reason.
#[derive(Default)]
pub struct Vain {
    /// Somebody else shows as many.
    pub tied: Vec<String>,
    /// Somebody else shows more.
    pub beaten: Vec<String>,
    /// The prize is already taken.
    pub taken: Vec<String>,
}

impl Vain {
    /// Returns a sentence for each reason.
    pub fn said(self, teller: &Teller) -> Vec<String> {
        let reasons = [
            ("board-why-tie", self.tied),
            ("board-why-less", self.beaten),
            ("board-why-taken", self.taken),
        ];
        let reasons = reasons
            .into_iter()
            .filter(|(_, symbols)| !symbols.is_empty());
        reasons
            .map(|(key, symbols)| teller.phrase(key, &[("symbols", &teller.listed(symbols))]))
            .collect()
    }
}
