//! A program that visits a server of Durbar: requests over one connection, and the live stream of a table. For tests and load.

mod inbox;
mod postgres;
mod unprivileged;

pub use inbox::{Browser, Inbox, Letter};
pub use postgres::{MISSING as POSTGRES_MISSING, Postgres};
pub use unprivileged::{hand_over, unprivileged};

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{HeaderMap, StatusCode};
use hyper_util::rt::TokioIo;
use protocol::{Done, Problem, Update, Watch};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{self, Message, client::IntoClientRequest};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Why a visit went wrong.
#[derive(Debug, thiserror::Error)]
pub enum VisitError {
    /// No connection, or a lost one.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The server said no.
    #[error("{}: {}", .0.status, .0.detail)]
    Refused(Box<Problem>),
    /// The server said something else than was expected.
    #[error("not what was expected: {0}")]
    Odd(String),
}

impl VisitError {
    /// The status of a refusal.
    pub fn status(&self) -> Option<u16> {
        match self {
            VisitError::Refused(problem) => Some(problem.status),
            _ => None,
        }
    }
}

type Result<T> = std::result::Result<T, VisitError>;

fn unreachable(error: impl ToString) -> VisitError {
    VisitError::Unreachable(error.to_string())
}

/// Whatever takes longer than this is lost.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Somebody who talks to a server.
pub struct Visitor {
    /// Where the server is.
    pub address: SocketAddr,
    /// Their session.
    pub cookie: Option<String>,
    /// Their access token.
    pub token: Option<String>,
    connection: Option<SendRequest<Full<Bytes>>>,
}

/// What the server answered.
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Reply {
    /// The body as a value, or the problem that it tells of.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        let odd = |error: serde_json::Error| {
            VisitError::Odd(format!("{error}: {}", String::from_utf8_lossy(&self.body)))
        };
        if !self.status.is_success() {
            let problem = serde_json::from_slice(&self.body).map_err(odd)?;
            return Err(VisitError::Refused(problem));
        }
        serde_json::from_slice(&self.body).map_err(odd)
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Visitor {
    /// A stranger without a session.
    pub fn stranger(address: SocketAddr) -> Self {
        Visitor {
            address,
            cookie: None,
            token: None,
            connection: None,
        }
    }

    /// A guest of that name.
    pub async fn guest(address: SocketAddr, name: &str) -> Result<Self> {
        let mut visitor = Visitor::stranger(address);
        let reply = visitor
            .send("POST", "/api/me", Some(json!({"name": name})))
            .await?;
        reply.read::<Value>()?;
        let cookie = reply
            .headers
            .get(SET_COOKIE)
            .and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next());
        visitor.cookie = cookie.map(str::to_owned);
        Ok(visitor)
    }

    /// The same person at another node.
    pub fn at(&self, address: SocketAddr) -> Self {
        Visitor {
            address,
            cookie: self.cookie.clone(),
            token: self.token.clone(),
            connection: None,
        }
    }

    /// Sends a request and waits for the answer, whatever it is.
    pub async fn send(&mut self, method: &str, path: &str, body: Option<Value>) -> Result<Reply> {
        let mut request = hyper::Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, self.address.to_string());
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let request = request
            .body(Full::new(Bytes::from(body)))
            .map_err(unreachable)?;
        self.send_raw(request).await
    }

    /// Sends a request as it is.
    pub async fn send_raw(&mut self, request: Request) -> Result<Reply> {
        let mut connection = match self.connection.take() {
            Some(connection) if connection.is_ready() => connection,
            _ => connect(self.address).await?,
        };
        let exchange = async {
            let response = connection
                .send_request(request)
                .await
                .map_err(unreachable)?;
            let (parts, body) = response.into_parts();
            let body = body.collect().await.map_err(unreachable)?.to_bytes();
            Ok(Reply {
                status: parts.status,
                headers: parts.headers,
                body,
            })
        };
        let reply = tokio::time::timeout(TIMEOUT, exchange)
            .await
            .map_err(unreachable)??;
        let _ = connection.ready().await;
        self.connection = Some(connection);
        Ok(reply)
    }

    /// Asks for something.
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T> {
        self.send("GET", path, None).await?.read()
    }

    /// Wants something.
    pub async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: impl Serialize,
    ) -> Result<T> {
        let body = serde_json::to_value(body).map_err(unreachable)?;
        let body = (!body.is_null()).then_some(body);
        self.send("POST", path, body).await?.read()
    }

    /// Makes a table.
    pub async fn create(&mut self, table: Value) -> Result<String> {
        Ok(self.post::<Done>("/api/tables", table).await?.table)
    }

    /// Wants something at a table: `sit`, `start`, `moves`, ...
    pub async fn want(&mut self, table: &str, what: &str, body: Value) -> Result<Done> {
        self.post(&format!("/api/tables/{table}/{what}"), body)
            .await
    }

    /// Acts on that version.
    pub async fn play(&mut self, table: &str, version: u64, action: &str) -> Result<Done> {
        let play = json!({"version": version, "action": action});
        self.want(table, "moves", play).await
    }

    /// How the table stands to this visitor.
    pub async fn look(&mut self, table: &str) -> Result<Update> {
        self.get(&format!("/api/tables/{table}")).await
    }

    /// Watches a table.
    pub async fn watch(&self, table: &str, watch: Watch) -> Result<Live> {
        let connected = tokio::time::timeout(TIMEOUT, TcpStream::connect(self.address));
        let stream = connected.await.map_err(unreachable)?.map_err(unreachable)?;
        self.watch_over(stream, table, watch).await
    }

    /// Watches a table over a connection to the server that was made by hand.
    pub async fn watch_over(&self, stream: TcpStream, table: &str, watch: Watch) -> Result<Live> {
        let mut path = format!("ws://{}/api/tables/{table}/live?", self.address);
        for (name, value) in [("since", watch.since), ("chat", watch.chat)] {
            if let Some(value) = value {
                path += &format!("{name}={value}&");
            }
        }
        let mut request = path.into_client_request().map_err(unreachable)?;
        for (name, value) in [
            (COOKIE, self.cookie.clone()),
            (
                AUTHORIZATION,
                self.token.as_ref().map(|token| format!("Bearer {token}")),
            ),
        ] {
            if let Some(value) = value {
                let value = value.parse().map_err(unreachable)?;
                request.headers_mut().insert(name, value);
            }
        }
        let _ = stream.set_nodelay(true);
        let connected = tokio::time::timeout(TIMEOUT, client_async(request, stream));
        let (socket, _) = connected.await.map_err(unreachable)?.map_err(unreachable)?;
        Ok(Live {
            socket,
            closing_code: None,
        })
    }
}

