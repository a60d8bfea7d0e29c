//! `load faults`: real servers under load and faults, and a check of everything that they answered.

mod clients;
mod company;
mod schedule;
mod site;
mod stored;

use crate::check::{Stored, Violation, check};
use crate::history::{Clock, Outcome, TableHistory, Time, Wish};
use crate::node::ServerArgs;
use anyhow::{Context, Result, bail};
use clap::Args;
use company::Company;
use schedule::{Kind, draw};
use site::{Site, faketime};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Real servers under load and faults: kill -9, stopped processes, a crashing database, half-open connections, clocks that are wrong.
///
/// Several clients act at each table at once, read and watch it. Everything that they were told is checked against the final store: each acknowledged change
/// is there, once; each answer, refusals included, was true at some moment between the request and the answer; nobody lost time.
#[derive(Args)]
pub struct Faults {
    #[command(flatten)]
    server: ServerArgs,
    /// For how long.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How many tables are played at the same time.
    #[arg(long, default_value_t = 20)]
    tables: u64,
    /// The mean pause of each client between two requests, in milliseconds.
    #[arg(long, default_value_t = 100)]
    pause: u64,
    /// The seed of the faults and of the clients' wishes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The kinds of faults; all that are possible if omitted.
    #[arg(long, value_enum, value_delimiter = ',')]
    faults: Option<Vec<Kind>>,
    /// The library of `faketime` for wrong clocks, if it is not where Debian installs it.
    #[arg(long, value_name = "FILE")]
    faketime: Option<PathBuf>,
}

/// How long the site may take to become quiet after the last fault.
const SETTLING: Duration = Duration::from_secs(2);
/// How many operations around a violation are shown.
const SHOWN: usize = 24;

impl Faults {
    /// Runs it and prints what was found.
    pub async fn run(self) -> Result<()> {
        let possible = Kind::possible(self.server.postgres);
        let mut kinds = self.faults.clone().unwrap_or_else(|| possible.clone());
        kinds.retain(|kind| possible.contains(kind));
        let library = faketime(self.faketime.as_deref()).filter(|_| kinds.contains(&Kind::Skew));
        if library.is_none() && kinds.contains(&Kind::Skew) {
            println!(
                "no wrong clocks: libfaketime is missing (Debian and Ubuntu: apt-get install faketime)"
            );
            kinds.retain(|kind| *kind != Kind::Skew);
        }
        let clock = Clock::start();
        let site = Arc::new(Site::start(self.server.clone(), library, clock).await?);
        let nodes = site.addresses().len();
        let lanes = draw(self.seed, self.seconds, &kinds, nodes, self.server.postgres);
        println!(
            "seed {}: {nodes} nodes, {} tables at a time",
            self.seed, self.tables
        );
        let until = clock.now() + Duration::from_secs(self.seconds).as_micros() as Time;
        let mut playing = JoinSet::new();
        for number in 0..self.tables {
            let pace = Duration::from_millis(self.pause);
            let company =
                Company::new(number, self.seed, clock, site.addresses(), until, pace).await?;
            playing.spawn(company.play());
        }
        let start = Instant::now();
        let mut suffering = JoinSet::new();
        for lane in lanes {
            let site = site.clone();
            suffering.spawn(async move { site.suffer(lane, start, until).await });
        }
        let mut histories: Vec<TableHistory> =
            playing.join_all().await.into_iter().flatten().collect();
        for outcome in suffering.join_all().await {
            outcome?;
        }
        tokio::time::sleep(SETTLING).await;
        for history in &mut histories {
            for (node, at) in site.addresses().into_iter().enumerate() {
                let read = clients::read_once(clock, &history.table, node, at).await;
                if !matches!(read.outcome, Outcome::Seen(_)) {
                    bail!("at the end, when all is well again: {read}");
                }
                history.operations.push(read);
            }
        }
        site.end().await?;
        self.judge(&site, &histories).await
    }

