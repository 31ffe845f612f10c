-- As a string, the body of the function is read when it runs. Current PostgreSQL versions refuse to alter a table while a body that
-- was parsed at its creation uses the table's row type, and fresh installations on them failed at 075.
CREATE OR REPLACE FUNCTION listing_of(e events) RETURNS event_listings LANGUAGE sql STABLE
AS $$ SELECT ROW(
  e.id, e.user_id, e.visibility = 'PUBLIC', e.end_date_event <= e.updated_at, e.category,
  string_to_array(e.tags, ','), string_to_array(e.allowed_email_domains, ','), e.is_online,
  CASE WHEN e.is_free THEN 0 ELSE e.ticket_price END, e.start_date_event, e.end_date_event, e.created_at,
  ' ' || search_form(e.event_name || ' ' || replace(e.tags, ',', ' ')),
  search_form(concat_ws(' ', e.event_name, e.tags, e.description, e.address)),
  CASE WHEN e.is_online OR (e.latitude = 13.7563 AND e.longitude = 100.5018) THEN NULL
       ELSE earth_point(e.latitude, e.longitude) END)::event_listings $$;