async fn connect(address: SocketAddr) -> Result<SendRequest<Full<Bytes>>> {
    let connected = async {
        let stream = TcpStream::connect(address).await.map_err(unreachable)?;
        let _ = stream.set_nodelay(true);
        handshake(TokioIo::new(stream)).await.map_err(unreachable)
    };
    let (sender, connection) = tokio::time::timeout(TIMEOUT, connected)
        .await
        .map_err(unreachable)??;
    tokio::spawn(connection);
    Ok(sender)
}

/// The live stream of a table.
pub struct Live {
    socket: WebSocketStream<TcpStream>,
    /// The code with which the server has closed it.
    pub closing_code: Option<u16>,
}

impl Live {
    /// The next update as the server wrote it; `None` when the stream has ended.
    pub async fn next_text(&mut self) -> Result<Option<String>> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(Some(text.as_str().to_owned())),
                Some(Ok(Message::Close(frame))) => {
                    self.closing_code = frame.map(|frame| frame.code.into());
                    return Ok(None);
                }
                None => return Ok(None),
                Some(Err(tungstenite::Error::ConnectionClosed)) => return Ok(None),
                Some(Err(error)) => return Err(unreachable(error)),
                Some(Ok(_)) => (),
            }
        }
    }

    /// The next update.
    pub async fn next(&mut self) -> Result<Option<Update>> {
        let Some(text) = self.next_text().await? else {
            return Ok(None);
        };
        let update = serde_json::from_str(&text);
        update
            .map(Some)
            .map_err(|error| VisitError::Odd(format!("{error}: {text}")))
    }

    /// The first update from now on that fits.
    pub async fn until(&mut self, fits: impl Fn(&Update) -> bool) -> Result<Update> {
        let wait = async {
            loop {
                match self.next().await? {
                    Some(update) if fits(&update) => return Ok(update),
                    Some(_) => (),
                    None => return Err(VisitError::Odd("the stream has ended".to_owned())),
                }
            }
        };
        tokio::time::timeout(TIMEOUT, wait)
            .await
            .map_err(unreachable)?
    }

    /// Leaves.
    pub async fn leave(mut self) {
        let _ = self.socket.close(None).await;
    }

    /// Sends something that nobody expects.
    pub async fn shout(&mut self, text: &str) -> Result<()> {
        let text = Message::Text(text.into());
        self.socket.send(text).await.map_err(unreachable)
    }
}

/// A request as it will be sent.
pub type Request = hyper::Request<Full<Bytes>>;

/// A request to be completed by hand.
pub fn request(method: &str, path: &str) -> hyper::http::request::Builder {
    hyper::Request::builder().method(method).uri(path)
}

/// The body of a request made by hand.
pub fn body(text: &str) -> Full<Bytes> {
    Full::new(Bytes::from(text.to_owned()))
}
