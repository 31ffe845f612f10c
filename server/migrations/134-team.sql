-- The team of an event besides its owner. An invitation has no person yet; a mailed one has no hash until its mail is written.
CREATE TABLE event_members (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('co_host', 'desk', 'door')),
  email text NOT NULL DEFAULT '',
  token_hash bytea,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  joined_at timestamptz,
  CONSTRAINT event_members_person_key UNIQUE (event_id, user_id),
  CONSTRAINT event_members_joined CHECK (
    CASE WHEN user_id IS NULL THEN expires_at IS NOT NULL AND joined_at IS NULL
         ELSE joined_at IS NOT NULL AND token_hash IS NULL AND expires_at IS NULL AND email = '' END)
);
CREATE UNIQUE INDEX event_members_token_hash_key ON event_members (token_hash);
CREATE INDEX event_members_user_id_idx ON event_members (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX event_members_expires_idx ON event_members (expires_at) WHERE user_id IS NULL;

-- Who did what with an event. `ticket_ids` are the applications that were decided, `member_id` is the person that an entry about
-- the team is about.
CREATE TABLE event_log (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE SET NULL,
  action text NOT NULL,
  detail text NOT NULL DEFAULT '',
  ticket_ids integer[] NOT NULL DEFAULT '{}',
  member_id integer REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX event_log_event_id_idx ON event_log (event_id, id);
CREATE INDEX event_log_person_idx ON event_log (event_id, user_id, id);
CREATE INDEX event_log_user_id_idx ON event_log (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX event_log_member_id_idx ON event_log (member_id) WHERE member_id IS NOT NULL;
