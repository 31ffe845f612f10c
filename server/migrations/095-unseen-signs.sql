-- A search passes over characters that nobody sees: the zero-width spaces that come along with Thai text from other sites, soft
-- hyphens, joiners, and the choice between an emoji's two looks.
CREATE OR REPLACE FUNCTION search_form(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  regexp_replace(lower(normalize(given, NFKD)), '[\u0300-\u036F\u0E47-\u0E4C\u0E4E\u00AD\u200B-\u200D\u2060\uFE0E\uFE0F\uFEFF]+', '', 'g'),
  '๐๑๒๓๔๕๖๗๘๙', '0123456789');

-- Some thousands at a time: what one statement has changed is held in memory.
DO $$
DECLARE
  first integer := 1;
  last integer := (SELECT max(event_id) FROM event_listings);
BEGIN
  WHILE first <= last LOOP
    UPDATE event_listings
    SET title_text = ' ' || search_form(ltrim(title_text)), search_text = search_form(search_text)
    WHERE event_id BETWEEN first AND first + 19999 AND search_text ~ '[\u00AD\u200B-\u200D\u2060\uFE0E\uFE0F\uFEFF]';
    first := first + 20000;
  END LOOP;
END $$;
