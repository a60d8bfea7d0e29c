//! The server behind a real reverse proxy with TLS: nginx, configured by the very lines of `docs/server.md`.

use crate::certificates::Authority;
use crate::house::{House, free_port, fresh_folder};
use protocol::{Status, Watch};
use serde_json::{Value, json};
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use visitor::{Visitor, body, hand_over, request, unprivileged};

const SITE: &str = "durbar.example";

/// The lines of the documentation for nginx.
fn documented() -> &'static str {
    let text = include_str!("../../../../docs/server.md");
    let (_, rest) = text.split_once("```nginx\n").unwrap();
    rest.split_once("```").unwrap().0
}

/// An nginx in front of a server.
struct Proxy {
    folder: PathBuf,
    address: SocketAddr,
    authority: Authority,
    nginx: Child,
}

/// Returns the program, if it is installed.
fn nginx() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    let mut programs = folders.map(|folder| folder.join("nginx"));
    programs.find(|program| program.exists())
}

impl Proxy {
    /// Starts nginx with the documented lines, but for the server's address.
    async fn before(server: SocketAddr, program: &Path) -> Self {
        let folder = fresh_folder();
        let authority = Authority::new(&folder.join("authority"));
        let certificate = authority.certify(SITE);
        let own = folder.join("nginx");
        std::fs::create_dir_all(&own).unwrap();
        for (file, name) in [
            (&certificate.certificate, "server.crt"),
            (&certificate.key, "server.key"),
        ] {
            std::fs::copy(file, own.join(name)).unwrap();
            hand_over(&own.join(name)).unwrap();
        }
        hand_over(&own).unwrap();
        let port = free_port();
        let location = documented().replace("127.0.0.1:4040", &server.to_string());
        let configuration = format!(
            "daemon off; worker_processes 1; pid nginx.pid; error_log error.log;
            events {{ worker_connections 256; }}
            http {{
                access_log off;
                client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;
                server {{
                    listen 127.0.0.1:{port} ssl;
                    server_name {SITE};
                    ssl_certificate server.crt;
                    ssl_certificate_key server.key;
                    {location}
                }}
            }}"
        );
        std::fs::write(own.join("nginx.conf"), configuration).unwrap();
        let nginx = unprivileged(program)
            .unwrap()
            .arg("-p")
            .arg(&own)
            .args(["-c", "nginx.conf", "-e", "error.log"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let proxy = Proxy {
            folder,
            address,
            authority,
            nginx,
        };
        for _ in 0..200 {
            if TcpStream::connect(address).await.is_ok() {
                return proxy;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let log = std::fs::read_to_string(own.join("error.log"));
        panic!("nginx does not answer: {log:?}");
    }

    /// A client at this address, whose browser speaks TLS: the visitor's own connections are plain, and are led there.
    async fn visitor_from(&self, client: Ipv4Addr) -> Visitor {
        let mut roots = RootCertStore::empty();
        let root = CertificateDer::from_pem_file(self.authority.root()).unwrap();
        roots.add(root).unwrap();
        let config = ClientConfig::builder()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = TlsConnector::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let way = listener.local_addr().unwrap();
        let proxy = self.address;
        tokio::spawn(async move {
            while let Ok((mut here, _)) = listener.accept().await {
                let connector = connector.clone();
                tokio::spawn(async move {
                    let socket = TcpSocket::new_v4().unwrap();
                    socket.bind((client, 0).into()).unwrap();
                    let there = socket.connect(proxy).await.unwrap();
                    let name = ServerName::try_from(SITE).unwrap();
                    let mut there = connector.connect(name, there).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut here, &mut there).await;
                });
            }
        });
        Visitor::stranger(way)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Its worker ends with it.
        let process = self.nginx.id().to_string();
        let _ = std::process::Command::new("kill").arg(process).status();
        let _ = self.nginx.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Asks for a session as a page of this origin does. Returns the status and the cookie.
async fn asks_from(visitor: &mut Visitor, origin: &str, forged: &str) -> (u16, String) {
    let asked = request("POST", "/api/me")
        .header("host", SITE)
        .header("origin", origin)
        .header("content-type", "application/json")
        .header("x-forwarded-for", forged)
        .header("x-forwarded-proto", "http")
        .body(body(r#"{"name":"Anna"}"#))
        .unwrap();
    let reply = visitor.send_raw(asked).await.unwrap();
    let cookie = reply.headers.get("set-cookie");
    let cookie = cookie.map_or("", |cookie| cookie.to_str().unwrap());
    (reply.status.as_u16(), cookie.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_as_documented_everything_works_and_clients_are_told_apart() {
    let Some(program) = nginx() else {
        let words = "nginx is not installed: the server behind a reverse proxy is not tested\n";
        let _ = std::io::stderr().write_all(words.as_bytes());
        return;
    };
    for origin in [Some(format!("https://{SITE}")), None] {
        let house = House::with(|config| {
            config.proxies = 1;
            config.origin.clone_from(&origin);
            config.limits.guests_per_address = 8;
        })
        .await;
        let proxy = Proxy::before(house.address, &program).await;
        let mut anna = proxy.visitor_from(Ipv4Addr::new(127, 0, 0, 2)).await;
        let mut ben = proxy.visitor_from(Ipv4Addr::new(127, 0, 0, 3)).await;

        // The page's own requests are let in, with a cookie for this host over TLS alone; those of other sites are not.
        let own = format!("https://{SITE}");
        for visitor in [&mut anna, &mut ben] {
            let (status, cookie) = asks_from(visitor, &own, "6.6.6.6").await;
            assert_eq!(status, 200, "{origin:?}");
            assert!(cookie.starts_with("__Host-durbar="), "{cookie}");
            assert!(cookie.ends_with("; Secure"), "{cookie}");
            visitor.cookie = cookie.split(';').next().map(str::to_owned);
        }
        for other in ["https://evil.example", "null"] {
            assert_eq!(asks_from(&mut anna, other, "6.6.6.6").await.0, 403);
        }

        // A game with a live stream.
        let table = json!({"game": "taj-mahal", "options": {"players": 2}, "seats": ["me"]});
        let table = anna.create(table).await.unwrap();
        let mut live = ben.watch(&table, Watch::default()).await.unwrap();
        ben.want(&table, "sit", json!({})).await.unwrap();
        anna.want(&table, "start", Value::Null).await.unwrap();
        let update = live.until(|update| update.status == Status::Running).await;
        assert!(update.unwrap().you.seat.is_some());
        live.leave().await;

        // Each client has a limit of its own, whatever they say about themselves.
        let mut first_refused = None;
        for number in 0..8 {
            let forged = format!("7.7.7.{number}");
            if asks_from(&mut anna, &own, &forged).await.0 == 429 {
                first_refused = Some(number);
                break;
            }
        }
        assert_eq!(first_refused, Some(3));
        assert_eq!(asks_from(&mut ben, &own, "127.0.0.2").await.0, 200);
    }
}
