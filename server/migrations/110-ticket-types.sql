-- What an event sells, where its tickets are not all the same: each type draws on its own seats and on those of the event.
CREATE TABLE ticket_types (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  position integer NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  note text NOT NULL CHECK (char_length(note) <= 140),
  price_satang integer NOT NULL CHECK (price_satang >= 0),
  -- Null without a limit of its own.
  capacity integer CHECK (capacity > 0),
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  waiting integer NOT NULL DEFAULT 0 CHECK (waiting >= 0),
  on_sale_from timestamptz,
  on_sale_until timestamptz,
  closed_at timestamptz,
  CONSTRAINT ticket_types_never_oversold CHECK (taken <= capacity),
  CONSTRAINT ticket_types_name_key UNIQUE (event_id, name) DEFERRABLE,
  -- For the foreign key below.
  CONSTRAINT ticket_types_of_event_key UNIQUE (event_id, id)
) WITH (fillfactor = 50);

-- Null where an event has no types. Events with types have `ticket_price` as the lowest.
ALTER TABLE events ADD COLUMN highest_ticket_price numeric(10, 2) CHECK (highest_ticket_price >= ticket_price);

ALTER TABLE tickets
  ADD COLUMN ticket_type_id integer,
  ADD CONSTRAINT tickets_type_fkey FOREIGN KEY (event_id, ticket_type_id) REFERENCES ticket_types (event_id, id);
CREATE INDEX tickets_type_idx ON tickets (ticket_type_id) WHERE ticket_type_id IS NOT NULL;

-- Counts the seats and the people in line of a type, whoever changes an application. Without a type nothing is counted here.
CREATE FUNCTION count_ticket_type() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seats integer := (NEW.status IN ('UNPAID', 'ACTIVE', 'USED'))::integer;
  places integer := (NEW.status = 'WAITING')::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    seats := seats - (OLD.status IN ('UNPAID', 'ACTIVE', 'USED'))::integer;
    places := places - (OLD.status = 'WAITING')::integer;
  END IF;
  IF seats <> 0 OR places <> 0 THEN
    UPDATE ticket_types SET taken = taken + seats, waiting = waiting + places WHERE id = NEW.ticket_type_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tickets_inserted_with_type AFTER INSERT ON tickets FOR EACH ROW
  WHEN (NEW.ticket_type_id IS NOT NULL) EXECUTE FUNCTION count_ticket_type();
CREATE TRIGGER tickets_updated_with_type AFTER UPDATE OF status ON tickets FOR EACH ROW
  WHEN (NEW.ticket_type_id IS NOT NULL) EXECUTE FUNCTION count_ticket_type();
