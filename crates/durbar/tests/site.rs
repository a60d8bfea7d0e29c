//! A site as its host meets it: the server as a process, its log, orders, a disk that takes no more, moving to another file.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

use protocol::{Me, Token, Update};
use serde_json::{Value, json};
use std::fs::{File, read_to_string};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use visitor::Visitor;

const DURBAR: &str = env!("CARGO_BIN_EXE_durbar");

/// A server in a process of its own.
struct Site {
    folder: PathBuf,
    address: SocketAddr,
    process: Child,
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Site {
    /// Starts a server on the file in this folder. A shell prepares it.
    fn start(folder: &Path, preparation: &str) -> Self {
        let script = format!("{preparation}\nexec \"$0\" serve --listen 127.0.0.1:0");
        let log = File::options()
            .create(true)
            .append(true)
            .open(folder.join("log"))
            .unwrap();
        let mut process = Command::new("sh")
            .args(["-c", &script, DURBAR])
            .env("DURBAR_DATABASE", folder.join("durbar.sqlite"))
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut first = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut first).unwrap();
        let (_, address) = first.trim().split_once("http://").unwrap();
        Site {
            folder: folder.to_owned(),
            address: address.parse().unwrap(),
            process,
        }
    }

    /// Stops it as a host does, and returns everything that was logged.
    fn stop(mut self) -> String {
        let process = self.process.id().to_string();
        let sent = Command::new("kill").arg(process).status().unwrap();
        assert!(sent.success());
        assert!(self.process.wait().unwrap().success());
        self.log()
    }

    fn log(&self) -> String {
        read_to_string(self.folder.join("log")).unwrap()
    }

    async fn guest(&self, name: &str) -> Visitor {
        Visitor::guest(self.address, name).await.unwrap()
    }
}

/// Runs the command on the file in a folder, and returns what it prints.
fn durbar(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(DURBAR)
        .args(arguments)
        .env("DURBAR_DATABASE", folder.join("durbar.sqlite"))
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// The line that contains a word, divided at spaces.
fn line_with<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let line = text.lines().find(|line| line.contains(word)).unwrap();
    line.split_whitespace().collect()
}

