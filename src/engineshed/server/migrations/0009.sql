-- The clocks of a table: what was agreed, how much time each player has, and when the table does something by itself.
ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT '{}';
ALTER TABLE tables ADD COLUMN timing TEXT;
ALTER TABLE tables ADD COLUMN due REAL;

UPDATE tables SET due = held_until WHERE state = 'running';

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
