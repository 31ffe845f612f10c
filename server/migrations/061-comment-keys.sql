-- Two sendings of one writing are one comment: the page chooses the key.
ALTER TABLE comments ADD COLUMN client_key uuid;
CREATE UNIQUE INDEX comments_client_key_key ON comments (user_id, client_key) WHERE client_key IS NOT NULL;