/// A table with a bot, at which somebody has acted.
async fn play(anna: &mut Visitor) -> String {
    let seats = json!(["me", {"bot": "easy"}]);
    let table = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": seats});
    let table = anna.create(table).await.unwrap();
    anna.want(&table, "start", Value::Null).await.unwrap();
    for _ in 0..200 {
        let update = anna.look(&table).await.unwrap();
        let legal = update.position.unwrap().legal;
        if let Some(action) = legal.first() {
            anna.play(&table, update.version, action).await.unwrap();
            return table;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the bot does not act");
}

#[tokio::test]
async fn orders_reach_a_running_server_and_the_log_tells_what_happened_without_secrets() {
    let folder = folder("orders");
    let site = Site::start(&folder, "");
    let mut anna = site.guest("Anna").await;
    let mut ben = site.guest("Ben").await;
    let token: Token = anna.post("/api/me/token", Value::Null).await.unwrap();
    let table = play(&mut anna).await;
    let people = durbar(&folder, &["admin", "people"]);
    let bens = line_with(&people, "Ben")[0];
    assert_eq!(
        durbar(&folder, &["admin", "ban", bens]),
        format!("ban {bens}: banned, and left 0 tables\n")
    );
    let refused = ben.get::<Me>("/api/me").await.unwrap_err();
    assert_eq!(refused.status(), Some(403));
    assert!(anna.get::<Me>("/api/me").await.is_ok());
    let tables = durbar(&folder, &["admin", "tables"]);
    assert!(line_with(&tables, &table).contains(&"running"), "{tables}");
    let orders = durbar(&folder, &["admin", "log"]);
    assert!(orders.contains(&format!("ban {bens}: banned")), "{orders}");
    let export = durbar(&folder, &["export"]);
    let cookies = [&anna, &ben].map(|person| person.cookie.clone().unwrap());

    let log = site.stop();
    let told = format!("a table was created table={table} game=taj-mahal");
    assert!(log.contains(&told), "{log}");
    let told = line_with(&log, "an order was carried out").join(" ");
    assert!(told.contains(bens) && told.contains("ban"), "{log}");
    let mut secrets = vec![token.token];
    for cookie in cookies {
        secrets.push(cookie.split_once('=').unwrap().1.to_owned());
    }
    let seeds = export.split("\"seed\":\"").skip(1);
    secrets.extend(seeds.map(|rest| rest.split('"').next().unwrap().to_owned()));
    assert!(secrets.len() >= 4, "{export}");
    for secret in secrets {
        assert!(secret.len() >= 22, "{secret}");
        assert!(!log.contains(&secret), "{log}");
        // Nor are sessions in the export by more than their hashes.
        assert_eq!(
            export.contains(&secret),
            export.contains(&format!("\"seed\":\"{secret}"))
        );
    }
    // Without a running server, the command carries the order out by itself.
    let pardoned = durbar(&folder, &["admin", "pardon", bens]);
    assert_eq!(pardoned, format!("pardon {bens}: pardoned\n"));
}

#[tokio::test]
async fn a_disk_that_takes_no_more_loses_nothing_that_was_acknowledged() {
    let folder = folder("disk");
    durbar(&folder, &["admin", "clean-up"]);
    // No file can become larger than about half a megabyte; to write more is an error instead of the end.
    let site = Site::start(
        &folder,
        "export DURBAR_WITHOUT_LIMITS=true\ntrap '' XFSZ\nulimit -f 1000",
    );
    let mut anna = site.guest("Anna").await;
    let (mut stored, mut refused) = (Vec::new(), 0);
    while refused < 5 {
        match anna.create(json!({"game": "taj-mahal"})).await {
            Ok(table) => stored.push(table),
            Err(error) => {
                assert_eq!(error.status(), Some(503), "{error}");
                refused += 1;
            }
        }
    }
    assert!(stored.len() > 10, "{}", stored.len());
    let mut host = Visitor::stranger(site.address);
    // What `/health` says is tested elsewhere: the little that it writes may still find room where a table does not.
    let first: Update = host.look(&stored[0]).await.unwrap();
    assert_eq!(first.version, 1);
    let log = site.stop();
    assert!(
        log.contains("failed method=POST path=\"/api/tables\" status=503"),
        "{log}"
    );

    let site = Site::start(&folder, "");
    let mut host = Visitor::stranger(site.address);
    for table in &stored {
        assert_eq!(host.look(table).await.unwrap().version, 1);
    }
    let health = host.send("GET", "/health", None).await.unwrap();
    assert_eq!(health.status, 200);
    site.stop();
}

#[tokio::test]
async fn a_site_moves_to_another_file_and_everybody_stays_signed_in() {
    let (old, new) = (folder("old"), folder("new"));
    let site = Site::start(&old, "");
    let mut anna = site.guest("Anna").await;
    let table = play(&mut anna).await;
    site.stop();
    let text = old.join("site.jsonl").display().to_string();
    durbar(&old, &["export", &text]);
    durbar(&new, &["import", &text]);
    let site = Site::start(&new, "");
    let mut anna = anna.at(site.address);
    let moved = anna.look(&table).await.unwrap();
    assert_eq!(moved.you.seat, Some(kit::Seat::FIRST));
    assert!(moved.version >= 3);
    let whole = read_to_string(&text).unwrap();
    let cut = old.join("cut.jsonl");
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let refused = Command::new(DURBAR)
        .args(["import", "--database"])
        .arg(old.join("cut.sqlite"))
        .arg(&cut)
        .output()
        .unwrap();
    assert!(!refused.status.success());
    site.stop();
}
