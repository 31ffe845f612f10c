-- The row that applicants of one event wait for: kept apart from the event and narrow, so that a rush rewrites little.
CREATE TABLE event_seats (
  event_id integer PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  capacity integer CHECK (capacity > 0),
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  CONSTRAINT event_seats_never_oversold CHECK (taken <= capacity)
) WITH (fillfactor = 50);

CREATE TABLE tickets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_number text NOT NULL,
  event_id integer NOT NULL REFERENCES events,
  user_id integer NOT NULL REFERENCES users,
  fullname text NOT NULL,
  register_date timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'USED', 'CANCELLED')),
  used_at timestamptz,
  cancelled_at timestamptz
);

CREATE UNIQUE INDEX tickets_ticket_id_key ON tickets (ticket_id);
CREATE UNIQUE INDEX tickets_number_key ON tickets (ticket_number);
CREATE UNIQUE INDEX tickets_one_per_person_key ON tickets (event_id, user_id) WHERE status <> 'CANCELLED';
CREATE INDEX tickets_user_id_idx ON tickets (user_id, register_date DESC);
