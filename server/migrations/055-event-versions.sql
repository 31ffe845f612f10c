-- Counts the changes of an event, so that an open page knows whether what it shows is the newest.
ALTER TABLE events ADD COLUMN version integer NOT NULL DEFAULT 1;
