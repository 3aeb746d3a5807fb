-- What the person who opened a table wishes for: how fast, by whom, in which language people write.
ALTER TABLE tables ADD COLUMN speed TEXT NOT NULL DEFAULT 'any';
ALTER TABLE tables ADD COLUMN level TEXT NOT NULL DEFAULT 'any';
ALTER TABLE tables ADD COLUMN language TEXT;

-- How far behind spectators are, in entries of the log and in minutes.
ALTER TABLE tables ADD COLUMN delay_moves INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN delay_minutes INTEGER NOT NULL DEFAULT 0;

-- Whether people may take the seats of bots while the game goes on, and the table where it is played again.
ALTER TABLE tables ADD COLUMN latecomers BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tables ADD COLUMN rematch TEXT;

-- The token in a seat's link, to be shown again, the guest for whom a seat is kept, and those who gave it up.
ALTER TABLE seats ADD COLUMN link TEXT;
ALTER TABLE seats ADD COLUMN kept_for TEXT;
ALTER TABLE seats ADD COLUMN sat TEXT NOT NULL DEFAULT '';
CREATE INDEX seats_kept_for ON seats (kept_for) WHERE kept_for IS NOT NULL;
