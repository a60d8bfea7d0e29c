//! The order of play, and the worship in the Maharaja's city.

use super::pieces::{icon, of_action};
use super::scene::Scene;
use kit::Seat;
use leptos::prelude::*;
use maharaja::components::{COINS_WITHOUT_WORSHIP, table};
use maharaja::{Open, Plan, Stage, Worship};

/// One player's line.
#[derive(Clone, Copy, PartialEq)]
struct PlayerLine {
    seat: Seat,
    number: Option<u8>,
    worship: Option<Worship>,
    /// The rank and its coins.
    rank: Option<(usize, u16)>,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Waits,
    Plans,
    Planned,
    Acts,
    Acted,
}

/// Returns all lines in the order of play.
fn lines(open: &Open) -> Vec<PlayerLine> {
    let city = open.maharaja.filter(|_| open.stage != Stage::Over);
    let ranking = city.map(|city| open.rank(city)).unwrap_or_default();
    let coins = table(open.options.players).coins_by_rank;
    let bot = open.bot();
    let mut lines: Vec<PlayerLine> = open
        .tableaus
        .iter()
        .map(|(seat, tableau)| {
            let place = ranking.iter().position(|&other| other == seat);
            let gain = match place {
                _ if Some(seat) == bot => 0,
                Some(place) => coins.get(place).copied().unwrap_or_default(),
                None => COINS_WITHOUT_WORSHIP,
            };
            PlayerLine {
                seat,
                number: tableau.character.map(|character| character.number()),
                worship: city.map(|city| open.worship_by_piece(seat, city)),
                rank: city.map(|_| (place.map_or(0, |place| place + 1), gain)),
                state: state(open, seat),
            }
        })
        .collect();
    lines.sort_by_key(|line| line.number.unwrap_or(u8::MAX));
    lines
}

fn state(open: &Open, seat: Seat) -> State {
    match open.stage {
        Stage::Plan if open.committed.contains(seat) => State::Planned,
        Stage::Plan if Some(seat) != open.bot() => State::Plans,
        Stage::Turn(turn) | Stage::Victim { turn, .. } if turn.seat == seat => State::Acts,
        _ if open.acted.contains(seat) => State::Acted,
        _ if open.committed.contains(seat) => State::Planned,
        _ => State::Waits,
    }
}

/// The court of the Maharaja.
#[component]
pub fn Court(scene: Scene) -> impl IntoView {
    let shown = Memo::new(move |_| {
        scene
            .previewed()
            .map(|open| lines(&open))
            .unwrap_or_default()
    });
    let real = Memo::new(move |_| scene.of(lines).unwrap_or_default());
    let city = Memo::new(move |_| scene.of(|open| open.maharaja).flatten());
    let scoring =
        Memo::new(move |_| scene.of(|open| matches!(open.stage, Stage::Reward(_))) == Some(true));
    let heading = move || match city.get() {
        Some(city) => scene.phrase(
            if scoring.get() {
                "board-court-scored"
            } else {
                "board-court"
            },
            &[("city", &scene.called(city))],
        ),
        None => scene.phrase("board-order", &[]),
    };
    let round = move || {
        let round = scene.of(|open| open.round).filter(|round| *round > 0)?;
        Some(scene.phrase("board-round", &[("round", &round)]))
    };
    let has_city = Memo::new(move |_| city.get().is_some());
    let head = move |symbol: &'static str, worth: &'static str, key: &'static str| {
        let tip = move || scene.phrase(key, &[]);
        view! { <th scope="col" data-tip=tip data-home=(symbol == "coin").then_some("bank")>{icon(symbol)}<sub aria-hidden="true">{worth}</sub><span class="visually-hidden">{tip}</span></th> }
    };
    view! {
        <section class="mr-court" data-rules="scoring" class:previewing=move || shown.get() != real.get() aria-labelledby="mr-court-title">
            <h2 id="mr-court-title" data-tip=move || scene.phrase("board-court-about", &[])>{heading}" "<small>{round}</small></h2>
            <table>
                <Show when=move || has_city.get()>
                    <thead><tr>
                        <th scope="col"><span class="visually-hidden">{move || scene.phrase("board-player", &[])}</span></th>
                        {head("statue", "3", "board-from-centre")}
                        {head("statue", "2", "board-from-outer")}
                        {head("shrine", "", "board-from-shrines")}
                        {head("priest", "", "board-from-priest")}
                        {head("character", "", "board-from-abilities")}
                        {head("worship", "", "board-worship")}
                        {head("coin", "", "board-rank-coins")}
                    </tr></thead>
                </Show>
                <tbody>
                    {move || shown.get().into_iter().map(|line| {
                        let before = real.with(|real| real.iter().find(|other| other.seat == line.seat).copied());
                        line_view(scene, line, before)
                    }).collect_view()}
                </tbody>
            </table>
            <Variants scene/>
        </section>
    }
}

