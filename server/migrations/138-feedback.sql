-- Whom 'How was it?' has been mailed to the day after an event: tickets up to `last_ticket_id`, all once it is done.
CREATE TABLE feedback_requests (
  event_id integer PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  last_ticket_id integer NOT NULL DEFAULT 0,
  done_at timestamptz
);
CREATE INDEX feedback_requests_open_idx ON feedback_requests (event_id) WHERE done_at IS NULL;
-- The events that ended lately.
CREATE INDEX events_end_date_event_idx ON events (end_date_event);

CREATE TABLE event_feedback (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  stars smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
  sentence text NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX event_feedback_user_id_idx ON event_feedback (user_id);
