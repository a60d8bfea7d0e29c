//! Previews of links to tables: what a chat shows of a link before anybody opens it.
//!
//! Everything is made of an [`Update`] for the public, so that a preview cannot contain what a spectator may not know.

mod font;
mod picture;
mod sketch;

use crate::App;
use crate::limits::Buckets;
use crate::people::Viewer;
use crate::problem::{Answer, Problem};
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use protocol::{Status, Update, Watch, WhatHappened, Who};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use table::{AnyGame, TableId};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use words::{Language, Teller, say};

use crate::api::guard::Address;

/// The maximum number of pictures in memory; each has less than 150 KB.
const MOST_PICTURES: usize = 64;
/// The maximum average number of new pictures for one address per second, and how many can come at once.
const PICTURE_RATE: (f64, f64) = (0.5, 20.0);
/// The time limit for waiting until another picture is finished.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// A picture as PNG, and what it shows.
type Picture = ((TableId, u64, Language), Arc<Vec<u8>>);

/// The pictures that were drawn, and what limits the drawing.
pub struct Pictures {
    kept: Mutex<VecDeque<Picture>>,
    /// One picture is drawn at a time, so that strangers cannot take the processors from the others.
    drawing: Semaphore,
    by_address: Buckets<IpAddr>,
}

impl Default for Pictures {
    fn default() -> Self {
        let (rate, burst) = PICTURE_RATE;
        Pictures {
            kept: Mutex::default(),
            drawing: Semaphore::new(1),
            by_address: Buckets::new(rate, burst),
        }
    }
}

impl Pictures {
    fn get(&self, key: &(TableId, u64, Language)) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(kept, _)| kept == key);
        found.map(|(_, picture)| picture.clone())
    }

    fn put(&self, key: (TableId, u64, Language), picture: Arc<Vec<u8>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody asks for an earlier version of a table again.
        kept.retain(|((table, _, language), _)| *table != key.0 || *language != key.2);
        kept.push_back((key, picture));
        while kept.len() > MOST_PICTURES {
            kept.pop_front();
        }
    }
}

/// A preview in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The game and its players.
    pub title: String,
    /// How far the table is.
    pub description: String,
    /// What is written in the picture.
    scene: Scene,
}

/// What the picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Scene {
    game: String,
    state: String,
    players: Vec<Player>,
    /// The drawing of the board, as SVG, once the game has begun.
    board: Option<String>,
}

/// A player in the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Player {
    name: String,
    points: Option<i32>,
    decides: bool,
    /// Whether nobody sits there.
    free: bool,
}

impl Preview {
    /// Describes a table as the public sees it.
    pub fn of(update: &Update, language: Language) -> Self {
        let game = update.game.parse::<AnyGame>().map(|game| game.about().name);
        let game = game.unwrap_or_default();
        let say = |key: &str, values: &[(&str, &dyn std::fmt::Display)]| say(language, key, values);
        let name = |(seat, who): (usize, &Who)| match who {
            Who::Person { name, .. } => Some(name.clone()),
            Who::Bot { .. } => Some(say(&format!("bot-{seat}"), &[])),
            Who::Open => None,
        };
        let seats = update.seats.iter().map(|seat| &seat.who).enumerate();
        let names: Vec<Option<String>> = seats.map(name).collect();
        let automatic = Teller::new(language, &update.game, Vec::new()).text("automatic");
        let known = names.iter().cloned().map(Option::unwrap_or_default);
        let known = known.chain(automatic.map(str::to_owned)).collect();
        let teller = Teller::new(language, &update.game, known);
        let seated: Vec<String> = names.iter().flatten().cloned().collect();
        let title = match seated.is_empty() {
            true => game.to_owned(),
            false => format!(
                "{game} {}",
                say("with", &[("names", &teller.listed(seated))])
            ),
        };
        let state = state(update, &teller, language);
        let board = update
            .position
            .as_ref()
            .and_then(|position| sketch::board(&update.game, &position.view, picture::BOARD));
        let standings = update.position.as_ref().map(|position| &position.standings);
        let deciders = update
            .position
            .iter()
            .flat_map(|position| &position.deciders);
        let deciders: Vec<usize> = deciders.map(|seat| seat.number().into()).collect();
        let players = names.into_iter().enumerate().map(|(seat, name)| Player {
            free: name.is_none(),
            name: name.unwrap_or_else(|| say("seat-open", &[])),
            points: standings
                .and_then(|it| it.scores.get(seat))
                .map(|score| score.total),
            decides: deciders.contains(&seat),
        });
        let players: Vec<Player> = players.collect();
        let points = players.iter().filter_map(|player| {
            let points = player.points?;
            Some(format!("{} {points}", player.name))
        });
        let points: Vec<String> = points.collect();
        let description = match points.is_empty() {
            true => state.clone(),
            false => format!("{state} · {}", points.join(", ")),
        };
        Preview {
            title,
            description,
            scene: Scene {
                game: game.to_owned(),
                state,
                players,
                board,
            },
        }
    }

