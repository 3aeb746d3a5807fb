-- The parts of a log that were played under different versions of the rules, and where they begin: as much the truth as
-- the log itself. A table without any has one part, which begins from the usual start of its game.
CREATE TABLE parts (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    version INTEGER NOT NULL,
    start BLOB,
    dump BLOB,
    PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;

-- No log leads to the position that a fork begins from, so it does not belong into a cache.
INSERT INTO parts (table_id, ply, moves, version, start, dump)
SELECT tables.id, 0, 0, tables.version, NULL, snapshots.data
FROM tables JOIN snapshots ON snapshots.table_id = tables.id AND snapshots.ply = 0
WHERE tables.forked_from IS NOT NULL;

-- The latest positions in words, from which a later version of the rules can go on.
CREATE TABLE described (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    version INTEGER NOT NULL,
    description BLOB NOT NULL,
    PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;
