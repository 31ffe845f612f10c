-- Names are sorted as a Thai dictionary does.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_collation WHERE collname = 'th-x-icu') THEN
    RAISE EXCEPTION 'This PostgreSQL is built without ICU, by which Ruam sorts names. Use one that is built with it.';
  END IF;
END $$;

-- A search also forgives what looks the same in Thai: two เ for แ, a mark typed twice, and a vowel below typed before one above.
CREATE OR REPLACE FUNCTION search_form(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  regexp_replace(
    regexp_replace(
      replace(
        regexp_replace(lower(normalize(given, NFKD)), '[\u0300-\u036F\u0E47-\u0E4C\u0E4E\u00AD\u200B-\u200D\u2060\uFE0E\uFE0F\uFEFF]+', '', 'g'),
        'เเ', 'แ'),
      '([\u0E38-\u0E3A]+)([\u0E31\u0E34-\u0E37\u0E4D]+)', '\2\1', 'g'),
    '([\u0E31\u0E34-\u0E3A\u0E4D])\1+', '\1', 'g'),
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
    WHERE event_id BETWEEN first AND first + 19999
      AND search_text ~ 'เเ|[\u0E38-\u0E3A][\u0E31\u0E34-\u0E37\u0E4D]|([\u0E31\u0E34-\u0E3A\u0E4D])\1';
    first := first + 20000;
  END LOOP;
END $$;
