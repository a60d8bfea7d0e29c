//! Certificates for tests, made with the command `openssl`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A certificate authority, with files in a folder of its own.
pub struct Authority {
    folder: PathBuf,
}

/// A certificate and its key, as files in PEM.
pub struct Certificate {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

const NEW_KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

impl Authority {
    /// Makes an authority in this folder.
    pub fn new(folder: &Path) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        let authority = Authority {
            folder: folder.to_owned(),
        };
        let name = folder.file_name().unwrap().display();
        authority.openssl(&format!(
            "req -x509 -days 2 -subj /CN={name} -keyout ca.key -out ca.crt {NEW_KEY}"
        ));
        authority
    }

    /// The certificate of the authority itself.
    pub fn root(&self) -> PathBuf {
        self.folder.join("ca.crt")
    }

    /// Makes a certificate for a host of this name.
    pub fn certify(&self, host: &str) -> Certificate {
        let names = self.folder.join("names");
        std::fs::write(&names, format!("subjectAltName=DNS:{host}\n")).unwrap();
        self.openssl(&format!(
            "req -subj /CN=server -keyout server.key -out server.csr {NEW_KEY}"
        ));
        self.openssl(
            "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.crt",
        );
        Certificate {
            certificate: self.folder.join("server.crt"),
            key: self.folder.join("server.key"),
        }
    }

    fn openssl(&self, arguments: &str) {
        let made = Command::new("openssl")
            .args(arguments.split(' '))
            .current_dir(&self.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let made = made.unwrap_or_else(|error| {
            panic!("openssl, which makes certificates, cannot be run: {error}")
        });
        assert!(made.success(), "openssl {arguments}: {made}");
    }
}
