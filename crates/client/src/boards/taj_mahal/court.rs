//! The court: the prizes, the symbols that everybody shows, and the prizes of withdrawing now.

use super::pieces::{good_icon, icon, small_card, small_special};
use super::scene::Scene;
use kit::{Id, Key, Seat};
use leptos::prelude::*;
use taj_mahal::components::Symbol;
use taj_mahal::{Open, Stage};

/// The prizes at the court and the tally.
#[component]
pub fn Court(scene: Scene) -> impl IntoView {
    let shown = Memo::new(move |_| scene.previewed());
    let real = Memo::new(move |_| scene.open());
    let seats = Memo::new(move |_| {
        scene
            .open()
            .map(|open| open.players.seats().collect::<Vec<_>>())
            .unwrap_or_default()
    });
    let previewing = move || shown.get() != real.get();
    let names = Memo::new(move |_| {
        let seats = seats.get().into_iter();
        seats.map(|seat| scene.name(seat)).collect::<Vec<_>>()
    });
    // The style sheet shows initials where the longest name does not fit.
    let letters = move || {
        names.with(|names| {
            let letters = names.iter().map(|name| name.chars().count());
            letters.max().unwrap_or(0).to_string()
        })
    };
    let visit = move || {
        scene
            .open()
            .map(|open| scene.phrase("board-court", &[("visit", &open.visit)]))
    };
    let province = move || scene.open().map(|open| scene.called(open.province()));
    view! {
        <section class="tm-court" data-rules="withdrawing" class:previewing=previewing aria-labelledby="tm-court-title">
            <table class="tally">
                <thead>
                    <tr style=("--letters", letters)>
                        <th scope="col"><h2 id="tm-court-title" data-tip=move || scene.phrase("board-court-about", &[])><small>{visit}</small>" "{province}</h2></th>
                        {move || seats.get().into_iter().map(|seat| view! { <PlayerHead scene seat names/> }).collect_view()}
                    </tr>
                </thead>
                <tbody>
                    {Symbol::all().map(|symbol| view! {
                        <tr class:taken=move || !shown.get().is_some_and(|open| open.court.contains(symbol)) data-tip=move || scene.phrase(prize_rule(symbol), &[])>
                            <th scope="row"><Prize scene symbol/></th>
                            {move || seats.get().into_iter().map(|seat| view! { <Shows scene shown real seat symbol/> }).collect_view()}
                        </tr>
                    }).collect_view()}
                </tbody>
            </table>
        </section>
    }
}

fn prize_rule(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Vizier => "board-prize-vizier",
        Symbol::General => "board-prize-general",
        Symbol::Monk => "board-prize-monk",
        Symbol::Princess => "board-prize-princess",
        Symbol::Mogul => "board-prize-mogul",
        Symbol::Elephant => "board-prize-elephant",
    }
}

/// Returns the first letters of a name, as many as it takes to tell it from the others, but no more than three.
fn initials(names: &[String], seat: usize) -> String {
    let first = |name: &String, letters: usize| name.chars().take(letters).collect::<String>();
    let Some(name) = names.get(seat) else {
        return String::new();
    };
    let alone = |letters: &usize| {
        let same = names
            .iter()
            .filter(|other| first(other, *letters) == first(name, *letters));
        same.count() == 1
    };
    first(name, (1..3).find(alone).unwrap_or(3))
}

#[component]
fn PlayerHead(scene: Scene, seat: Seat, names: Memo<Vec<String>>) -> impl IntoView {
    let gone = Memo::new(move |_| scene.open().is_some_and(|open| !open.active.contains(seat)));
    view! {
        <th scope="col" class=format!("seat-{seat}") class:gone=gone data-tip=move || scene.name(seat)>
            <span class="player-mark" aria-hidden="true"></span>
            <span class="tally-names">
                <span class="tally-name">{move || scene.name(seat)}</span>
                <span class="tally-initials" aria-hidden="true">{move || names.with(|names| initials(names, seat.index()))}</span>
            </span>
            {move || gone.get().then(|| view! { <span class="visually-hidden">{scene.phrase("board-withdrawn", &[])}</span> })}
        </th>
    }
}

#[component]
fn Prize(scene: Scene, symbol: Symbol) -> impl IntoView {
    let there = Memo::new(move |_| scene.open().is_some_and(|open| open.court.contains(symbol)));
    let prize = move || match symbol {
        Symbol::Elephant => {
            let tile = scene.open().map(|open| open.tile());
            let goods = tile.map(|tile| tile.goods()).unwrap_or_default();
            view! { <span class="prize-goods">{goods.iter().map(|&good| good_icon(good)).collect_view()}</span> }.into_any()
        }
        Symbol::Mogul => view! { <span class="prize-crown">{icon("crown")}</span> }.into_any(),
        _ => ().into_any(),
    };
    view! {
        <span class="marker" class:missing=move || !there.get() data-home=format!("prize-{}", symbol.id())>{icon(symbol.id())}</span>
        <span class="prize-name">{move || scene.called(symbol)}</span>
        {move || there.get().then(prize)}
        {move || (!there.get()).then(|| view! { <span class="visually-hidden">{scene.phrase("board-taken", &[])}</span> })}
    }
}

