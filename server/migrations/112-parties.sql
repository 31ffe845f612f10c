-- How many seats one application for an event may have, and what is asked about its guests.
ALTER TABLE events
  ADD COLUMN max_party integer NOT NULL DEFAULT 1 CHECK (max_party BETWEEN 1 AND 10),
  ADD COLUMN guest_names_optional boolean NOT NULL DEFAULT false,
  ADD COLUMN questions_per_guest boolean NOT NULL DEFAULT false,
  -- Null: until the event starts.
  ADD COLUMN pass_on_until timestamptz;

-- An application with several seats is a row for the applicant, and one for each guest that names it in `party_of`. All of them
-- are in the same state until they are tickets. A row that was passed on leaves its old number and code in a cancelled row.
ALTER TABLE tickets
  ADD COLUMN party_of integer REFERENCES tickets,
  DROP CONSTRAINT tickets_cancel_reason_check,
  ADD CONSTRAINT tickets_cancel_reason_check CHECK (cancel_reason IN
    ('by_holder', 'refused', 'unpaid', 'not_eligible', 'line_closed', 'too_late', 'called_off', 'passed_on')),
  -- The deadline is the application's.
  ADD CONSTRAINT tickets_guest_deadline_check CHECK (party_of IS NULL OR pay_by IS NULL);
CREATE INDEX tickets_party_idx ON tickets (party_of) WHERE party_of IS NOT NULL;

DROP INDEX tickets_one_per_person_key;
CREATE UNIQUE INDEX tickets_one_per_person_key ON tickets (event_id, user_id)
  WHERE status <> 'CANCELLED' AND party_of IS NULL;

-- Free seats of the event that are kept for a party at the head of the line until it fits.
ALTER TABLE event_seats ADD COLUMN reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0);

-- The same as before, but a party waits as one.
CREATE OR REPLACE FUNCTION count_ticket_type() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seats integer := (NEW.status IN ('UNPAID', 'ACTIVE', 'USED'))::integer;
  places integer := (NEW.status = 'WAITING' AND NEW.party_of IS NULL)::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    seats := seats - (OLD.status IN ('UNPAID', 'ACTIVE', 'USED'))::integer;
    places := places - (OLD.status = 'WAITING' AND OLD.party_of IS NULL)::integer;
  END IF;
  IF seats <> 0 OR places <> 0 THEN
    UPDATE ticket_types SET taken = taken + seats, waiting = waiting + places WHERE id = NEW.ticket_type_id;
  END IF;
  RETURN NULL;
END $$;

-- The same as before, but guests are no applications of their own.
CREATE OR REPLACE FUNCTION note_applications_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
  INSERT INTO webhook_messages (webhook_id, type, event_id, ticket_id, created_at, next_attempt_at)
  SELECT w.id, kind.type, t.event_id, t.id, t.changed_at, t.changed_at
  FROM new_rows t
  CROSS JOIN LATERAL (VALUES ('application.created', t.party_of IS NULL), ('ticket.issued', t.status = 'ACTIVE')) kind (type, holds)
  JOIN events e ON e.id = t.event_id
  JOIN webhooks w ON w.user_id = e.user_id
  WHERE kind.holds;
  RETURN NULL;
END $$;
