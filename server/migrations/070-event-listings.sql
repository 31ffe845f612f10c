-- How search sees a text: in small letters, without accents and Thai tone marks, with Arabic digits. Both what is searched and
-- what is searched for go through it.
CREATE FUNCTION search_form(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  regexp_replace(lower(normalize(given, NFKD)), '[\u0300-\u036F\u0E47-\u0E4C\u0E4E]+', '', 'g'),
  '๐๑๒๓๔๕๖๗๘๙', '0123456789');

-- What lists of events look for, of every event that is not called off: narrow rows, so that a list reads little. Triggers
-- on `events` keep it.
CREATE TABLE event_listings (
  event_id integer PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  user_id integer NOT NULL,
  is_public boolean NOT NULL,
  -- True some time after the end, when somebody has noticed: lists look at the end as well. It keeps what is over out of the
  -- way of indexes that most lists walk.
  is_over boolean NOT NULL,
  category text NOT NULL,
  tags text[] NOT NULL,
  domains text[] NOT NULL,
  is_online boolean NOT NULL,
  price numeric(10, 2) NOT NULL,
  starts timestamptz NOT NULL,
  ends timestamptz NOT NULL,
  created timestamptz NOT NULL,
  -- Name and tags, with a space before every word; and these with short description and address.
  title_text text NOT NULL,
  search_text text NOT NULL
);

CREATE FUNCTION listing_of(e events) RETURNS event_listings LANGUAGE sql STABLE
AS $$ SELECT ROW(
  e.id, e.user_id, e.visibility = 'PUBLIC', e.end_date_event <= e.updated_at, e.category,
  string_to_array(e.tags, ','), string_to_array(e.allowed_email_domains, ','), e.is_online,
  CASE WHEN e.is_free THEN 0 ELSE e.ticket_price END, e.start_date_event, e.end_date_event, e.created_at,
  ' ' || search_form(e.event_name || ' ' || replace(e.tags, ',', ' ')),
  search_form(concat_ws(' ', e.event_name, e.tags, e.description, e.address)))::event_listings $$;

-- How many public events there are of each kind: all of them (value ''), of a category, with a tag.
CREATE TABLE listing_counts (
  kind text NOT NULL CHECK (kind IN ('all', 'category', 'tag')),
  value text NOT NULL,
  current_events integer NOT NULL,
  past_events integer NOT NULL,
  PRIMARY KEY (kind, value)
) WITH (fillfactor = 50);

-- How many public events start on a day of Bangkok's calendar, and how many end. Those on a day are all that have started by
-- then without those that have ended before.
CREATE TABLE listing_days (
  day date PRIMARY KEY,
  started integer NOT NULL,
  ended integer NOT NULL
) WITH (fillfactor = 50);

-- The longer words of public events and how many of them have each, for words with a typing mistake.
CREATE TABLE search_words (
  word text PRIMARY KEY,
  events integer NOT NULL
) WITH (fillfactor = 70);

-- A word and what is left of it without one of its letters. Two words are one mistake apart only if these overlap: a letter
-- more, less, another one, or two in the wrong order.
CREATE FUNCTION one_letter_less(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT array_agg(DISTINCT overlay(word PLACING '' FROM letter FOR 1))
        FROM generate_series(1, length(word)) letter) || word;

-- The different words of a text that are long enough for a mistake to be forgiven, and short enough to be words.
CREATE FUNCTION longer_words(given text) RETURNS TABLE (word text) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
  SELECT DISTINCT part FROM regexp_split_to_table(given, '[^[:alnum:]\u0E00-\u0E7F]+') part
  WHERE length(part) BETWEEN 5 AND 24;
END;

-- Some tags are on very many events and most on few: the planner should know which.
ALTER TABLE event_listings ALTER COLUMN tags SET STATISTICS 1000;

