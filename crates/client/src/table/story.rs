//! The story: what others did since the viewer's last own action, and the position that belongs to each part of it.

use super::lines::{Line, Place, behind_name, lines, pieces, player, standing, until};
use super::moment::Moment;
use crate::boards::{self, Happened};
use crate::hosts::has_acted;
use protocol::{Pace, Step, Update, WhatHappened};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use words::Teller;

/// The maximum number of sentences announced at once, if they are not told one by one.
const MOST_SAID: usize = 3;
/// The maximum number of deeds of a player that are shown without asking for more.
const FEW: usize = 3;

/// How many words are read in one pause; a longer sentence stays longer.
const WORDS_IN_A_PAUSE: u32 = 6;

/// A part of the story.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A sentence, and who acts in it.
    Line(Line, Option<usize>),
    /// Something that stops the game.
    Moment(Place, Moment),
}

impl Item {
    /// Returns what it tells.
    pub fn at(&self) -> Place {
        match self {
            Item::Line(line, _) => line.at,
            Item::Moment(at, _) => *at,
        }
    }
}

/// Everything that the story depends on.
pub struct Source<'a> {
    pub log: &'a [Arc<Step>],
    pub teller: &'a Teller,
    pub game: &'a str,
    /// The present position, for moments.
    pub view: Option<&'a Value>,
    /// The viewer's seat; none for a spectator, and while a bot plays for the viewer.
    pub me: Option<usize>,
    /// What a spectator was told already.
    pub since: u64,
    /// The versions at which the page carried out the viewer's only choice.
    pub by_itself: &'a BTreeSet<u64>,
    /// Whether moments stop the game.
    pub stops: bool,
}

