//! Records of every game: they round-trip, replay, and lies in them are found.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use bots::{Bot, Chair, Random};
use kit::{Eyes, Game, Seed};
use table::{AnyGame, CannotUndo, End, ForGame, History, Playable, Player, Record};
use taj_mahal::TajMahal;

fn played<G: Game>(options: &G::Options, seed: Seed, moves: usize) -> History<G> {
    let mut table = History::<G>::new(options, seed).unwrap();
    let mut bot = Random::new(seed);
    let mut legal = Vec::new();
    for _ in 0..moves {
        let Some(seat) = table.game().deciders().lowest() else {
            break;
        };
        let action = bot.choose(&Chair::new(table.game(), seat, &mut legal).unwrap());
        table.play(seat, action).unwrap();
    }
    table
}

fn players(seats: u8) -> Vec<Player> {
    let mut players: Vec<_> = (0..seats)
        .map(|seat| Player::person(format!("player \"{seat}\"")))
        .collect();
    if let [first, .., last] = players.as_mut_slice() {
        first.end = End::OutOfTime;
        *last = Player::bot("search:300");
    }
    players
}

struct RoundTrip;

impl ForGame for RoundTrip {
    type Output = ();

    fn run<G: Playable>(self) {
        for (number, moves) in [0, 1, 40, usize::MAX, usize::MAX, usize::MAX]
            .into_iter()
            .enumerate()
        {
            let table = played::<G>(
                &G::Options::default(),
                Seed::from_bytes([7; 32]).child(number as u64),
                moves,
            );
            let record = table.record(players(table.game().seats())).unwrap();
            let read: Record = record.to_string().parse().unwrap();
            assert_eq!(read, record);
            let replayed = History::<G>::replay(&read).unwrap();
            assert_eq!(replayed.game(), table.game());
            assert_eq!(replayed.moves(), table.moves());
        }
    }
}

#[test]
fn records_of_every_game_round_trip() {
    for game in AnyGame::ALL {
        game.run(RoundTrip);
    }
}

fn finished() -> (History<TajMahal>, String) {
    let table = played::<TajMahal>(
        &Default::default(),
        "a whole game".parse().unwrap(),
        usize::MAX,
    );
    let text = table.record(players(4)).unwrap().to_string();
    (table, text)
}

fn problem(text: &str) -> String {
    match text.parse::<Record>() {
        Err(error) => error.to_string(),
        Ok(record) => History::<TajMahal>::replay(&record)
            .map(|_| ())
            .unwrap_err()
            .to_string(),
    }
}

#[test]
fn a_record_reads_like_this() {
    let table = played::<TajMahal>(&Default::default(), "any text".parse().unwrap(), 3);
    let text = table
        .record(
            ["Anna", "Ben", "Chandra", "Dev"]
                .map(Player::person)
                .to_vec(),
        )
        .unwrap()
        .to_string();
    let expected = "[Game \"taj-mahal\"]\n[Rules \"1\"]\n[Options \"players=4 tie_break=shared\"]\n[Seat0 \"Anna\"]\n[Seat1 \"Ben\"]\n[Seat2 \"Chandra\"]\n[Seat3 \"Dev\"]\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with("*\n"), "{text}");
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with(char::is_numeric))
            .count(),
        3
    );
}

#[test]
fn a_truncated_record_is_found_wherever_it_is_cut() {
    let (_, text) = finished();
    for line in 1..text.lines().count() {
        let cut: String = text
            .lines()
            .take(line)
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(cut.parse::<Record>().is_err(), "cut after line {line}");
    }
    let cut: String = text
        .lines()
        .take(22)
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(
        problem(&cut).starts_with("header: the record is cut off after move 9: its closing line"),
        "{}",
        problem(&cut)
    );
}

