-- The dates of a series have the same `series_id`: the id of the event that they were copied from.
ALTER TABLE events ADD COLUMN series_id integer;
CREATE INDEX events_series_id_idx ON events (series_id, start_date_event) WHERE series_id IS NOT NULL;
-- Dates share their picture: it is removed once no event names it.
CREATE INDEX events_series_image_idx ON events (event_image) WHERE series_id IS NOT NULL;

ALTER TABLE event_listings ADD COLUMN series_id integer;
ALTER TABLE private_listings ADD COLUMN series_id integer;
-- With what is needed to count the dates that a list leaves out, so that no row is read.
CREATE INDEX event_listings_series_id_idx ON event_listings (series_id, starts, event_id) INCLUDE (ends, is_public, category)
  WHERE series_id IS NOT NULL;
CREATE INDEX private_listings_series_id_idx ON private_listings (series_id, starts, event_id) WHERE series_id IS NOT NULL;

CREATE OR REPLACE FUNCTION listing_of(e events) RETURNS event_listings LANGUAGE sql STABLE
AS $$ SELECT ROW(
  e.id, e.user_id, e.visibility = 'PUBLIC', e.end_date_event <= e.updated_at, e.category,
  string_to_array(e.tags, ','), string_to_array(e.allowed_email_domains, ','), e.is_online,
  CASE WHEN e.is_free THEN 0 ELSE e.ticket_price END, e.start_date_event, e.end_date_event, e.created_at,
  ' ' || search_form(e.event_name || ' ' || replace(e.tags, ',', ' ')),
  search_form(concat_ws(' ', e.event_name, e.tags, e.description, e.address)),
  CASE WHEN e.is_online OR (e.latitude = 13.7563 AND e.longitude = 100.5018) THEN NULL
       ELSE earth_point(e.latitude, e.longitude) END,
  e.series_id)::event_listings $$;

CREATE OR REPLACE FUNCTION list_event_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.called_off_at IS NOT NULL THEN
    DELETE FROM event_listings WHERE event_id = NEW.id;
    RETURN NULL;
  END IF;
  UPDATE event_listings l
  SET user_id = n.user_id, is_public = n.is_public, is_over = n.is_over, category = n.category, tags = n.tags,
      domains = n.domains, is_online = n.is_online, price = n.price, starts = n.starts, ends = n.ends,
      title_text = n.title_text, search_text = n.search_text, place = n.place, series_id = n.series_id
  FROM listing_of(NEW) n
  WHERE l.event_id = NEW.id;
  RETURN NULL;
END $$;

DROP TRIGGER events_listed_anew ON events;
CREATE TRIGGER events_listed_anew AFTER UPDATE ON events FOR EACH ROW
  WHEN ((OLD.user_id, OLD.visibility, OLD.category, OLD.tags, OLD.allowed_email_domains, OLD.is_online, OLD.is_free,
         OLD.ticket_price, OLD.start_date_event, OLD.end_date_event, OLD.event_name,
         OLD.description, OLD.address, OLD.called_off_at, OLD.latitude, OLD.longitude, OLD.series_id)
    IS DISTINCT FROM
        (NEW.user_id, NEW.visibility, NEW.category, NEW.tags, NEW.allowed_email_domains, NEW.is_online, NEW.is_free,
         NEW.ticket_price, NEW.start_date_event, NEW.end_date_event, NEW.event_name,
         NEW.description, NEW.address, NEW.called_off_at, NEW.latitude, NEW.longitude, NEW.series_id))
  EXECUTE FUNCTION list_event_anew();
