-- Everything that happened at a table. The key decides between writers.
CREATE TABLE entries (
    table_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    person TEXT,
    key TEXT,
    what TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

-- What can be told of a table without replaying it; written together with each entry.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    listed BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    deadline BIGINT,
    bot_due BIGINT NOT NULL,
    leased_until BIGINT NOT NULL,
    line TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_listed ON tables (changed) WHERE listed = 1;
CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_bot_due ON tables (leased_until) WHERE bot_due = 1;
CREATE INDEX tables_owner ON tables (owner);

-- Which tables are a person's own.
CREATE TABLE mine (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
) WITHOUT ROWID;

CREATE TABLE chat (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    person TEXT NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL
) WITHOUT ROWID;

-- A person can have several: one for each browser, one for each program. Only the hash of the secret is kept.
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    created BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_person ON sessions (person);
