-- Seats of an event, or of one of its ticket types, that only the door sells. They count as taken until they are released; one that
-- is sold becomes the seat of the walk-in. `kept` is how many of them phones keep, to sell them without a network.
CREATE TABLE door_seats (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  ticket_type_id integer,
  seats integer NOT NULL DEFAULT 0 CHECK (seats >= 0),
  kept integer NOT NULL DEFAULT 0 CHECK (kept >= 0),
  CONSTRAINT door_seats_never_oversold CHECK (kept <= seats),
  CONSTRAINT door_seats_type_fkey FOREIGN KEY (event_id, ticket_type_id) REFERENCES ticket_types (event_id, id),
  CONSTRAINT door_seats_key UNIQUE NULLS NOT DISTINCT (event_id, ticket_type_id)
);
CREATE INDEX door_seats_left_idx ON door_seats (event_id) WHERE seats > 0;

-- All seats that a phone was ever given to keep, less those it has returned, and how many of them it has sold.
CREATE TABLE phone_seats (
  phone_id uuid NOT NULL,
  door_seats_id integer NOT NULL REFERENCES door_seats ON DELETE CASCADE,
  device text NOT NULL,
  granted integer NOT NULL,
  sold integer NOT NULL DEFAULT 0,
  PRIMARY KEY (phone_id, door_seats_id),
  CHECK (sold BETWEEN 0 AND granted)
);
CREATE INDEX phone_seats_door_seats_id_idx ON phone_seats (door_seats_id);

-- A walk-in is a used ticket without a person.
ALTER TABLE tickets
  ADD COLUMN walk_in text CHECK (walk_in IN ('cash', 'promptpay', 'free')),
  -- The seat was one of these; null for one that was free for everybody.
  ADD COLUMN door_seats_id integer REFERENCES door_seats ON DELETE SET NULL;
CREATE INDEX tickets_door_seats_id_idx ON tickets (door_seats_id) WHERE door_seats_id IS NOT NULL;
