CREATE TABLE guests (
    id TEXT PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    created REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    options TEXT NOT NULL,
    title TEXT NOT NULL,
    owner TEXT NOT NULL REFERENCES guests (id),
    seed TEXT NOT NULL,
    mode TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    pace REAL NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    state TEXT NOT NULL,
    ply INTEGER NOT NULL,
    to_act TEXT NOT NULL,
    result TEXT,
    forked_from TEXT
) WITHOUT ROWID;

CREATE INDEX tables_public ON tables (public, state, updated);

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    guest TEXT REFERENCES guests (id),
    bot TEXT,
    away BOOLEAN NOT NULL,
    link_hash BLOB,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE INDEX seats_guest ON seats (guest);

-- The truth. Everything else about a game follows from it.
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    key TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;

CREATE UNIQUE INDEX events_key ON events (table_id, key) WHERE key IS NOT NULL;

-- A cache: any row may be deleted at any time.
CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
