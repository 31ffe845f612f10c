-- How many people like and bookmark an event. Cards show it, and counting the rows of a popular event takes milliseconds.
-- Apart from the seats, which a rush writes. No row means none.
CREATE TABLE event_engagement (
  event_id integer PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  likes integer NOT NULL DEFAULT 0,
  bookmarks integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

INSERT INTO event_engagement (event_id, likes, bookmarks)
SELECT coalesce(l.event_id, b.event_id), coalesce(l.likes, 0), coalesce(b.bookmarks, 0)
FROM (SELECT event_id, count(*) AS likes FROM likes GROUP BY event_id) l
FULL JOIN (SELECT event_id, count(*) AS bookmarks FROM bookmarks GROUP BY event_id) b ON b.event_id = l.event_id;

-- Triggers, because likes and bookmarks also go with the account of whoever made them. `changed` are the rows of one
-- statement.
CREATE FUNCTION count_more_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_engagement (event_id, likes, bookmarks)
  SELECT event_id, CASE TG_TABLE_NAME WHEN 'likes' THEN count(*) ELSE 0 END,
         CASE TG_TABLE_NAME WHEN 'bookmarks' THEN count(*) ELSE 0 END
  FROM changed GROUP BY event_id ORDER BY event_id
  ON CONFLICT (event_id) DO UPDATE SET likes = event_engagement.likes + excluded.likes,
                                       bookmarks = event_engagement.bookmarks + excluded.bookmarks;
  RETURN NULL;
END $$;

-- What goes with its event has no row to count in any more.
CREATE FUNCTION count_less_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM event_engagement WHERE event_id IN (SELECT event_id FROM changed) ORDER BY event_id FOR UPDATE;
  UPDATE event_engagement e
  SET likes = e.likes - CASE TG_TABLE_NAME WHEN 'likes' THEN gone.count ELSE 0 END,
      bookmarks = e.bookmarks - CASE TG_TABLE_NAME WHEN 'bookmarks' THEN gone.count ELSE 0 END
  FROM (SELECT event_id, count(*) AS count FROM changed GROUP BY event_id) gone
  WHERE e.event_id = gone.event_id;
  RETURN NULL;
END $$;

CREATE TRIGGER likes_inserted AFTER INSERT ON likes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_more_engagement();
CREATE TRIGGER likes_deleted AFTER DELETE ON likes REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_less_engagement();
CREATE TRIGGER bookmarks_inserted AFTER INSERT ON bookmarks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_more_engagement();
CREATE TRIGGER bookmarks_deleted AFTER DELETE ON bookmarks REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_less_engagement();
