ALTER TABLE tables ADD COLUMN shared BOOLEAN NOT NULL DEFAULT FALSE;

-- Where one guest holds several seats, people sit around one screen.
UPDATE tables SET shared = TRUE WHERE id IN (
    SELECT table_id FROM seats WHERE guest IS NOT NULL GROUP BY table_id, guest HAVING count(*) > 1
);

-- The lobby lists tables by their last change, and may ask for a game, a state, or both.
DROP INDEX tables_public;
CREATE INDEX lobby ON tables (updated, id) WHERE public AND state <> 'closed';
CREATE INDEX lobby_state ON tables (state, updated, id) WHERE public AND state <> 'closed';
CREATE INDEX lobby_game ON tables (game, updated, id) WHERE public AND state <> 'closed';
CREATE INDEX lobby_game_state ON tables (game, state, updated, id) WHERE public AND state <> 'closed';
CREATE INDEX tables_owner ON tables (owner);

-- The words of titles and names, as they are searched for.
CREATE TABLE table_words (
    word TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (word, table_id)
) WITHOUT ROWID;
CREATE INDEX table_words_table ON table_words (table_id, word);

CREATE TABLE guest_words (
    word TEXT NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    PRIMARY KEY (word, guest)
) WITHOUT ROWID;
CREATE INDEX guest_words_guest ON guest_words (guest, word);

INSERT INTO table_words SELECT word.value, tables.id FROM tables, json_each(searchable(tables.title)) AS word;
INSERT INTO guest_words SELECT word.value, guests.id FROM guests, json_each(searchable(guests.name)) AS word;

-- The whole options of tables with texts of their own. tables.options is brief, so that lists need not read the texts.
CREATE TABLE own_options (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    options TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO own_options SELECT id, options FROM tables WHERE brief(options) <> options;
UPDATE tables SET options = brief(options) WHERE id IN (SELECT table_id FROM own_options);
