//! One table that is played by random legal moves, each player watching it live.

use crate::measure::Measure;
use anyhow::{Result, bail};
use kit::{Dice, Seed, below, dice};
use protocol::{Play, Update, Watch, WhatHappened};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::AnyGame;
use tokio::time::{Instant, sleep_until, timeout};
use visitor::{Live, VisitError, Visitor};

/// A table with its two players, and what they know for certain.
pub struct Game {
    /// The table's name.
    pub table: String,
    /// The players, in seat order.
    pub players: [Visitor; 2],
    number: u64,
    bots: usize,
    dice: Dice,
    requests: u64,
    /// What was acknowledged: the version that it led to, the seat, the action.
    pub acknowledged: Vec<(u64, usize, String)>,
    /// A move whose answer never came.
    pub pending: Option<(usize, Play)>,
    /// What each player saw last: version and view.
    pub seen: [Option<(u64, Value)>; 2],
    keep_views: bool,
}

/// What a player needs of an update; the rest is passed over.
#[derive(Deserialize)]
struct Glance {
    version: u64,
    status: protocol::Status,
    position: Option<Choices>,
    steps: Vec<Numbered>,
}

#[derive(Deserialize)]
struct Choices {
    legal: Vec<String>,
}

#[derive(Deserialize)]
struct Numbered {
    version: u64,
}

impl Game {
    /// Two guests at a table that has started, with so many bots besides.
    pub async fn new(
        addresses: [SocketAddr; 2],
        number: u64,
        bots: usize,
        keep_views: bool,
    ) -> Result<Self> {
        let players = [
            Visitor::guest(addresses[0], "Anna").await?,
            Visitor::guest(addresses[1], "Ben").await?,
        ];
        let mut game = Game {
            table: String::new(),
            players,
            number,
            bots,
            dice: dice(Seed::from_text("load").child(number)),
            requests: 0,
            acknowledged: Vec::new(),
            pending: None,
            seen: [None, None],
            keep_views,
        };
        game.begin().await?;
        Ok(game)
    }

    /// A new table for the same people.
    async fn begin(&mut self) -> Result<()> {
        let games = AnyGame::ALL;
        let game = games[self.number as usize % games.len()].to_string();
        let mut seats = vec![json!("me"), json!("open")];
        seats.extend((0..self.bots).map(|_| json!({"bot": "easy"})));
        let wanted = json!({"game": game, "options": {"players": 2 + self.bots}, "seats": seats});
        self.table.clear();
        self.acknowledged.clear();
        self.pending = None;
        self.seen = [None, None];
        let [anna, ben] = &mut self.players;
        let table = anna.create(wanted).await?;
        ben.want(&table, "sit", json!({"seat": 1})).await?;
        anna.want(&table, "start", Value::Null).await?;
        self.table = table;
        Ok(())
    }

    /// Watches at once, and plays a move about every `pace` in that time; an error is a lost connection.
    pub async fn play(
        &mut self,
        time: Range<Instant>,
        pace: Duration,
        measure: &Measure,
    ) -> Result<()> {
        let until = time.end;
        let mut next = time.start + pace.mul_f64(f64::from(below(&mut self.dice, 1000)) / 1000.0);
        while Instant::now() < until {
            if self.table.is_empty() {
                self.begin().await?; // A server died while the table was being made.
            }
            if self.play_table(until, pace, &mut next, measure).await? {
                measure.ended.fetch_add(1, Ordering::Relaxed);
                self.number += 1;
                self.begin().await?;
            }
        }
        Ok(())
    }

    /// Plays until then or to the end of the game; true if it has ended.
    async fn play_table(
        &mut self,
        until: Instant,
        pace: Duration,
        next: &mut Instant,
        measure: &Measure,
    ) -> Result<bool> {
        self.send_pending().await?;
        let watch = |seen: &Option<(u64, Value)>| Watch {
            since: seen.as_ref().map(|(version, _)| *version),
            chat: None,
            at_least: None,
        };
        let [anna, ben] = &self.players;
        let mut lives = [
            anna.watch(&self.table, watch(&self.seen[0])).await?,
            ben.watch(&self.table, watch(&self.seen[1])).await?,
        ];
        let mut known: [Option<u64>; 2] =
            [0, 1].map(|seat: usize| self.seen[seat].as_ref().map(|(version, _)| *version));
        let mut legal: [Option<(u64, Vec<String>)>; 2] = [None, None];
        loop {
            let [one, other] = &mut lives;
            let (seat, text) = tokio::select! {
                text = one.next_text() => (0, text?),
                text = other.next_text() => (1, text?),
                () = sleep_until(until) => return Ok(false),
            };
            let Some(text) = text else {
                bail!("the stream has ended")
            };
            let glance: Glance = serde_json::from_str(&text)?;
            self.note(seat, &glance, &text, &mut known, measure)?;
            if glance.status == protocol::Status::Over {
                self.catch_up(&mut lives, &mut known, glance.version, measure)
                    .await?;
                return Ok(true);
            }
            let choices = glance
                .position
                .map(|position| position.legal)
                .unwrap_or_default();
            legal[seat] = (!choices.is_empty()).then_some((glance.version, choices));
            for seat in [0, 1] {
                let Some((version, choices)) = legal[seat]
                    .take_if(|(version, _)| *version >= known[0].max(known[1]).unwrap_or(0))
                else {
                    continue;
                };
                sleep_until((*next).min(until)).await;
                if *next >= until {
                    return Ok(false);
                }
                *next = (*next + pace).max(Instant::now());
                let action = choices[below(&mut self.dice, choices.len() as u32) as usize].clone();
                self.act(seat, version, action, measure).await?;
            }
        }
    }

