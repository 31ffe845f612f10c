-- The entries that count, newest first: what an owner reads of the last hour at their doors.
CREATE INDEX check_ins_entries_idx ON check_ins (event_id, scanned_at DESC)
  WHERE verdict = 'checked_in' AND undone_at IS NULL;
