-- Counts the changes of a table, so that two servers cannot both change what they have read.
ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

-- Which server lets a bot think at a table. It counts only at this revision, and only for a time.
CREATE TABLE leases (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    revision INTEGER NOT NULL,
    holder TEXT NOT NULL,
    until REAL NOT NULL
) WITHOUT ROWID;

CREATE INDEX tables_running ON tables (updated) WHERE state = 'running';
