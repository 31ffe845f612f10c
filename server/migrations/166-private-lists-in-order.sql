-- A member's lists read private events in their order, instead of all those of the member's email domain. Lists of current events, soonest
-- first, would begin with years of past ones.
CREATE INDEX private_listings_starts_idx ON private_listings (starts, event_id);
CREATE INDEX private_listings_current_starts_idx ON private_listings (starts, event_id) WHERE NOT is_over;
CREATE INDEX private_listings_created_idx ON private_listings (created, event_id);
