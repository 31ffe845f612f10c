-- Requests to sign in with a mailed code, also for addresses without an account. A browser has one at a time. The hashes are
-- null until the mail is made.
CREATE TABLE sign_in_codes (
  browser_hash bytea PRIMARY KEY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  code_hash bytea,
  link_hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX sign_in_codes_id_key ON sign_in_codes (id);
CREATE INDEX sign_in_codes_expires_at_idx ON sign_in_codes (expires_at);
