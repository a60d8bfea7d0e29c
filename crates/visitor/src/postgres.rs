//! A PostgreSQL that is gone afterwards, for tests and load.

use crate::unprivileged::{hand_over, unprivileged};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A PostgreSQL of one's own, in a folder of its own, reachable by nobody else.
pub struct Postgres {
    folder: PathBuf,
    program: PathBuf,
    environment: Vec<(String, String)>,
    port: u16,
    settings: Vec<String>,
    server: Child,
}

/// What to do if there is none.
pub const MISSING: &str = "PostgreSQL is missing: please install it (Debian and Ubuntu: apt-get install postgresql), then try again";

/// Where Debian keeps its programs.
const DEBIAN: &str = "/usr/lib/postgresql";
/// The port that PostgreSQL names its sockets after, unless told otherwise.
const PORT: u16 = 5432;

impl Postgres {
    /// Makes a database in that folder, which must not exist yet, and starts its server.
    pub fn start(folder: &Path) -> io::Result<Self> {
        Postgres::start_with(folder, Vec::new())
    }

    /// The same with these variables in its environment.
    pub fn start_with(folder: &Path, environment: Vec<(String, String)>) -> io::Result<Self> {
        let settings = vec!["listen_addresses=".to_owned()];
        Postgres::make(folder, environment, PORT, settings)
    }

    /// The same, also by TCP at that port of this machine, with TLS: `certificate` and `key` are files in PEM.
    pub fn start_with_tls(
        folder: &Path,
        port: u16,
        certificate: &Path,
        key: &Path,
    ) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let mut settings = vec!["listen_addresses=localhost".to_owned(), "ssl=on".to_owned()];
        for (setting, file) in [("ssl_cert_file", certificate), ("ssl_key_file", key)] {
            let copy = folder.join(setting);
            std::fs::copy(file, &copy)?;
            hand_over(&copy)?;
            settings.push(format!("{setting}={}", copy.display()));
        }
        Postgres::make(folder, Vec::new(), port, settings)
    }

    fn make(
        folder: &Path,
        environment: Vec<(String, String)>,
        port: u16,
        settings: Vec<String>,
    ) -> io::Result<Self> {
        let programs = programs().ok_or_else(|| io::Error::other(MISSING))?;
        std::fs::create_dir_all(folder)?;
        hand_over(folder)?;
        let mut initdb = unprivileged(&programs.join("initdb"))?;
        let made = initdb
            .args([
                "-A",
                "trust",
                "-U",
                "test",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C",
                "-D",
            ])
            .arg(folder.join("d"))
            .stdout(Stdio::null())
            .status()?;
        if !made.success() {
            return Err(io::Error::other(format!("initdb ended with {made}")));
        }
        let program = programs.join("postgres");
        let server = serve(&program, folder, &environment, port, &settings)?;
        let postgres = Postgres {
            folder: folder.to_owned(),
            program,
            environment,
            port,
            settings,
            server,
        };
        postgres.wait_until_ready()?;
        Ok(postgres)
    }

    /// Where it can be reached.
    pub fn url(&self) -> String {
        format!(
            "postgres://test@localhost:{}/postgres?host={}",
            self.port,
            self.folder.display()
        )
    }

    /// Ends the server as a crash would.
    pub fn crash(&mut self) -> io::Result<()> {
        self.signal("QUIT")
    }

    /// Starts it again.
    pub fn revive(&mut self) -> io::Result<()> {
        let Postgres {
            program,
            folder,
            environment,
            port,
            settings,
            ..
        } = self;
        self.server = serve(program, folder, environment, *port, settings)?;
        self.wait_until_ready()
    }

    fn signal(&mut self, signal: &str) -> io::Result<()> {
        let process = self.server.id().to_string();
        Command::new("kill")
            .args(["-s", signal, &process])
            .status()?;
        self.server.wait().map(drop)
    }

    fn wait_until_ready(&self) -> io::Result<()> {
        let start = Instant::now();
        let socket = self.folder.join(format!(".s.PGSQL.{}", self.port));
        while start.elapsed() < Duration::from_secs(30) {
            // Its last line says `ready` once connections are accepted.
            let state = std::fs::read_to_string(self.folder.join("d/postmaster.pid"));
            if socket.exists() && state.is_ok_and(|state| state.trim_end().ends_with("ready")) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(io::Error::other("PostgreSQL does not get ready"))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.signal("QUIT");
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn serve(
    program: &Path,
    folder: &Path,
    environment: &[(String, String)],
    port: u16,
    settings: &[String],
) -> io::Result<Child> {
    unprivileged(program)?
        .arg("-D")
        .arg(folder.join("d"))
        .arg("-k")
        .arg(folder)
        .args(["-p", &port.to_string(), "-c", "max_connections=60"])
        .args(settings.iter().flat_map(|setting| ["-c", setting]))
        .envs(environment.iter().cloned())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// The folder of `initdb` and `postgres`.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = std::fs::read_dir(DEBIAN) {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders
        .into_iter()
        .find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}
