-- An account that is deleted leaves its row, and all that goes with it, by DELETE. What stays because it is others' too loses
-- its person: a ticket keeps its number and status for the event's count, an event what its ticket holders need to know.
ALTER TABLE tickets ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE events ALTER COLUMN user_id DROP NOT NULL;

-- An event that nobody owns is on no list.
ALTER TABLE events ADD CONSTRAINT events_owner_check CHECK (user_id IS NOT NULL OR called_off_at IS NOT NULL);

-- What is somebody's is found by them, to be exported or deleted, without reading everybody's.
CREATE INDEX likes_user_id_idx ON likes (user_id);
CREATE INDEX event_guests_user_id_idx ON event_guests (user_id);
CREATE INDEX check_ins_ticket_id_idx ON check_ins (ticket_id);
CREATE INDEX check_ins_door_link_id_idx ON check_ins (door_link_id) WHERE door_link_id IS NOT NULL;
