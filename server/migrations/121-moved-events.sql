-- Changes of an event's date, time or place that its applicants are told of: what it was before. A row gathers the changes of
-- ten minutes. Applicants up to `last_ticket_id` have their mail in the queue; all of them once it is done.
CREATE TABLE event_moves (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  start_date_event timestamptz NOT NULL,
  end_date_event timestamptz NOT NULL,
  is_online boolean NOT NULL,
  place_to_be_announced boolean NOT NULL,
  address text NOT NULL,
  meeting_link text NOT NULL,
  note text NOT NULL,
  changed_at timestamptz NOT NULL,
  last_changed_at timestamptz NOT NULL,
  last_ticket_id integer NOT NULL DEFAULT 0,
  begun_at timestamptz,
  done_at timestamptz
);
CREATE UNIQUE INDEX event_moves_gathering_idx ON event_moves (event_id) WHERE begun_at IS NULL;
CREATE INDEX event_moves_open_idx ON event_moves (id) WHERE done_at IS NULL;
CREATE INDEX event_moves_event_id_idx ON event_moves (event_id, id);
