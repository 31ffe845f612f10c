-- How many of the taken seats are set aside for the door. A trigger counts them, so that processes of the previous release do too.
-- `door_seats` changes before `taken`, so the number may exceed `taken` until the transaction ends.
ALTER TABLE event_seats ADD COLUMN set_aside integer NOT NULL DEFAULT 0 CHECK (set_aside >= 0);

CREATE FUNCTION count_set_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_seats SET set_aside = set_aside + coalesce(NEW.seats, 0) - coalesce(OLD.seats, 0)
  WHERE event_id = coalesce(NEW.event_id, OLD.event_id);
  RETURN NULL;
END $$;
CREATE TRIGGER door_seats_counted AFTER INSERT OR DELETE OR UPDATE OF seats ON door_seats
  FOR EACH ROW EXECUTE FUNCTION count_set_aside();

UPDATE event_seats s SET set_aside = d.seats
FROM (SELECT event_id, sum(seats) AS seats FROM door_seats WHERE seats > 0 GROUP BY event_id) d
WHERE s.event_id = d.event_id;

-- The most popular events are those that most people attend.
DROP INDEX event_seats_popular_idx;
DROP INDEX event_seats_private_popular_idx;
CREATE INDEX event_seats_popular_idx ON event_seats (is_over, (taken - set_aside), event_id) WHERE is_listed;
CREATE INDEX event_seats_private_popular_idx ON event_seats (is_over, (taken - set_aside), event_id) WHERE NOT is_listed;
