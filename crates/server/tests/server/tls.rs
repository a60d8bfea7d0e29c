//! PostgreSQL over TLS.

use crate::certificates::Authority;
use crate::house::{House, free_port, fresh_folder, play_on};
use server::store::Store;
use sqlx::{Connection as _, PgConnection, Row as _};
use std::path::Path;
use visitor::Postgres;

/// The address of the database for a host name, with what a client asks of the server's certificate.
fn url(host: &str, port: u16, mode: &str, root: &Path) -> String {
    let root = root.display();
    format!("postgres://test@{host}:{port}/postgres?sslmode={mode}&sslrootcert={root}")
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_over_tls_is_who_it_says_or_refused() {
    let folder = fresh_folder();
    let authority = Authority::new(&folder.join("authority"));
    let stranger = Authority::new(&folder.join("stranger"));
    let own = authority.certify("localhost");
    let port = free_port();
    let postgres =
        Postgres::start_with_tls(&folder.join("pg"), port, &own.certificate, &own.key).unwrap();

    let verified = url("localhost", port, "verify-full", &authority.root());
    let mut house = House::open().await;
    house.move_to(verified.clone()).await;
    let (anna, ben, table) = house.duel("taj-mahal").await;
    let after = play_on(&mut [anna, ben], &table, 10).await;
    assert_eq!(after.version, 13);
    let mut database = PgConnection::connect(&postgres.url()).await.unwrap();
    let sql = "SELECT COUNT(*), BOOL_AND(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
        WHERE client_addr IS NOT NULL";
    let row = sqlx::query(sql).fetch_one(&mut database).await.unwrap();
    // All connections, the one for notifications included.
    assert!(row.get::<i64, _>(0) >= 2);
    assert!(row.get::<bool, _>(1));

    let refused = async |url: &str| Store::open(url).await.unwrap_err().to_string();
    let of_other = refused(&url("localhost", port, "verify-full", &stranger.root())).await;
    assert!(of_other.contains("UnknownIssuer"), "{of_other}");
    let of_other = refused(&url("localhost", port, "verify-ca", &stranger.root())).await;
    assert!(of_other.contains("UnknownIssuer"), "{of_other}");
    let other_name = refused(&url("127.0.0.1", port, "verify-full", &authority.root())).await;
    assert!(other_name.contains("not valid for name"), "{other_name}");
    // The name does not count here, only the authority.
    let any_name = url("127.0.0.1", port, "verify-ca", &authority.root());
    Store::open(&any_name).await.unwrap().close().await;

    // A server without TLS is not believed, either.
    let plain = Postgres::start(&folder.join("plain")).unwrap();
    let without = refused(&format!("{}&sslmode=verify-full", plain.url())).await;
    assert!(without.contains("does not support TLS"), "{without}");
    drop((house, postgres, plain));
    std::fs::remove_dir_all(folder).unwrap();
}