/// The special rules and the final-scoring tile in play.
#[component]
fn Variants(scene: Scene) -> impl IntoView {
    let tiles = move || {
        let (rules, tile) = scene.of(|open| (open.rules, open.final_tile))?;
        let rules = rules
            .iter()
            .map(|rule| (scene.called(rule), format!("option-rules-{rule}")));
        let tile = tile.map(|tile| (scene.called(tile), format!("option-final-{tile}")));
        let tiles = rules.chain(tile).map(|(name, about)| {
            let tip = scene.phrase(&about, &[]);
            view! { <span class="tag" data-tip=tip>{name}</span> }
        });
        Some(tiles.collect_view())
    };
    view! { <p class="variants">{tiles}</p> }
}

fn line_view(scene: Scene, line: PlayerLine, before: Option<PlayerLine>) -> AnyView {
    let (key, mark) = match line.state {
        State::Waits => ("board-waits", ""),
        State::Plans => ("board-plans", "…"),
        State::Planned => ("board-planned", "●"),
        State::Acts => ("board-acts", "▶"),
        State::Acted => ("board-acted", "✓"),
    };
    let plan = scene
        .view
        .with(|view| view.as_ref().and_then(|view| view.plans[line.seat]));
    let says = scene.phrase(key, &[]);
    let says = match plan {
        Some(plan) => format!("{says} {}", plan_words(scene, plan)),
        None => says,
    };
    let cells = line.worship.map(|worship| {
        let was = before.and_then(|before| before.worship);
        let parts = |worship: Worship| {
            [
                worship.centre,
                worship.outer,
                worship.shrines,
                worship.priest,
                worship.abilities,
                worship.total(),
            ]
        };
        let before = was.map(parts);
        let cells = parts(worship).into_iter().enumerate().map(|(column, points)| {
            let changed = before.is_some_and(|before| before.get(column) != Some(&points));
            view! { <td class:none=points == 0 class:sum=column == 5 class:changed=changed>{points}</td> }
        });
        cells.collect_view()
    });
    let coins = line.rank.map(|(place, coins)| {
        let first = place == 1;
        let tip = match place {
            0 => scene.phrase("board-unranked", &[("coins", &coins)]),
            place => scene.phrase("board-ranked", &[("rank", &place), ("coins", &coins)]),
        };
        let words = if coins > 0 {
            format!("+{coins}")
        } else {
            "–".to_owned()
        };
        view! { <td class:first=first data-tip=tip>{words}</td> }
    });
    let tip = says.clone();
    view! {
        <tr class=format!("seat-{}", line.seat) class:acts=line.state == State::Acts>
            <th scope="row" data-tip=tip>
                <span class="number-badge">{line.number.map_or("–".to_owned(), |number| number.to_string())}</span>
                <span class="player-mark" aria-hidden="true"></span>
                <span class="line-name">{scene.name(line.seat)}</span>
                <span class="line-state" aria-hidden="true">{mark}</span>
                <span class="visually-hidden">{says}</span>
                {plan.map(|plan| view! { <span class="line-plan" aria-hidden="true">{plan.actions().map(|action| of_action(action).inline()).collect_view()}</span> })}
            </th>
            {cells}
            {coins}
        </tr>
    }
    .into_any()
}

/// Returns the two actions of a plan, as text.
pub fn plan_words(scene: Scene, plan: Plan) -> String {
    let actions = plan
        .actions()
        .map(|action| scene.numbered("action", action));
    scene
        .seen
        .teller
        .with(|teller| teller.listed(actions.to_vec()))
}
