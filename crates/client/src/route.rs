//! The routes of the page.

use std::fmt;

/// A route, with its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The start page.
    Start,
    /// A new table of a game.
    New(String),
    /// My tables.
    Tables,
    /// Tables of others, to join or to watch.
    Open,
    /// A person, by their public id.
    Person(String),
    /// A local table.
    Local(String),
    /// A table on the server.
    Online(String),
    /// A record, optionally of a finished local table.
    Replay(Option<String>),
    /// The rules of a game.
    Rules(String),
    /// The lessons of a game, or one of them.
    Learn(String, Option<String>),
    /// The person's account.
    Account,
    /// The link of another device.
    Continue,
    /// What is stored.
    Privacy,
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
            ["open"] => Route::Open,
            ["people", id] => Route::Person(id.to_owned()),
            ["local", id] => Route::Local(id.to_owned()),
            ["table", id] => Route::Online(id.to_owned()),
            ["replay"] => Route::Replay(None),
            ["replay", id] => Route::Replay(Some(id.to_owned())),
            ["rules", game] => Route::Rules(game.to_owned()),
            ["learn", game] => Route::Learn(game.to_owned(), None),
            ["learn", game, lesson] => Route::Learn(game.to_owned(), Some(lesson.to_owned())),
            ["account"] => Route::Account,
            ["continue"] => Route::Continue,
            ["privacy"] => Route::Privacy,
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
            Route::Open => f.write_str("/open"),
            Route::Person(id) => write!(f, "/people/{id}"),
            Route::Local(id) => write!(f, "/local/{id}"),
            Route::Online(id) => write!(f, "/table/{id}"),
            Route::Replay(None) => f.write_str("/replay"),
            Route::Replay(Some(id)) => write!(f, "/replay/{id}"),
            Route::Rules(game) => write!(f, "/rules/{game}"),
            Route::Learn(game, None) => write!(f, "/learn/{game}"),
            Route::Learn(game, Some(lesson)) => write!(f, "/learn/{game}/{lesson}"),
            Route::Account => f.write_str("/account"),
            Route::Continue => f.write_str("/continue"),
            Route::Privacy => f.write_str("/privacy"),
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
            "/open",
            "/people/c3",
            "/local/a1",
            "/table/b2",
            "/replay",
            "/replay/a1",
            "/rules/maharaja",
            "/learn/maharaja",
            "/learn/taj-mahal/ties",
            "/account",
            "/continue",
            "/privacy",
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
        assert_eq!(page::PLACES.len(), 15, "one for each form of a route");
    }
}