impl Source<'_> {
    /// Returns what others did since the viewer's last own action, and what happened by itself.
    pub fn story(&self) -> Vec<Item> {
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
        // Who sat down is no news once the game has started.
        let started = standing
            .iter()
            .rposition(|step| matches!(step.what, WhatHappened::Started { .. }));
        let first = standing.partition_point(|step| step.version < since);
        let first = first.max(started.map_or(0, |started| started + 1));
        // What was taken back is no reason for anything, and no part of a summary.
        let standing: Vec<Arc<Step>> = standing.into_iter().cloned().collect();
        let recent = standing.get(first..).unwrap_or_default();
        // Nor is what the viewer took back.
        let is_news = |step: &&Arc<Step>| match step.what {
            WhatHappened::TookBack { seat, .. } => Some(seat.number().into()) != self.me,
            _ => true,
        };
        let mut items = Vec::new();
        for step in recent.iter().filter(is_news) {
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
pub fn me(update: &Update) -> Option<usize> {
    let seat = usize::from(update.you.seat?.number());
    let played_by_bot = update.seats.get(seat)?.played_by_bot;
    (!played_by_bot).then_some(seat)
}

/// Returns the first part that was not told yet.
pub fn next(items: &[Item], told: Place) -> Option<&Item> {
    items.iter().find(|item| item.at() > told)
}

/// Returns the place up to which the story is told after a skip: everything before the next moment.
pub fn skipped(items: &[Item], told: Place) -> Place {
    let rest = items.iter().filter(|item| item.at() > told);
    let lines = rest.take_while(|item| matches!(item, Item::Line(..)));
    lines.last().map_or(told, Item::at)
}

/// What one player did.
#[derive(Clone, PartialEq, Debug)]
pub struct Deeds {
    pub seat: usize,
    /// Each sentence, and the event that it tells.
    pub sentences: Vec<(Place, String)>,
    pub ids: Vec<String>,
}

impl Deeds {
    /// Returns the latest deeds, without what followed from them, and whether there is more to tell.
    pub fn short(&self) -> (Vec<&str>, bool) {
        let mut deeds: Vec<&(Place, String)> = self.sentences.iter().collect();
        deeds.dedup_by_key(|((action, _), _)| *action);
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
    pub fn actions(&self) -> usize {
        let actions = self.sentences.iter().map(|((action, _), _)| *action);
        actions.collect::<BTreeSet<u64>>().len()
    }
}

/// Returns what each player did, in the order of their first deed.
pub fn by_player(items: &[Item], teller: &Teller) -> Vec<Deeds> {
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
            deeds.sentences.push((line.at, sentence));
            deeds.ids.extend_from_slice(&line.ids);
        }
    }
    all
}

/// Returns the update whose position belongs to what is told of this version; `None` if that is the present one, with the viewer's choices. `recent` ends with the
/// present one. Whatever the viewer was asked is shown when everything before it has been told; what happens while the viewer decides takes nothing away.
pub fn behind(recent: &[Arc<Update>], told: u64) -> Option<&Arc<Update>> {
    let present = recent.last().filter(|update| !is_pressed(update))?;
    let at = recent.iter().position(|update| update.version >= told)?;
    // What was known when the table was opened is told without going back.
    let known = at == 0;
    let not_asked = recent.iter().rposition(|update| !is_asked(update));
    let acted = recent.iter().rposition(|update| has_acted(update));
    let asked = not_asked.map_or(0, |last| last + 1).max(acted.unwrap_or(0));
    let waits = !known && at <= asked;
    waits.then(|| recent.get(at).unwrap_or(present))
}

/// Returns an update as it is shown while what is told lies behind: an earlier position, and everything that is not about it as it is now.
pub fn going_back(present: &Update, to: &Update) -> Update {
    let mut shown = Update {
        version: to.version,
        status: to.status,
        position: to.position.clone(),
        steps: to.steps.clone(),
        ..present.clone()
    };
    if let Some(position) = &mut shown.position {
        position.legal.clear();
    }
    shown
}

/// Returns whether the viewer has to decide.
pub fn is_asked(update: &Update) -> bool {
    let position = update.position.as_ref();
    position.is_some_and(|position| !position.legal.is_empty())
}

/// Returns whether the viewer's time runs out within this game: then nothing waits for the story.
fn is_pressed(update: &Update) -> bool {
    let seat = update.you.seat.map(|seat| usize::from(seat.number()));
    let state = seat.and_then(|seat| update.seats.get(seat));
    let runs = state
        .and_then(|state| state.clock)
        .is_some_and(|clock| clock.running);
    runs && matches!(update.pace, Pace::Live { .. })
}

/// Returns how long a sentence is shown, in milliseconds: at the chosen pause, so many words are read.
pub fn time_to_read(sentence: &str, pause: u32) -> u32 {
    let words = sentence.split_whitespace().count() as u32;
    pause * words.max(WORDS_IN_A_PAUSE) / WORDS_IN_A_PAUSE
}

/// Returns the announcement of everything that is not told one by one, oldest first.
pub fn at_once(items: &[Item], told: Place) -> String {
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
    use crate::local_table::tests::{created, update as local_update};
    use crate::shelf::Memory;
    use crate::table::lines::tests::{laid, played, step, teller, visit};
    use kit::Seat;
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
        assert_eq!(places(&story(&log, Some(0), 0)), [(3, 0), (4, 0), (7, 0)]);
    }

    #[test]
    fn who_sat_down_is_no_story() {
        let sat_down =
            json!({"step": "seated", "seat": 1, "who": {"who": "person", "name": "Ben"}});
        let log = [
            step(1, sat_down),
            step(2, json!({"step": "started", "events": [visit(1)]})),
        ];
        assert_eq!(story(&log, Some(0), 0), []);
        let log = [log.to_vec(), vec![laid(3, 1, "red-ee")]].concat();
        assert_eq!(places(&story(&log, Some(0), 0)), [(3, 0)]);
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
                .map(|(action, sentence)| ((*action, 0), (*sentence).to_owned()))
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

    /// An update of the first player's: its version, whether the player is asked, and whose action led to it.
    fn update(version: u64, asked: bool, actor: Option<u8>) -> Arc<Update> {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let mut update = local_update(&local, Some(Seat::FIRST), 0);
        update.version = version;
        if let Some(position) = &mut update.position {
            position.legal = vec!["withdraw".to_owned(); usize::from(asked)];
        }
        let acted = actor.map(|actor| Step::clone(&laid(version, actor, "red-ee")));
        update.steps = acted.into_iter().collect();
        Arc::new(update)
    }

    fn shown(recent: &[Arc<Update>], told: u64) -> Option<u64> {
        behind(recent, told).map(|update| update.version)
    }

    #[test]
    fn the_board_follows_what_is_told() {
        let mut recent = vec![update(7, true, None)];
        recent.push(update(8, false, Some(0)));
        recent.push(update(9, false, Some(1)));
        recent.push(update(11, true, Some(1)));
        assert_eq!(shown(&recent, 9), Some(9));
        // Where one update brought several steps, there is one position for them.
        assert_eq!(shown(&recent, 10), Some(11));
        // The choices wait for the last sentence.
        assert_eq!(shown(&recent, 11), Some(11));
        // What was known before is told without going back.
        assert_eq!(shown(&recent, 7), None);
        // What happens while the viewer decides takes no choice away.
        recent.push(update(12, true, Some(1)));
        assert_eq!(shown(&recent, 11), Some(11));
        assert_eq!(shown(&recent, 12), None);
    }

    #[test]
    fn what_an_automatic_opponent_does_within_my_action_is_told_before_i_am_asked_again() {
        let recent = [update(7, true, None), update(8, true, Some(0))];
        assert_eq!(shown(&recent, 8), Some(8));
    }

    #[test]
    fn nothing_waits_while_the_viewers_time_runs_out() {
        let mut pressed = Update::clone(&update(9, true, Some(1)));
        pressed.pace = Pace::Live {
            seconds: 600,
            increment: 0,
        };
        let clock = |running| {
            Some(protocol::Clock {
                left: 1_000,
                running,
            })
        };
        let first = |clock| {
            let mut update = pressed.clone();
            if let Some(seat) = update.seats.first_mut() {
                seat.clock = clock;
            }
            [self::update(8, false, Some(0)), Arc::new(update)]
        };
        assert_eq!(shown(&first(clock(true)), 9), None);
        assert_eq!(shown(&first(clock(false)), 9), Some(9));
        assert_eq!(shown(&first(None), 9), Some(9));
    }

    #[test]
    fn going_back_lights_nothing_and_hides_no_clock() {
        let (present, before) = (update(9, true, Some(1)), update(8, true, Some(0)));
        let mut present = Update::clone(&present);
        present.you.can_undo = true;
        let shown = going_back(&present, &before);
        assert_eq!((shown.version, shown.you.can_undo), (8, true));
        assert!(!is_asked(&shown) && is_asked(&present));
        assert_eq!(shown.steps, before.steps);
    }
}
