-- What never became a ticket has no time at which it did, and what has ended says why: 082 has written both for older rows.
ALTER TABLE tickets
  ADD CONSTRAINT tickets_not_issued_check
    CHECK (status NOT IN ('WAITING', 'PENDING', 'UNPAID') OR issued_at IS NULL),
  ADD CONSTRAINT tickets_ended_check CHECK ((status = 'CANCELLED') = (cancel_reason IS NOT NULL)),
  -- Whoever writes a row says whether it is a ticket.
  ALTER COLUMN issued_at DROP DEFAULT;
