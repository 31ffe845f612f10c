-- A member's lists read private events in their order, instead of all those of the member's email domain.
CREATE INDEX private_listings_starts_idx ON private_listings (starts, event_id);
CREATE INDEX private_listings_created_idx ON private_listings (created, event_id);
