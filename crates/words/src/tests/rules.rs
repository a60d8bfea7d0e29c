//! The rules of the games are complete, and the same in each language.

use crate::{Found, Language, Piece, Rules, RulesPart, Section, keys, rules_file};
use kit::Key as _;
use std::collections::BTreeSet;
use table::AnyGame;

/// The games whose rules are written: all but the example.
fn games() -> impl Iterator<Item = AnyGame> {
    let all = AnyGame::GAMES.iter().copied();
    all.filter(|game| game.about().key != "oware")
}

fn rules(game: AnyGame) -> [Rules; 3] {
    Language::ALL.map(|language| Rules::read(rules_file(language, game.about().key).unwrap()))
}

/// All that is not said in words: the kind, its pictures, its numbers.
fn without_words(part: &RulesPart) -> String {
    let pictures = |pieces: &[Piece]| {
        let pictures = pieces.iter().filter_map(|piece| match piece {
            Piece::Picture(name) => Some(name.clone()),
            Piece::Text(_) => None,
        });
        pictures.collect::<Vec<_>>().join(" ")
    };
    match part {
        RulesPart::Paragraph(pieces) => format!("paragraph {}", pictures(pieces)),
        RulesPart::Point(pieces) => format!("point {}", pictures(pieces)),
        RulesPart::Step(number, pieces) => format!("step {number} {}", pictures(pieces)),
        RulesPart::Example(pieces) => format!("example {}", pictures(pieces)),
        RulesPart::Table { name, head, rows } => {
            format!("table {name} {} {}", head.len(), rows.len())
        }
        RulesPart::Picture { .. } => "picture".to_owned(),
    }
}

