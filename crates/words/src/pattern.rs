//! Filling in a text: the part of Fluent that the files use.

use crate::Language;

/// The values of a text.
pub(crate) trait Values {
    /// How a value reads.
    fn text(&self, name: &str) -> String;

    /// What a choice looks at: an id, `none`, or a number.
    fn choice(&self, name: &str) -> String {
        self.text(name)
    }
}

/// The text of a pattern: `{ $seat }` is a value, `{ $coins -> [one] a coin *[other] { $coins } coins }` a choice.
pub(crate) fn fill(pattern: &str, language: Language, values: &dyn Values) -> String {
    let mut filled = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((before, inside, after)) = braces(rest) {
        filled.push_str(before);
        filled.push_str(&placed(inside, language, values));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// What stands before the first braces, in them, and after them.
fn braces(text: &str) -> Option<(&str, &str, &str)> {
    let open = text.find('{')?;
    let mut depth = 0;
    for (at, letter) in text.get(open..)?.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let close = open + at;
            return Some((
                text.get(..open)?,
                text.get(open + 1..close)?.trim(),
                text.get(close + 1..)?,
            ));
        }
    }
    None
}

fn placed(inside: &str, language: Language, values: &dyn Values) -> String {
    if let Some(literal) = inside.strip_prefix('"') {
        return literal.trim_end_matches('"').to_owned();
    }
    let inside = inside.trim_start_matches('$');
    match inside.split_once("->") {
        None => values.text(inside.trim()),
        Some((name, variants)) => {
            let choice = values.choice(name.trim());
            fill(chosen(variants, &choice, language), language, values)
        }
    }
}

/// The variant that fits: the very id or number first, then its plural form, then the one with the star.
fn chosen<'a>(variants: &'a str, choice: &str, language: Language) -> &'a str {
    let plural = choice.parse().map(|number| language.plural(number)).ok();
    let (mut by_plural, mut usual) = (None, "");
    for (name, text) in Variants(variants) {
        match name {
            USUAL => usual = text,
            _ if name == choice => return text,
            _ if Some(name) == plural => by_plural = Some(text),
            _ => {}
        }
    }
    by_plural.unwrap_or(usual)
}

/// `[one] a coin *[other] coins`, one after the other; the usual one, whatever its name, is called `*`.
struct Variants<'a>(&'a str);

impl<'a> Iterator for Variants<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let open = self.0.find('[')?;
        let close = open + self.0.get(open..)?.find(']')?;
        let name = self.0.get(open + 1..close)?;
        let starred = self.0.get(..open)?.ends_with('*');
        let text = self.0.get(close + 1..)?;
        let end = next_variant(text);
        self.0 = text.get(end..)?;
        let name = match starred {
            true => USUAL,
            false => name,
        };
        Some((name, text.get(..end)?.trim()))
    }
}

const USUAL: &str = "*";

/// Where the next variant of the same choice begins; brackets inside of braces belong to an inner choice.
fn next_variant(text: &str) -> usize {
    let mut depth = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            '[' if depth == 0 => return at - usize::from(before == '*'),
            _ => {}
        }
        before = letter;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Coins(u32);

    impl Values for Coins {
        fn text(&self, name: &str) -> String {
            match name {
                "coins" => self.0.to_string(),
                _ => "Anna".to_owned(),
            }
        }
    }

    fn filled(pattern: &str, language: Language, coins: u32) -> String {
        fill(pattern, language, &Coins(coins))
    }

    #[test]
    fn a_choice_takes_the_number_itself_then_its_plural() {
        let english = "{ $seat } pays { $coins ->\n[0] nothing\n[one] one coin\n*[other] { $coins } coins\n}.";
        let said = |coins| filled(english, Language::En, coins);
        assert_eq!(said(0), "Anna pays nothing.");
        assert_eq!(said(1), "Anna pays one coin.");
        assert_eq!(said(21), "Anna pays 21 coins.");
    }

    #[test]
    fn russian_has_three_plurals() {
        let russian = "{ $coins -> [one] { $coins } монета [few] { $coins } монеты *[many] { $coins } монет }";
        let said = |coins| filled(russian, Language::Ru, coins);
        assert_eq!(said(21), "21 монета");
        assert_eq!(said(3), "3 монеты");
        assert_eq!(said(12), "12 монет");
        assert_eq!(said(5), "5 монет");
    }

    #[test]
    fn choices_nest() {
        let text = "{ $seat -> [Ben] B *[other] { $coins -> [one] a *[other] b } }!";
        assert_eq!(filled(text, Language::De, 1), "a!");
        assert_eq!(filled(text, Language::De, 2), "b!");
    }
}
