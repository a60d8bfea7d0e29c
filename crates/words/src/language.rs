//! The languages of the page.

/// A language of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// Russian.
    Ru,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::En, Language::De, Language::Ru];

    /// Its tag: `"de"`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::De => "de",
            Language::Ru => "ru",
        }
    }

    /// Its own name for itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::De => "Deutsch",
            Language::Ru => "Русский",
        }
    }

    /// The language of a tag such as `de-AT`, if the page speaks it.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let first = tag.split(['-', '_']).next()?.to_ascii_lowercase();
        Language::ALL
            .into_iter()
            .find(|language| language.tag() == first)
    }

    /// The plural form that a number asks for.
    pub(crate) fn plural(self, number: i64) -> &'static str {
        let (tens, ones) = (number.abs() % 100, number.abs() % 10);
        match self {
            Language::En | Language::De if number.abs() == 1 => "one",
            Language::En | Language::De => "other",
            Language::Ru if ones == 1 && tens != 11 => "one",
            Language::Ru if (2..=4).contains(&ones) && !(12..=14).contains(&tens) => "few",
            Language::Ru => "many",
        }
    }
}
