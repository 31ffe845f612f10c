-- The ways of an event's applications: what its organizer decides and where its price is paid.
ALTER TABLE events
  ADD COLUMN needs_approval boolean NOT NULL DEFAULT false,
  ADD COLUMN waiting_list boolean NOT NULL DEFAULT true,
  ADD COLUMN promptpay_id text NOT NULL DEFAULT '',
  ADD COLUMN payment_minutes integer NOT NULL DEFAULT 1440;

-- How many stand in line, read and written with the seats.
ALTER TABLE event_seats ADD COLUMN waiting integer NOT NULL DEFAULT 0 CHECK (waiting >= 0);
CREATE INDEX event_seats_waiting_idx ON event_seats (event_id) WHERE waiting > 0;

-- An application is a row from its beginning; `issued_at` is when it became a ticket, null where it never did.
ALTER TABLE tickets
  DROP CONSTRAINT tickets_status_check,
  ADD CONSTRAINT tickets_status_check
    CHECK (status IN ('WAITING', 'PENDING', 'UNPAID', 'ACTIVE', 'USED', 'CANCELLED')),
  ADD COLUMN issued_at timestamptz DEFAULT now(),
  -- Null for an unpaid one whose deadline stands still.
  ADD COLUMN pay_by timestamptz,
  ADD COLUMN price_satang integer NOT NULL DEFAULT 0,
  ADD COLUMN organizer_word text NOT NULL DEFAULT '',
  ADD COLUMN cancel_reason text CHECK (cancel_reason IN
    ('by_holder', 'refused', 'unpaid', 'not_eligible', 'line_closed', 'too_late', 'called_off'));

UPDATE tickets t
SET issued_at = t.register_date, cancel_reason = CASE
      WHEN t.status <> 'CANCELLED' THEN NULL
      WHEN e.called_off_at <= t.cancelled_at THEN 'called_off'
      ELSE 'by_holder' END
FROM events e
WHERE e.id = t.event_id;

ALTER TABLE tickets
  ADD CONSTRAINT tickets_issued_check CHECK (status NOT IN ('ACTIVE', 'USED') OR issued_at IS NOT NULL);

-- Rows are in these only while they are in that state: a plain application writes nothing into them.
CREATE INDEX tickets_waiting_idx ON tickets (event_id, id) WHERE status = 'WAITING';
CREATE INDEX tickets_pending_idx ON tickets (event_id, id) WHERE status = 'PENDING';
CREATE INDEX tickets_unpaid_idx ON tickets (event_id, id) WHERE status = 'UNPAID';
CREATE INDEX tickets_pay_by_idx ON tickets (pay_by) WHERE status = 'UNPAID';

-- What its holders are to be mailed about a change of state.
ALTER TABLE unconfirmed_tickets ADD COLUMN news text NOT NULL DEFAULT 'confirmed';
