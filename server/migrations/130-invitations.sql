-- An invitation is a row of `tickets` without a person, which holds a seat until somebody claims it or `claim_by` has passed.
ALTER TABLE tickets
  -- Null for what did not begin as an invitation.
  ADD COLUMN claim_by timestamptz,
  DROP CONSTRAINT tickets_status_check,
  ADD CONSTRAINT tickets_status_check
    CHECK (status IN ('WAITING', 'PENDING', 'INVITED', 'UNPAID', 'ACTIVE', 'USED', 'CANCELLED')),
  DROP CONSTRAINT tickets_not_issued_check,
  ADD CONSTRAINT tickets_not_issued_check
    CHECK (status NOT IN ('WAITING', 'PENDING', 'INVITED', 'UNPAID') OR issued_at IS NULL),
  ADD CONSTRAINT tickets_invited_check CHECK (status <> 'INVITED' OR (user_id IS NULL AND claim_by IS NOT NULL)),
  DROP CONSTRAINT tickets_cancel_reason_check,
  ADD CONSTRAINT tickets_cancel_reason_check CHECK (cancel_reason IN
    ('by_holder', 'refused', 'unpaid', 'not_eligible', 'line_closed', 'too_late', 'called_off', 'passed_on', 'not_claimed',
     'walk_in_undone'));
CREATE INDEX tickets_claim_by_idx ON tickets (claim_by) WHERE status = 'INVITED';
CREATE INDEX tickets_invited_idx ON tickets (event_id, id) WHERE status = 'INVITED';

-- To whom it was mailed, until 30 days after the event.
CREATE TABLE invitations (
  ticket_id integer PRIMARY KEY REFERENCES tickets,
  email text NOT NULL,
  -- Of the link in the last mail; null before the first.
  token_hash bytea
);
CREATE UNIQUE INDEX invitations_token_hash_key ON invitations (token_hash);
CREATE INDEX invitations_email_idx ON invitations (lower(email));

-- The same as before, but invitations hold seats too.
CREATE OR REPLACE FUNCTION count_ticket_type() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seats integer := (NEW.status IN ('INVITED', 'UNPAID', 'ACTIVE', 'USED'))::integer;
  places integer := (NEW.status = 'WAITING' AND NEW.party_of IS NULL)::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    seats := seats - (OLD.status IN ('INVITED', 'UNPAID', 'ACTIVE', 'USED'))::integer;
    places := places - (OLD.status = 'WAITING' AND OLD.party_of IS NULL)::integer;
  END IF;
  IF seats <> 0 OR places <> 0 THEN
    UPDATE ticket_types SET taken = taken + seats, waiting = waiting + places WHERE id = NEW.ticket_type_id;
  END IF;
  RETURN NULL;
END $$;

-- The same as before, but an invitation is no application until it is claimed, and a walk-in is a ticket that is used at once.
CREATE OR REPLACE FUNCTION note_applications_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
  INSERT INTO webhook_messages (webhook_id, type, event_id, ticket_id, created_at, next_attempt_at)
  SELECT w.id, kind.type, t.event_id, t.id, t.changed_at, t.changed_at
  FROM new_rows t
  CROSS JOIN LATERAL (VALUES
    ('application.created', t.party_of IS NULL AND t.user_id IS NOT NULL),
    ('ticket.issued', t.status IN ('ACTIVE', 'USED')),
    ('ticket.checked_in', t.status = 'USED')
  ) kind (type, holds)
  JOIN events e ON e.id = t.event_id
  JOIN webhooks w ON w.user_id = e.user_id
  WHERE kind.holds;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_changed_applications_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
  INSERT INTO webhook_messages (webhook_id, type, event_id, ticket_id, created_at, next_attempt_at)
  SELECT w.id, kind.type, t.event_id, t.id, t.changed_at, t.changed_at
  FROM new_rows t JOIN old_rows o USING (id)
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN t.status = 'CANCELLED' AND o.status <> 'INVITED' THEN 'application.ended'
      WHEN t.status = 'USED' THEN 'ticket.checked_in'
      WHEN t.status = 'ACTIVE' AND o.status <> 'USED' THEN 'ticket.issued'
    END AS type
  ) kind
  JOIN events e ON e.id = t.event_id
  JOIN webhooks w ON w.user_id = e.user_id
  WHERE t.status <> o.status AND kind.type IS NOT NULL;
  RETURN NULL;
END $$;