#[component]
fn Shows(
    scene: Scene,
    shown: Memo<Option<Open>>,
    real: Memo<Option<Open>>,
    seat: Seat,
    symbol: Symbol,
) -> impl IntoView {
    let count = Memo::new(move |_| {
        let open = shown.get().filter(|open| open.active.contains(seat))?;
        Some((open.shows(seat, symbol), open.wins(seat).contains(symbol)))
    });
    let changed = move || {
        let now = real
            .get()
            .filter(|open| open.active.contains(seat))
            .map(|open| open.shows(seat, symbol));
        now != count.get().map(|(count, _)| count)
    };
    let wins = Memo::new(move |_| count.get().is_some_and(|(_, wins)| wins));
    let tied = Memo::new(move |_| {
        shown.get().is_some_and(|open| {
            let count = open.shows(seat, symbol);
            open.active.contains(seat)
                && open.court.contains(symbol)
                && count > 0
                && count == open.rivals_show(seat, symbol)
        })
    });
    let tip = move || {
        let said = [
            ("name", &scene.name(seat) as &dyn std::fmt::Display),
            ("count", &count.get().map_or(0, |(count, _)| count)),
            ("symbol", &scene.called(symbol)),
        ];
        let shows = scene.phrase("board-shows", &said);
        match (wins.get(), tied.get()) {
            (true, _) => format!("{shows}\n{}", scene.phrase("board-would-win", &said[..1])),
            (_, true) => format!("{shows}\n{}", scene.phrase("board-tie", &[])),
            _ => shows,
        }
    };
    view! {
        <td class=format!("seat-{seat}") class:wins=wins class:changed=changed class:none=move || count.get().is_none_or(|(count, _)| count == 0) data-tip=tip>
            {move || count.get().map(|(count, _)| count.to_string()).unwrap_or("–".to_owned())}
            {move || wins.get().then(|| view! { <span class="wins-mark" aria-hidden="true">"★"</span><span class="visually-hidden">{scene.phrase("board-wins-now", &[])}</span> })}
        </td>
    }
}

/// The cards laid in this visit; at the end of the game, the hands.
#[component]
pub fn Rows(scene: Scene) -> impl IntoView {
    let seats = Memo::new(move |_| {
        scene
            .open()
            .map(|open| open.players.seats().collect::<Vec<_>>())
            .unwrap_or_default()
    });
    let over = Memo::new(move |_| scene.open().is_some_and(|open| open.stage == Stage::Over));
    let heading = move || {
        scene.phrase(
            if over.get() {
                "board-hands"
            } else {
                "board-rows"
            },
            &[],
        )
    };
    view! {
        <section class="tm-rows" class:ended=over data-rules="laying" aria-labelledby="tm-rows-title">
            <h2 id="tm-rows-title" data-tip=move || scene.phrase("board-rows-about", &[])>{heading}</h2>
            <ul>
                {move || seats.get().into_iter().map(|seat| view! { <Row scene seat/> }).collect_view()}
            </ul>
        </section>
    }
}

#[component]
fn Row(scene: Scene, seat: Seat) -> impl IntoView {
    // The key is a card and its index among equal ones, so that only new cards are animated.
    let cards = move || {
        let view = scene.view.get();
        let cards = view.map(|view| match view.open.stage {
            Stage::Over => view.hands[seat].unwrap_or_default(),
            _ => view.open.players[seat].row,
        });
        let cards = cards.unwrap_or_default();
        cards
            .faces()
            .iter()
            .flat_map(|card| (0..cards.count(card)).map(move |copy| (card, copy)))
            .collect::<Vec<_>>()
    };
    let specials = move || {
        scene
            .open()
            .map(|open| open.players[seat].row_specials.iter().collect::<Vec<_>>())
            .unwrap_or_default()
    };
    let state = move || {
        let open = scene.open()?;
        if open.stage == Stage::Over {
            return None;
        }
        if !open.active.contains(seat) {
            return Some(scene.phrase("board-withdrawn", &[]));
        }
        open.players[seat]
            .row
            .is_empty()
            .then(|| scene.phrase("board-nothing-laid", &[]))
    };
    view! {
        <li class=format!("seat-{seat}") aria-label=move || scene.name(seat)>
            <span class="player-mark" aria-hidden="true"></span>
            <span class="row-cards">
                <For each=cards key=|card| *card let((card, _copy))>{small_card(scene, card, format!("seat-{seat}"))}</For>
                <For each=specials key=|special| *special let:special>{small_special(scene, special, format!("seat-{seat}"))}</For>
                <span class="row-state">{state}</span>
            </span>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_tell_names_apart() {
        let names = ["Бхарат", "Читра", "Чандра", "Anna", "Anna"].map(str::to_owned);
        let said: Vec<String> = (0..5).map(|seat| initials(&names, seat)).collect();
        assert_eq!(said, ["Б", "Чи", "Ча", "Ann", "Ann"]);
    }
}
