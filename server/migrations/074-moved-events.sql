-- When an event was to start before its start was last moved: search engines tell people that it was.
ALTER TABLE events ADD COLUMN previous_start_date timestamptz;
