-- Points in space and an index that finds the nearest of them.
CREATE EXTENSION IF NOT EXISTS cube;

-- A place on the ground as a point in space, in kilometres from the middle of the earth: the straight line between two such
-- points grows with the way over the ground, at every latitude and across the date line.
CREATE FUNCTION earth_point(latitude double precision, longitude double precision) RETURNS cube
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN cube(ARRAY[
  6371 * cosd(latitude) * cosd(longitude), 6371 * cosd(latitude) * sind(longitude), 6371 * sind(latitude)]);

-- Where an event takes place; null for one that is online, and for one that nobody gave a point on the map: it stands in
-- the middle of Bangkok, which says nothing of where it is.
ALTER TABLE event_listings ADD COLUMN place cube;

CREATE OR REPLACE FUNCTION listing_of(e events) RETURNS event_listings LANGUAGE sql STABLE
AS $$ SELECT ROW(
  e.id, e.user_id, e.visibility = 'PUBLIC', e.end_date_event <= e.updated_at, e.category,
  string_to_array(e.tags, ','), string_to_array(e.allowed_email_domains, ','), e.is_online,
  CASE WHEN e.is_free THEN 0 ELSE e.ticket_price END, e.start_date_event, e.end_date_event, e.created_at,
  ' ' || search_form(e.event_name || ' ' || replace(e.tags, ',', ' ')),
  search_form(concat_ws(' ', e.event_name, e.tags, e.description, e.address)),
  CASE WHEN e.is_online OR (e.latitude = 13.7563 AND e.longitude = 100.5018) THEN NULL
       ELSE earth_point(e.latitude, e.longitude) END)::event_listings $$;

CREATE OR REPLACE FUNCTION list_event_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.called_off_at IS NOT NULL THEN
    DELETE FROM event_listings WHERE event_id = NEW.id;
    RETURN NULL;
  END IF;
  UPDATE event_listings l
  SET user_id = n.user_id, is_public = n.is_public, is_over = n.is_over, category = n.category, tags = n.tags,
      domains = n.domains, is_online = n.is_online, price = n.price, starts = n.starts, ends = n.ends,
      title_text = n.title_text, search_text = n.search_text, place = n.place
  FROM listing_of(NEW) n
  WHERE l.event_id = NEW.id;
  RETURN NULL;
END $$;

DROP TRIGGER events_listed_anew ON events;
CREATE TRIGGER events_listed_anew AFTER UPDATE ON events FOR EACH ROW
  WHEN ((OLD.user_id, OLD.visibility, OLD.category, OLD.tags, OLD.allowed_email_domains, OLD.is_online, OLD.is_free,
         OLD.ticket_price, OLD.start_date_event, OLD.end_date_event, OLD.event_name,
         OLD.description, OLD.address, OLD.called_off_at, OLD.latitude, OLD.longitude)
    IS DISTINCT FROM
        (NEW.user_id, NEW.visibility, NEW.category, NEW.tags, NEW.allowed_email_domains, NEW.is_online, NEW.is_free,
         NEW.ticket_price, NEW.start_date_event, NEW.end_date_event, NEW.event_name,
         NEW.description, NEW.address, NEW.called_off_at, NEW.latitude, NEW.longitude))
  EXECUTE FUNCTION list_event_anew();

-- The events that there are: the table is written anew, which takes a fraction of the time of an update of every row.
CREATE FUNCTION place_of(event_id integer) RETURNS cube LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN is_online OR (latitude = 13.7563 AND longitude = 100.5018) THEN NULL
              ELSE earth_point(latitude, longitude) END
  FROM events WHERE id = event_id
$$;
ALTER TABLE event_listings ALTER COLUMN place TYPE cube USING place_of(event_id);
DROP FUNCTION place_of(integer);

CREATE INDEX event_listings_place_idx ON event_listings USING gist (place)
  WHERE is_public AND NOT is_over AND place IS NOT NULL;
