-- Sending the form of a new event twice makes one event, also if it was never saved as a draft. The page chooses the key.
ALTER TABLE published_drafts
  DROP CONSTRAINT published_drafts_pkey,
  DROP CONSTRAINT published_drafts_event_id_key,
  ALTER COLUMN draft_id DROP NOT NULL,
  ADD COLUMN client_key uuid,
  ADD PRIMARY KEY (event_id),
  ADD UNIQUE (draft_id),
  ADD UNIQUE (user_id, client_key);
DROP INDEX published_drafts_user_id_idx;
