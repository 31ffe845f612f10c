-- A search also finds events by their organizer's name. Nobody lists an event between the steps.
LOCK TABLE event_listings, private_listings IN ACCESS EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION listing_of(e events) RETURNS event_listings LANGUAGE sql STABLE
AS $$ SELECT ROW(
  e.id, e.user_id, e.visibility = 'PUBLIC', e.end_date_event <= e.updated_at, e.category,
  string_to_array(e.tags, ','), string_to_array(e.allowed_email_domains, ','), e.is_online,
  CASE WHEN e.is_free THEN 0 ELSE e.ticket_price END, e.start_date_event, e.end_date_event, e.created_at,
  ' ' || search_form(e.event_name || ' ' || replace(e.tags, ',', ' ')),
  search_form(concat_ws(' ', e.event_name, e.tags, e.description, e.address,
                        (SELECT o.organizer_name FROM organizers o WHERE o.user_id = e.user_id))),
  CASE WHEN e.is_online OR (e.latitude = 13.7563 AND e.longitude = 100.5018) THEN NULL
       ELSE earth_point(e.latitude, e.longitude) END,
  e.series_id)::event_listings $$;

CREATE FUNCTION list_organizers_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.organizer_name = OLD.organizer_name THEN RETURN NULL; END IF;
  UPDATE event_listings l
  SET search_text = n.search_text
  FROM events e CROSS JOIN LATERAL listing_of(e) n
  WHERE e.user_id = NEW.user_id AND l.event_id = e.id AND l.search_text <> n.search_text;
  RETURN NULL;
END $$;

CREATE TRIGGER organizers_listed AFTER INSERT OR UPDATE ON organizers
  FOR EACH ROW EXECUTE FUNCTION list_organizers_events();

-- The events so far: the tables are rewritten, which takes a fraction of the time of an update of every row, but runs no
-- triggers, so the new words are counted here.
INSERT INTO search_words (word, events)
SELECT w.word, count(*)
FROM event_listings l
JOIN organizers o ON o.user_id = l.user_id
CROSS JOIN LATERAL longer_words(search_form(o.organizer_name)) w
WHERE l.is_public AND (strpos(l.search_text, w.word) = 0
                       OR NOT EXISTS (SELECT FROM longer_words(l.search_text) known WHERE known.word = w.word))
GROUP BY w.word
ORDER BY w.word
ON CONFLICT (word) DO UPDATE SET events = search_words.events + excluded.events;

CREATE FUNCTION with_organizer(search_text text, owner integer) RETURNS text LANGUAGE sql STABLE
AS $$ SELECT concat_ws(' ', search_text, (SELECT search_form(organizer_name) FROM organizers WHERE user_id = owner)) $$;
ALTER TABLE event_listings ALTER COLUMN search_text TYPE text USING with_organizer(search_text, user_id);
ALTER TABLE private_listings ALTER COLUMN search_text TYPE text USING with_organizer(search_text, user_id);
DROP FUNCTION with_organizer(text, integer);
