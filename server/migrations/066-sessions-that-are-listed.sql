-- What somebody is shown of each of their sessions: the words for the device, such as 'Chrome on Android' ('' where they are
-- not known yet), when it began, and when it was last used. Of sessions from before, the last renewal is all that is known.
ALTER TABLE sessions
  ADD COLUMN device text NOT NULL DEFAULT '',
  ADD COLUMN started_at timestamptz,
  ADD COLUMN last_used_at timestamptz;

UPDATE sessions SET started_at = rotated_at, last_used_at = rotated_at;
ALTER TABLE sessions ALTER COLUMN started_at SET NOT NULL, ALTER COLUMN last_used_at SET NOT NULL;
