//! `durbar engine` as a program meets it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use kit::{Rng, Seed, below, dice};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// The answers to these lines, after a clean exit.
fn answers(lines: &[u8]) -> Vec<String> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_durbar"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    let lines = lines.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&lines));
    let output = engine.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

fn ask(requests: &[Value]) -> Vec<Value> {
    let lines: String = requests
        .iter()
        .map(|request| format!("{request}\n"))
        .collect();
    answers(lines.as_bytes())
        .iter()
        .map(|answer| serde_json::from_str(answer).unwrap())
        .collect()
}

fn new_game() -> Value {
    json!({"do": "new", "game": "taj-mahal", "options": {"players": 4}, "seed": "engine"})
}

#[test]
fn the_transcript_of_the_documentation_is_true() {
    let page = include_str!("../../../docs/engine.md");
    let (_, rest) = page.split_once("```transcript\n").unwrap();
    let (transcript, _) = rest.split_once("```").unwrap();
    let told = |mark: &str| {
        transcript
            .lines()
            .filter_map(|line| line.strip_prefix(mark).map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let (requests, expected) = (told("> "), told("< "));
    let given = answers(
        requests
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
            .as_bytes(),
    );
    assert_eq!(given.len(), expected.len());
    for (given, expected) in given.iter().zip(&expected) {
        match expected.strip_suffix(" …") {
            Some(beginning) => {
                assert!(given.starts_with(beginning), "{given}\nand not\n{expected}")
            }
            None => assert_eq!(given, expected),
        }
    }
}

#[test]
fn two_hundred_thousand_lines_of_noise_get_as_many_errors() {
    let mut dice = dice(Seed::from_text("noise"));
    let mut noise = Vec::new();
    for _ in 0..200_000 {
        let mut line = vec![0; below(&mut dice, 40) as usize];
        dice.fill_bytes(&mut line);
        line.iter_mut()
            .filter(|byte| **byte == b'\n')
            .for_each(|byte| *byte = b'{');
        noise.extend(line);
        noise.push(b'\n');
    }
    let given = answers(&noise);
    assert_eq!(given.len(), 200_000);
    assert!(
        given
            .iter()
            .all(|answer| answer.starts_with(r#"{"ok":false,"error":"bad_request","message":"#))
    );
}

#[test]
fn errors_have_codes_and_change_nothing() {
    let bad = [
        (
            json!({"do": "new", "game": "chess", "seed": ""}),
            "unknown_game",
        ),
        (
            json!({"do": "new", "game": "taj-mahal", "options": {"players": 6}, "seed": ""}),
            "bad_options",
        ),
        (
            json!({"do": "new", "game": "taj-mahal", "options": {"players": "four"}, "seed": ""}),
            "bad_options",
        ),
        (
            json!({"do": "new", "game": "taj-mahal", "options": {"dragons": 1}, "seed": ""}),
            "bad_options",
        ),
        (json!({"do": "new", "game": "taj-mahal"}), "bad_request"),
        (json!({"do": "legal", "seat": 4}), "bad_request"),
        (json!({"do": "legal", "seat": -1}), "bad_request"),
        (json!({"do": "view", "seat": 200}), "bad_request"),
        (
            json!({"do": "apply", "seat": 9, "action": "withdraw"}),
            "bad_request",
        ),
        (
            json!({"do": "apply", "seat": 0, "action": "withdraw", "hurry": true}),
            "bad_request",
        ),
        (
            json!({"do": "load", "game": "taj-mahal", "state": []}),
            "bad_request",
        ),
        (
            json!({"do": "load", "game": "go", "state": {}}),
            "unknown_game",
        ),
        (
            json!({"do": "bot", "seat": 0, "bot": "oracle"}),
            "bad_request",
        ),
        (
            json!({"do": "replay", "record": "[Game \"taj-mahal\"]"}),
            "bad_request",
        ),
        (json!([1, 2, 3]), "bad_request"),
        (json!("games"), "bad_request"),
    ];
    for (request, code) in bad {
        let given = ask(&[
            new_game(),
            json!({"do": "state"}),
            request.clone(),
            json!({"do": "state"}),
        ]);
        assert_eq!(given[2]["error"], code, "{request}: {}", given[2]);
        assert!(given[2]["message"].as_str().unwrap().len() > 10);
        assert_eq!(given[1], given[3]);
    }
    assert_eq!(ask(&[json!({"do": "state"})])[0]["error"], "no_game");
}

#[test]
fn the_wrong_seat_and_the_wrong_action_are_told_apart() {
    let decider = ask(&[new_game(), json!({"do": "deciders"})])[1]["deciders"][0]
        .as_u64()
        .unwrap();
    let other = (decider + 1) % 4;
    let given = ask(&[
        new_game(),
        json!({"do": "apply", "seat": other, "action": "withdraw"}),
        json!({"do": "apply", "seat": decider, "action": "take red-ev"}),
        json!({"do": "apply", "seat": decider, "action": "castle"}),
        json!({"do": "bot", "seat": other, "bot": "random"}),
        json!({"do": "legal", "seat": other}),
    ]);
    assert_eq!(given[1]["error"], "not_your_turn");
    assert_eq!(
        (&given[2]["error"], &given[2]["message"]),
        (
            &json!("illegal"),
            &json!("It is time to lay cards or to withdraw (rule 5)")
        )
    );
    assert_eq!(given[3]["error"], "illegal");
    assert_eq!(given[4]["error"], "not_your_turn");
    assert_eq!(given[5]["actions"], json!([]));
}

#[test]
fn a_state_can_be_saved_and_loaded_and_plays_on_the_same() {
    let saved = ask(&[new_game(), json!({"do": "state"})]).remove(1);
    let seat = saved["state"]["stage"]["seat"].clone();
    let play_on = [
        json!({"do": "apply", "seat": seat, "action": "withdraw"}),
        json!({"do": "state"}),
    ];
    let load = json!({"do": "load", "game": saved["game"], "state": saved["state"]});
    let first = ask(&[&[new_game()], &play_on[..]].concat());
    let again = ask(&[std::slice::from_ref(&load), &play_on[..]].concat());
    assert_eq!(first[1..], again[1..]);
    assert_eq!(
        ask(&[load, json!({"do": "record"})])[1]["error"],
        "bad_request"
    );
}

#[test]
fn an_impossible_state_is_refused_with_a_sentence() {
    let saved = ask(&[new_game(), json!({"do": "state"})]).remove(1);
    let mut extra_card = saved["state"].clone();
    extra_card["draw_pile"].as_array_mut().unwrap().pop();
    let mut stranger = saved["state"].clone();
    stranger["special_cards"]["special-points"] = json!(4);
    let given = ask(&[
        json!({"do": "load", "game": "taj-mahal", "state": extra_card}),
        json!({"do": "load", "game": "taj-mahal", "state": stranger}),
    ]);
    assert_eq!(
        given[0]["message"],
        "invalid state: there are 95 cards instead of 96"
    );
    assert_eq!(
        given[1]["message"],
        "invalid state: special-points is held by a seat that does not exist"
    );
}

#[test]
fn a_record_replays_inside_the_engine_and_a_false_one_does_not() {
    let decider = ask(&[new_game(), json!({"do": "deciders"})])[1]["deciders"][0].clone();
    let given = ask(&[
        new_game(),
        json!({"do": "apply", "seat": decider, "action": "withdraw"}),
        json!({"do": "record"}),
        json!({"do": "state"}),
    ]);
    let record = given[2]["record"].as_str().unwrap();
    let again = ask(&[
        json!({"do": "replay", "record": record}),
        json!({"do": "state"}),
    ]);
    assert_eq!(
        again[0],
        json!({"ok": true, "seats": 4, "moves": 1, "over": false})
    );
    assert_eq!(again[1], given[3]);
    let false_record = record.replace("withdraw", "play white-e");
    assert_eq!(
        ask(&[json!({"do": "replay", "record": false_record})])[0]["error"],
        "bad_request"
    );
}

#[test]
fn a_last_line_without_an_end_is_a_line() {
    assert_eq!(answers(br#"{"do":"games"}"#).len(), 1);
    assert_eq!(answers(b"").len(), 0);
    assert_eq!(answers(b"\n\n").len(), 2);
}
