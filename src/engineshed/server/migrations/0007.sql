-- What is worked out about finished games: what decided one (ply -1), or how a position of it would go on.
CREATE TABLE studies (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    guest TEXT NOT NULL,
    asked REAL NOT NULL,
    state TEXT NOT NULL,
    holder TEXT NOT NULL,
    changed REAL NOT NULL,
    done REAL NOT NULL,
    found BLOB NOT NULL,
    PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;

CREATE INDEX studies_guest ON studies (guest);
CREATE INDEX studies_holder ON studies (holder, state);
