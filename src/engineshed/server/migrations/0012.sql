-- Whether the players of a table are rated, and whether its result has been booked: games that ended earlier are booked
-- when the server starts.
ALTER TABLE tables ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tables ADD COLUMN booked BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX tables_unbooked ON tables (id) WHERE NOT booked AND (state = 'over' OR (state = 'closed' AND rated));

-- Tables that were made from a record. Until now, the first entry of their log has the time at which they were made.
ALTER TABLE tables ADD COLUMN brought BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE tables SET brought = TRUE WHERE created = (SELECT min(at) FROM events WHERE events.table_id = tables.id);

-- Seats at games that are still played, so that somebody with thousands of games finds them at once.
ALTER TABLE seats ADD COLUMN past BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX seats_present ON seats (guest) WHERE guest IS NOT NULL AND NOT past;
CREATE INDEX tables_present ON tables (owner) WHERE state IN ('open', 'running');

-- How finished games ended, a row for each seat. They outlive their tables, so they refer to none. A guest who is gone is
-- an empty text.
CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    game TEXT NOT NULL,
    map TEXT NOT NULL,
    seats INTEGER NOT NULL,
    at REAL NOT NULL,
    public BOOLEAN NOT NULL,
    guest TEXT NOT NULL,
    bot TEXT,
    place INTEGER NOT NULL,
    score INTEGER,
    gone BOOLEAN NOT NULL,
    rating REAL,
    deviation REAL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE INDEX results_guest ON results (guest, at, table_id);
CREATE INDEX results_rated ON results (guest, game, at) WHERE rating IS NOT NULL;

-- What follows from the results of a guest, added up: against everybody, each opponent, or alone.
CREATE TABLE tallies (
    guest TEXT NOT NULL REFERENCES guests (id),
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    best INTEGER,
    PRIMARY KEY (guest, game, opponent)
) WITHOUT ROWID;

CREATE INDEX tallies_opponent ON tallies (opponent);
CREATE INDEX tallies_own ON tallies (guest, opponent) WHERE opponent < '!';
CREATE INDEX tallies_frequent ON tallies (guest, games) WHERE opponent >= '!';

-- Guests who have played a rated game: the name of their public page, and what their name looks like.
CREATE TABLE players (
    guest TEXT PRIMARY KEY REFERENCES guests (id),
    handle TEXT NOT NULL UNIQUE,
    looks TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX players_looks ON players (looks);

CREATE TABLE ratings (
    guest TEXT NOT NULL REFERENCES guests (id),
    game TEXT NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guest, game)
) WITHOUT ROWID;

-- The code with which a guest comes back who has lost all cookies. Only its hash is kept.
CREATE TABLE recovery_codes (
    guest TEXT PRIMARY KEY REFERENCES guests (id),
    code_hash BLOB NOT NULL UNIQUE,
    created REAL NOT NULL
) WITHOUT ROWID;

-- With whom guests do not want to play or talk.
CREATE TABLE blocks (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id),
    blocked TEXT NOT NULL REFERENCES guests (id),
    at REAL NOT NULL,
    UNIQUE (guest, blocked)
) WITHOUT ROWID;

CREATE INDEX blocks_blocked ON blocks (blocked);
