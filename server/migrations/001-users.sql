CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  email text NOT NULL,
  email_verified_at timestamptz,
  password_hash text,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  phone_number text NOT NULL DEFAULT '',
  birth_date date,
  address text NOT NULL DEFAULT '',
  latitude double precision,
  longitude double precision,
  nationality text NOT NULL DEFAULT '',
  facebook_profile text NOT NULL DEFAULT '',
  instagram_handle text NOT NULL DEFAULT '',
  profile_picture text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

-- A session lives as long as its refresh token is renewed. The token names the session and a generation; only the
-- current generation is good, and the one before it for a short while after a rotation.
CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  generation integer NOT NULL DEFAULT 1,
  rotated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);

CREATE INDEX sessions_user_id_idx ON sessions (user_id);
