-- What is known of the payment of an application: the slip that was sent for it last, and whether it was paid and paid back.
CREATE TABLE payments (
  ticket_id integer PRIMARY KEY REFERENCES tickets ON DELETE CASCADE,
  slip_state text CHECK (slip_state IN ('in_review', 'refused', 'confirmed')),
  -- The name of its file in the picture store; '' where there is none any more.
  slip_picture text NOT NULL DEFAULT '',
  slip_readable boolean NOT NULL DEFAULT false,
  slip_reason text NOT NULL DEFAULT '',
  slip_sent_at timestamptz,
  -- What was left of the time to pay when it came to stand still.
  seconds_left integer NOT NULL DEFAULT 0,
  refund_to text NOT NULL DEFAULT '',
  amount_satang integer NOT NULL DEFAULT 0,
  paid_at timestamptz,
  refunded_at timestamptz
);
CREATE INDEX payments_picture_idx ON payments (ticket_id) WHERE slip_picture <> '';

-- Transfers that count for an application: each once, on the whole installation.
CREATE TABLE slip_references (
  bank text NOT NULL,
  reference text NOT NULL,
  ticket_id integer REFERENCES tickets ON DELETE SET NULL,
  PRIMARY KEY (bank, reference)
);
CREATE INDEX slip_references_ticket_idx ON slip_references (ticket_id);
