-- What is sent once more because its answer was lost is answered as before, instead of being refused or done twice. A hash
-- tells that it is the same: of the request by which a draft was saved last, and of the one that published it.
ALTER TABLE event_drafts ADD COLUMN sent_hash bytea;

CREATE TABLE published_drafts (
  draft_id integer PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  event_id integer NOT NULL UNIQUE REFERENCES events ON DELETE CASCADE,
  sent_hash bytea NOT NULL
);

CREATE INDEX published_drafts_user_id_idx ON published_drafts (user_id);
