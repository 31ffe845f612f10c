-- An event whose owner deleted it after somebody held a ticket: gone from every list, still readable by those people.
-- It is called off when that happened before its end; afterwards nothing is left to call off.
ALTER TABLE events ADD COLUMN withdrawn_at timestamptz;

-- For the list of applicants, cancelled ones too, and for the question whether an event ever had a ticket.
CREATE INDEX tickets_event_id_idx ON tickets (event_id);
