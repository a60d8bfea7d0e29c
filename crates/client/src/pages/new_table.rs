//! A new table: game, players, variants.

mod online;

use super::start::{usual_level, usual_players};
use crate::browser;
use crate::frame::{frame, t};
use crate::hosts;
use crate::pages::Lost;
use crate::route::Route;
use kit::{MAX_SEATS, OptionAbout};
use leptos::prelude::*;
use online::{OnlineChoices, Wishes};
use protocol::{Level, SeatFor};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use table::AnyGame;
use wasm_bindgen_futures::spawn_local;

/// The chosen sitter of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SeatChoice {
    /// The level of a bot; `None` for a person.
    bot: Option<Level>,
    name: String,
}

/// Returns a choice for each seat of the largest game: the viewer and bots. Choices beyond the number of players are kept.
fn first_choices(me: String, level: Level) -> Vec<SeatChoice> {
    let others = (1..MAX_SEATS).map(|_| SeatChoice {
        bot: Some(level),
        name: String::new(),
    });
    let me = SeatChoice {
        bot: None,
        name: me,
    };
    std::iter::once(me).chain(others).collect()
}

/// Leaves the seats of the others to friends if the table is online, otherwise to bots.
fn invite(choices: &mut [SeatChoice], online: bool, level: Level) {
    for choice in choices.iter_mut().skip(1) {
        choice.bot = (!online).then_some(level);
    }
}

/// Returns the chosen table, without a host.
fn wished(
    game: AnyGame,
    choices: &[SeatChoice],
    options: &BTreeMap<&'static str, String>,
) -> protocol::NewTable {
    protocol::NewTable {
        options: json_options(game, choices.len() as u8, options),
        seats: choices.iter().enumerate().map(place).collect(),
        ..protocol::NewTable::of(game.about().key)
    }
}

/// The form for a new table of a game.
#[component]
pub fn NewTable(game: String) -> impl IntoView {
    match game.parse::<AnyGame>() {
        Ok(game) => view! { <Form game/> }.into_any(),
        Err(_) => view! { <Lost/> }.into_any(),
    }
}

