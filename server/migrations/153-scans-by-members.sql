-- The member of the team whose phone scanned a ticket; null for a door link.
ALTER TABLE check_ins ADD COLUMN scanned_by integer REFERENCES users ON DELETE SET NULL;
CREATE INDEX check_ins_scanned_by_idx ON check_ins (scanned_by) WHERE scanned_by IS NOT NULL;
