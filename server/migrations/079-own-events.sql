-- When its owner last looked at the list of an event's applicants; null where they never did. Of events from before, whoever
-- has applied until now is no news.
ALTER TABLE events ADD COLUMN applicants_seen_at timestamptz DEFAULT now();
ALTER TABLE events ALTER COLUMN applicants_seen_at DROP DEFAULT;

-- Whether an event in person says that its place follows.
ALTER TABLE events ADD COLUMN place_to_be_announced boolean NOT NULL DEFAULT false;
