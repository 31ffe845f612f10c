-- Sending the form of a new draft twice makes one draft. The page chooses the key.
ALTER TABLE event_drafts
  ADD COLUMN client_key uuid,
  ADD UNIQUE (user_id, client_key);
