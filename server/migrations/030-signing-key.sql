-- The secret half of the key that signs tickets; one row.
CREATE TABLE signing_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  secret bytea NOT NULL CHECK (length(secret) = 32)
);
