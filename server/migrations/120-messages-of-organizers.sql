-- What organizers write to the people of an event. `before_start` and `day_after` follow the event when it is moved.
CREATE TABLE event_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  client_key uuid NOT NULL,
  audience text NOT NULL,
  application_ids integer[] NOT NULL,
  subject text NOT NULL,
  content text NOT NULL,
  photos_url text NOT NULL,
  timing text NOT NULL CHECK (timing IN ('now', 'at', 'before_start', 'day_after')),
  fixed_time timestamptz CHECK (fixed_time IS NOT NULL OR timing NOT IN ('now', 'at')),
  minutes_before integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- Its recipients are written down in the transaction that begins it; it is done when all their mails are in the queue.
  begun_at timestamptz,
  done_at timestamptz,
  stopped_at timestamptz,
  stop_reason text CHECK (stop_reason IN ('organizer', 'operator', 'too_many', 'event_gone')),
  UNIQUE (event_id, client_key)
);
CREATE INDEX event_messages_open_idx ON event_messages (id) WHERE done_at IS NULL AND stopped_at IS NULL;

CREATE TABLE message_recipients (
  message_id integer NOT NULL REFERENCES event_messages ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN
    ('waiting', 'queued', 'sent', 'turned_off', 'no_email', 'refused', 'given_up', 'stopped')),
  PRIMARY KEY (message_id, user_id)
);
CREATE INDEX message_recipients_waiting_idx ON message_recipients (message_id, user_id) WHERE state = 'waiting';
CREATE INDEX message_recipients_user_id_idx ON message_recipients (user_id);

-- Since when a person wants no messages from organizers; null for somebody who gets them.
ALTER TABLE users ADD COLUMN messages_off_at timestamptz;
