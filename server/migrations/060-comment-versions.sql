-- Counts the changes of an event's comments, so that an open page knows whether what it shows is the newest. Apart from the
-- event's own row: whoever writes a comment shares that row with others, and with a rush of applications, until the commit.
-- The row of user 0 counts what everybody may see; a person's own row counts what, being hidden, only they and the event's
-- owner may see. So nobody hears of what they are not shown. Without a reference to users: a number never falls.
CREATE TABLE comment_versions (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer NOT NULL,
  version integer NOT NULL,
  PRIMARY KEY (event_id, user_id)
) WITH (fillfactor = 50);

-- A trigger, because comments also go with their thread and with their author's account. `changed` are the rows before, or
-- after, one statement. Replies that go with their thread are counted with it, and what goes with its event not at all.
CREATE FUNCTION count_comment_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO comment_versions (event_id, user_id, version)
  SELECT DISTINCT c.event_id, CASE
           WHEN c.hidden_by IS NOT NULL THEN c.user_id
           WHEN thread.hidden_by IS NOT NULL THEN thread.user_id
           ELSE 0
         END AS seen_by, 1
  FROM changed c JOIN events e ON e.id = c.event_id LEFT JOIN comments thread ON thread.id = c.parent_id
  WHERE c.parent_id IS NULL OR thread.id IS NOT NULL
  ORDER BY c.event_id, seen_by
  ON CONFLICT (event_id, user_id) DO UPDATE SET version = comment_versions.version + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER comments_inserted AFTER INSERT ON comments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_comment_changes();
CREATE TRIGGER comments_deleted AFTER DELETE ON comments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_comment_changes();
-- What is hidden leaves those who saw it, and what is shown again comes to them.
CREATE TRIGGER comments_before_update AFTER UPDATE ON comments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_comment_changes();
CREATE TRIGGER comments_after_update AFTER UPDATE ON comments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_comment_changes();
