-- Hiding a comment changes two numbers, and showing one again the same two. In two statements they were locked in opposite
-- orders, and whoever hid one comment of a person waited for whoever showed another. One statement takes them in one order,
-- and an edit writes one number once.
CREATE FUNCTION count_comment_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO comment_versions (event_id, user_id, version)
  SELECT DISTINCT c.event_id, CASE
           WHEN c.hidden_by IS NOT NULL THEN c.user_id
           WHEN thread.hidden_by IS NOT NULL THEN thread.user_id
           ELSE 0
         END AS seen_by, 1
  FROM (SELECT * FROM before UNION ALL SELECT * FROM after) c
  JOIN events e ON e.id = c.event_id LEFT JOIN comments thread ON thread.id = c.parent_id
  WHERE c.parent_id IS NULL OR thread.id IS NOT NULL
  ORDER BY c.event_id, seen_by
  ON CONFLICT (event_id, user_id) DO UPDATE SET version = comment_versions.version + 1;
  RETURN NULL;
END $$;

DROP TRIGGER comments_before_update ON comments;
DROP TRIGGER comments_after_update ON comments;
-- What is hidden leaves those who saw it, and what is shown again comes to them.
CREATE TRIGGER comments_updated AFTER UPDATE ON comments REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_comment_updates();