    /// Returns the document of the table with the tags of its preview.
    pub fn in_document(
        &self,
        document: &str,
        update: &Update,
        language: Language,
        origin: &str,
    ) -> String {
        let (table, version) = (&update.table, update.version);
        let picture = format!("{origin}/picture/{table}/{version}-{}.png", language.tag());
        let contents = [
            ("<meta name=\"description\" content=\"", &self.description),
            ("<meta property=\"og:title\" content=\"", &self.title),
            (
                "<meta property=\"og:description\" content=\"",
                &self.description,
            ),
            ("<meta property=\"og:image\" content=\"", &picture),
        ];
        let document = contents
            .iter()
            .fold(document.to_owned(), |document, (before, text)| {
                replaced(&document, before, "\"", text)
            });
        let document = replaced(&document, "<title>", "</title>", &self.title);
        let more = [
            ("property", "og:url", &format!("{origin}/table/{table}")),
            ("property", "og:image:alt", &self.description),
            ("name", "twitter:title", &self.title),
            ("name", "twitter:description", &self.description),
            ("name", "twitter:image", &picture),
            ("name", "twitter:image:alt", &self.description),
        ];
        let more = more.map(|(kind, name, text)| {
            format!("<meta {kind}=\"{name}\" content=\"{}\">\n", escaped(text))
        });
        let hidden = (!update.listed).then_some("<meta name=\"robots\" content=\"noindex\">\n");
        let more = more.concat() + hidden.unwrap_or_default();
        document.replacen("</head>", &(more + "</head>"), 1)
    }
}

/// How far the table is, in one sentence.
fn state(update: &Update, teller: &Teller, language: Language) -> String {
    let open = update
        .seats
        .iter()
        .filter(|seat| seat.who == Who::Open)
        .count();
    let listed = |seats: &[kit::Seat]| {
        let names = seats.iter().map(|seat| teller.name(seat.number().into()));
        teller.listed(names.collect())
    };
    let Some(position) = &update.position else {
        return match open {
            0 => say(language, "preview-full", &[]),
            _ => say(language, "preview-waiting", &[("players", &open)]),
        };
    };
    if update.status == Status::Over {
        let winners = &position.standings.winners;
        let key = match winners.len() {
            0 => return say(language, "prompt-over", &[]),
            1 => "end-wins",
            _ => "end-share",
        };
        return say(language, key, &[("names", &listed(winners))]);
    }
    let turn = say(
        language,
        "table-turn-of",
        &[("names", &listed(&position.deciders))],
    );
    let events = update.steps.iter().rev().flat_map(|step| match &step.what {
        WhatHappened::Started { events } | WhatHappened::Played { events, .. } => {
            events.iter().rev()
        }
        _ => [].iter().rev(),
    });
    let chapter = events.filter_map(|event| teller.chapter(event)).next();
    match chapter {
        Some(chapter) => format!("{turn} · {chapter}"),
        None => turn,
    }
}

/// Replaces what stands between the first `before` and the next `after`.
fn replaced(document: &str, before: &str, after: &str, text: &str) -> String {
    let Some((head, rest)) = document.split_once(before) else {
        return document.to_owned();
    };
    let Some((_, tail)) = rest.split_once(after) else {
        return document.to_owned();
    };
    format!("{head}{before}{}{after}{tail}", escaped(text))
}

/// Names are strangers' texts: nothing in them may become markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

