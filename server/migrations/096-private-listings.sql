-- A tag that few have: among the private events that somebody sees there may be thousands without it.
CREATE INDEX private_listings_tags_idx ON private_listings USING gin (tags);
-- The most popular of them, without looking at the seats of all.
CREATE INDEX event_seats_private_popular_idx ON event_seats (is_over, taken, event_id) WHERE NOT is_listed;
