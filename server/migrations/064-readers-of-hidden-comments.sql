-- Whoever had a comment hidden is known by their row of comment_versions, so that no list searches all that its reader ever
-- wrote. Comments that were hidden before there were versions get theirs.
INSERT INTO comment_versions (event_id, user_id, version)
SELECT DISTINCT event_id, user_id, 1 FROM comments WHERE hidden_by IS NOT NULL
ON CONFLICT DO NOTHING;
