-- The secret addresses of people's ticket calendars, for those who asked for one. It is stored as it is, because its owner is
-- shown it again.
CREATE TABLE ticket_feeds (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX ticket_feeds_secret_key ON ticket_feeds (secret);
