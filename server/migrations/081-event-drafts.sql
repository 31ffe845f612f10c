-- Events that organizers have not finished: what stands in the form, as it was typed. `version` rises with every save.
CREATE TABLE event_drafts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  version integer NOT NULL DEFAULT 1,
  content jsonb NOT NULL,
  -- A column of its own, because lists would otherwise read whole drafts for their names.
  event_name text GENERATED ALWAYS AS (coalesce(content ->> 'event_name', '')) STORED,
  picture text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  saved_at timestamptz NOT NULL
);

CREATE INDEX event_drafts_user_id_idx ON event_drafts (user_id, saved_at DESC);
