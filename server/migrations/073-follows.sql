-- Who follows whom: whoever does is mailed about the organizer's new events.
CREATE TABLE follows (
  organizer_id integer NOT NULL REFERENCES organizers ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organizer_id, user_id)
);
CREATE INDEX follows_user_id_idx ON follows (user_id, created_at);

-- New events of which the followers of their organizer are yet to be told.
CREATE TABLE untold_events (
  event_id integer PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  organizer_id integer NOT NULL REFERENCES organizers ON DELETE CASCADE,
  published_at timestamptz NOT NULL
);
CREATE INDEX untold_events_organizer_id_idx ON untold_events (organizer_id, published_at);

-- New events of one organizer that one mail to each follower tells of. Followers up to `last_user_id` have their mail in the
-- queue; all of them once it is done.
CREATE TABLE event_news (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organizer_id integer NOT NULL REFERENCES organizers ON DELETE CASCADE,
  event_ids integer[] NOT NULL,
  begun_at timestamptz NOT NULL,
  last_user_id integer NOT NULL DEFAULT 0,
  done_at timestamptz
);
CREATE INDEX event_news_organizer_id_idx ON event_news (organizer_id, begun_at);
CREATE INDEX event_news_open_idx ON event_news (id) WHERE done_at IS NULL;

-- The pages of organizers, in the order of their events' beginnings.
CREATE INDEX event_listings_organizer_idx ON event_listings (user_id, is_over, starts, event_id) WHERE is_public;
