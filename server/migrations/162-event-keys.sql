-- Two sendings of one form are one event: the page chooses the key.
ALTER TABLE events ADD COLUMN client_key uuid;
CREATE UNIQUE INDEX events_client_key_key ON events (user_id, client_key) WHERE client_key IS NOT NULL;
