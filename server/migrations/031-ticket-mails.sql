-- Tickets whose holders are yet to be mailed that they hold one: one row for all that one transaction admitted, gone as
-- soon as their mails are in the outbox.
CREATE TABLE unconfirmed_tickets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_ids integer[] NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
);

-- An event's start that its ticket holders are reminded of: one row for all of them, another one where it was moved.
-- Those up to `last_ticket_id` have their mail in the outbox; all of them once it is done.
CREATE TABLE reminders (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  start_date_event timestamptz NOT NULL,
  last_ticket_id integer NOT NULL DEFAULT 0,
  done_at timestamptz,
  UNIQUE (event_id, start_date_event)
);

CREATE INDEX reminders_open_idx ON reminders (id) WHERE done_at IS NULL;