#[component]
fn Form(game: AnyGame) -> impl IntoView {
    let frame = frame();
    let about = game.about();
    let key = about.key;
    let players = RwSignal::new(usual_players(game));
    let level = untrack(usual_level);
    let me = frame.own_name().unwrap_or_default();
    let choices = RwSignal::new(first_choices(me, level));
    let options = RwSignal::new(BTreeMap::<&'static str, String>::new());
    let problem = RwSignal::new(None::<String>);
    let (is_online, wishes) = (RwSignal::new(false), RwSignal::new(Wishes::default()));
    let alone = *about.seats.start() == 1;
    // With company if nobody plays alone.
    let choose_place = move |online: bool, several: bool| {
        is_online.set(online);
        let now = players.get_untracked();
        players.set(if several {
            usual_players(game).max(now).max(2)
        } else {
            1
        });
        choices.update(|choices| invite(choices, online, level));
    };
    let begin = move |_| {
        let chosen: Vec<SeatChoice> = choices.with_untracked(|choices| {
            choices
                .iter()
                .take(players.get_untracked().into())
                .cloned()
                .collect()
        });
        let table = options.with_untracked(|options| wished(game, &chosen, options));
        frame.settings.update(|settings| {
            settings
                .players
                .insert(key.to_owned(), players.get_untracked());
            let bot = chosen.iter().find_map(|choice| choice.bot);
            settings.level = bot.or(settings.level);
        });
        if is_online.get_untracked() {
            let wishes = wishes.get_untracked();
            // The others see the name, so it is asked for, and not invented.
            let Some(name) = frame.own_name() else {
                browser::focus("my-name");
                return problem.set(Some(t("new-name-needed")));
            };
            let Some(pace) = wishes.pace() else {
                return problem.set(Some(t("pace-bad")));
            };
            let table = protocol::NewTable {
                pace,
                patience: wishes.patience,
                listed: wishes.listed,
                rated: wishes.rated,
                language: Some(frame.language.get_untracked().tag().to_owned()),
                ..table
            };
            spawn_local(async move {
                match hosts::online::create(&name, &table).await {
                    Ok(id) => frame.go(Route::Online(id)),
                    Err(trouble) => {
                        problem.set(Some(trouble.sentence(key, frame.language.get_untracked())))
                    }
                }
            });
        } else {
            let people = chosen.into_iter().filter(|choice| choice.bot.is_none());
            let names: Vec<String> = people.map(|choice| choice.name).collect();
            match hosts::local::create(table, &names) {
                Ok(id) => frame.go(Route::Local(id.to_string())),
                Err(error) => problem.set(Some(frame.say("problem", &[("problem", &error)]))),
            }
        }
    };
    let variants = about.options.iter().filter(|about| about.name != "players");
    let any_variant = {
        let variants = variants.clone();
        move || {
            let mut variants = variants.clone();
            variants.any(|about| about.players.contains(&players.get()))
        }
    };
    let variants = variants
        .map(|about| {
            let here = move || about.players.contains(&players.get());
            view! { <Show when=here><Variant game=key about options/></Show> }
        })
        .collect_view();
    let numbers = about
        .seats
        .clone()
        .map(|number| {
            view! {
                <option value=number selected=move || players.get() == number disabled=move || number == 1 && is_online.get()>{number}</option>
            }
        })
        .collect_view();
    let solo = alone.then(|| view! {
        <label class="radio">
            <input
                id="place-solo" type="radio" name="place"
                prop:checked=move || players.get() == 1
                on:change=move |_| choose_place(false, false)
            />
            <span>{move || t("place-solo")}<small>{move || {
                let automatic = frame.teller(key, Vec::new()).text("automatic").unwrap_or_default();
                frame.say("place-solo-about", &[("automatic", &automatic)])
            }}</small></span>
        </label>
    });
    view! {
        <section class="narrow new-table">
            <h1>{move || frame.say("new-title", &[("game", &about.name)])}</h1>
            <p>{move || frame.teller(key, Vec::new()).text("about")}</p>
            <fieldset>
                <legend>{move || t("new-place")}</legend>
                {solo}
                <label class="radio">
                    <input
                        id="place-local" type="radio" name="place"
                        prop:checked=move || !is_online.get() && players.get() != 1
                        on:change=move |_| choose_place(false, true)
                    />
                    <span>{move || t("place-local")}<small>{move || t("place-local-about")}</small></span>
                </label>
                <label class="radio">
                    <input
                        id="place-online" type="radio" name="place"
                        prop:checked=move || is_online.get()
                        on:change=move |_| choose_place(true, true)
                    />
                    <span>{move || t("place-online")}<small>{move || t("place-online-about")}</small></span>
                </label>
                <Show when=move || is_online.get()>
                    <OnlineChoices wishes/>
                </Show>
            </fieldset>
            <fieldset>
                <legend>{move || t("new-seats")}</legend>
                <label>
                    <span>{move || t("option-players-label")}</span>
                    <select id="players" on:change=move |event| players.set(event_target_value(&event).parse().unwrap_or(3))>
                        {numbers}
                    </select>
                    <small>{move || frame.teller(key, Vec::new()).text("option-players")}</small>
                </label>
                <Show when=move || { players.get() > 1 }>
                    <p class="small">{move || t(if is_online.get() { "new-seats-online" } else { "new-seats-local" })}</p>
                </Show>
                <ol class="chairs">
                    {move || (0..players.get()).map(|seat| view! { <SeatChooser seat=seat.into() choices is_online/> }).collect_view()}
                </ol>
            </fieldset>
            <fieldset hidden=move || !any_variant()>
                <legend>{move || t("new-options")}</legend>
                {variants}
            </fieldset>
            <Show when=move || problem.with(Option::is_some)>
                <p role="alert" class="notice">{problem}</p>
            </Show>
            <p><button id="begin" class="primary" on:click=begin>{move || t(if is_online.get() { "create-table" } else { "begin" })}</button></p>
        </section>
    }
}

fn place((seat, choice): (usize, &SeatChoice)) -> SeatFor {
    match (choice.bot, seat) {
        (Some(level), _) => SeatFor::Bot(level),
        (None, 0) => SeatFor::Me,
        (None, _) => SeatFor::Open,
    }
}

#[component]
fn SeatChooser(
    seat: usize,
    choices: RwSignal<Vec<SeatChoice>>,
    is_online: RwSignal<bool>,
) -> impl IntoView {
    let frame = frame();
    let number = seat + 1;
    let bot = Memo::new(move |_| choices.with(|choices| choices.get(seat)?.bot));
    let change = move |change: &dyn Fn(&mut SeatChoice)| {
        choices.update(|choices| {
            if let Some(choice) = choices.get_mut(seat) {
                change(choice);
            }
        })
    };
    let levels = Level::ALL.map(|level| view! {
        <option value=level.to_string() selected=move || bot.get() == Some(level)>
            {move || frame.say("seat-bot", &[("level", &frame.say(&format!("level-{level}"), &[]))])}
        </option>
    }).collect_view();
    view! {
        <li class=format!("seat-{seat}")>
            <span class="player-mark" aria-hidden="true"></span>
            <select
                aria-label=move || frame.say("seat-kind", &[("number", &number)])
                on:change=move |event| change(&|choice| choice.bot = event_target_value(&event).parse().ok())
            >
                <option value="person" selected=move || bot.get().is_none()>{move || t(match (is_online.get(), seat) {
                        (false, _) => "seat-person",
                        (true, 0) => "seat-me",
                        (true, _) => "seat-open",
                    })}</option>
                {levels}
            </select>
            <Show when=move || bot.get().is_none() && !is_online.get()>
                <input
                    type="text"
                    maxlength="24"
                    aria-label=move || frame.say("seat-name", &[("number", &number)])
                    placeholder=move || frame.say(&format!("person-{seat}"), &[])
                    prop:value=move || choices.with_untracked(|choices| choices.get(seat).map(|choice| choice.name.clone()).unwrap_or_default())
                    on:input=move |event| change(&|choice| choice.name = event_target_value(&event))
                />
            </Show>
        </li>
    }
}

/// One option: a single value, or several that can be combined.
#[component]
fn Variant(
    game: &'static str,
    about: &'static OptionAbout,
    options: RwSignal<BTreeMap<&'static str, String>>,
) -> impl IntoView {
    let frame = frame();
    let name = about.name;
    let text = move |key: String| frame.teller(game, Vec::new()).text(&key);
    let chosen = Memo::new(move |_| {
        let chosen = options.with(|options| options.get(name).cloned());
        chosen.unwrap_or(about.default.to_owned())
    });
    let choose = move |value: String| {
        options.update(|options| {
            options.insert(name, value);
        })
    };
    let says = move || text(format!("option-{name}"));
    let value_says = move |value: &str| text(format!("option-{name}-{value}"));
    if about.together.is_empty() {
        let values = about.values.iter().map(|&value| view! {
            <option value=value selected=move || chosen.get() == value>{move || value_says(value)}</option>
        });
        return view! {
            <label>
                <span>{says}</span>
                <select data-option=name on:change=move |event| choose(event_target_value(&event))>
                    {values.collect_view()}
                </select>
            </label>
        }
        .into_any();
    }
    let values = about.values.iter().filter(|&&value| value != about.default);
    let boxes = values.map(|&value| {
        view! {
            <label class="radio">
                <input
                    type="checkbox" value=value data-option=name
                    prop:checked=move || chosen.get().split(',').any(|word| word == value)
                    on:change=move |_| choose(toggled(about, &chosen.get_untracked(), value))
                />
                <span>{move || value_says(value)}</span>
            </label>
        }
    });
    view! {
        <fieldset class="several">
            <legend>{says}</legend>
            {boxes.collect_view()}
        </fieldset>
    }
    .into_any()
}

/// Returns the choice after a click: combinable values are kept, others replace the choice, and an empty choice is the default.
fn toggled(about: &OptionAbout, chosen: &str, clicked: &str) -> String {
    let goes_along = |word: &&str| {
        about.together.contains(word) && about.together.contains(&clicked) && *word != clicked
    };
    let mut words: Vec<&str> = chosen.split(',').filter(goes_along).collect();
    if !chosen.split(',').any(|word| word == clicked) {
        words.push(clicked);
    }
    words.sort_unstable();
    if words.is_empty() {
        words.push(about.default);
    }
    words.join(",")
}

/// Returns the options as JSON, without defaults and without options for other numbers of players.
fn json_options(
    game: AnyGame,
    players: u8,
    chosen: &BTreeMap<&'static str, String>,
) -> Map<String, Value> {
    let mut options = Map::new();
    options.insert("players".to_owned(), json!(players));
    let abouts = game.about().options.iter();
    for about in abouts.filter(|about| about.players.contains(&players)) {
        let value = match chosen.get(about.name).map(String::as_str) {
            None => continue,
            Some(value) if value == about.default => continue,
            Some("true") => json!(true),
            Some("false") => json!(false),
            Some(text) => json!(text),
        };
        options.insert(about.name.to_owned(), value);
    }
    options
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use kit::Seed;
    use table::{Person, Setup};

    fn choices() -> Vec<SeatChoice> {
        first_choices("Anna".to_owned(), Level::Hard)
    }

    fn chosen(options: &[(&'static str, &str)]) -> BTreeMap<&'static str, String> {
        let owned = options
            .iter()
            .map(|&(name, value)| (name, value.to_owned()));
        owned.collect()
    }

    fn about(game: AnyGame, name: &str) -> &'static OptionAbout {
        let mut options = game.about().options.iter();
        options.find(|about| about.name == name).unwrap()
    }

    #[test]
    fn at_first_i_sit_among_bots_and_there_are_seats_enough_for_every_game() {
        let choices = choices();
        let most = AnyGame::GAMES.iter().map(|game| *game.about().seats.end());
        assert!(usize::from(most.max().unwrap()) <= choices.len());
        let (me, others) = choices.split_first().unwrap();
        assert_eq!((me.bot, me.name.as_str()), (None, "Anna"));
        assert!(others.iter().all(|choice| choice.bot == Some(Level::Hard)));
        assert_eq!(others.first().unwrap().name, "");
    }

    #[test]
    fn fewer_players_leave_the_other_chairs_as_they_are() {
        let mut choices = choices();
        choices.get_mut(2).unwrap().bot = None;
        let seats = |players: usize| {
            let chosen = choices.get(..players).unwrap();
            wished(AnyGame::TajMahal, chosen, &BTreeMap::new()).seats
        };
        let bot = || SeatFor::Bot(Level::Hard);
        assert_eq!(seats(2), [SeatFor::Me, bot()]);
        assert_eq!(seats(4), [SeatFor::Me, bot(), SeatFor::Open, bot()]);
    }

    #[test]
    fn online_the_other_seats_are_open_to_friends() {
        let mut choices = choices();
        let mut seats = |online| {
            invite(&mut choices, online, Level::Easy);
            let chosen = choices.get(..3).unwrap();
            wished(AnyGame::Amritsar, chosen, &BTreeMap::new()).seats
        };
        let bot = || SeatFor::Bot(Level::Easy);
        assert_eq!(seats(true), [SeatFor::Me, SeatFor::Open, SeatFor::Open]);
        assert_eq!(seats(false), [SeatFor::Me, bot(), bot()]);
    }

    #[test]
    fn the_first_seat_can_be_a_bots_and_then_it_is_nobodys() {
        let mut choices = choices();
        choices.first_mut().unwrap().bot = Some(Level::Easy);
        choices.get_mut(1).unwrap().bot = None;
        let table = wished(
            AnyGame::TajMahal,
            choices.get(..2).unwrap(),
            &BTreeMap::new(),
        );
        assert_eq!(table.seats, [SeatFor::Bot(Level::Easy), SeatFor::Open]);
    }

    #[test]
    fn only_what_differs_from_the_default_is_asked_for() {
        let options = |players, options: &[(&'static str, &str)]| {
            Value::from(json_options(AnyGame::Amritsar, players, &chosen(options)))
        };
        assert_eq!(options(3, &[]), json!({"players": 3}));
        assert_eq!(options(1, &[("hard", "false")]), json!({"players": 1}));
        assert_eq!(
            options(1, &[("hard", "true")]),
            json!({"players": 1, "hard": true})
        );
        // Chosen for one player, before the number of players was changed.
        assert_eq!(options(2, &[("hard", "true")]), json!({"players": 2}));
    }

    #[test]
    fn a_table_can_be_made_with_every_value_of_every_option() {
        let me = Person {
            id: "a".repeat(22).parse().unwrap(),
            name: String::new(),
        };
        for &game in AnyGame::GAMES {
            let variants = game.about().options.iter();
            for about in variants.filter(|about| about.name != "players") {
                for (&players, value) in about
                    .players
                    .iter()
                    .flat_map(|players| about.values.iter().map(move |value| (players, value)))
                {
                    let choices = choices();
                    let choices = choices.get(..players.into()).unwrap();
                    let table = wished(game, choices, &chosen(&[(about.name, value)]));
                    let setup = Setup::new(table, &me, Seed::from_text("new"));
                    assert!(setup.is_ok(), "{game} {players} {} {value}", about.name);
                }
            }
        }
    }

    #[test]
    fn what_goes_together_can_be_chosen_together_and_nothing_is_the_default() {
        let several = OptionAbout {
            values: &["printed", "all", "a", "b"],
            default: "printed",
            together: &["a", "b"],
            ..*about(AnyGame::TajMahal, "players")
        };
        let click = |chosen: &str, clicked| toggled(&several, chosen, clicked);
        assert_eq!(click("printed", "b"), "b");
        assert_eq!(click("b", "a"), "a,b");
        assert_eq!(click("a,b", "b"), "a");
        assert_eq!(click("a", "a"), "printed");
        assert_eq!(click("a,b", "all"), "all");
        assert_eq!(click("all", "a"), "a");
    }
}
