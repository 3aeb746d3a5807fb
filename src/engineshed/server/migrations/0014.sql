-- Whose lines in the chat a guest does not want to read, at any table.
CREATE TABLE ignored (
    guest TEXT NOT NULL REFERENCES guests (id),
    other TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guest, other)
) WITHOUT ROWID;

CREATE INDEX ignored_other ON ignored (other);
