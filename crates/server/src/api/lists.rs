//! Lists: games, public tables, my tables.

use super::input::Asked;
use crate::App;
use crate::people::Viewer;
use crate::problem::Answer;
use crate::tables::line;
use axum::Json;
use axum::extract::State;
use bots::Level;
use kit::Key;
use protocol::{Catalogue, TableLine, Tables, Wanted, Who};
use table::{AnyGame, Person};

/// The maximum length of a list of tables.
const MOST: u32 = 200;

/// List all games and levels of bots.
#[utoipa::path(get, path = "/api/games", tag = "lists", responses((status = 200, body = Catalogue)))]
pub async fn games() -> Json<Catalogue> {
    let games = AnyGame::ALL.map(|game| game.about().into());
    Json(Catalogue {
        games: games.into(),
        levels: Level::all().collect(),
    })
}

/// The maximum number of tables among which those with a free seat are looked for.
const MOST_WAITING: u32 = 1_000;

/// List the public tables; with `free`, those with a free seat. Tables of people whom I have blocked or who have blocked me are not among them.
#[utoipa::path(get, path = "/api/tables", tag = "lists", params(Wanted), responses((status = 200, body = Tables)))]
pub async fn open_tables(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Asked(wanted): Asked<Wanted>,
) -> Answer<Json<Tables>> {
    let viewer = viewer.map(|person| person.id);
    let listed = match wanted.free {
        true => {
            app.store
                .listed_waiting(viewer.as_ref(), MOST_WAITING)
                .await?
        }
        false => app.store.listed(viewer.as_ref(), MOST).await?,
    };
    let blocked = match &viewer {
        Some(viewer) => app.blocked_by(viewer).await?,
        None => Default::default(),
    };
    let is_blocked = |who: &Who| match who {
        Who::Person { id: Some(id), .. } => blocked.contains(id),
        _ => false,
    };
    let fits = |line: &TableLine| {
        let game = wanted.game.as_ref().is_none_or(|game| *game == line.game);
        let language = wanted.language.is_none() || wanted.language == line.language;
        let bearable = blocked.is_empty() || !line.seats.iter().any(is_blocked);
        game && language && bearable && (!wanted.free || line.seats.contains(&Who::Open))
    };
    let tables = listed
        .iter()
        .filter_map(|listed| line(listed, viewer.as_ref()))
        .filter(fits);
    Ok(Json(Tables {
        tables: tables.take(MOST as usize).collect(),
    }))
}

/// List my tables; `your_turn` marks those where I have to decide.
#[utoipa::path(get, path = "/api/me/tables", tag = "lists", responses(
    (status = 200, body = Tables), (status = 401, body = protocol::Problem)
))]
pub async fn my_tables(State(app): State<App>, person: Person) -> Answer<Json<Tables>> {
    let mine = app.store.tables_of(&person.id, MOST).await?;
    let tables = mine
        .iter()
        .filter_map(|listed| line(listed, Some(&person.id)));
    Ok(Json(Tables {
        tables: tables.collect(),
    }))
}
