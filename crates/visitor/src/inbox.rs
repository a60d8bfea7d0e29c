//! What arrives outside of the page: a local push service or webhook, a local mail server, and a browser that decrypts.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdh::diffie_hellman;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// One message that arrived.
#[derive(Clone, Debug)]
pub struct Letter {
    /// When it arrived.
    pub at: Instant,
    /// The path of a request, or the recipient of a mail.
    pub to: String,
    /// The head: lines of the request, or of the mail.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Letter {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

#[derive(Default)]
struct Shared {
    letters: Mutex<Vec<Letter>>,
    status: AtomicU16,
}

/// A server on this machine that keeps whatever arrives.
pub struct Inbox {
    /// Where it listens.
    pub address: SocketAddr,
    shared: Arc<Shared>,
    task: AbortHandle,
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What a connection speaks.
#[derive(Clone, Copy)]
enum Speaks {
    Http,
    Mail,
}

impl Inbox {
    /// Receives requests, as a push service or a webhook does.
    pub async fn http() -> std::io::Result<Self> {
        Inbox::open(Speaks::Http).await
    }

    /// Receives mails.
    pub async fn mail() -> std::io::Result<Self> {
        Inbox::open(Speaks::Mail).await
    }

    async fn open(speaks: Speaks) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::default());
        shared.status.store(201, Ordering::Relaxed);
        let kept = shared.clone();
        let accept = async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (stream, kept) = (BufReader::new(stream), kept.clone());
                tokio::spawn(async move {
                    match speaks {
                        Speaks::Http => requests(stream, &kept).await,
                        Speaks::Mail => mails(stream, &kept).await,
                    }
                });
            }
        };
        Ok(Inbox {
            address,
            shared,
            task: tokio::spawn(accept).abort_handle(),
        })
    }

    /// Answers requests with this status from now on.
    pub fn answer(&self, status: u16) {
        self.shared.status.store(status, Ordering::Relaxed);
    }

    /// Returns what has arrived so far.
    pub fn letters(&self) -> Vec<Letter> {
        self.shared.letters().clone()
    }

    /// Returns what has arrived after so many letters.
    pub fn letters_from(&self, count: usize) -> Vec<Letter> {
        self.shared.letters().iter().skip(count).cloned().collect()
    }

    /// Waits until so many letters have arrived, and returns all; fewer if that takes more than ten seconds.
    pub async fn wait_for(&self, count: usize) -> Vec<Letter> {
        let start = Instant::now();
        while self.letters().len() < count && start.elapsed() < Duration::from_secs(10) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.letters()
    }
}

impl Shared {
    fn letters(&self) -> std::sync::MutexGuard<'_, Vec<Letter>> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, to: String, head: String, body: Vec<u8>) {
        let at = Instant::now();
        self.letters().push(Letter { at, to, head, body });
    }
}

/// Keeps requests until the connection ends.
async fn requests(mut stream: BufReader<TcpStream>, shared: &Shared) -> Option<()> {
    loop {
        let head = head(&mut stream).await?;
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let is_length = name.eq_ignore_ascii_case("content-length");
            value.trim().parse().ok().filter(|_| is_length)
        });
        let mut body = vec![0; length.unwrap_or(0)];
        stream.read_exact(&mut body).await.ok()?;
        let path = head.split(' ').nth(1)?.to_owned();
        let status = shared.status.load(Ordering::Relaxed);
        if (200..300).contains(&status) {
            shared.keep(path, head, body);
        }
        let answer = format!("HTTP/1.1 {status} Heard\r\ncontent-length: 0\r\n\r\n");
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}

/// Reads lines up to an empty one.
async fn head(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await.ok()? == 0 {
            return None;
        }
    }
    Some(head)
}

/// Keeps mails until the connection ends.
async fn mails(mut stream: BufReader<TcpStream>, shared: &Shared) -> Option<()> {
    stream.write_all(b"220 inbox\r\n").await.ok()?;
    let (mut to, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let command = line.trim_end().to_ascii_uppercase();
        let answer = match command.split([' ', ':']).next()? {
            "RCPT" => {
                to = line.split(['<', '>']).nth(1)?.to_owned();
                "250 ok\r\n"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await.ok()?;
                let head = head(&mut stream).await?;
                let mut body = String::new();
                while !body.ends_with("\r\n.\r\n") && body != ".\r\n" {
                    if stream.read_line(&mut body).await.ok()? == 0 {
                        return None;
                    }
                }
                shared.keep(to.clone(), head, body.into_bytes());
                "250 kept\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}

/// A browser that has subscribed to messages.
pub struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    /// A browser with these secrets; `None` if the first one is no key.
    pub fn new(secret: [u8; 32], auth: [u8; 16]) -> Option<Self> {
        let secret = SecretKey::from_slice(&secret).ok()?;
        Some(Browser { secret, auth })
    }

    fn point(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_bytes().to_vec()
    }

    /// The keys `p256dh` and `auth` of its subscription.
    pub fn keys(&self) -> (String, String) {
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        (encode(&self.point()), encode(&self.auth))
    }

    /// Decrypts what a push service passed on (RFC 8291); `None` if it is not for this browser.
    pub fn decrypt(&self, body: &[u8]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_at_checked(16)?;
        let (_, rest) = rest.split_at_checked(5)?;
        let (point, sealed) = rest.split_at_checked(65)?;
        let sender = PublicKey::from_sec1_bytes(point).ok()?;
        let secret = diffie_hellman(self.secret.to_nonzero_scalar(), sender.as_affine());
        let about: [&[u8]; 3] = [b"WebPush: info\0", &self.point(), point];
        let shared = derive::<32>(&self.auth, secret.raw_secret_bytes(), &about)?;
        let key = derive::<16>(salt, &shared, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce = derive::<12>(salt, &shared, &[b"Content-Encoding: nonce\0"])?;
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
        let nonce = Nonce::assume_unique_for_key(nonce);
        let mut opened = sealed.to_vec();
        let opened = key.open_in_place(nonce, Aad::empty(), &mut opened).ok()?;
        opened.strip_suffix(&[2]).map(<[u8]>::to_vec)
    }
}

/// The length of a derived key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], about: &[&[u8]]) -> Option<[u8; N]> {
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    let mut derived = [0; N];
    let expanded = key.expand(about, Length(N)).ok()?;
    expanded.fill(&mut derived).ok()?;
    Some(derived)
}