-- Counts what has changed in `event_listings`, and notes with the seats what orders events by them. Everybody counts in one
-- order, so that no two wait for each other.
CREATE FUNCTION count_listings(before event_listings[], after event_listings[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_counts (kind, value, current_events, past_events)
  SELECT counted.kind, counted.value, sum(CASE WHEN l.is_over THEN 0 ELSE l.n END), sum(CASE WHEN l.is_over THEN l.n ELSE 0 END)
  FROM (SELECT -1 AS n, * FROM unnest(before) UNION ALL SELECT 1, * FROM unnest(after)) l
  CROSS JOIN LATERAL (
    VALUES ('all', '{""}'::text[]), ('category', ARRAY[l.category]), ('tag', l.tags)
  ) kinds (kind, given) CROSS JOIN LATERAL unnest(kinds.given) counted_value
  CROSS JOIN LATERAL (SELECT kinds.kind, counted_value AS value) counted
  WHERE l.is_public
  GROUP BY counted.kind, counted.value
  HAVING sum(CASE WHEN l.is_over THEN 0 ELSE l.n END) <> 0 OR sum(CASE WHEN l.is_over THEN l.n ELSE 0 END) <> 0
  ORDER BY counted.kind, counted.value
  ON CONFLICT (kind, value) DO UPDATE SET current_events = listing_counts.current_events + excluded.current_events,
                                          past_events = listing_counts.past_events + excluded.past_events;

  INSERT INTO listing_days (day, started, ended)
  SELECT days.day, sum(l.n * days.started), sum(l.n * days.ended)
  FROM (SELECT -1 AS n, * FROM unnest(before) UNION ALL SELECT 1, * FROM unnest(after)) l
  CROSS JOIN LATERAL (
    VALUES ((l.starts AT TIME ZONE 'Asia/Bangkok')::date, 1, 0),
           -- An event that ends at midnight does not take place on the day that begins then.
           (((l.ends - interval '1 microsecond') AT TIME ZONE 'Asia/Bangkok')::date, 0, 1)
  ) days (day, started, ended)
  WHERE l.is_public
  GROUP BY days.day
  HAVING sum(l.n * days.started) <> 0 OR sum(l.n * days.ended) <> 0
  ORDER BY days.day
  ON CONFLICT (day) DO UPDATE SET started = listing_days.started + excluded.started,
                                  ended = listing_days.ended + excluded.ended;

  INSERT INTO search_words (word, events)
  SELECT changed.word, sum(changed.n)
  FROM (
    SELECT -1 AS n, w.word FROM unnest(before) l CROSS JOIN LATERAL longer_words(l.search_text) w WHERE l.is_public
    UNION ALL
    SELECT 1, w.word FROM unnest(after) l CROSS JOIN LATERAL longer_words(l.search_text) w WHERE l.is_public
  ) changed
  GROUP BY changed.word
  HAVING sum(changed.n) <> 0
  ORDER BY changed.word
  ON CONFLICT (word) DO UPDATE SET events = search_words.events + excluded.events;

  -- A new event has no seats yet, and takes nothing away.
  IF before = '{}' THEN RETURN; END IF;
  UPDATE event_seats s SET is_listed = now_so.is_listed, is_over = now_so.is_over
  FROM (
    SELECT coalesce(a.event_id, b.event_id) AS event_id, coalesce(a.is_public, false) AS is_listed,
           coalesce(a.is_over, true) AS is_over
    FROM unnest(before) b FULL JOIN unnest(after) a ON a.event_id = b.event_id
  ) now_so
  WHERE s.event_id = now_so.event_id AND (s.is_listed, s.is_over) <> (now_so.is_listed, now_so.is_over);
  DELETE FROM listing_counts
  WHERE kind = 'tag' AND current_events = 0 AND past_events = 0
    AND value = ANY (ARRAY(SELECT unnest(b.tags) FROM unnest(before) b));
  DELETE FROM search_words
  WHERE events = 0
    AND word = ANY (ARRAY(SELECT w.word FROM unnest(before) l CROSS JOIN LATERAL longer_words(l.search_text) w));
END $$;

ALTER TABLE event_seats
  ADD COLUMN is_listed boolean NOT NULL DEFAULT false,
  ADD COLUMN is_over boolean NOT NULL DEFAULT false;

CREATE FUNCTION count_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM count_listings('{}', (SELECT array_agg(ROW(a.*)::event_listings) FROM after a));
  ELSIF TG_OP = 'DELETE' THEN PERFORM count_listings((SELECT array_agg(ROW(b.*)::event_listings) FROM before b), '{}');
  ELSE PERFORM count_listings((SELECT array_agg(ROW(b.*)::event_listings) FROM before b), (SELECT array_agg(ROW(a.*)::event_listings) FROM after a));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER event_listings_inserted AFTER INSERT ON event_listings REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER event_listings_updated AFTER UPDATE ON event_listings REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER event_listings_deleted AFTER DELETE ON event_listings REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed();

-- The events that there are, some thousands at a time: what one statement has changed is held in memory.
DO $$
DECLARE
  first integer := 1;
  last integer := (SELECT max(id) FROM events);
BEGIN
  WHILE first <= last LOOP
    INSERT INTO event_listings
    SELECT l.* FROM events e CROSS JOIN LATERAL listing_of(e) l
    WHERE e.id BETWEEN first AND first + 19999 AND e.called_off_at IS NULL;
    first := first + 20000;
  END LOOP;
  UPDATE event_listings SET is_over = ends <= now() WHERE is_over <> (ends <= now());
END $$;

CREATE INDEX event_listings_starts_idx ON event_listings (is_over, starts, event_id) WHERE is_public;
CREATE INDEX event_listings_created_idx ON event_listings (is_over, created, event_id) WHERE is_public;
CREATE INDEX event_listings_price_idx ON event_listings (is_over, price, starts, event_id) WHERE is_public;
CREATE INDEX event_listings_category_starts_idx ON event_listings (is_over, category, starts, event_id) WHERE is_public;
CREATE INDEX event_listings_category_created_idx ON event_listings (is_over, category, created, event_id) WHERE is_public;
CREATE INDEX event_listings_ends_idx ON event_listings (ends) WHERE NOT is_over;
CREATE INDEX event_listings_user_id_idx ON event_listings (user_id, created, event_id);
CREATE INDEX event_listings_tags_idx ON event_listings USING gin (tags) WITH (gin_pending_list_limit = 256);
CREATE INDEX event_listings_domains_idx ON event_listings USING gin (domains) WHERE NOT is_public AND NOT is_over;
CREATE INDEX event_listings_past_domains_idx ON event_listings USING gin (domains) WHERE NOT is_public AND is_over;
CREATE INDEX event_listings_days_idx ON event_listings USING gist (tstzrange(starts, ends));
-- A short list of what is new: a search reads all of it.
CREATE INDEX event_listings_title_idx ON event_listings USING gin (title_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX event_listings_search_idx ON event_listings USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX event_seats_popular_idx ON event_seats (is_over, taken, event_id) WHERE is_listed;
CREATE INDEX listing_counts_most_idx ON listing_counts (kind, current_events DESC, value);
CREATE INDEX search_words_near_idx ON search_words USING gin (one_letter_less(word));

CREATE FUNCTION list_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_listings
  SELECT l.* FROM after e CROSS JOIN LATERAL listing_of(e) l WHERE e.called_off_at IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION list_event_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.called_off_at IS NOT NULL THEN
    DELETE FROM event_listings WHERE event_id = NEW.id;
    RETURN NULL;
  END IF;
  UPDATE event_listings l
  SET user_id = n.user_id, is_public = n.is_public, is_over = n.is_over, category = n.category, tags = n.tags,
      domains = n.domains, is_online = n.is_online, price = n.price, starts = n.starts, ends = n.ends,
      title_text = n.title_text, search_text = n.search_text
  FROM listing_of(NEW) n
  WHERE l.event_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER events_listed AFTER INSERT ON events REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION list_events();
CREATE TRIGGER events_listed_anew AFTER UPDATE ON events FOR EACH ROW
  WHEN ((OLD.user_id, OLD.visibility, OLD.category, OLD.tags, OLD.allowed_email_domains, OLD.is_online, OLD.is_free,
         OLD.ticket_price, OLD.start_date_event, OLD.end_date_event, OLD.event_name,
         OLD.description, OLD.address, OLD.called_off_at)
    IS DISTINCT FROM
        (NEW.user_id, NEW.visibility, NEW.category, NEW.tags, NEW.allowed_email_domains, NEW.is_online, NEW.is_free,
         NEW.ticket_price, NEW.start_date_event, NEW.end_date_event, NEW.event_name,
         NEW.description, NEW.address, NEW.called_off_at))
  EXECUTE FUNCTION list_event_anew();

-- Seats come after their event.
CREATE FUNCTION list_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT l.is_public, l.is_over INTO NEW.is_listed, NEW.is_over FROM event_listings l WHERE l.event_id = NEW.event_id;
  NEW.is_listed := coalesce(NEW.is_listed, false);
  NEW.is_over := coalesce(NEW.is_over, true);
  RETURN NEW;
END $$;

CREATE TRIGGER event_seats_listed BEFORE INSERT ON event_seats FOR EACH ROW EXECUTE FUNCTION list_seats();

-- Nothing reads these any more.
DROP INDEX events_created_idx;
ALTER TABLE events DROP COLUMN search_text;
