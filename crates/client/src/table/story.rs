//! What others did since the viewer's last own action: told step by step, then kept until the viewer acts.

use super::lines::{Line, Place, lines, pieces, player, standing, until, without_name};
use super::moment::{Moment, MomentCard};
use crate::boards::{self, Happened, Seen};
use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::Link;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use protocol::{Status, Step, WhatHappened};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use words::Teller;

/// The maximum number of sentences announced at once, if they are not told one by one.
const MOST_SAID: usize = 3;

/// A part of the story.
#[derive(Clone, PartialEq, Debug)]
enum Item {
    /// A sentence, and who acts in it.
    Line(Line, Option<usize>),
    /// Something that stops the game.
    Moment(Place, Moment),
}

impl Item {
    fn at(&self) -> Place {
        match self {
            Item::Line(line, _) => line.at,
            Item::Moment(at, _) => *at,
        }
    }
}

/// Everything that the story depends on.
struct Source<'a> {
    log: &'a [Arc<Step>],
    teller: &'a Teller,
    game: &'a str,
    /// The present position, for moments.
    view: Option<&'a Value>,
    /// The viewer's seat; none for a spectator, and while a bot plays for the viewer.
    me: Option<usize>,
    /// What a spectator was told already.
    since: u64,
    /// Whether moments stop the game.
    stops: bool,
}

impl Source<'_> {
    /// Returns what others did since the viewer's last own action, and what happened by itself.
    fn story(&self) -> Vec<Item> {
        let standing = standing(self.log);
        let mine = |step: &&&Arc<Step>| {
            self.me.is_some() && player(step).map(|seat| seat.number().into()) == self.me
        };
        let since = match self.me {
            Some(_) => standing
                .iter()
                .rev()
                .find(mine)
                .map_or(0, |step| step.version),
            None => self.since,
        };
        let first = standing.partition_point(|step| step.version < since);
        let recent = standing.get(first..).unwrap_or_default();
        let started = |step: &Step| matches!(step.what, WhatHappened::Started { .. });
        let mut items = Vec::new();
        for step in recent.iter().filter(|step| !started(step)) {
            let log = until(self.log, step.version);
            let moment = self.stops.then(|| self.moment(log)).flatten();
            let mut moment = moment.as_ref();
            let stops = moment.is_some();
            for piece in pieces(&[step], self.teller) {
                match piece.actor {
                    Some(_) if piece.actor == self.me => {}
                    // What the card shows is not told again.
                    None if stops => {
                        let card = moment.take();
                        items.extend(card.map(|card| Item::Moment(piece.at, card.clone())));
                    }
                    actor => {
                        let lines = lines(log, &piece, self.teller, self.game);
                        items.extend(lines.into_iter().map(|line| Item::Line(line, actor)));
                    }
                }
            }
        }
        items
    }

    fn moment(&self, log: &[Arc<Step>]) -> Option<Moment> {
        let happened = Happened {
            steps: log,
            teller: self.teller,
            view: self.view.filter(|_| log.len() == self.log.len()),
        };
        boards::moment(self.game, happened)
    }
}

/// Returns the seat of the viewer, unless a bot plays for it.
fn me(update: &protocol::Update) -> Option<usize> {
    let seat = usize::from(update.you.seat?.number());
    let played_by_bot = update.seats.get(seat)?.played_by_bot;
    (!played_by_bot).then_some(seat)
}

/// Returns the first part that was not told yet.
fn next(items: &[Item], told: Place) -> Option<&Item> {
    items.iter().find(|item| item.at() > told)
}

/// Returns the place up to which the story is told after a skip: everything before the next moment.
fn skipped(items: &[Item], told: Place) -> Place {
    let rest = items.iter().filter(|item| item.at() > told);
    let lines = rest.take_while(|item| matches!(item, Item::Line(..)));
    lines.last().map_or(told, Item::at)
}

/// What one player did.
#[derive(Clone, PartialEq, Debug)]
struct Deeds {
    seat: usize,
    sentences: Vec<String>,
    ids: Vec<String>,
}