/// The numbers in a text, in their order by size. Names of things in quotation marks may have some in one language only.
fn numbers(text: &str) -> Vec<u32> {
    let quoted = |text: &str| -> String {
        let mut inside = false;
        let outside = text.chars().filter(|letter| {
            inside = match letter {
                '“' if inside => false,
                '„' | '“' | '«' => true,
                '”' | '»' => false,
                _ => inside,
            };
            !inside
        });
        outside.collect()
    };
    let text = quoted(text);
    let digits = text.split(|letter: char| !letter.is_ascii_digit());
    let mut numbers: Vec<u32> = digits.filter_map(|digits| digits.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

fn one(section: &Section, part: &RulesPart) -> Section {
    Section {
        title: String::new(),
        parts: vec![part.clone()],
        ..section.clone()
    }
}

#[test]
fn the_rules_are_the_same_in_each_language() {
    for game in games() {
        let [english, german, russian] = rules(game);
        for other in [german, russian] {
            assert_eq!(english.sections.len(), other.sections.len(), "{game}");
            for (section, same) in english.sections.iter().zip(&other.sections) {
                let at = format!("{game}: {}", section.name);
                assert_eq!((&section.name, section.inner), (&same.name, same.inner));
                assert_eq!(section.parts.len(), same.parts.len(), "{at}");
                for (part, translated) in section.parts.iter().zip(&same.parts) {
                    assert_eq!(without_words(part), without_words(translated), "{at}");
                    if !matches!(part, RulesPart::Table { .. }) {
                        let (part, translated) = (one(section, part), one(same, translated));
                        let [said, same] = [&part, &translated].map(Section::text);
                        assert_eq!(numbers(&said), numbers(&same), "{at}: {said} / {same}");
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_is_left_in_another_language() {
    for game in games() {
        let [english, german, russian] = rules(game);
        for (section, (de, ru)) in english
            .sections
            .iter()
            .zip(german.sections.iter().zip(&russian.sections))
        {
            let at = format!("{game}: {}", section.name);
            let text = section.text();
            assert!(!text.contains(['{', '}', '„', 'ß']), "{at}");
            let is_cyrillic = |letter: char| ('а'..='я').contains(&letter);
            assert!(!text.contains(is_cyrillic), "{at}");
            assert!(!de.text().contains(is_cyrillic), "{at}");
            assert!(ru.title.to_lowercase().contains(is_cyrillic), "{at}");
            for part in &section.parts {
                let text = one(section, part).text();
                let long = text.chars().filter(|letter| letter.is_alphabetic()).count() > 20;
                let same = de.parts.iter().any(|other| one(de, other).text() == text);
                assert!(
                    !(long && same && !matches!(part, RulesPart::Table { .. })),
                    "{at}: {text}"
                );
            }
            for part in &ru.parts {
                let text = one(ru, part).text();
                let latin = text.split(|letter: char| !letter.is_ascii_alphabetic());
                // Types of objectives, provinces in a drawing, decades.
                let mut latin =
                    latin.filter(|word| word.len() > 1 && !["II", "III"].contains(word));
                assert_eq!(latin.next(), None, "{at}: {text}");
            }
        }
    }
}

#[test]
fn every_section_says_something_and_has_a_name_of_its_own() {
    for game in games() {
        let [english, ..] = rules(game);
        let names: BTreeSet<&String> = english.sections.iter().map(|it| &it.name).collect();
        assert_eq!(names.len(), english.sections.len(), "{game}");
        for (at, section) in english.sections.iter().enumerate() {
            let inside = english.sections.get(at + 1).is_some_and(|next| next.inner);
            assert!(
                !section.parts.is_empty() || inside && !section.inner,
                "{game}: {}",
                section.name
            );
            for part in &section.parts {
                if let RulesPart::Table { name, head, rows } = part {
                    assert!(!rows.is_empty(), "{game}: {name}");
                    assert!(
                        rows.iter().all(|row| row.len() == head.len()),
                        "{game}: {name}"
                    );
                }
                if let RulesPart::Picture { drawing, .. } = part {
                    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>"));
                }
            }
        }
    }
}

#[test]
fn every_table_and_every_text_for_tables_is_shown() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for game in games() {
        let words = folder.join(game.about().key).join("words");
        let read = |name: &str| std::fs::read_to_string(words.join(name)).unwrap();
        let (tables, text) = (read("tables"), read("en.rules"));
        for name in tables.lines().filter_map(|line| line.strip_prefix('[')) {
            let name = name.trim_end_matches(']');
            assert!(
                text.contains(&format!("@table {name} | ")),
                "{game}: {name}"
            );
        }
        let prefix = format!("{game}/");
        for key in keys().filter_map(|key| key.strip_prefix(&*prefix)) {
            let used = tables.contains(&format!("{{{key}}}"));
            assert!(used || !key.starts_with("table-"), "{game}: {key}");
        }
    }
}

#[test]
fn a_section_explains_every_broken_rule_and_every_event() {
    for game in games() {
        let [english, ..] = rules(game);
        let prefix = format!("{game}/");
        let explained = |key: &str| english.section(key).is_some();
        let keys = keys().filter_map(|key| key.strip_prefix(&*prefix));
        for key in keys.filter(|key| key.starts_with("rule-") || key.starts_with("event-")) {
            assert!(explained(key), "{game}: nothing explains {key}");
        }
        for (key, section) in &english.explained {
            assert!(
                crate::find(Language::En, &format!("{game}/{key}")).is_some(),
                "{game}: {key}"
            );
            let found = english.sections.iter().any(|other| other.name == *section);
            assert!(found, "{game}: {section}");
        }
    }
}

#[test]
fn each_option_of_a_game_is_explained() {
    for game in games() {
        for rules in rules(game) {
            let options = rules.section("options").expect("options");
            let points = options.parts.iter();
            let points = points
                .filter(|part| matches!(part, RulesPart::Point(_)))
                .count();
            // Maharaja explains special rules and final scoring together, and their values in tables.
            let together = usize::from(game == AnyGame::Maharaja);
            assert_eq!(points + together, game.about().options.len(), "{game}");
        }
    }
}

#[test]
fn words_are_found_in_sections_and_inside_of_them() {
    let rules = Rules::read(
        "#aim The aim\nWin.\n#points Points\nThese:\n##goods Goods\n- @tm-tea Tea: 1 point\n##roads Ёлки\n%goods rule-tea event-tea",
    );
    use Found::{Heading, Not, Whole};
    assert_eq!(rules.found(""), [Whole; 4]);
    assert_eq!(rules.found("TEA point"), [Not, Heading, Whole, Not]);
    assert_eq!(rules.found("елки"), [Not, Heading, Not, Whole]);
    assert_eq!(rules.found("coffee"), [Not; 4]);
    assert_eq!(rules.section("rule-tea").unwrap().title, "Goods");
    assert_eq!(rules.section("aim").unwrap().title, "The aim");
    assert_eq!(rules.section("rule-coffee"), None);
}

/// The other languages have the same numbers.
#[test]
fn the_numbers_in_the_sentences_are_those_of_the_components() {
    let has = |game: AnyGame, section: &str, printed: &[u32]| {
        let [english, ..] = rules(game);
        let text = english.section(section).expect(section).text();
        let said = numbers(&text);
        for number in printed {
            assert!(said.contains(number), "{game}: {section}: {number}: {text}");
        }
    };
    {
        use taj_mahal::components::*;
        let has = |section, printed: &[u32]| has(AnyGame::TajMahal, section, printed);
        has("deck", &[DECK as u32]);
        has("court", &[MARKERS_OF_A_KIND.into()]);
        has("setup", &[VISITS.into(), HAND_SIZE.into()]);
        has(
            "visit",
            &[3, 4, 5].map(|players| display_size(players).into()),
        );
        has("drafting", &[DRAFT.into(), DRAFT_LAST.into()]);
        has("end", &[VISITS.into()]);
        has("two", &[ABSENT_MAHARAJA_CARDS, DRAFT.into()]);
        for bonus in [Bonus::TajMahal, Bonus::TwoPoints] {
            if let Gain::Points(points) = bonus.gain() {
                has("bonus", &[points.into()]);
            }
        }
    }
    {
        use maharaja::components::*;
        let has = |section, printed: &[u32]| has(AnyGame::Maharaja, section, printed);
        let positive = |number: i16| u32::try_from(number).unwrap();
        has("aim", &[ROUNDS.into(), STATUES.into()]);
        has(
            "pieces",
            &[SHRINES, ACTION_MARKERS, MAHARANI_MARKERS as u8].map(u32::from),
        );
        has(
            "setup",
            &[
                START_COINS.into(),
                positive(START_PRESTIGE),
                START_SHRINES.into(),
            ],
        );
        has(
            "setup",
            &[
                (SHRINES - START_SHRINES).into(),
                FIRST_FLAG.into(),
                DISPLAY as u32,
            ],
        );
        has("starting-shrines", &[SETUP_SHRINES.into()]);
        has(
            "statues",
            &[STATUE_PRICE_MAHARAJA, STATUE_PRICE_ELSEWHERE].map(u32::from),
        );
        has("shrines", &[SHRINE_PRICE.into()]);
        has("tolls", &[TOLL.into()]);
        has("shifting", &[SHIFT.into(), u32::from(SHIFT) + 1]);
        let worship = [
            WORSHIP_CENTRAL,
            WORSHIP_OUTER,
            WORSHIP_SHRINE,
            WORSHIP_PRIEST,
        ];
        has("worship", &worship.map(u32::from));
        has("ranks", &[COINS_WITHOUT_WORSHIP.into()]);
        has("end", &[positive(FINAL_STATUE), FINAL_COINS.into()]);
        has("end", &FINAL_MAJORITY.map(positive));
        has(
            "bot-turn",
            &[BOT_STATUE_PRICE, BOT_SHRINE_INCOME].map(u32::from),
        );
        has(
            "alone-scoring",
            &[BOT_FIRST_RANK, BOT_OTHER_RANK].map(positive),
        );
        has(
            "alone-scoring",
            &table(1)
                .coins_by_rank
                .iter()
                .map(|coins| u32::from(*coins))
                .collect::<Vec<_>>(),
        );
        has("alone-scoring", &[COINS_WITHOUT_WORSHIP.into()]);
        has(
            "options",
            &FIRST_GAME.map(|character| character.to_string().parse().unwrap()),
        );
    }
    {
        use amritsar::components::*;
        let has = |section, printed: &[u32]| has(AnyGame::Amritsar, section, printed);
        let penalties = || Decade::all().map(|decade| u32::from(decade.penalty()));
        has("aim", &[Decade::COUNT as u32, ROUNDS.into()]);
        has(
            "town",
            &[
                Section::COUNT as u32,
                SECTION_CAPACITY.into(),
                WORKERS_OF_A_COLOUR.into(),
            ],
        );
        let counters = [
            COUNTERS,
            COUNTERS_ON_BOARD,
            COUNTERS_IN_MARKET,
            ELEPHANT_CAPACITY,
        ];
        has("own-board", &counters.map(u32::from));
        has(
            "own-board",
            &[
                STARTING_STOREHOUSE.into(),
                LAST_STEP.into(),
                Mahout::COUNT as u32,
            ],
        );
        has(
            "setup",
            &[
                START_PRESTIGE as u32,
                START_COINS.into(),
                MARKET_START.into(),
                OBJECTIVE_TAX.into(),
            ],
        );
        has("elephant", &penalties().collect::<Vec<_>>());
        has("taxes", &penalties().collect::<Vec<_>>());
        has("second-move", &[UNLOCKING_STEP.into()]);
        has("following", &[FOLLOW_PRESTIGE.into()]);
        has(
            "counters",
            &[ELEPHANT_CAPACITY.into(), MISSING_COUNTER_PRESTIGE.into()],
        );
        has(
            "market",
            &[MARKET_START, market_price(1), market_price(MARKET_ROWS)].map(u32::from),
        );
        has(
            "upgrades",
            &[STOREHOUSE_SPACES.into(), ELEPHANT_CAPACITY.into()],
        );
        has(
            "knowledge",
            &[UNLOCKING_STEP, INCOME_STEP, TAX_DISCOUNT_STEP, LAST_STEP].map(u32::from),
        );
        has(
            "storehouses",
            &[Storehouse::COUNT as u32, Storehouse::FLIPPED_SPACES.into()],
        );
        has("donations", &[SUPPORT_PRESTIGE.into()]);
        has("objectives", &OBJECTIVE_RANKS.map(u32::from));
        let his = [maharajah::BOARD_COUNTERS, maharajah::ELEPHANT_COUNTERS];
        has("solo-setup", &his.map(u32::from));
        has(
            "solo-taking",
            &[ELEPHANT_CAPACITY, maharajah::MISSING_RESOURCE_PRESTIGE].map(u32::from),
        );
        let end = [
            maharajah::RESOURCES_MARKER,
            maharajah::LAST_MARKER,
            maharajah::STOREHOUSE,
        ];
        has("solo-end", &end.map(u32::from));
        has("hard", &[maharajah::HARD_ELEPHANT_COUNTERS.into()]);
    }
}
