-- An event is called off, wherever one reads of it; a ticket is checked in at the door, and only its holder was admitted.
ALTER TABLE events RENAME COLUMN withdrawn_at TO called_off_at;

DROP INDEX check_ins_one_entry_key, check_ins_double_idx;
ALTER TABLE check_ins DROP CONSTRAINT check_ins_verdict_check, DROP CONSTRAINT check_ins_check;
UPDATE check_ins SET verdict = 'checked_in' WHERE verdict = 'admitted';
ALTER TABLE check_ins
  ADD CONSTRAINT check_ins_verdict_check CHECK (verdict IN ('checked_in', 'already_used', 'cancelled', 'expired')),
  ADD CONSTRAINT check_ins_undone_check CHECK (undone_at IS NULL OR verdict = 'checked_in');
CREATE UNIQUE INDEX check_ins_one_entry_key ON check_ins (ticket_id) WHERE verdict = 'checked_in' AND undone_at IS NULL;
CREATE INDEX check_ins_double_idx ON check_ins (event_id, scanned_at DESC) WHERE let_in AND verdict <> 'checked_in';
