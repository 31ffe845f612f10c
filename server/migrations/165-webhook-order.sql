-- The version also rises when comments are closed or opened, with the first code and when a date joins a series: these are no
-- edits, and `updated_at` is older.
CREATE OR REPLACE TRIGGER events_updated_for_webhooks AFTER UPDATE ON events FOR EACH ROW
  WHEN (OLD.version <> NEW.version
    AND (OLD.comments_closed_at, OLD.has_codes, OLD.series_id)
      IS NOT DISTINCT FROM (NEW.comments_closed_at, NEW.has_codes, NEW.series_id))
  EXECUTE FUNCTION note_event_for_webhooks();

-- Messages of the same moment are sent in the order in which they were written: an application comes before its ticket.
ALTER TABLE webhook_messages ADD COLUMN sequence bigint GENERATED ALWAYS AS IDENTITY;
DROP INDEX webhook_messages_newest_idx;
CREATE INDEX webhook_messages_newest_idx ON webhook_messages (webhook_id, created_at DESC, sequence DESC);

CREATE OR REPLACE FUNCTION note_applications_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
  INSERT INTO webhook_messages (webhook_id, type, event_id, ticket_id, created_at, next_attempt_at)
  SELECT w.id, kind.type, t.event_id, t.id, t.changed_at, t.changed_at
  FROM new_rows t
  CROSS JOIN LATERAL (VALUES
    (1, 'application.created', t.party_of IS NULL AND t.user_id IS NOT NULL),
    (2, 'ticket.issued', t.status IN ('ACTIVE', 'USED')),
    (3, 'ticket.checked_in', t.status = 'USED')
  ) kind (place, type, holds)
  JOIN events e ON e.id = t.event_id
  JOIN webhooks w ON w.user_id = e.user_id
  WHERE kind.holds
  ORDER BY t.id, kind.place;
  RETURN NULL;
END $$;