/// Returns what each player did, in the order of their first deed.
fn by_player(items: &[Item], teller: &Teller) -> Vec<Deeds> {
    let mut all: Vec<Deeds> = Vec::new();
    for item in items {
        let Item::Line(line, Some(seat)) = item else {
            continue;
        };
        let known = all.iter().position(|deeds| deeds.seat == *seat);
        let at = known.unwrap_or_else(|| {
            all.push(Deeds {
                seat: *seat,
                sentences: Vec::new(),
                ids: Vec::new(),
            });
            all.len() - 1
        });
        if let Some(deeds) = all.get_mut(at) {
            let name = teller.name(*seat);
            deeds.sentences.push(without_name(&line.sentence, &name));
            deeds.ids.extend_from_slice(&line.ids);
        }
    }
    all
}

/// Tells what others do, sentence by sentence at the chosen speed, and stops at moments; afterwards it shows what happened since the viewer's turn, until
/// the viewer acts. It owns the live region.
#[component]
pub fn Story(link: Link, seen: Seen) -> impl IntoView {
    let settings = frame().settings;
    // After a skip nothing is told in steps until the viewer is asked, or something stops the game.
    let skips = RwSignal::new(false);
    let pause = Memo::new(move |_| {
        let pause = settings.with(|settings| settings.speed.pause());
        if skips.get() { 0 } else { pause }
    });
    let asked = Memo::new(move |_| {
        seen.update.with(|update| {
            let position = update.position.as_ref();
            position.is_none_or(|position| !position.legal.is_empty())
                || update.status == Status::Over
        })
    });
    let told = RwSignal::new((0, 0));
    let items = Memo::new(move |_| {
        let stops = settings.with(|settings| !settings.skip_moments);
        seen.update.with(|update| {
            link.log.with(|log| {
                seen.teller.with(|teller| {
                    let source = Source {
                        log,
                        teller,
                        game: &update.game,
                        view: update.position.as_ref().map(|position| &position.view),
                        me: me(update),
                        since: told.get_untracked().0,
                        stops,
                    };
                    source.story()
                })
            })
        })
    });
    // What a spectator finds, and the result of a finished game, are no news.
    let known = seen.update.with_untracked(|update| {
        let known = me(update).is_none() || update.status == Status::Over;
        known.then_some((update.version, usize::MAX))
    });
    if let Some(known) = known {
        told.set(known);
    }
    let now = Memo::new(move |_| items.with(|items| next(items, told.get()).cloned()));
    let said = RwSignal::new(String::new());
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    Effect::new(move |_| {
        stop();
        let pause = pause.get();
        let ids = match now.get() {
            Some(Item::Line(line, _)) if pause > 0 => {
                said.set(line.sentence);
                let at = line.at;
                let go_on = move || {
                    told.try_set(at);
                };
                let pause = Duration::from_millis(pause.into());
                timer.set_value(set_timeout_with_handle(go_on, pause).ok());
                line.ids
            }
            Some(Item::Line(..)) => {
                items.with_untracked(|items| {
                    said.set(at_once(items, told.get_untracked()));
                    told.set(skipped(items, told.get_untracked()));
                });
                Vec::new()
            }
            _ => Vec::new(),
        };
        browser::light_up(&ids);
    });
    Effect::new(move |_| {
        let waits = now.with(|now| match now {
            Some(Item::Line(..)) => pause.get() > 0,
            Some(Item::Moment(..)) => true,
            None => false,
        });
        link.held.set(waits);
        if now.with(|now| !matches!(now, Some(Item::Line(..)))) && (waits || asked.get()) {
            skips.set(false);
        }
    });
    on_cleanup(move || {
        stop();
        link.held.try_set(false);
    });
    let deeds = Memo::new(move |_| {
        let plays = seen.update.with(|update| me(update).is_some());
        if !plays || !asked.get() || now.with(Option::is_some) {
            return Vec::new();
        }
        items.with(|items| seen.teller.with(|teller| by_player(items, teller)))
    });
    // The board draws some places anew, so they are marked after each update.
    Effect::new(move |_| {
        seen.update.with(|_| ());
        let ids: Vec<String> =
            deeds.with(|deeds| deeds.iter().flat_map(|deeds| deeds.ids.clone()).collect());
        request_animation_frame(move || browser::mark_news(&ids));
    });
    // Between the moves of others, the last sentence stays.
    let sentence = Memo::new(move |before: Option<&Option<_>>| match now.get() {
        Some(Item::Line(line, actor)) => Some((line.sentence, actor)),
        Some(Item::Moment(..)) => None,
        None if asked.get() => None,
        None => before.cloned().flatten(),
    });
    let moment = Memo::new(move |_| match now.get() {
        Some(Item::Moment(at, moment)) => Some((at, moment)),
        _ => None,
    });
    let telling = Memo::new(move |_| sentence.with(Option::is_some));
    let something = Memo::new(move |_| telling.get() || deeds.with(|deeds| !deeds.is_empty()));
    let press = move |_| {
        if telling.get_untracked() {
            skips.set(true);
        } else {
            told.set((0, 0));
        }
    };
    view! {
        <div class="visually-hidden" aria-live="polite" id="news">{said}</div>
        <Show when=move || something.get()>
            <section class="story" aria-label=move || t("story")>
                {move || match sentence.get() {
                    Some((sentence, actor)) => view! {
                        <p class=actor.map_or_else(|| "story-now".to_owned(), |actor| format!("story-now seat-{actor}"))>
                            {actor.map(|_| view! { <span class="player-mark" aria-hidden="true"></span> })}{sentence}
                        </p>
                    }.into_any(),
                    None => view! { <Since deeds seen/> }.into_any(),
                }}
                <button class="quiet story-button" on:click=press>{move || t(if telling.get() { "story-skip" } else { "story-again" })}</button>
            </section>
        </Show>
        {move || moment.get().map(|(at, moment)| {
            view! { <MomentCard moment go_on=Callback::new(move |()| told.set(at))/> }
        })}
    }
}

