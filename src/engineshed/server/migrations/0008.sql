-- Whether players may ask bots what they would do.
ALTER TABLE tables ADD COLUMN hints BOOLEAN NOT NULL DEFAULT TRUE;
