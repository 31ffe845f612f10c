-- How often somebody may still change the username; NULL where it was chosen by themselves and there is no bound. Accounts
-- that came with Google were given one, in older versions their email: they may choose another one once.
ALTER TABLE users ADD COLUMN username_changes_left integer CHECK (username_changes_left >= 0);

UPDATE users SET username_changes_left = 1
WHERE google_sub IS NOT NULL AND (password_hash IS NULL OR lower(username) = lower(email));
