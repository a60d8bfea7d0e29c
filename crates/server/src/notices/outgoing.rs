//! Requests of this server to others. The addresses come from strangers, so nothing inside of this network is asked unless the host allows it.

use axum::body::Bytes;
use axum::http::header::HOST;
use axum::http::{HeaderName, Request, StatusCode, Uri};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The time limit for one request, from the look-up of its name to the status of the answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum length of an address.
const LONGEST: usize = 1_000;

/// Why a request was not answered. It says nothing about what is at the address, so that nobody can explore a network with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there was no answer")]
pub struct NoAnswer;

/// Sends requests.
pub struct Outgoing {
    /// The encryption, once it was needed; `None` if it cannot be set up.
    tls: OnceLock<Option<TlsConnector>>,
    /// Whether addresses of this network may be asked, and without encryption.
    private: bool,
}

impl Outgoing {
    /// Creates a sender; `private` allows addresses of this network, other ports, and requests without encryption.
    pub fn new(private: bool) -> Self {
        Outgoing {
            tls: OnceLock::new(),
            private,
        }
    }

    /// Returns an address in its usual form, if requests to it are possible.
    pub fn fit(&self, address: &str) -> Option<String> {
        let target = Target::read(address)?;
        let fit = self.private || (target.secure && target.port == 443);
        let literal = target.host.trim_matches(['[', ']']).parse::<IpAddr>();
        let public = self.private || literal.map_or(true, is_public);
        (fit && public).then(|| target.uri.to_string())
    }

    /// Posts to an address and returns the status of the answer.
    pub async fn post(
        &self,
        address: &str,
        headers: &[(HeaderName, &str)],
        body: Vec<u8>,
    ) -> Result<StatusCode, NoAnswer> {
        let posted = tokio::time::timeout(TIMEOUT, self.try_post(address, headers, body)).await;
        posted.ok().flatten().ok_or(NoAnswer)
    }

    async fn try_post(
        &self,
        address: &str,
        headers: &[(HeaderName, &str)],
        body: Vec<u8>,
    ) -> Option<StatusCode> {
        let target = Target::read(&self.fit(address)?)?;
        let host = target.host.trim_matches(['[', ']']).to_owned();
        // The addresses that were checked are those that are connected to.
        let found = self.allowed(&host, target.port).await?;
        let stream = TcpStream::connect(found.as_slice()).await.ok()?;
        let mut request = Request::post(target.path());
        request = request.header(HOST, target.uri.authority()?.as_str());
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body))).ok()?;
        match target.secure {
            false => send(stream, request).await,
            true => {
                let name = ServerName::try_from(host).ok()?;
                let tls = self.tls.get_or_init(encryption).as_ref()?;
                send(tls.connect(name, stream).await.ok()?, request).await
            }
        }
    }

    /// Returns the addresses of a host that may be asked.
    async fn allowed(&self, host: &str, port: u16) -> Option<Vec<SocketAddr>> {
        let found = tokio::net::lookup_host((host, port)).await.ok()?;
        let allowed = |found: &SocketAddr| self.private || is_public(found.ip());
        Some(found.filter(allowed).collect())
    }
}

/// Sets up TLS with the authorities that the operating system trusts.
fn encryption() -> Option<TlsConnector> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .ok()?;
    let config = config.with_root_certificates(roots).with_no_client_auth();
    Some(Arc::new(config).into())
}

/// Sends a request over a connection of its own and returns the status of the answer, whose body is not read.
async fn send<S>(stream: S, request: Request<Full<Bytes>>) -> Option<StatusCode>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    let answer = async {
        let answer = sender.send_request(request).await;
        answer.ok().map(|answer| answer.status())
    };
    tokio::select! {
        answer = answer => answer,
        _ = connection => None,
    }
}

/// An address that can be asked.
struct Target {
    uri: Uri,
    host: String,
    port: u16,
    secure: bool,
}

impl Target {
    fn read(address: &str) -> Option<Self> {
        if address.len() > LONGEST {
            return None;
        }
        let uri: Uri = address.parse().ok()?;
        let secure = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = uri.authority()?.as_str();
        if authority.contains('@') {
            return None;
        }
        let host = uri.host().filter(|host| !host.is_empty())?.to_owned();
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        Some(Target {
            uri,
            host,
            port,
            secure,
        })
    }

    fn path(&self) -> &str {
        self.uri.path_and_query().map_or("/", |path| path.as_str())
    }
}

/// Returns the scheme and host of an address, such as `https://push.example`.
pub fn origin_of(address: &str) -> Option<String> {
    let target = Target::read(address)?;
    let scheme = target.uri.scheme_str()?;
    Some(format!("{scheme}://{}", target.uri.authority()?))
}

/// Returns whether an address belongs to a machine that anybody can reach.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let reserved = matches!(
        (a, b, c),
        (0, ..)
            | (100, 64..=127, _)
            | (192, 0, 0)
            | (192, 88, 99)
            | (198, 18..=19, _)
            | (240..=255, ..)
    );
    !(reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Only global unicast addresses; those inside of it for documentation, and those that lead to a version 4 address, are not.
    (0x2000..0x4000).contains(&first)
        && first != 0x2002
        && !(first == 0x2001 && (second == 0 || second == 0xdb8))
        && !(first == 0x3fff && second < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_can_only_name_public_addresses() {
        let outgoing = Outgoing::new(false);
        for fit in [
            "https://push.example/send/abc?x=1",
            "https://push.example:443/",
            "https://9.9.9.9/",
        ] {
            assert!(outgoing.fit(fit).is_some(), "{fit}");
        }
        let long = format!("https://push.example/{}", "a".repeat(LONGEST));
        for unfit in [
            "http://push.example/",
            "https://push.example:22/",
            "https://user@push.example/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://10.1.2.3/",
            "https://[::ffff:10.1.2.3]/",
            "ftp://push.example/",
            "//push.example/",
            "push.example",
            "",
            &long,
        ] {
            assert!(outgoing.fit(unfit).is_none(), "{unfit}");
        }
        let private = Outgoing::new(true);
        assert!(private.fit("http://127.0.0.1:8080/x").is_some());
        assert!(private.fit("ftp://127.0.0.1/").is_none());
    }

    #[test]
    fn addresses_of_networks_of_ones_own_are_not_public() {
        let public = |text: &str| is_public(text.parse().unwrap());
        for address in [
            "1.1.1.1",
            "100.63.0.1",
            "172.32.0.1",
            "2606:4700::1111",
            "2001:4860::1",
        ] {
            assert!(public(address), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:192.168.0.1",
            "64:ff9b::a00:1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:a00:1::",
        ] {
            assert!(!public(address), "{address}");
        }
    }

    #[tokio::test]
    async fn names_of_this_machine_are_not_asked_either() {
        let outgoing = Outgoing::new(false);
        let allowed = outgoing.allowed("localhost", 443).await.unwrap();
        assert_eq!(allowed, []);
        let asked = outgoing.post("https://localhost/", &[], Vec::new()).await;
        assert_eq!(asked, Err(NoAnswer));
        let private = Outgoing::new(true).allowed("localhost", 443).await;
        assert!(!private.unwrap().is_empty(), "the name is known");
    }
}
