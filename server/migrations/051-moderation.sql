-- While set, nobody writes or edits comments on the event.
ALTER TABLE events ADD COLUMN comments_closed_at timestamptz;

-- Each person reports a comment once; a report that the organizer dismissed stays, for the operator.
CREATE TABLE comment_reports (
  comment_id integer NOT NULL REFERENCES comments ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  reason text NOT NULL CHECK (char_length(reason) <= 500),
  created_at timestamptz NOT NULL,
  dismissed_at timestamptz,
  PRIMARY KEY (comment_id, user_id)
);

CREATE INDEX comment_reports_user_id_idx ON comment_reports (user_id);
CREATE INDEX comment_reports_event_id_idx ON comment_reports (event_id);

-- Whom an organizer, by their account, keeps from commenting on their events and applying for them.
CREATE TABLE blocks (
  owner_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, user_id),
  CHECK (owner_id <> user_id)
);

CREATE INDEX blocks_user_id_idx ON blocks (user_id);
