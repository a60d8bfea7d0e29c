//! What others did since the viewer's last own action: told step by step, then kept until the viewer acts.

use super::lines::{Line, Place, behind_name, lines, pieces, player, standing, until};
use super::moment::{Moment, MomentCard};
use super::single::ByItself;
use crate::boards::{self, Happened, Seen};
use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::Link;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use protocol::{Status, Step, WhatHappened};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use words::Teller;

/// The maximum number of sentences announced at once, if they are not told one by one.
const MOST_SAID: usize = 3;
/// The maximum number of deeds of a player that are shown without asking for more.
const FEW: usize = 3;

/// How many words are read in one pause; a longer sentence stays longer.
const WORDS_IN_A_PAUSE: u32 = 6;

/// The signs of skipping and of looking again.
const SKIP: &str = "M2 3v10l5-5zM7 3v10l5-5zM12 3h2v10h-2z";
const AGAIN: &str = "M8 2a6 6 0 1 1-5.7 4h1.9A4.2 4.2 0 1 0 8 3.8V6L4 3l4-3z";

/// The sentence that is told just now, and who acts in it.
pub type Telling = RwSignal<Option<(String, Option<usize>)>>;

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
    /// The versions at which the page carried out the viewer's only choice.
    by_itself: &'a BTreeSet<u64>,
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
        // What the page did for the viewer is no reason to forget what the others did.
        let chosen = |step: &&&Arc<Step>| {
            let before = step.version.saturating_sub(1);
            mine(step) && !self.by_itself.contains(&before)
        };
        let since = match self.me {
            Some(_) => standing
                .iter()
                .rev()
                .find(chosen)
                .map_or(0, |step| step.version),
            None => self.since,
        };
        let first = standing.partition_point(|step| step.version < since);
        // What was taken back is no reason for anything, and no part of a summary.
        let standing: Vec<Arc<Step>> = standing.into_iter().cloned().collect();
        let recent = standing.get(first..).unwrap_or_default();
        let started = |step: &Step| matches!(step.what, WhatHappened::Started { .. });
        let mut items = Vec::new();
        for step in recent.iter().filter(|step| !started(step)) {
            let log = until(&standing, step.version);
            let is_last = log.len() == standing.len();
            let moment = self.stops.then(|| self.moment(log, is_last)).flatten();
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

    /// Returns what stops the game at the end of this part of the log. The present position belongs to its last step only.
    fn moment(&self, log: &[Arc<Step>], is_last: bool) -> Option<Moment> {
        let happened = Happened {
            steps: log,
            teller: self.teller,
            view: self.view.filter(|_| is_last),
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
    /// Each sentence, and the action that it belongs to.
    sentences: Vec<(u64, String)>,
    ids: Vec<String>,
}

impl Deeds {
    /// Returns the latest deeds, without what followed from them, and whether there is more to tell.
    fn short(&self) -> (Vec<&str>, bool) {
        let mut deeds: Vec<&(u64, String)> = self.sentences.iter().collect();
        deeds.dedup_by_key(|(action, _)| *action);
        // An automatic opponent does everything within one action.
        if deeds.len() == 1 {
            deeds = self.sentences.iter().collect();
        }
        let first = deeds.len().saturating_sub(FEW);
        let latest = deeds.into_iter().skip(first);
        let latest: Vec<&str> = latest.map(|(_, sentence)| sentence.as_str()).collect();
        let more = latest.len() < self.sentences.len();
        (latest, more)
    }

    /// Returns how often the player acted.
    fn actions(&self) -> usize {
        let actions: BTreeSet<u64> = self.sentences.iter().map(|(action, _)| *action).collect();
        actions.len()
    }
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
            let sentence = behind_name(&line.sentence, &name).unwrap_or(&line.sentence);
            let sentence = sentence.trim_end_matches('.').to_owned();
            deeds.sentences.push((line.at.0, sentence));
            deeds.ids.extend_from_slice(&line.ids);
        }
    }
    all
}

