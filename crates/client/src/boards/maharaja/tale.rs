//! Recent automatic events, shown step by step: the scoring of a city, and Brahmabot's turn.

use super::scene::Scene;
use kit::Seat;
use leptos::prelude::*;
use maharaja::components::{City, Reward};
use maharaja::{Event, Stage, Worship};

/// The state collected from the events.
#[derive(Clone, Default, PartialEq)]
pub struct Tale {
    /// The version of the last step.
    heard: u64,
    /// The city that was scored last.
    city: Option<City>,
    /// Its scoring, by ranks.
    rows: Vec<Ranked>,
    /// Whether the scoring is in progress.
    scoring: bool,
    /// The events of Brahmabot's last turn.
    pub turn: Vec<Event>,
    /// Whether that turn is in progress.
    bot_acts: bool,
}

/// The result of a scoring for one player.
#[derive(Clone, PartialEq)]
struct Ranked {
    seat: Seat,
    /// Worship points by piece.
    pieces: Worship,
    coins: u16,
    prestige: i16,
    reward: Option<Reward>,
}

impl Tale {
    /// Creates a signal that follows the events.
    pub fn of(scene: Scene) -> RwSignal<Tale> {
        let tale = RwSignal::new(Tale::default());
        Effect::new(move |_| {
            let version = scene.seen.update.with(|update| update.version);
            scene.played.with(|played| {
                tale.update(|tale| {
                    // A replay can also go back.
                    if version < tale.heard {
                        *tale = Tale::default();
                    }
                    let news = played.iter().filter(|action| action.version > tale.heard);
                    for action in news.collect::<Vec<_>>() {
                        tale.heard = action.version;
                        action.events.iter().for_each(|event| tale.hear(event));
                    }
                });
            });
        });
        tale
    }

    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Ranked {
                seat, city, pieces, ..
            } => self.rank(seat, city, pieces),
            Event::Unranked { seat, city } => self.rank(seat, city, Worship::default()),
            Event::RoundEnded { .. } => self.scoring = false,
            _ if self.scoring => self.gain(event),
            _ => {}
        }
        match event {
            Event::BrahmabotDrew { .. } => {
                self.turn.clear();
                self.bot_acts = true;
            }
            Event::TurnBegan { .. } | Event::Ranked { .. } | Event::Unranked { .. } => {
                self.bot_acts = false;
            }
            _ => {}
        }
        if self.bot_acts {
            self.turn.push(*event);
        }
    }

    fn rank(&mut self, seat: Seat, city: City, pieces: Worship) {
        if !self.scoring {
            self.rows.clear();
            self.scoring = true;
            self.city = Some(city);
        }
        self.rows.push(Ranked {
            seat,
            pieces,
            coins: 0,
            prestige: 0,
            reward: None,
        });
    }

    /// Adds a gain of a ranked player; the effects of a reward are shown by the reward.
    fn gain(&mut self, event: &Event) {
        let (Event::CoinsTaken { seat, .. }
        | Event::Prestige { seat, .. }
        | Event::RewardTaken { seat, .. }) = *event
        else {
            return;
        };
        let Some(row) = self.rows.iter_mut().find(|row| row.seat == seat) else {
            return;
        };
        match *event {
            Event::RewardTaken { reward, .. } => row.reward = Some(reward),
            _ if row.reward.is_some() => {}
            Event::CoinsTaken { coins, .. } if row.coins == 0 => row.coins = coins,
            Event::Prestige { points, .. } => row.prestige += points,
            _ => {}
        }
    }
}

/// The last scoring of a city, until the next turns.
#[component]
pub fn Scored(scene: Scene, tale: RwSignal<Tale>) -> impl IntoView {
    let fresh = Memo::new(move |_| {
        let now =
            scene.of(|open| matches!(open.stage, Stage::Reward(_) | Stage::Plan | Stage::Over));
        now == Some(true) && tale.with(|tale| !tale.rows.is_empty())
    });
    let heading = move || {
        let city = tale.with(|tale| tale.city.map(|city| scene.called(city)));
        scene.phrase("board-scored", &[("city", &city.unwrap_or_default())])
    };
    view! {
        <Show when=move || fresh.get()>
            <section class="mr-tale" data-rules="scoring" aria-labelledby="mr-tale-title">
                <h2 id="mr-tale-title">{heading}</h2>
                <ol>{move || tale.with(|tale| tale.rows.iter().map(|row| row_view(scene, row)).collect_view())}</ol>
            </section>
        </Show>
    }
}

fn row_view(scene: Scene, row: &Ranked) -> AnyView {
    let pieces = row.pieces;
    let worship = if pieces.total() == 0 {
        scene.phrase("board-scored-nothing", &[])
    } else {
        let parts = [
            (pieces.centre, "board-part-centre"),
            (pieces.outer, "board-part-outer"),
            (pieces.shrines, "board-part-shrines"),
            (pieces.priest, "board-part-priest"),
            (pieces.abilities, "board-part-abilities"),
        ];
        let parts = parts.into_iter().filter(|(points, _)| *points > 0);
        let parts = parts.map(|(points, key)| scene.phrase(key, &[("points", &points)]));
        let parts = parts.collect::<Vec<_>>().join(" + ");
        scene.phrase(
            "board-scored-worship",
            &[("worship", &pieces.total()), ("parts", &parts)],
        )
    };
    let mut gains = Vec::new();
    if row.coins > 0 {
        gains.push(scene.phrase("board-gain-coins", &[("count", &row.coins)]));
    }
    if row.prestige != 0 {
        gains.push(scene.phrase("board-gain-prestige", &[("count", &row.prestige)]));
    }
    if let Some(reward) = row.reward {
        gains.push(scene.phrase(
            "board-gain-reward",
            &[("reward", &scene.numbered("reward", reward))],
        ));
    }
    let seat = row.seat;
    view! {
        <li class=format!("seat-{seat}")>
            <span class="player-mark" aria-hidden="true"></span>
            <b>{scene.name(seat)}</b>": "{worship}
            <span class="gains">" → "{gains.join(" · ")}</span>
        </li>
    }
    .into_any()
}
