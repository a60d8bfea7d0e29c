-- Where people are told that it is their turn while they are not here: a browser, a mail address, or the webhook of a table.
CREATE TABLE contacts (
    id TEXT PRIMARY KEY,
    -- Whose turns; of a webhook, who added it.
    person TEXT NOT NULL,
    -- The only table, for a webhook.
    table_id TEXT,
    -- The browser's endpoint, the mail address or the URL.
    target TEXT NOT NULL,
    what TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- When the last notice was sent.
    told BIGINT NOT NULL,
    -- The hash of the code that confirms a mail address, until it is confirmed, and how often another one was tried.
    code TEXT,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX contacts_person ON contacts (person, target) WHERE table_id IS NULL;
CREATE UNIQUE INDEX contacts_table ON contacts (table_id, target) WHERE table_id IS NOT NULL;

-- Turns that contacts are still to be told of; written together with the entry that began the turn.
CREATE TABLE notices (
    contact TEXT NOT NULL,
    table_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    person TEXT NOT NULL,
    due BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (contact, table_id, version, person)
) WITHOUT ROWID;
CREATE INDEX notices_due ON notices (due);
CREATE INDEX notices_table ON notices (table_id);

-- Secrets of the site, made at its first start.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
