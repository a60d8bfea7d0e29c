//! Programs that are not run by root, even if the tests are.

use std::io;
use std::path::Path;
use std::process::Command;

/// Returns a command that does not run as root: PostgreSQL refuses that. Then it is run by the user ‘postgres’, or by nobody.
pub fn unprivileged(program: &Path) -> io::Result<Command> {
    let mut command = Command::new(program);
    command.current_dir("/");
    #[cfg(unix)]
    if let Some((user, group)) = other_user()? {
        use std::os::unix::process::CommandExt;
        command.uid(user).gid(group);
    }
    Ok(command)
}

/// Gives a file or folder to whoever runs such commands.
#[cfg(unix)]
pub fn hand_over(folder: &Path) -> io::Result<()> {
    match other_user()? {
        Some((user, group)) => std::os::unix::fs::chown(folder, Some(user), Some(group)),
        None => Ok(()),
    }
}

/// Gives a file or folder to whoever runs such commands.
#[cfg(not(unix))]
pub fn hand_over(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whom root becomes; `None` if we are not root.
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
