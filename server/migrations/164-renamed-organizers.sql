-- After a rename a job rewrites the listings of the organizer's events: one statement is too slow for thousands of them. By its
-- key one job waits per organizer, however often they rename; by its queue these jobs run one at a time.
CREATE OR REPLACE FUNCTION list_organizers_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'rewrite_listings', json_build_object('owner', NEW.user_id),
    queue_name => 'rewrite_listings', job_key => 'rewrite_listings ' || NEW.user_id, max_attempts => 14);
  RETURN NULL;
END $$;

DROP TRIGGER organizers_listed ON organizers;
CREATE TRIGGER organizers_listed AFTER UPDATE ON organizers
  FOR EACH ROW WHEN (NEW.organizer_name <> OLD.organizer_name) EXECUTE FUNCTION list_organizers_events();