#[test]
fn lies_in_a_record_are_found() {
    let (table, text) = finished();
    let record = table.record(players(4)).unwrap();
    let result = record.result.clone().unwrap();

    let other_seed = text.replace(
        &record.seed.unwrap().to_string(),
        &record.seed.unwrap().child(1).to_string(),
    );
    assert!(problem(&other_seed).starts_with("header: the Seed does not match the Commitment"));

    let better = text.replace(&result, &format!("9{result}"));
    assert_eq!(
        problem(&better),
        format!("header: the Result is 9{result}, but the game ends with {result}")
    );

    let last = record.moves.len();
    let without_last: String = text
        .lines()
        .filter(|line| !line.starts_with(&format!("{last}. ")))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(
        problem(&without_last),
        format!(
            "header: the Result is {result}, but the game is not over after {} moves: some are missing",
            last - 1
        )
    );

    let stranger = text.replacen("1. ", "1. 4 withdraw\n; ", 1);
    assert!(
        problem(&stranger)
            .starts_with("move 1: seat 4 cannot ‘withdraw’: seat 4 has nothing to decide now"),
        "{}",
        problem(&stranger)
    );
}

#[test]
fn a_broken_record_says_which_line() {
    let (_, text) = finished();
    assert_eq!(
        problem(&text.replace("\n2. ", "\n3. ")),
        "line 15: expected move 2, found ‘3’"
    );
    assert_eq!(
        problem(&text.replace("[Rules \"1\"]", "[Rules 1]")),
        "line 2: a header is written [Name \"value\"], not [Rules 1]"
    );
    assert_eq!(
        problem(&text.replace("[Rules \"1\"]", "")),
        "header: the header Rules is missing"
    );
    assert_eq!(
        problem(&text.replace("Rules \"1\"", "Rules \"2\"")),
        "header: version 2 of the rules of Taj Mahal is not supported; the current one is 1"
    );
    assert_eq!(
        problem(&text.replace("players=4", "players=9")),
        "header: Taj Mahal has 2 to 5 players, not 9"
    );
    assert_eq!(
        problem(&format!("{text}1. 0 withdraw\n")),
        format!(
            "line {}: unexpected text after the result: ‘1. 0 withdraw’",
            text.lines().count() + 1
        )
    );
    assert!(problem("").contains("Result is missing"));
}

#[test]
fn a_flood_of_headers_is_refused() {
    let flood: String = (0..300)
        .map(|seat| format!("[Seat{seat} \"x\"]\n"))
        .collect();
    assert_eq!(problem(&flood), "line 101: more than 100 headers");
}

#[test]
fn comments_and_unknown_headers_are_passed_over() {
    let (_, text) = finished();
    let edited = text.replacen('\n', "\n; a fine game\n[Event \"Club evening\"]\n", 1);
    assert_eq!(edited.parse::<Record>(), text.parse::<Record>());
}

#[test]
fn a_record_in_progress_keeps_the_seed_to_itself() {
    let table = played::<TajMahal>(&Default::default(), "secret".parse().unwrap(), 5);
    let record = table.record_for(Eyes::Public, players(4)).unwrap();
    assert!(
        !record
            .to_string()
            .contains(&table.record(players(4)).unwrap().seed.unwrap().to_string())
    );
    assert!(problem(&record.to_string()).contains("it has no Seed yet"));
    let (finished, _) = finished();
    assert!(
        finished
            .record_for(Eyes::Public, players(4))
            .unwrap()
            .seed
            .is_some()
    );
}

#[test]
fn undo_stops_at_a_revealed_card_and_at_another_seat() {
    let mut table = History::<TajMahal>::new(&Default::default(), "undo".parse().unwrap()).unwrap();
    let seat = table.game().deciders().lowest().unwrap();
    let other = seat.after(1, 4);
    assert_eq!(table.undo(seat), Err(CannotUndo::Nothing));

    // Withdrawing without a card draws one blind: that cannot be unseen.
    table.play(seat, "withdraw".parse().unwrap()).unwrap();
    assert_eq!(table.undo(seat), Err(CannotUndo::Revealed));

    // Taking an open card shows nothing new.
    let before = *table.game();
    let first = table.game().open.display[0];
    table
        .play(seat, format!("take {first}").parse().unwrap())
        .unwrap();
    assert_eq!(table.undo(other), Err(CannotUndo::SomebodyElsePlayed(seat)));
    assert_eq!(
        table.undo(seat).map(|action| action.to_string()),
        Ok(format!("take {first}"))
    );
    assert_eq!(*table.game(), before);
    assert_eq!(table.undo(seat), Err(CannotUndo::Revealed));
}
