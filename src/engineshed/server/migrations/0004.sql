-- A guest may use several devices, each with a cookie of its own that expires. Cookies from before are replaced at the
-- next visit, and are worth nothing after the end of 2027.
CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id),
    created REAL NOT NULL,
    expires REAL NOT NULL
) WITHOUT ROWID;

INSERT INTO sessions (token_hash, guest, created, expires) SELECT token_hash, id, created, 1830297600 FROM guests;

CREATE INDEX sessions_guest ON sessions (guest);

-- What another device shows to become this guest's too. Each works once, for a few minutes.
CREATE TABLE device_codes (
    code_hash BLOB PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id),
    expires REAL NOT NULL
) WITHOUT ROWID;

CREATE INDEX chat_guest ON chat (guest);

-- Who may not write or play here: a guest, or an address.
CREATE TABLE penalties (
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    at REAL NOT NULL,
    until REAL,
    note TEXT NOT NULL,
    PRIMARY KEY (kind, target)
) WITHOUT ROWID;

CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    guest TEXT NOT NULL,
    text TEXT NOT NULL,
    lines TEXT NOT NULL,
    at REAL NOT NULL,
    settled REAL
);

CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    act TEXT NOT NULL,
    target TEXT NOT NULL,
    note TEXT NOT NULL
);