/// Tells what others do, sentence by sentence at the chosen speed, and stops at moments; afterwards it shows what happened since the viewer's turn, until
/// the viewer acts. It owns the live region.
#[component]
pub fn Story(link: Link, seen: Seen, by_itself: ByItself, telling: Telling) -> impl IntoView {
    let settings = frame().settings;
    // After a skip nothing is told in steps until the viewer is asked, or something stops the game.
    let skips = RwSignal::new(false);
    let pause = Memo::new(move |_| {
        let pause = settings.with(|settings| settings.speed.pause());
        if skips.get() { 0 } else { pause }
    });
    // Whoever takes over the screen is told what happened before the curtain is opened: it is no secret.
    let me = Memo::new(move |_| {
        let comes = link.curtain.get().map(|seat| usize::from(seat.number()));
        comes.or_else(|| seen.update.with(|update| me(update)))
    });
    let asked = Memo::new(move |_| {
        link.curtain.with(Option::is_some)
            || seen.update.with(|update| {
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
                        me: me.get(),
                        since: told.get_untracked().0,
                        by_itself: &by_itself.get_value(),
                        stops,
                    };
                    source.story()
                })
            })
        })
    });
    // What a spectator finds, and the result of a finished game, are no news.
    let known = seen.update.with_untracked(|update| {
        let known = me.get_untracked().is_none() || update.status == Status::Over;
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
                let pause = time_to_read(&line.sentence, pause);
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
        if me.get().is_none() || !asked.get() || now.with(Option::is_some) {
            return Vec::new();
        }
        items.with(|items| seen.teller.with(|teller| by_player(items, teller)))
    });
    // Before the viewer's first action, what has just been told is all that happened, unless somebody acted more than once.
    let acted = Memo::new(move |_| {
        let me = me.get();
        let mine = |step: &Arc<Step>| player(step).map(|seat| seat.number().into()) == me;
        link.log.with(|log| log.iter().any(mine))
    });
    let of_interest = Memo::new(move |_| {
        deeds.with(|deeds| {
            let more = deeds.iter().any(|deeds| deeds.actions() > 1);
            !deeds.is_empty() && (acted.get() || more)
        })
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
    Effect::new(move |_| telling.set(sentence.get()));
    let tells = Memo::new(move |_| sentence.with(Option::is_some));
    let something = Memo::new(move |_| tells.get() || of_interest.get());
    let press = move |_| {
        if tells.get_untracked() {
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
                <button class="quiet story-button" on:click=press>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=move || if tells.get() { SKIP } else { AGAIN }></path></svg>
                    <span>{move || t(if tells.get() { "story-skip" } else { "story-again" })}</span>
                </button>
            </section>
        </Show>
        {move || moment.get().map(|(at, moment)| {
            view! { <MomentCard moment go_on=Callback::new(move |()| told.set(at))/> }
        })}
    }
}

/// One line for each player; all of it on demand.
#[component]
fn Since(deeds: Memo<Vec<Deeds>>, seen: Seen) -> impl IntoView {
    let whole = RwSignal::new(false);
    let line = move |deeds: Deeds| {
        let seat = deeds.seat;
        let (short, more) = deeds.short();
        let short: Vec<String> = short.into_iter().map(str::to_owned).collect();
        let all = deeds.sentences.iter().map(|(_, sentence)| sentence.clone());
        let all: Vec<String> = all.collect();
        let words = move || match whole.get() {
            true => all.join(" · "),
            false => short.join(" · ") + if more { " …" } else { "" },
        };
        let ids = StoredValue::new(deeds.ids);
        let light_up = move |_| ids.with_value(|ids| browser::light_up(ids));
        view! {
            <li class=format!("seat-{seat}") on:pointerenter=light_up on:pointerleave=|_| browser::light_up(&[])>
                <span class="player-mark" aria-hidden="true"></span>
                <b>{move || seen.teller.with(|teller| teller.name(seat))}</b>
                " "
                {words}
            </li>
        }
    };
    let turn = move |_| whole.update(|whole| *whole = !*whole);
    view! {
        <div class="since" class:whole=whole>
            <h2><button class="quiet" aria-expanded=move || whole.get().to_string() on:click=turn>{move || t("story")}</button></h2>
            <ul on:click=turn>{move || deeds.get().into_iter().map(line).collect_view()}</ul>
        </div>
    }
}

/// Returns how long a sentence is shown, in milliseconds: at the chosen pause, so many words are read.
fn time_to_read(sentence: &str, pause: u32) -> u32 {
    let words = sentence.split_whitespace().count() as u32;
    pause * words.max(WORDS_IN_A_PAUSE) / WORDS_IN_A_PAUSE
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
            by_itself: &[8].into(),
            stops: false,
        };
        source.story()
    }

    fn places(items: &[Item]) -> Vec<Place> {
        items.iter().map(Item::at).collect()
    }

    #[test]
    fn a_long_sentence_stays_longer() {
        assert_eq!(time_to_read("Ben lays a card.", 700), 700);
        assert_eq!(
            time_to_read("one two three four five six seven eight nine", 700),
            1050
        );
        assert_eq!(time_to_read("anything that is skipped", 0), 0);
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
        assert!(first.is_some_and(|(_, sentence)| sentence.starts_with("lays ")));
    }

    #[test]
    fn a_line_is_short_and_says_the_latest_deeds_not_what_followed_from_them() {
        let deeds = |sentences: &[(u64, &str)]| Deeds {
            seat: 1,
            sentences: sentences
                .iter()
                .map(|(action, sentence)| (*action, (*sentence).to_owned()))
                .collect(),
            ids: Vec::new(),
        };
        let turn = deeds(&[(3, "lays"), (4, "withdraws"), (4, "scores"), (5, "takes")]);
        assert_eq!(turn.short(), (vec!["lays", "withdraws", "takes"], true));
        assert_eq!(turn.actions(), 3);
        // All within one action, as an automatic opponent acts.
        let turn = deeds(&[(3, "draws"), (3, "builds"), (3, "travels"), (3, "ends")]);
        assert_eq!(turn.short(), (vec!["builds", "travels", "ends"], true));
        assert_eq!(deeds(&[(3, "lays")]).short(), (vec!["lays"], false));
    }

    #[test]
    fn what_the_page_does_for_me_forgets_nothing() {
        let log = [
            laid(7, 0, "yellow-eg"),
            laid(8, 1, "red-ee"),
            laid(9, 0, "yellow-em"),
            laid(10, 1, "red-em"),
        ];
        assert_eq!(places(&story(&log, Some(0), 0)), [(8, 0), (10, 0)]);
        assert_eq!(places(&story(&log, Some(1), 0)), []);
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
