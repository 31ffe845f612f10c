-- The key of the link to an unlisted event (private, without domains): 18 bytes, 138 of their bits random, safe in an
-- address. Every event has one, so that it stays the same however often the event's visibility is changed.
ALTER TABLE events ADD COLUMN link_key text NOT NULL DEFAULT
  left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), 24);

-- Who has seen an unlisted event by its link, and finds it by its number from then on.
CREATE TABLE event_guests (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (event_id, user_id)
);

-- Until now the number alone was the link: who applied, liked or bookmarked keeps what they have.
INSERT INTO event_guests (event_id, user_id)
SELECT e.id, known.user_id
FROM events e JOIN (
  SELECT event_id, user_id FROM tickets UNION SELECT event_id, user_id FROM likes
  UNION SELECT event_id, user_id FROM bookmarks
) known ON known.event_id = e.id
WHERE e.visibility = 'PRIVATE' AND e.allowed_email_domains = '';
