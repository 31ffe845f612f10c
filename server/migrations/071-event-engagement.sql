-- How many people like and bookmark an event. Cards show it, and counting the rows of a popular event takes milliseconds.
-- Apart from the seats, which a rush writes, and in eight parts by who it is, so that those who like one event at once seldom
-- wait for one another. No row means none.
CREATE TABLE event_engagement (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  part integer NOT NULL CHECK (part BETWEEN 0 AND 7),
  likes integer NOT NULL DEFAULT 0,
  bookmarks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, part)
) WITH (fillfactor = 50);

INSERT INTO event_engagement (event_id, part, likes, bookmarks)
SELECT event_id, part, sum(likes), sum(bookmarks)
FROM (
  SELECT event_id, user_id % 8 AS part, 1 AS likes, 0 AS bookmarks FROM likes
  UNION ALL SELECT event_id, user_id % 8, 0, 1 FROM bookmarks
) each
GROUP BY event_id, part;

-- Triggers, because likes and bookmarks also go with the account of whoever made them. `changed` are the rows of one
-- statement.
CREATE FUNCTION count_more_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_engagement (event_id, part, likes, bookmarks)
  SELECT event_id, user_id % 8, CASE TG_TABLE_NAME WHEN 'likes' THEN count(*) ELSE 0 END,
         CASE TG_TABLE_NAME WHEN 'bookmarks' THEN count(*) ELSE 0 END
  FROM changed GROUP BY event_id, user_id % 8 ORDER BY event_id, user_id % 8
  ON CONFLICT (event_id, part) DO UPDATE SET likes = event_engagement.likes + excluded.likes,
                                       bookmarks = event_engagement.bookmarks + excluded.bookmarks;
  RETURN NULL;
END $$;

-- What goes with its event has no row to count in any more.
CREATE FUNCTION count_less_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM event_engagement
  WHERE (event_id, part) IN (SELECT event_id, user_id % 8 FROM changed) ORDER BY event_id, part FOR UPDATE;
  UPDATE event_engagement e
  SET likes = e.likes - CASE TG_TABLE_NAME WHEN 'likes' THEN gone.count ELSE 0 END,
      bookmarks = e.bookmarks - CASE TG_TABLE_NAME WHEN 'bookmarks' THEN gone.count ELSE 0 END
  FROM (SELECT event_id, user_id % 8 AS part, count(*) AS count FROM changed GROUP BY event_id, user_id % 8) gone
  WHERE e.event_id = gone.event_id AND e.part = gone.part;
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