impl App {
    /// Returns a table as the public sees it, with everything that happened if `whole`.
    pub async fn public_update(&self, id: &TableId, whole: bool) -> Answer<Update> {
        let slot = self.open(id).await?;
        self.see_all(&slot).await?;
        let watch = Watch {
            since: whole.then_some(0),
            ..Watch::default()
        };
        self.update(&slot, &Viewer(None), watch).await
    }

    /// Returns the picture of a table as it is now, with its version.
    async fn picture(
        &self,
        id: &TableId,
        language: Language,
        address: IpAddr,
    ) -> Answer<(u64, Arc<Vec<u8>>)> {
        let slot = self.open(id).await?;
        self.see_all(&slot).await?;
        let version = self.look_at(id, table::Table::version).await?;
        if let Some(picture) = self.pictures.get(&(id.clone(), version, language)) {
            return Ok((version, picture));
        }
        if !self.pictures.by_address.take(address) {
            return Err(Problem::too_many("Too many pictures; retry in 2 seconds"));
        }
        let busy = || Problem::unavailable("other pictures are being drawn; please try again");
        let permit = timeout(LONGEST_WAIT, self.pictures.drawing.acquire()).await;
        let _permit = permit.map_err(|_| busy())?.map_err(|_| busy())?;
        // Somebody may have waited for the same picture.
        if let Some(picture) = self.pictures.get(&(id.clone(), version, language)) {
            return Ok((version, picture));
        }
        let update = self.public_update(id, true).await?;
        let version = update.version;
        let scene = Preview::of(&update, language).scene;
        let drawn = tokio::task::spawn_blocking(move || picture::png(&scene)).await;
        let picture = drawn.ok().flatten().ok_or_else(Problem::internal)?;
        let picture = Arc::new(picture);
        self.pictures
            .put((id.clone(), version, language), picture.clone());
        Ok((version, picture))
    }
}

/// The picture of a table's preview: `/picture/{table}/{version}-{language}.png`. It shows the table as it is now; the version only makes its address new.
pub async fn serve(
    State(app): State<App>,
    Address(address): Address,
    Path((table, name)): Path<(String, String)>,
) -> Answer<impl IntoResponse> {
    let id: TableId = table.parse().map_err(|_| Problem::no_table())?;
    let wanted = name
        .strip_suffix(".png")
        .and_then(|name| name.split_once('-'));
    let wanted = wanted.and_then(|(version, language)| {
        let version: u64 = version.parse().ok()?;
        Some((version, Language::of_tag(language)?))
    });
    let (wanted, language) =
        wanted.ok_or_else(|| Problem::not_found("there is no such picture"))?;
    let (version, picture) = app.picture(&id, language, address).await?;
    let keep = match wanted == version {
        true => "public, max-age=86400",
        false => "no-cache",
    };
    let headers = [
        (CONTENT_TYPE.as_str(), "image/png"),
        (CACHE_CONTROL.as_str(), keep),
        // Chats show it inside their own pages.
        ("cross-origin-resource-policy", "cross-origin"),
        ("x-robots-tag", "noindex"),
    ];
    Ok((headers, picture.as_ref().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_markup() {
        let evil = "\"><script>alert('&')</script>\n";
        let safe = escaped(evil);
        assert_eq!(
            safe,
            "&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt; "
        );
        let document = "<meta property=\"og:title\" content=\"old\"><title>old</title>";
        let told = replaced(document, "content=\"", "\"", evil);
        assert_eq!(told, document.replacen("old", &safe, 1));
        assert_eq!(replaced(document, "<h1>", "</h1>", "x"), document);
    }

    #[test]
    fn only_the_latest_pictures_are_kept() {
        let pictures = Pictures::default();
        let id = |number: u8| TableId::from_random([number; _]);
        let picture = || Arc::new(Vec::new());
        for version in 1..=3 {
            pictures.put((id(0), version, Language::En), picture());
        }
        assert!(pictures.get(&(id(0), 2, Language::En)).is_none());
        assert!(pictures.get(&(id(0), 3, Language::En)).is_some());
        for number in 1..=31 {
            for language in Language::ALL {
                pictures.put((id(number), 1, language), picture());
            }
        }
        assert!(pictures.get(&(id(0), 3, Language::En)).is_none());
        assert_eq!(
            pictures
                .kept
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .len(),
            MOST_PICTURES
        );
    }
}
