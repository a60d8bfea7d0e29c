//! A PostgreSQL that is gone afterwards, for tests and load.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A PostgreSQL of one's own, in a folder of its own, reachable by nobody else.
pub struct Postgres {
    folder: PathBuf,
    program: PathBuf,
    environment: Vec<(String, String)>,
    server: Child,
}

/// What to do if there is none.
pub const MISSING: &str = "PostgreSQL is missing: please install it (Debian and Ubuntu: apt-get install postgresql), then try again";

/// Where Debian keeps its programs.
const DEBIAN: &str = "/usr/lib/postgresql";

impl Postgres {
    /// Makes a database in that folder, which must not exist yet, and starts its server.
    pub fn start(folder: &Path) -> io::Result<Self> {
        Postgres::start_with(folder, Vec::new())
    }

    /// The same with these variables in its environment.
    pub fn start_with(folder: &Path, environment: Vec<(String, String)>) -> io::Result<Self> {
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
        let server = serve(&program, folder, &environment)?;
        let postgres = Postgres {
            folder: folder.to_owned(),
            program,
            environment,
            server,
        };
        postgres.wait_until_ready()?;
        Ok(postgres)
    }

    /// Where it can be reached.
    pub fn url(&self) -> String {
        format!(
            "postgres://test@localhost/postgres?host={}",
            self.folder.display()
        )
    }

    /// Ends the server as a crash would.
    pub fn crash(&mut self) -> io::Result<()> {
        self.signal("QUIT")
    }

    /// Starts it again.
    pub fn revive(&mut self) -> io::Result<()> {
        self.server = serve(&self.program, &self.folder, &self.environment)?;
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
        let socket = self.folder.join(".s.PGSQL.5432");
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

fn serve(program: &Path, folder: &Path, environment: &[(String, String)]) -> io::Result<Child> {
    unprivileged(program)?
        .arg("-D")
        .arg(folder.join("d"))
        .arg("-k")
        .arg(folder)
        .args(["-c", "listen_addresses=", "-c", "max_connections=60"])
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

/// PostgreSQL refuses to be run by root; then it is run by whoever is made for it, or by nobody.
fn unprivileged(program: &Path) -> io::Result<Command> {
    let mut command = Command::new(program);
    command.current_dir("/");
    #[cfg(unix)]
    if let Some((user, group)) = other_user()? {
        use std::os::unix::process::CommandExt;
        command.uid(user).gid(group);
    }
    Ok(command)
}

#[cfg(unix)]
fn hand_over(folder: &Path) -> io::Result<()> {
    match other_user()? {
        Some((user, group)) => std::os::unix::fs::chown(folder, Some(user), Some(group)),
        None => Ok(()),
    }
}

#[cfg(not(unix))]
fn hand_over(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whom root becomes for PostgreSQL; `None` if we are not root.
#[cfg(unix)]
fn other_user() -> io::Result<Option<(u32, u32)>> {
    let me = Command::new("id").arg("-u").output()?;
    if me.stdout.trim_ascii() != b"0" {
        return Ok(None);
    }
    let users = std::fs::read_to_string("/etc/passwd")?;
    let find = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        let user = fields.next()?.parse().ok()?;
        Some((user, fields.next()?.parse().ok()?))
    };
    let found = find("postgres").or_else(|| find("nobody"));
    found
        .map(Some)
        .ok_or_else(|| io::Error::other("neither ‘postgres’ nor ‘nobody’ is a user here"))
}
