//! `durbar admin`: what the host of a site can see and order.

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use protocol::{Status, Who};
use server::Config;
use server::orders::{Order, give, tables};
use server::store::{Report, Statistics, Store};
use table::{PersonId, date};

/// Look after a site: list, close and delete tables; read reports; mute, ban and delete people.
///
/// Works on the database of a running server, which carries out the orders; if none is running, the command does it itself. All orders are kept as a log.
#[derive(Args)]
pub struct Admin {
    /// The database: a SQLite file or postgres://user@host/name.
    #[arg(
        long,
        value_name = "URL",
        env = "DURBAR_DATABASE",
        default_value = "durbar.sqlite",
        hide_env_values = true
    )]
    database: String,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    #[command(flatten)]
    Look(Look),
    #[command(flatten)]
    Order(Order),
}

#[derive(Subcommand)]
enum Look {
    /// List tables, the most recently changed first.
    Tables(Most),
    /// List people, the newest first.
    People(Most),
    /// Count what the database contains.
    Statistics,
    /// List the reports of people about others that are not closed, the oldest first.
    Reports(Most),
    /// List the orders that were given, the newest first.
    Log(Most),
}

#[derive(Args)]
struct Most {
    /// The maximum number of lines.
    #[arg(long, value_name = "N", default_value_t = 50)]
    most: u32,
}

impl Admin {
    /// Prints what was asked for, or gives the order and prints its result.
    pub fn run(self) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            match self.task {
                Task::Order(order) => {
                    let config = Config {
                        database: self.database,
                        ..Config::default()
                    };
                    println!("{order}: {}", give(config, &order).await?);
                    Ok(())
                }
                Task::Look(look) => look.run(&self.database).await,
            }
        })
    }
}

impl Look {
    /// Prints what was asked for.
    async fn run(self, database: &str) -> Result<()> {
        let store = Store::visit(database)
            .await
            .context("the database cannot be used")?;
        match self {
            Look::Tables(Most { most }) => {
                for table in tables(&store, most).await? {
                    let status = match table.status {
                        Status::Waiting => "waiting",
                        Status::Running => "running",
                        Status::Over => "over",
                    };
                    let seats: Vec<String> = table.seats.iter().map(sitter).collect();
                    println!(
                        "{}  {status:<7}  {}  {:<9}  {}",
                        table.table,
                        date(table.changed),
                        table.game,
                        seats.join(", ")
                    );
                }
            }
            Look::People(Most { most }) => {
                for person in store.all_people(most).await? {
                    let standing = person.standing.map_or("", |standing| standing.word());
                    println!(
                        "{}  {}  {:>3} tables  {standing:<6}  {}",
                        person.id,
                        date(person.created),
                        person.tables,
                        person.name
                    );
                }
            }
            Look::Log(Most { most }) => {
                for order in store.last_orders(most).await? {
                    let outcome = order.outcome.as_deref().unwrap_or("waits for a server");
                    let what = match serde_json::from_str::<Order>(&order.what) {
                        Ok(what) => what.to_string(),
                        Err(_) => order.what,
                    };
                    println!("{}  {what}: {outcome}", date(order.at));
                }
            }
            Look::Reports(Most { most }) => {
                for report in store.open_reports(most).await? {
                    print_report(&store, &report).await?;
                }
            }
            Look::Statistics => {
                let Statistics {
                    people,
                    sessions,
                    waiting,
                    running,
                    finished,
                    entries,
                    messages,
                } = store.statistics().await?;
                println!("people {people}, sessions {sessions}");
                println!("tables: {waiting} waiting, {running} running, {finished} finished");
                println!("entries {entries}, messages {messages}");
            }
        }
        store.close().await;
        Ok(())
    }
}

/// Prints a report with the messages that it names, as far as they are still stored.
async fn print_report(store: &Store, report: &Report) -> Result<()> {
    let by = named(store, &report.person).await?;
    let about = named(store, &report.about).await?;
    println!("{}  {}  {by} about {about}", report.id, date(report.at));
    for line in report.said.lines() {
        println!("    {line}");
    }
    if let Some(table) = &report.table {
        println!("    at table {table}");
        for number in &report.messages {
            match store.message(table, *number).await? {
                Some(message) => println!(
                    "    message {number}, {}: {}",
                    date(message.at),
                    message.said.text.replace('\n', " ")
                ),
                None => println!("    message {number}: deleted"),
            }
        }
    }
    Ok(())
}

/// Returns the id and the name of a person.
async fn named(store: &Store, person: &PersonId) -> Result<String> {
    let known = store.person(person).await?;
    let name = known.map_or("nobody any more".to_owned(), |(name, _)| name);
    Ok(format!("{person} ({name})"))
}

fn sitter(who: &Who) -> String {
    match who {
        Who::Open => "(open)".to_owned(),
        Who::Person { name, .. } => name.clone(),
        Who::Bot { level } => format!("({level} bot)"),
    }
}
