-- The private events of `event_listings` once more, close together: they are few, and a list reads all those that its reader
-- may see. A trigger keeps them the same.
CREATE TABLE private_listings (LIKE event_listings INCLUDING DEFAULTS);
INSERT INTO private_listings SELECT l.* FROM event_listings l WHERE NOT l.is_public;
ALTER TABLE private_listings
  ADD PRIMARY KEY (event_id),
  ADD FOREIGN KEY (event_id) REFERENCES event_listings ON DELETE CASCADE;

CREATE INDEX private_listings_user_id_idx ON private_listings (user_id);
CREATE INDEX private_listings_domains_idx ON private_listings USING gin (domains);
CREATE INDEX private_listings_title_idx ON private_listings USING gin (title_text gin_trgm_ops);
CREATE INDEX private_listings_search_idx ON private_listings USING gin (search_text gin_trgm_ops);

CREATE FUNCTION keep_private_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM private_listings p USING before b WHERE p.event_id = b.event_id AND NOT b.is_public;
  END IF;
  INSERT INTO private_listings SELECT a.* FROM after a WHERE NOT a.is_public;
  RETURN NULL;
END $$;

CREATE TRIGGER event_listings_inserted_private AFTER INSERT ON event_listings REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_private_listings();
CREATE TRIGGER event_listings_updated_private AFTER UPDATE ON event_listings REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_private_listings();

-- Nothing looks for private events among all any more.
DROP INDEX event_listings_domains_idx;
DROP INDEX event_listings_past_domains_idx;
