-- Tickets in the wallets of phones. `serial` is the ticket's code: a ticket that is passed on gets another one, and the row
-- then belongs to the cancelled ticket with the old code, which is inserted only after that. `device` is '' for Google, which
-- has one pass for all devices. `due_at` is set while the wallet does not know the last change.
CREATE TABLE wallet_passes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  serial uuid NOT NULL REFERENCES tickets (ticket_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  device text NOT NULL,
  push_token text NOT NULL,
  added_at timestamptz NOT NULL,
  due_at timestamptz,
  UNIQUE (serial, device)
);
CREATE INDEX wallet_passes_device_idx ON wallet_passes (device) WHERE device <> '';
CREATE INDEX wallet_passes_due_idx ON wallet_passes (due_at, id) WHERE due_at IS NOT NULL;

-- Triggers, because a ticket ends in very many places. Where nobody uses a wallet, they cost one look into an empty table for
-- each statement. An entry at the door is no change: a pass is not needed after it.
CREATE FUNCTION note_tickets_for_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_passes) THEN RETURN NULL; END IF;
  UPDATE wallet_passes p SET due_at = t.changed_at
  FROM new_rows t JOIN old_rows o USING (id)
  WHERE p.serial = o.ticket_id
    AND (t.ticket_id, t.fullname, t.status = 'CANCELLED') <> (o.ticket_id, o.fullname, o.status = 'CANCELLED');
  RETURN NULL;
END $$;

CREATE TRIGGER tickets_updated_for_wallets AFTER UPDATE ON tickets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_tickets_for_wallets();

CREATE FUNCTION note_event_for_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_passes) THEN RETURN NULL; END IF;
  UPDATE wallet_passes p SET due_at = NEW.updated_at FROM tickets t WHERE t.event_id = NEW.id AND p.serial = t.ticket_id;
  RETURN NULL;
END $$;

CREATE TRIGGER events_updated_for_wallets AFTER UPDATE ON events FOR EACH ROW
  WHEN ((OLD.event_name, OLD.start_date_event, OLD.end_date_event, OLD.is_online, OLD.place_to_be_announced, OLD.address,
         OLD.latitude, OLD.longitude, OLD.called_off_at)
    IS DISTINCT FROM (NEW.event_name, NEW.start_date_event, NEW.end_date_event, NEW.is_online, NEW.place_to_be_announced,
                      NEW.address, NEW.latitude, NEW.longitude, NEW.called_off_at))
  EXECUTE FUNCTION note_event_for_wallets();
