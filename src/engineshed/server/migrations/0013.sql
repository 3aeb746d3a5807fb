-- What players have planned for their next turns. Only its owner ever sees a plan, so nothing else refers to it.
CREATE TABLE plans (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    slot TEXT NOT NULL,
    id TEXT NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id),
    kind TEXT NOT NULL,
    plan TEXT NOT NULL,
    stopped TEXT,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, seat, slot)
) WITHOUT ROWID;

CREATE INDEX plans_guest ON plans (guest);
