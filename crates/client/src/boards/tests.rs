//! The questions of all boards, over whole games.

use super::*;
use crate::local_table::tests::{created, request, update};
use crate::shelf::Memory;
use std::collections::BTreeSet;
use table::Request;
use words::Language;

/// Returns what a viewer with this update sees of the table.
fn seen(update: Update, language: Language) -> Seen {
    let names = ["Asha", "Bharat", "Chitra", "Dev", "Esha"];
    let names = names.iter().take(update.seats.len());
    let names = names.map(|&name| name.to_owned()).collect();
    let teller = Teller::new(language, &update.game, names);
    Seen {
        update: Signal::stored(Arc::new(update)),
        teller: Signal::stored(teller),
        play: Callback::new(|_| ()),
        looked_at: RwSignal::new(None),
        sheet: RwSignal::new("board"),
    }
}

/// Asks one viewer.
pub fn asked(update: Update, language: Language) -> Option<String> {
    Owner::new().with(|| question(seen(update, language)))
}

/// Plays a game with arbitrary legal actions; `see` gets each position as its decider and as the public see it.
pub fn play(game: &str, people: usize, mut see: impl FnMut(Update, Update)) {
    let shelf = Memory::default();
    let mut local = created(game, people, 0, &shelf);
    let mut dice: usize = 7;
    while let Some(seat) = local.table().deciders().lowest() {
        let mine = update(&local, Some(seat), 0);
        let legal = mine.position.as_ref().unwrap().legal.clone();
        see(mine, update(&local, None, 0));
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let action = legal[(dice >> 33) % legal.len()].clone();
        request(&mut local, seat, &Request::Play(action), &shelf).unwrap();
    }
}

/// Plays a game and returns its questions in all languages; every decision has one, and each can be read.
fn questions(game: &str, people: usize) -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    play(game, people, |mine, theirs| {
        for (language, longest) in Language::ALL.into_iter().zip([76, 96, 96]) {
            for update in [mine.clone(), theirs.clone()] {
                let words = asked(update, language).unwrap();
                let length = words.chars().count();
                assert!((8..=longest).contains(&length), "{length}: {words}");
                said.insert(words);
            }
        }
    });
    for words in &said {
        let raw = |letter| "{}$_".contains(letter);
        assert!(!words.contains(raw) && !words.contains("-ask-"), "{words}");
        assert!(words.starts_with(char::is_uppercase), "{words}");
    }
    said
}

#[track_caller]
fn include(said: &BTreeSet<String>, expected: &[&str]) {
    for &words in expected {
        assert!(said.contains(words), "{words} is not in {said:#?}");
    }
}

#[test]
fn taj_mahal_asks_about_the_situation() {
    let mut said = questions("taj-mahal", 4);
    said.extend(questions("taj-mahal", 2));
    let expected = [
        "Your turn: lay a card or withdraw",
        "Your turn: lay another red card or withdraw",
        "You have no green card left: withdraw",
        "Place a palace in Kashmir",
        "Place your palaces in Agra (1 of 2)",
        "Take a card from the display (2 of 2)",
        "Take the last card of the display",
        "Bharat lays a card or withdraws",
        "Du hast keine rote Karte mehr: Zieh dich zurück",
        "Ваш ход: выложите ещё одну зелёную карту или отступите",
    ];
    include(&said, &expected);
}

#[test]
fn amritsar_asks_about_the_situation() {
    let mut said = questions("amritsar", 3);
    said.extend(questions("amritsar", 1));
    let expected = [
        "Choose your first objective: it counts at the end",
        "Move your elephant, or lift a group of workers at once; you have 2 coins",
        "Which worker lands last and acts? The others are left on the way.",
        "Land your blue worker: each skip costs 1 coin, you have 2",
        "Also use the main action of the tile: Resource track?",
        "Follow Chitra's yellow worker (donation)? Chitra gains 1 PP",
        "Upgrade: storehouse (marble)",
        "Bharat chooses an objective",
        "Deine Lager fassen 4: Lege 2 Münzen oder Ressourcen zurück",
        "Сделайте подношение (Восток); у вас 1 блок мрамора",
    ];
    include(&said, &expected);
}

