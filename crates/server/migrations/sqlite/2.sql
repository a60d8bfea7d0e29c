-- A digest of the game's state after some entries: programs with other rules notice that they disagree.
ALTER TABLE entries ADD COLUMN digest TEXT;

-- Whether bots sit there: one person's tables with bots are limited.
ALTER TABLE tables ADD COLUMN bots BIGINT NOT NULL DEFAULT 0;
-- Until when nobody tries to replay the table again, because it cannot be replayed.
ALTER TABLE tables ADD COLUMN rests_until BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_changed ON tables (changed);

-- A message that is sent again has the same key.
ALTER TABLE chat ADD COLUMN key TEXT;
CREATE UNIQUE INDEX chat_keys ON chat (table_id, person, key) WHERE key IS NOT NULL;

-- When it was last used, up to a day: sessions that nobody uses end.
ALTER TABLE sessions ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET used = created;

-- What the host decided about a person: 'muted' or 'banned'.
ALTER TABLE people ADD COLUMN standing TEXT;

-- Times at which all clocks stood still: no server was running, or the clock jumped.
CREATE TABLE pauses (
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (since, until)
) WITHOUT ROWID;

-- One row: the last time at which a server was running.
CREATE TABLE clock (
    one BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
) WITHOUT ROWID;

-- Orders of the host, carried out by a server, and at the same time the log of them.
CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    what TEXT NOT NULL,
    done BIGINT,
    outcome TEXT
) WITHOUT ROWID;
CREATE INDEX orders_open ON orders (at) WHERE done IS NULL;