    /// Checks everything and prints the result.
    async fn judge(&self, site: &Site, histories: &[TableHistory]) -> Result<()> {
        let stored = stored::read(&self.server.durbar, &site.database().await)?;
        let idle = site.idle();
        let mut found = Vec::new();
        for history in histories {
            let stored = stored.get(&history.table);
            let stored = stored.with_context(|| format!("{} is lost", history.table))?;
            if let Err(violation) = check(history, stored, &idle) {
                found.push((history, violation));
            }
        }
        report(site, histories, &stored);
        let panics = site.panics();
        if !panics.is_empty() {
            bail!("the servers report errors of their own:\n{panics}");
        }
        match found.first() {
            None => {
                println!("no violation found");
                Ok(())
            }
            Some((history, violation)) => {
                show(history, violation);
                let others = found.len() - 1;
                bail!("a violation was found at one table, and others at {others} tables")
            }
        }
    }
}

/// Prints what was done and what happened.
fn report(site: &Site, histories: &[TableHistory], stored: &HashMap<String, Stored>) {
    let operations = || histories.iter().flat_map(|history| &history.operations);
    let mut outcomes = BTreeMap::<(&str, &str), u64>::new();
    for operation in operations() {
        let wish = match operation.wish {
            Wish::Play { .. } => "play",
            Wish::Undo(_) => "undo",
            Wish::AnswerUndo(..) => "answer",
            Wish::ComeBack => "return",
            Wish::Say(_) => "chat",
            Wish::Read { .. } => "read",
        };
        *outcomes
            .entry((wish, operation.outcome.word()))
            .or_default() += 1;
    }
    let words = ["ok", "refused", "not written", "unknown", "odd"];
    println!(
        "\n{:10}{}",
        "",
        words.map(|word| format!("{word:>13}")).concat()
    );
    for wish in ["play", "undo", "answer", "return", "chat", "read"] {
        let counts = words.map(|word| outcomes.get(&(wish, word)).copied().unwrap_or_default());
        println!(
            "{wish:10}{}",
            counts.map(|count| format!("{count:>13}")).concat()
        );
    }
    let streams = || histories.iter().flat_map(|history| &history.streams);
    let updates: usize = streams().map(|stream| stream.told.len()).sum();
    let entries = stored.values().flat_map(|stored| &stored.entries);
    let ran_out = entries.filter(|entry| matches!(entry.change, table::Change::RunOut { .. }));
    let faults: Vec<String> = site
        .counts()
        .iter()
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    let (store, clients) = site.disturbed();
    println!(
        "\nfaults: {}; disturbed: {store} bytes of the database, {clients} of clients",
        faults.join(", ")
    );
    println!(
        "{} tables checked, {} live streams with {updates} updates, {} seats ran out of time",
        histories.len(),
        streams().count(),
        ran_out.count(),
    );
    let acknowledged =
        operations().filter(|operation| matches!(operation.outcome, Outcome::Done(_)));
    let mut times: Vec<Time> = acknowledged.map(|operation| operation.end).collect();
    times.sort_unstable();
    let gaps = times.windows(2).map(|pair| pair[1] - pair[0]);
    println!(
        "longest time without an acknowledgement: {:.1} s",
        gaps.max().unwrap_or_default() as f64 / 1e6
    );
}

/// Prints a violation with what was done around it.
fn show(history: &TableHistory, violation: &Violation) {
    println!("\nVIOLATION at table {}: {violation}\n", history.table);
    let mut around: Vec<_> = history.operations.iter().collect();
    let near = |at: Time| at.abs_diff(violation.at);
    around.sort_by_key(|operation| match (violation.at, violation.version) {
        // When it happened is not known, but which version it is about.
        (0, Some(version)) => operation
            .version()
            .map_or(Time::MAX, |at| at.abs_diff(version)),
        _ => near(operation.begin).min(near(operation.end)),
    });
    around.truncate(SHOWN);
    around.sort_by_key(|operation| operation.begin);
    for operation in around {
        println!("  {operation}");
    }
}
