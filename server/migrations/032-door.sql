-- Kept by every statement that changes a ticket, so that a phone at the door asks only for what is new to it. It has no
-- index of its own, which a rush would have to keep: the door reads by event and passes over what has not changed.
ALTER TABLE tickets ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();

-- Counts who is inside; tickets come into it at the door alone.
CREATE INDEX tickets_used_idx ON tickets (event_id) WHERE status = 'USED';

-- Lets helpers without an account check tickets in. Only a hash of the secret is kept.
CREATE TABLE door_links (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  name text NOT NULL,
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);

CREATE UNIQUE INDEX door_links_secret_key ON door_links (secret_hash);
CREATE INDEX door_links_event_id_idx ON door_links (event_id);

-- Every scan of one of the event's tickets, by the number that the phone gave it. Scans of anything else leave no row.
CREATE TABLE check_ins (
  event_id integer NOT NULL REFERENCES events,
  scan_id uuid NOT NULL,
  ticket_id integer NOT NULL REFERENCES tickets,
  door_link_id integer REFERENCES door_links,
  device text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('admitted', 'already_used', 'cancelled', 'expired')),
  let_in boolean NOT NULL,
  scanned_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  undone_at timestamptz CHECK (undone_at IS NULL OR verdict = 'admitted'),
  PRIMARY KEY (event_id, scan_id)
);

-- Nobody gets in twice with one ticket, unless the first entry was undone.
CREATE UNIQUE INDEX check_ins_one_entry_key ON check_ins (ticket_id) WHERE verdict = 'admitted' AND undone_at IS NULL;
CREATE INDEX check_ins_double_idx ON check_ins (event_id, scanned_at DESC) WHERE let_in AND verdict <> 'admitted';
