-- Names that were taken before names had to be one line without anything hidden: the rule is in contract/names.ts. What
-- people send back as they read it is then never refused.
CREATE FUNCTION one_line(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT trim(regexp_replace(
    regexp_replace(
      given,
      ' *[\x01-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]+ *', ' ', 'g'),
    '[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0]', '', 'g'))
$$;

UPDATE users
SET first_name = one_line(first_name), last_name = one_line(last_name), nationality = one_line(nationality),
    address = one_line(address)
WHERE (first_name, last_name, nationality, address)
      <> (one_line(first_name), one_line(last_name), one_line(nationality), one_line(address));

-- Two organizers may have had names that differed only in what nobody sees.
UPDATE organizers o
SET organizer_name = trim(named.name || CASE WHEN named.alike > 1 OR named.name = '' THEN ' ' || o.id ELSE '' END)
FROM (
  SELECT id, one_line(organizer_name) AS name, count(*) OVER (PARTITION BY lower(one_line(organizer_name))) AS alike
  FROM organizers
) named
WHERE named.id = o.id AND o.organizer_name <> named.name;

UPDATE events SET event_name = coalesce(nullif(one_line(event_name), ''), 'Event')
WHERE event_name <> one_line(event_name);

UPDATE tickets SET fullname = one_line(fullname), changed_at = now() WHERE fullname <> one_line(fullname);
UPDATE door_links SET name = one_line(name) WHERE name <> one_line(name);
UPDATE check_ins SET device = one_line(device) WHERE device <> one_line(device);

DROP FUNCTION one_line(text);
