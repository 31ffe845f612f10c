-- While the table has no statistics, a lookup of a person's ticket may take the index by event alone, and so read all its tickets.
CREATE INDEX tickets_event_user_idx ON tickets (event_id, user_id);
DROP INDEX tickets_event_id_idx;
