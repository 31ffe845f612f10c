-- Networks from which somebody has logged in before, as keyed hashes: they still may after very many wrong passwords from elsewhere.
CREATE TABLE login_networks (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  network_hash bytea NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network_hash)
);
