-- What an applicant types, or brings in the link: it takes something off the price of a seat, or opens hidden ticket types.
CREATE TABLE codes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  code text NOT NULL CHECK (code ~ '^[A-Z0-9_-]{3,40}$'),
  percent integer CHECK (percent BETWEEN 1 AND 100),
  off_satang integer CHECK (off_satang > 0),
  -- Null: for every ticket type that everybody sees. Not a foreign key: the code of a removed type must not become one for all.
  type_ids integer[] CHECK (cardinality(type_ids) > 0),
  -- In seats; null without a limit.
  capacity integer CHECK (capacity > 0),
  per_person integer CHECK (per_person > 0),
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  valid_from timestamptz,
  valid_until timestamptz,
  stopped_at timestamptz,
  CONSTRAINT codes_one_reduction CHECK (percent IS NULL OR off_satang IS NULL),
  CONSTRAINT codes_never_overused CHECK (used <= capacity),
  CONSTRAINT codes_code_key UNIQUE (event_id, code),
  -- For the foreign key below.
  CONSTRAINT codes_of_event_key UNIQUE (event_id, id)
) WITH (fillfactor = 50);

-- Whether any code of the event can be used, so that an event without codes costs no statement.
ALTER TABLE events ADD COLUMN has_codes boolean NOT NULL DEFAULT false;

ALTER TABLE ticket_types ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;

ALTER TABLE tickets
  ADD COLUMN code_id integer,
  ADD CONSTRAINT tickets_code_fkey FOREIGN KEY (event_id, code_id) REFERENCES codes (event_id, id);
CREATE INDEX tickets_code_idx ON tickets (code_id) WHERE code_id IS NOT NULL;

-- Counts a use from the application on, in line too, until the application ends, whoever changes it.
CREATE FUNCTION count_code() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  uses integer := (NEW.status <> 'CANCELLED')::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    uses := uses - (OLD.status <> 'CANCELLED')::integer;
  END IF;
  IF uses <> 0 THEN
    UPDATE codes SET used = used + uses WHERE id = NEW.code_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tickets_inserted_with_code AFTER INSERT ON tickets FOR EACH ROW
  WHEN (NEW.code_id IS NOT NULL) EXECUTE FUNCTION count_code();
CREATE TRIGGER tickets_updated_with_code AFTER UPDATE OF status ON tickets FOR EACH ROW
  WHEN (NEW.code_id IS NOT NULL) EXECUTE FUNCTION count_code();
