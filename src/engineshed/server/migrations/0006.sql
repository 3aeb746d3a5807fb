-- Whether and how players end their turns, and the turn that is held until then.
ALTER TABLE tables ADD COLUMN end_turn TEXT NOT NULL DEFAULT 'off';
ALTER TABLE tables ADD COLUMN held INTEGER;
ALTER TABLE tables ADD COLUMN held_until REAL;

-- Bots move at once until a person is to act.
ALTER TABLE tables ADD COLUMN hurried BOOLEAN NOT NULL DEFAULT FALSE;
