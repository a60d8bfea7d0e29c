-- Whom people have blocked.
CREATE TABLE blocks (
    person TEXT NOT NULL,
    blocked TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

-- What people have reported to the host about others.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    person TEXT NOT NULL,
    about TEXT NOT NULL,
    table_id TEXT,
    -- The numbers of chat messages at that table, as JSON.
    messages TEXT NOT NULL,
    said TEXT NOT NULL,
    -- When the host closed it.
    closed BIGINT
);
CREATE INDEX reports_person ON reports (person, at);
CREATE INDEX reports_about ON reports (about);
CREATE INDEX reports_at ON reports (at);
