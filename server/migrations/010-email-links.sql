-- Links that were mailed to people. Only a hash of the token is kept; a newer link of a kind takes the older one's place,
-- and a link is good only while the user still has the address that it was mailed to.
CREATE TABLE email_links (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('verify', 'reset')),
  email text NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);
