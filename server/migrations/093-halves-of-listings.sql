-- Most lists and searches are about what is not over, a small part of all there ever was: each half of the public events has
-- indexes of its own for searches, which read no more than that. Private events have theirs in `private_listings`.
CREATE INDEX event_listings_current_title_idx ON event_listings USING gin (title_text gin_trgm_ops)
  WITH (gin_pending_list_limit = 256) WHERE is_public AND NOT is_over;
CREATE INDEX event_listings_current_search_idx ON event_listings USING gin (search_text gin_trgm_ops)
  WITH (gin_pending_list_limit = 256) WHERE is_public AND NOT is_over;
CREATE INDEX event_listings_past_title_idx ON event_listings USING gin (title_text gin_trgm_ops)
  WITH (gin_pending_list_limit = 256) WHERE is_public AND is_over;
CREATE INDEX event_listings_past_search_idx ON event_listings USING gin (search_text gin_trgm_ops)
  WITH (gin_pending_list_limit = 256) WHERE is_public AND is_over;
DROP INDEX event_listings_title_idx;
DROP INDEX event_listings_search_idx;

CREATE INDEX private_listings_current_domains_idx ON private_listings USING gin (domains) WHERE NOT is_over;
-- What takes place on some days, with what ends when they begin, which the list then leaves out.
CREATE INDEX private_listings_days_idx ON private_listings USING gist (tstzrange(starts, ends, '[]'));
