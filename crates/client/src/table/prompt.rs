//! The question of a table in one sentence: who has to decide, and about what.

use protocol::{Status, Update, Who};
use std::fmt::Display;
use words::Teller;

/// Returns who has to decide, and about what.
pub fn prompt(update: &Update, teller: &Teller) -> String {
    let say =
        |key: &str, values: &[(&str, &dyn Display)]| words::say(teller.language(), key, values);
    let Some(position) = &update.position else {
        return say("lobby-title", &[]);
    };
    if update.status == Status::Over {
        return say("prompt-over", &[]);
    }
    if !position.legal.is_empty() {
        let groups = teller.groups(&position.legal).into_iter().take(3);
        let what = teller.either(groups.map(|group| lower(&group.heading)).collect());
        return say("prompt-yours", &[("what", &what)]);
    }
    let deciders: Vec<usize> = position
        .deciders
        .iter()
        .map(|seat| seat.number().into())
        .collect();
    match *deciders.as_slice() {
        [seat] => {
            let key = match update.seats.get(seat).map(|state| &state.who) {
                Some(Who::Bot { .. }) => "prompt-bot",
                _ => "prompt-theirs",
            };
            say(key, &[("name", &teller.name(seat))])
        }
        _ => {
            let names = deciders.into_iter().map(|seat| teller.name(seat));
            say(
                "prompt-several",
                &[("names", &teller.listed(names.collect()))],
            )
        }
    }
}

/// Returns the seat of the viewer who decides, where several people share one screen.
pub fn decider_here(update: &Update, local: bool) -> Option<usize> {
    let people = update.seats.iter();
    let people = people.filter(|state| matches!(state.who, Who::Person { .. }));
    let mine = !update.position.as_ref()?.legal.is_empty();
    if !local || !mine || people.count() < 2 {
        return None;
    }
    Some(update.you.seat?.number().into())
}

/// `lay a card`, inside of a sentence.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play, update};
    use crate::shelf::Memory;
    use kit::Seat;
    use words::Language;

    fn teller() -> Teller {
        let names = ["Anna", "Ben"].map(str::to_owned).to_vec();
        Teller::new(Language::En, "taj-mahal", names)
    }

    #[test]
    fn the_prompt_tells_whose_decision_it_is() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 2, 0, &shelf);
        let decider = local.table().deciders().lowest().unwrap();
        let name = teller().name(decider.number().into());
        let mine = update(&local, Some(decider), 0);
        assert_eq!(
            prompt(&mine, &teller()),
            "Your turn: lay a card or withdraw"
        );
        let mut told = update(&local, None, 0);
        assert_eq!(prompt(&told, &teller()), format!("{name} decides"));
        for seat in &mut told.seats {
            seat.who = Who::Bot {
                level: protocol::Level::Easy,
            };
        }
        assert_eq!(prompt(&told, &teller()), format!("{name} is thinking …"));
        told.position.as_mut().unwrap().deciders = Seat::first(2).collect();
        assert_eq!(prompt(&told, &teller()), "Anna and Ben decide");
        told.position = None;
        assert_eq!(prompt(&told, &teller()), "Waiting for players");
        play(&mut local, 5_000, &shelf);
        let end = update(&local, None, 0);
        assert_eq!(prompt(&end, &teller()), "The game is over");
    }

    #[test]
    fn people_at_one_screen_are_called_by_their_names() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let decider = local.table().deciders().lowest();
        let mine = update(&local, decider, 0);
        assert!(decider_here(&mine, true).is_some());
        assert_eq!(decider_here(&mine, false), None);
        assert_eq!(decider_here(&update(&local, None, 0), true), None);
        let alone = created("taj-mahal", 1, 2, &Memory::default());
        let mine = update(&alone, Some(Seat::FIRST), 0);
        assert_eq!(decider_here(&mine, true), None);
    }
}
