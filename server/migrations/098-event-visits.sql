-- Views of an event's page by day (in Bangkok) and source: a link's label (`from`), the host of the page before (`host`), this
-- site, no page before, or one of too many sources.
CREATE TABLE event_visits (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('from', 'host', 'inside', 'direct', 'other')),
  name text NOT NULL CHECK (length(name) <= 253),
  visits integer NOT NULL CHECK (visits > 0),
  PRIMARY KEY (event_id, day, kind, name)
);