    /// The other player's stream tells the end too.
    async fn catch_up(
        &mut self,
        lives: &mut [Live; 2],
        known: &mut [Option<u64>; 2],
        version: u64,
        measure: &Measure,
    ) -> Result<()> {
        for seat in [0, 1] {
            while known[seat].is_none_or(|known| known < version) {
                let text = timeout(Duration::from_secs(10), lives[seat].next_text()).await??;
                let Some(text) = text else {
                    bail!("the stream has ended")
                };
                let glance: Glance = serde_json::from_str(&text)?;
                self.note(seat, &glance, &text, known, measure)?;
            }
        }
        Ok(())
    }

    /// Notes what a viewer was told, and whether it was the next thing.
    fn note(
        &mut self,
        seat: usize,
        glance: &Glance,
        text: &str,
        known: &mut [Option<u64>; 2],
        measure: &Measure,
    ) -> Result<()> {
        measure.updates.fetch_add(1, Ordering::Relaxed);
        if let Some(known) = known[seat] {
            let steps = glance.steps.iter().map(|step| step.version);
            if !steps.eq(known + 1..=glance.version) {
                measure.gaps.fetch_add(1, Ordering::Relaxed);
            }
        }
        known[seat] = Some(glance.version);
        if self.keep_views {
            let update: Update = serde_json::from_str(text)?;
            self.seen[seat] = update
                .position
                .map(|position| (glance.version, position.view));
        }
        Ok(())
    }

    async fn act(
        &mut self,
        seat: usize,
        version: u64,
        action: String,
        measure: &Measure,
    ) -> Result<()> {
        self.requests += 1;
        let key = Some(format!("{}-{}", self.number, self.requests));
        let play = Play {
            version,
            action,
            key,
        };
        self.pending = Some((seat, play.clone()));
        let start = Instant::now();
        match self.players[seat]
            .want(&self.table, "moves", serde_json::to_value(&play)?)
            .await
        {
            Ok(done) => {
                measure.acknowledged(start.elapsed());
                self.acknowledged.push((done.version, seat, play.action));
            }
            Err(VisitError::Refused(problem)) if problem.status == 409 => {
                measure.stale.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => return Err(error.into()),
        }
        self.pending = None;
        Ok(())
    }

    /// Sends the move again whose answer never came: it must be played exactly once.
    async fn send_pending(&mut self) -> Result<()> {
        let Some((seat, play)) = self.pending.clone() else {
            return Ok(());
        };
        match self.players[seat]
            .want(&self.table, "moves", serde_json::to_value(&play)?)
            .await
        {
            Ok(done) => {
                if done.version != play.version + 1 {
                    bail!(
                        "a repeated move made version {}, chosen on {}",
                        done.version,
                        play.version
                    );
                }
                self.acknowledged.push((done.version, seat, play.action));
            }
            Err(VisitError::Refused(problem)) if problem.status == 409 => (),
            Err(error) => return Err(error.into()),
        }
        self.pending = None;
        Ok(())
    }

    /// Goes on at other addresses.
    pub fn move_to(&mut self, addresses: [SocketAddr; 2]) {
        let [anna, ben] = &self.players;
        self.players = [anna.at(addresses[0]), ben.at(addresses[1])];
    }

    /// Checks that everything that was acknowledged is there, once, and that the table stands as it was seen.
    pub async fn verify(&mut self) -> Result<()> {
        if self.table.is_empty() {
            return Ok(());
        }
        let path = format!("/api/tables/{}?since=0", self.table);
        for seat in [0, 1] {
            let update: Update = self.players[seat].get(&path).await?;
            if !update
                .steps
                .iter()
                .map(|step| step.version)
                .eq(1..=update.version)
            {
                bail!("{}: the versions are not complete", self.table);
            }
            for (version, actor, action) in self
                .acknowledged
                .iter()
                .filter(|(_, actor, _)| *actor == seat)
            {
                let step = update
                    .steps
                    .get(*version as usize - 1)
                    .map(|step| &step.what);
                match step {
                    Some(WhatHappened::Played {
                        seat,
                        action: played,
                        ..
                    }) if usize::from(seat.number()) == *actor && played == action => (),
                    other => bail!(
                        "{}: version {version} was ‘{action}’ and is {other:?}",
                        self.table
                    ),
                }
            }
            if let Some((version, view)) = &self.seen[seat] {
                if update.version < *version {
                    bail!(
                        "{}: version {version} was seen, but the table is at {}",
                        self.table,
                        update.version
                    );
                }
                let now = update.position.map(|position| position.view);
                if update.version == *version && now.as_ref() != Some(view) {
                    bail!("{}: version {version} looks different now", self.table);
                }
            }
        }
        Ok(())
    }
}
