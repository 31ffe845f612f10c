-- Addresses to which an organizer's programs want messages about their events.
CREATE TABLE webhooks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  url text NOT NULL,
  secret text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhooks_user_id_idx ON webhooks (user_id, id);

-- Messages hold no data about people: it is read when they are sent. `next_attempt_at` is null once a message is delivered or
-- given up.
CREATE TABLE webhook_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  type text NOT NULL,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  ticket_id integer REFERENCES tickets ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  answer_status integer,
  answer text NOT NULL DEFAULT ''
);
CREATE INDEX webhook_messages_newest_idx ON webhook_messages (webhook_id, created_at DESC, id);
CREATE INDEX webhook_messages_due_idx ON webhook_messages (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_messages_created_at_idx ON webhook_messages (created_at);
CREATE INDEX webhook_messages_event_id_idx ON webhook_messages (event_id);
CREATE INDEX webhook_messages_ticket_id_idx ON webhook_messages (ticket_id) WHERE ticket_id IS NOT NULL;

-- Triggers write the messages, because an application changes its state in very many places. Where nobody has a webhook,
-- they cost one look into an empty table for each statement.
CREATE FUNCTION note_applications_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
  INSERT INTO webhook_messages (webhook_id, type, event_id, ticket_id, created_at, next_attempt_at)
  SELECT w.id, kind.type, t.event_id, t.id, t.changed_at, t.changed_at
  FROM new_rows t
  CROSS JOIN LATERAL (VALUES ('application.created', true), ('ticket.issued', t.status = 'ACTIVE')) kind (type, holds)
  JOIN events e ON e.id = t.event_id
  JOIN webhooks w ON w.user_id = e.user_id
  WHERE kind.holds;
  RETURN NULL;
END $$;

CREATE FUNCTION note_changed_applications_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
  INSERT INTO webhook_messages (webhook_id, type, event_id, ticket_id, created_at, next_attempt_at)
  SELECT w.id, kind.type, t.event_id, t.id, t.changed_at, t.changed_at
  FROM new_rows t JOIN old_rows o USING (id)
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN t.status = 'CANCELLED' THEN 'application.ended'
      WHEN t.status = 'USED' THEN 'ticket.checked_in'
      WHEN t.status = 'ACTIVE' AND o.status <> 'USED' THEN 'ticket.issued'
    END AS type
  ) kind
  JOIN events e ON e.id = t.event_id
  JOIN webhooks w ON w.user_id = e.user_id
  WHERE t.status <> o.status AND kind.type IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER tickets_inserted_for_webhooks AFTER INSERT ON tickets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_applications_for_webhooks();
CREATE TRIGGER tickets_updated_for_webhooks AFTER UPDATE ON tickets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_applications_for_webhooks();

CREATE FUNCTION note_event_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_messages (webhook_id, type, event_id, created_at, next_attempt_at)
  SELECT w.id, 'event.changed', NEW.id, NEW.updated_at, NEW.updated_at
  FROM webhooks w WHERE w.user_id = NEW.user_id;
  RETURN NULL;
END $$;

CREATE TRIGGER events_updated_for_webhooks AFTER UPDATE ON events FOR EACH ROW
  WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_event_for_webhooks();
