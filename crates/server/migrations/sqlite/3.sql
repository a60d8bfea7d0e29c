-- The public keys by which people sign in.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter BIGINT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_person ON passkeys (person);

-- Secrets that work once: recovery codes, links to another device, challenges for passkeys. Only their hashes are kept.
CREATE TABLE one_time (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    person TEXT,
    expires BIGINT
) WITHOUT ROWID;
CREATE INDEX one_time_person ON one_time (person) WHERE person IS NOT NULL;
CREATE INDEX one_time_expires ON one_time (expires) WHERE expires IS NOT NULL;

-- The tables at which a person ever sat: their name can be deleted there.
CREATE TABLE sat (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
INSERT INTO sat (person, table_id)
    SELECT person, table_id FROM entries WHERE person IS NOT NULL UNION SELECT person, table_id FROM mine;
CREATE INDEX sat_table ON sat (table_id);
CREATE INDEX mine_table ON mine (table_id);
CREATE INDEX chat_person ON chat (person);

-- The guests who became part of an account: entries and messages from before name the guest.
CREATE TABLE joined (
    guest TEXT PRIMARY KEY,
    person TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX joined_person ON joined (person);
