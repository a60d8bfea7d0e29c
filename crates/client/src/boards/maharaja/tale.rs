//! What just happened by itself, told step by step: the scoring of a city, and Brahmabot's turn.

use super::scene::Scene;
use kit::Seat;
use leptos::prelude::*;
use maharaja::Stage;
use protocol::WhatHappened;
use serde_json::Value;

/// What is remembered of the events.
#[derive(Clone, Default, PartialEq)]
pub struct Tale {
    /// The version of the last step that was heard.
    heard: u64,
    /// The id of the city that was scored last.
    city: String,
    /// Its scoring, by ranks.
    rows: Vec<Row>,
    /// Whether the scoring goes on.
    scoring: bool,
    /// The events of Brahmabot's last turn.
    pub turn: Vec<Value>,
    /// Whether that turn goes on.
    bot_acts: bool,
}

/// What a scoring brought to one player.
#[derive(Clone, Default, PartialEq)]
struct Row {
    seat: usize,
    /// Worship points by piece, as the event has them.
    pieces: Value,
    worship: u64,
    coins: u64,
    prestige: i64,
    reward: Option<u64>,
}

impl Tale {
    /// A signal that follows the events.
    pub fn of(scene: Scene) -> RwSignal<Tale> {
        let tale = RwSignal::new(Tale::default());
        Effect::new(move |_| {
            scene.seen.update.with(|update| {
                let news = |tale: &mut Tale| {
                    // A replay also goes back.
                    if update.version < tale.heard {
                        *tale = Tale::default();
                    }
                    for step in &update.steps {
                        if step.version <= tale.heard {
                            continue;
                        }
                        tale.heard = step.version;
                        if let WhatHappened::Played { events, .. } = &step.what {
                            events.iter().for_each(|event| tale.hear(event));
                        }
                    }
                };
                tale.update(news);
            });
        });
        tale
    }

    fn hear(&mut self, event: &Value) {
        let number = |field: &str| event.get(field).and_then(Value::as_u64).unwrap_or_default();
        let seat = number("seat") as usize;
        let name = event
            .get("event")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match name {
            "ranked" | "unranked" => {
                if !self.scoring {
                    self.rows.clear();
                    self.scoring = true;
                    self.city = event
                        .get("city")
                        .and_then(Value::as_str)
                        .unwrap_or_default()
                        .to_owned();
                }
                self.rows.push(Row {
                    seat,
                    pieces: event.get("pieces").cloned().unwrap_or_default(),
                    worship: number("worship"),
                    ..Row::default()
                });
            }
            "round-ended" => self.scoring = false,
            _ if self.scoring => self.gain(seat, name, event),
            _ => {}
        }
        match name {
            "brahmabot-drew" => {
                self.turn.clear();
                self.bot_acts = true;
            }
            "turn-began" | "ranked" | "unranked" => self.bot_acts = false,
            _ => {}
        }
        if self.bot_acts {
            self.turn.push(event.clone());
        }
    }

    /// Something that a ranked player gains; what a reward brings is told by the reward.
    fn gain(&mut self, seat: usize, name: &str, event: &Value) {
        let number = |field: &str| event.get(field).and_then(Value::as_i64).unwrap_or_default();
        let Some(row) = self.rows.iter_mut().find(|row| row.seat == seat) else {
            return;
        };
        match name {
            "coins-taken" if row.reward.is_none() && row.coins == 0 => {
                row.coins = number("coins") as u64;
            }
            "prestige" if row.reward.is_none() => row.prestige += number("points"),
            "reward-taken" => row.reward = Some(number("reward") as u64),
            _ => {}
        }
    }
}

/// The last scoring of a city, until the next turns are taken.
#[component]
pub fn Scored(scene: Scene, tale: RwSignal<Tale>) -> impl IntoView {
    let fresh = Memo::new(move |_| {
        let now =
            scene.of(|open| matches!(open.stage, Stage::Reward(_) | Stage::Plan | Stage::Over));
        now == Some(true) && tale.with(|tale| !tale.rows.is_empty())
    });
    let heading = move || {
        let city = tale.with(|tale| scene.called_id(&tale.city));
        scene.phrase("board-scored", &[("city", &city)])
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

fn row_view(scene: Scene, row: &Row) -> AnyView {
    let worship = if row.worship == 0 {
        scene.phrase("board-scored-nothing", &[])
    } else {
        let parts = [
            ("centre", "board-part-centre"),
            ("outer", "board-part-outer"),
            ("shrines", "board-part-shrines"),
            ("priest", "board-part-priest"),
            ("abilities", "board-part-abilities"),
        ];
        let parts = parts.into_iter().filter_map(|(part, key)| {
            let points = row
                .pieces
                .get(part)?
                .as_u64()
                .filter(|points| *points > 0)?;
            Some(scene.phrase(key, &[("points", &points)]))
        });
        let parts = parts.collect::<Vec<_>>().join(" + ");
        scene.phrase(
            "board-scored-worship",
            &[("worship", &row.worship), ("parts", &parts)],
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
    let seat = Seat::new(row.seat as u8).unwrap_or(Seat::FIRST);
    view! {
        <li class=format!("seat-{seat}")>
            <span class="player-mark" aria-hidden="true"></span>
            <b>{scene.name(seat)}</b>": "{worship}
            <span class="gains">" → "{gains.join(" · ")}</span>
        </li>
    }
    .into_any()
}
