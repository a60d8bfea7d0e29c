//! The routes of the page.

use std::fmt;

/// A route, with its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The start page.
    Start,
    /// A new table of a game.
    New(String),
    /// My tables and open ones.
    Tables,
    /// A local table.
    Local(String),
    /// A table on the server.
    Online(String),
    /// A record, optionally of a finished local table.
    Replay(Option<String>),
    /// The rules of a game.
    Rules(String),
    /// An unknown path.
    Lost(String),
}

impl Route {
    /// Parses a path.
    pub fn of(path: &str) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match *parts.as_slice() {
            [] => Route::Start,
            ["new", game] => Route::New(game.to_owned()),
            ["tables"] => Route::Tables,
            ["local", id] => Route::Local(id.to_owned()),
            ["table", id] => Route::Online(id.to_owned()),
            ["replay"] => Route::Replay(None),
            ["replay", id] => Route::Replay(Some(id.to_owned())),
            ["rules", game] => Route::Rules(game.to_owned()),
            _ => Route::Lost(path.to_owned()),
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Start => f.write_str("/"),
            Route::New(game) => write!(f, "/new/{game}"),
            Route::Tables => f.write_str("/tables"),
            Route::Local(id) => write!(f, "/local/{id}"),
            Route::Online(id) => write!(f, "/table/{id}"),
            Route::Replay(None) => f.write_str("/replay"),
            Route::Replay(Some(id)) => write!(f, "/replay/{id}"),
            Route::Rules(game) => write!(f, "/rules/{game}"),
            Route::Lost(path) => f.write_str(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_round_trip() {
        for path in [
            "/",
            "/new/amritsar",
            "/tables",
            "/local/a1",
            "/table/b2",
            "/replay",
            "/replay/a1",
            "/rules/maharaja",
            "/else/where",
        ] {
            assert_eq!(Route::of(path).to_string(), path);
        }
        assert_eq!(Route::of("/tables/?from=mail#top"), Route::Tables);
        assert_eq!(Route::of("/new"), Route::Lost("/new".to_owned()));
    }

    /// The server answers 404 at other places.
    #[test]
    fn the_server_knows_the_same_places() {
        for place in page::PLACES {
            assert!(!matches!(Route::of(place), Route::Lost(_)), "{place}");
        }
        assert_eq!(page::PLACES.len(), 8, "one for each form of a route");
    }
}
