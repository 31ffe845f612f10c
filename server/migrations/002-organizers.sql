CREATE TABLE organizers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  organizer_name text NOT NULL,
  email text NOT NULL,
  logo text NOT NULL DEFAULT '',
  organization_type text NOT NULL CHECK (organization_type IN ('INDIVIDUAL', 'COMPANY', 'NONPROFIT', 'EDUCATIONAL', 'GOVERNMENT')),
  is_verified boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX organizers_user_id_key ON organizers (user_id);
CREATE UNIQUE INDEX organizers_name_key ON organizers (lower(organizer_name));
