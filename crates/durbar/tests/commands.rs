//! The other commands as a person meets them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn durbar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_durbar"))
        .args(arguments)
        .output()
        .unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = durbar(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// What a failing command says; it prints nothing else.
fn complaint(arguments: &[&str]) -> String {
    let output = durbar(arguments);
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    String::from_utf8(output.stderr).unwrap()
}

fn golden() -> PathBuf {
    golden_record("taj-mahal-4")
}

fn golden_record(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/golden");
    folder.join(name).with_extension("record")
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_same_seed_gives_the_same_report_on_any_number_of_threads() {
    let report = |threads| {
        printed(&[
            "simulate",
            "taj-mahal",
            "--games",
            "60",
            "--seed",
            "s",
            "--json",
            "--threads",
            threads,
        ])
    };
    assert_eq!(report("1"), report("4"));
    let other = printed(&[
        "simulate",
        "taj-mahal",
        "--games",
        "60",
        "--seed",
        "t",
        "--json",
    ]);
    assert_ne!(report("1"), other);
}

#[test]
fn random_games_over_all_options_are_checked() {
    let report = printed(&["check", "taj-mahal", "--games", "100", "--closely", "2"]);
    assert!(
        report.starts_with("taj-mahal: 100 games over 8 combinations of players and options, "),
        "{report}"
    );
    // Each combination in turn, every second time closely: 6 whole rounds of 8, and the 4 games of the last.
    assert!(report.contains(", every state of 52 games; "), "{report}");
    assert!(report.ends_with("; no flaw found\n"), "{report}");
    let again = printed(&["check", "maharaja", "--from", "832", "--games", "1"]);
    assert!(again.starts_with("maharaja: 1 game"), "{again}");
}

#[test]
fn a_simulation_reports_shares_that_add_up() {
    let report: serde_json::Value = serde_json::from_str(&printed(&[
        "simulate",
        "taj-mahal",
        "--players",
        "3",
        "--games",
        "40",
        "--json",
    ]))
    .unwrap();
    let seats = report["seats"].as_array().unwrap();
    let wins: f64 = seats
        .iter()
        .map(|seat| seat["win_share"].as_f64().unwrap())
        .sum();
    assert_eq!(seats.len(), 3);
    assert!((wins - 1.0).abs() < 1e-9);
    for seat in seats {
        let sources: f64 = seat["mean_by_source"]
            .as_object()
            .unwrap()
            .values()
            .map(|points| points.as_f64().unwrap())
            .sum();
        assert!((sources - seat["mean_score"].as_f64().unwrap()).abs() < 1e-9);
    }
}

#[test]
fn records_of_a_simulation_are_verified_by_replay() {
    let folder = folder("records");
    printed(&[
        "simulate",
        "taj-mahal",
        "--games",
        "3",
        "--players",
        "2",
        "--records",
        folder.to_str().unwrap(),
    ]);
    let files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert_eq!(files.len(), 3);
    for file in files {
        assert!(printed(&["replay", "--verify", file.to_str().unwrap()]).starts_with("verified: "));
    }
}

#[test]
fn replay_tells_the_game_in_words_and_in_json() {
    let golden = golden();
    let file = golden.to_str().unwrap();
    let words = printed(&["replay", file]);
    assert!(
        words.contains("Visit 12 leads to Agra") && words.contains("The game is over"),
        "{words}"
    );
    let json = printed(&["replay", "--json", file]);
    let last: serde_json::Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!(last["verified"], true);
    assert_eq!(
        json.lines().count() as u64,
        last["moves"].as_u64().unwrap() + 2
    );
}

#[test]
fn replay_calls_everybody_by_name_and_tells_namesakes_apart() {
    let bots = printed(&["replay", golden().to_str().unwrap()]);
    assert!(
        bots.contains("1. 2 play violet-mk\n      random 2 lays violet (monk, Grand Mogul).\n")
    );

    let text = std::fs::read_to_string(golden_record("maharaja-1-easy")).unwrap();
    let file = folder("named").join("game.record");
    std::fs::write(
        &file,
        text.replace("[Seat0 \"random\"]", "[Seat0 \"Anna\"]"),
    )
    .unwrap();
    let solo = printed(&["replay", file.to_str().unwrap()]);
    for line in [
        "      Anna takes character 16 (double rewards).",
        "      Brahmabot builds a shrine in Ratlam.",
        "      The game is over. Brahmabot wins.",
    ] {
        assert!(solo.lines().any(|told| told == line), "{line}\n{solo}");
    }
    assert!(
        solo.contains("\n0 Anna ") && solo.contains("\nBrahmabot "),
        "{solo}"
    );
}

#[test]
fn an_untrue_record_fails_and_nothing_of_it_is_told() {
    let text = std::fs::read_to_string(golden()).unwrap();
    let file = folder("untrue").join("game.record");
    let path = file.to_str().unwrap();
    let complaint_about = |text: String| {
        std::fs::write(&file, text).unwrap();
        complaint(&["replay", path])
    };
    assert!(
        complaint_about(text.replacen("withdraw", "withdrew", 1)).contains("is not a valid action")
    );
    assert!(
        complaint_about(text.replace("[Game \"taj-mahal\"]", "[Game \"chess\"]"))
            .contains("there is no game ‘chess’; the games are")
    );
    assert!(complaint_about(text.chars().take(900).collect()).contains("is cut off"));
    assert!(complaint_about("\u{1F98A}".to_owned()).contains("is not a game record"));
    assert!(complaint(&["replay", "no-such-file"]).contains("no-such-file cannot be read"));
}

#[test]
fn complaints_say_what_would_be_right() {
    assert!(
        complaint(&["simulate", "chess"])
            .contains("there is no game ‘chess’; the games are taj-mahal")
    );
    assert!(
        complaint(&["simulate", "taj-mahal", "--players", "6"])
            .contains("Taj Mahal has 2 to 5 players, not 6")
    );
    assert!(
        complaint(&["simulate", "taj-mahal", "--option", "dragons"])
            .contains("there is no option ‘dragons’; Taj Mahal has players, tie_break")
    );
    assert!(
        complaint(&["simulate", "taj-mahal", "--bots", "oracle"])
            .contains("there is no bot ‘oracle’; the bots are random")
    );
    assert!(
        complaint(&[
            "simulate",
            "taj-mahal",
            "--players",
            "2",
            "--bots",
            "random,random,random"
        ])
        .contains("3 bots for 2 seats")
    );
    assert!(complaint(&["simulate", "taj-mahal", "--games", "0"]).contains("0 is not in 1.."));
}

#[test]
fn an_arena_is_reproducible_and_its_first_places_add_up() {
    let arguments = [
        "arena",
        "taj-mahal",
        "--bots",
        "value,greedy,random",
        "--games",
        "24",
        "--json",
        "--threads",
    ];
    let report = |threads| printed(&[&arguments[..], &[threads]].concat());
    assert_eq!(report("1"), report("3"));
    let results: serde_json::Value = serde_json::from_str(&report("2")).unwrap();
    let bots = results["bots"].as_array().unwrap();
    let wins: f64 = bots
        .iter()
        .map(|bot| bot["win_share"].as_f64().unwrap() * bot["appearances"].as_f64().unwrap())
        .sum();
    assert_eq!(results["games"], 24);
    assert!((wins - 24.0).abs() < 1e-9);
    // Two of the four seats are the last bot's.
    assert_eq!(
        bots.iter()
            .map(|bot| bot["appearances"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [24, 24, 48]
    );
    assert!(bots[0]["rating"].as_f64() > bots[2]["rating"].as_f64());
}

#[test]
fn a_trained_net_plays_in_an_arena() {
    let folder = folder("train");
    let path = folder.to_str().unwrap();
    let train = [
        "train",
        "oware",
        "--folder",
        path,
        "--generations",
        "1",
        "--first-games",
        "4",
        "--thorough",
        "6",
        "--quick",
        "2",
        "--duels",
        "2",
    ];
    assert!(printed(&train).contains("generation 0, duel: first in"));
    // What is done is not done again.
    assert_eq!(printed(&train), "");
    let net = format!("{path}/0.net");
    let bots = format!("net@{net},search:4@{net}");
    let report = printed(&["arena", "oware", "--bots", &bots, "--games", "4", "--json"]);
    let results: serde_json::Value = serde_json::from_str(&report).unwrap();
    let named = |index: usize| results["bots"][index]["bot"].as_str().unwrap();
    assert_eq!(named(0), format!("net@{net}"));
    assert_eq!(named(1), format!("search:4@{net}"));
    let arena = |game: &str, bots: &str| complaint(&["arena", game, "--bots", bots]);
    assert!(arena("taj-mahal", &format!("net@{net}")).contains("this net is for ‘oware 1"));
    assert!(arena("oware", "value@x").contains("‘value’ cannot use a net"));
    assert!(arena("oware", "net@nowhere.net").contains("nowhere.net"));
}

#[test]
fn arenas_and_tuners_say_what_would_be_right() {
    assert!(complaint(&["arena", "taj-mahal"]).contains("--bots"));
    assert!(
        complaint(&["arena", "taj-mahal", "--bots", "search:0"])
            .contains("a search thinks for 1 to")
    );
    assert!(
        complaint(&[
            "arena",
            "taj-mahal",
            "--players",
            "3",
            "--bots",
            "value,value,value,value"
        ])
        .contains("4 bots for 3 seats")
    );
    assert!(complaint(&["tune", "chess"]).contains("there is no game ‘chess’"));
}

#[test]
fn a_tuner_tries_challengers() {
    let tuned = printed(&[
        "tune",
        "taj-mahal",
        "--players",
        "3",
        "--rounds",
        "2",
        "--games",
        "6",
    ]);
    assert_eq!(
        tuned
            .lines()
            .filter(|line| line.starts_with("round "))
            .count(),
        2
    );
}

#[test]
fn every_game_can_be_simulated_at_every_table() {
    for (game, players) in [
        ("taj-mahal", 2..=5),
        ("amritsar", 1..=4),
        ("maharaja", 1..=4),
    ] {
        for count in players {
            printed(&[
                "simulate",
                game,
                "--players",
                &count.to_string(),
                "--games",
                "3",
                "--bots",
                "value",
            ]);
        }
    }
    printed(&[
        "simulate",
        "amritsar",
        "--players",
        "1",
        "--option",
        "hard",
        "--games",
        "2",
    ]);
    printed(&[
        "simulate",
        "maharaja",
        "--players",
        "1",
        "--option",
        "level=hard",
        "--games",
        "2",
    ]);
    printed(&[
        "simulate",
        "maharaja",
        "--option",
        "rules=s1,s3",
        "--option",
        "final=f2",
        "--games",
        "2",
    ]);
}

#[test]
fn a_bench_has_all_its_figures_and_no_allocation() {
    let figures: serde_json::Value = serde_json::from_str(&printed(&[
        "bench",
        "taj-mahal",
        "--seconds",
        "1",
        "--json",
    ]))
    .unwrap();
    assert_eq!(figures["allocations_per_decision"], 0.0);
    assert!(figures["decisions_per_second"].as_f64().unwrap() > 0.0);
    assert_eq!(figures["seats"], 4);
}