/// One line for each player.
#[component]
fn Since(deeds: Memo<Vec<Deeds>>, seen: Seen) -> impl IntoView {
    let line = move |Deeds {
                         seat,
                         sentences,
                         ids,
                     }: Deeds| {
        let ids = StoredValue::new(ids);
        let light_up = move |_| ids.with_value(|ids| browser::light_up(ids));
        view! {
            <li class=format!("seat-{seat}") on:pointerenter=light_up on:pointerleave=|_| browser::light_up(&[])>
                <span class="player-mark" aria-hidden="true"></span>
                <b>{move || seen.teller.with(|teller| teller.name(seat))}</b>
                " "
                {sentences.join(" ")}
            </li>
        }
    };
    view! {
        <div class="since">
            <h2>{move || t("story")}</h2>
            <ul tabindex="0" aria-label=move || t("story")>{move || deeds.get().into_iter().map(line).collect_view()}</ul>
        </div>
    }
}

/// Returns the announcement of everything that is not told one by one, oldest first.
fn at_once(items: &[Item], told: Place) -> String {
    let lines = items.iter().filter_map(|item| match item {
        Item::Line(line, _) if line.at > told => Some(line.sentence.as_str()),
        _ => None,
    });
    let lines: Vec<&str> = lines.collect();
    let first = lines.len().saturating_sub(MOST_SAID);
    lines.get(first..).unwrap_or_default().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lines::tests::{laid, played, step, teller, visit};
    use serde_json::json;
    use words::Language;

    fn story(log: &[Arc<Step>], me: Option<usize>, since: u64) -> Vec<Item> {
        let source = Source {
            log,
            teller: &teller(Language::En),
            game: "taj-mahal",
            view: None,
            me,
            since,
            stops: false,
        };
        source.story()
    }

    fn places(items: &[Item]) -> Vec<Place> {
        items.iter().map(Item::at).collect()
    }

    #[test]
    fn the_story_is_what_others_did_since_my_last_action() {
        let mut log = vec![
            step(2, json!({"step": "started", "events": [visit(1)]})),
            laid(3, 1, "red-ee"),
            laid(4, 1, "red-ev"),
        ];
        // Before my first action it is everything but the set-up.
        assert_eq!(places(&story(&log, Some(0), 0)), [(3, 0), (4, 0)]);
        log.push(laid(5, 0, "yellow-eg"));
        assert_eq!(story(&log, Some(0), 0), []);
        log.push(laid(6, 1, "red-em"));
        log.push(step(7, json!({"step": "resigned", "seat": 1})));
        assert_eq!(places(&story(&log, Some(0), 0)), [(6, 0), (7, 0)]);
        assert_eq!(places(&story(&log, Some(1), 0)), [(7, 0)]);
        // A spectator is told what is new.
        assert_eq!(places(&story(&log, None, 6)), [(6, 0), (7, 0)]);
        // What I take back makes what was before it the story again.
        log.push(step(
            8,
            json!({"step": "took-back", "seat": 0, "actions": 2}),
        ));
        assert_eq!(
            places(&story(&log, Some(0), 0)),
            [(3, 0), (4, 0), (7, 0), (8, 0)]
        );
    }

    #[test]
    fn an_automatic_opponent_acts_within_my_own_action() {
        let withdrew = json!({"event": "withdrew", "seat": 0, "won": []});
        let turned_up = json!({"event": "turned-up", "seat": 2, "card": "red-ev"});
        let log = [played(3, 0, &[withdrew, turned_up])];
        let told = story(&log, Some(0), 0);
        assert_eq!(places(&told), [(3, 1)]);
        assert!(matches!(told.as_slice(), [Item::Line(_, Some(2))]));
    }

    #[test]
    fn it_goes_on_sentence_by_sentence_and_a_skip_stops_at_a_moment() {
        let mut items = story(&[laid(3, 1, "red-ee"), laid(4, 1, "red-ev")], Some(0), 0);
        assert_eq!(next(&items, (0, 0)).map(Item::at), Some((3, 0)));
        assert_eq!(next(&items, (3, 0)).map(Item::at), Some((4, 0)));
        assert_eq!(next(&items, (4, 0)), None);
        assert_eq!(skipped(&items, (0, 0)), (4, 0));
        items.insert(1, Item::Moment((3, 1), Moment::default()));
        assert_eq!(skipped(&items, (0, 0)), (3, 0));
        assert_eq!(skipped(&items, (3, 0)), (3, 0));
        assert_eq!(skipped(&items, (3, 1)), (4, 0));
    }

    #[test]
    fn each_player_has_one_line() {
        let log = [
            laid(3, 1, "red-ee"),
            laid(4, 2, "red-em"),
            laid(5, 1, "red-ev"),
            step(6, json!({"step": "resigned", "seat": 1})),
        ];
        let deeds = by_player(&story(&log, Some(0), 0), &teller(Language::En));
        let lines: Vec<_> = deeds
            .iter()
            .map(|deeds| (deeds.seat, deeds.sentences.len()))
            .collect();
        assert_eq!(lines, [(1, 2), (2, 1)]);
        let first = deeds.iter().flat_map(|deeds| &deeds.sentences).next();
        assert!(first.is_some_and(|sentence| sentence.starts_with("Lays ")));
    }

    #[test]
    fn what_is_not_told_one_by_one_is_announced_in_short() {
        let log: Vec<_> = (3..9).map(|version| laid(version, 1, "red-ee")).collect();
        let items = story(&log, Some(0), 0);
        let sentences = |told| at_once(&items, told).matches("Ben lays").count();
        assert_eq!(sentences((0, 0)), MOST_SAID);
        assert_eq!(sentences((7, 0)), 1);
        assert_eq!(sentences((8, 0)), 0);
    }
}
