-- People who sign in with LINE, which may tell no email: '' until they add one.
ALTER TABLE users
  ADD COLUMN line_sub text,
  ADD COLUMN line_messages_at timestamptz;
CREATE UNIQUE INDEX users_line_sub_key ON users (line_sub);

DROP INDEX users_email_key;
CREATE UNIQUE INDEX users_email_key ON users (lower(email)) WHERE email <> '';
-- Lookups do not say that the email is not ''.
CREATE INDEX users_email_idx ON users (lower(email));