#[test]
fn maharaja_asks_about_the_situation() {
    let mut said = questions("maharaja", 4);
    said.extend(questions("maharaja", 1));
    let expected = [
        "Put shrine 2 of 4 into a village",
        "Build a statue in Agra (12 coins) or a shrine (1 coin); you have 13",
        "A statue costs 9 coins, you have 7: travel or end the action",
        "Travel to a city for your second shrine",
        "Chitra and Dev are still planning",
        "Nimm eine von 5 Belohnungen für Agra",
        "Вашего персонажа забрали: выберите другого",
    ];
    include(&said, &expected);
}

/// Returns the position as the decider sees it.
pub fn scene<G: Game>(update: &Update, language: Language) -> Scene<G> {
    Scene::new(seen(update.clone(), language))
}

/// Checks that every action that breaks a rule says why, in each language.
fn reasons<G: Game>(
    game: &str,
    people: usize,
    actions: &[G::Action],
    why: fn(Scene<G>, G::Action) -> Option<String>,
) -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    let mut others = [Language::De, Language::Ru].into_iter().cycle();
    play(game, people, |mine, _| {
        for language in others.next().into_iter().chain([Language::En]) {
            Owner::new().with(|| {
                let scene = scene::<G>(&mine, language);
                let refused = actions
                    .iter()
                    .filter(|action| scene.broken(**action).is_some());
                said.extend(refused.map(|&action| why(scene, action).unwrap()));
            });
        }
    });
    for words in &said {
        let raw = |letter| "{}$_".contains(letter);
        assert!(!words.contains(raw) && !words.contains("-why-"), "{words}");
        assert!(words.ends_with('.'), "{words}");
    }
    said
}

fn all<A: std::str::FromStr>(actions: &[&str]) -> Vec<A> {
    let actions = actions.iter().map(|action| action.parse().ok());
    actions.collect::<Option<_>>().unwrap()
}

#[test]
fn amritsar_says_what_is_missing() {
    let actions = all(&[
        "main yellow_b",
        "main green_a",
        "main green_b",
        "second blue_a",
        "second white_a",
        "elephant green_b",
        "elephant donate",
        "buy gold",
        "sell gold",
        "step 3",
        "land north_1",
        "land south_2",
        "donate a0",
        "donate b0",
        "use donate",
        "upgrade storehouse free_skip",
        "upgrade mahout market blue",
        "advance money",
    ]);
    let said = reasons::<::amritsar::Amritsar>(
        "amritsar",
        3,
        &actions,
        Scene::<::amritsar::Amritsar>::missing,
    );
    let expected = [
        "It costs 2 coins; you have 1 coin.",
        "It takes 1 gold; you have none.",
        "Storehouse: 1 marble, you have none.\nObjective: 1 copper, you have none.",
        "It takes a blue worker; yours is white.",
        "Level 1 costs 1 marble; you have none.",
    ];
    include(&said, &expected);
    assert!(!said.contains("This action cannot be performed now."));
}

#[test]
fn maharaja_says_what_is_missing() {
    let actions = all(&[
        "statue delhi 0",
        "statue agra 1",
        "shrine delhi",
        "shrine v10",
        "start 7",
        "marker 7",
        "travel r03",
        "travel r12",
        "travel r14",
        "reward 9",
    ]);
    let said = reasons::<::maharaja::Maharaja>(
        "maharaja",
        4,
        &actions,
        Scene::<::maharaja::Maharaja>::missing,
    );
    let expected = [
        "Your priest is elsewhere: Crossroads.",
        "2 prestige: 3 coins, you have 1.",
        "Shivpuri has no shrine, so this road is closed.",
        "Only the lowest 5 rewards can be taken.",
    ];
    include(&said, &expected);
}

#[test]
fn taj_mahal_says_what_is_in_the_way() {
    let actions = all(&["play red-ev", "play green-ee", "palace kas2", "palace agr1"]);
    let said = reasons::<::taj_mahal::TajMahal>(
        "taj-mahal",
        4,
        &actions,
        Scene::<::taj_mahal::TajMahal>::missing,
    );
    let expected = "You lay only red cards in this visit, except with Any Colour.";
    include(&said, &[expected]);
}
