-- What the geocoder answered, so that it is asked once for what many people look up.
CREATE TABLE places (
  question text PRIMARY KEY,
  answer jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX places_expires_idx ON places (expires_at);
