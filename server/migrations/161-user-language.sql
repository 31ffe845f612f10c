-- The language of mails to the user and of the pages. Null: not chosen, which is English.
ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'th'));
