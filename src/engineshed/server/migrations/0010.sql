-- How guests want to be told what happens at their tables while they look elsewhere, and what they are still to be told.
CREATE TABLE house_keys (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE notice_ways (
    id TEXT NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id),
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    keys TEXT NOT NULL,
    label TEXT NOT NULL,
    every INTEGER NOT NULL,
    about TEXT NOT NULL,
    state TEXT NOT NULL,
    created REAL NOT NULL,
    used REAL,
    rest REAL NOT NULL,
    failures INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX notice_ways_guest ON notice_ways (guest);
CREATE INDEX notice_ways_address ON notice_ways (address);

-- A way may be removed while a move is being saved, so its notices do not refer to it: those of a removed way are dropped.
CREATE TABLE notices (
    way TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    ply INTEGER NOT NULL,
    at REAL NOT NULL,
    due REAL NOT NULL,
    holder TEXT,
    claimed REAL,
    PRIMARY KEY (way, table_id, kind, ply)
) WITHOUT ROWID;

CREATE INDEX notices_due ON notices (due);
CREATE INDEX notices_table ON notices (table_id);
