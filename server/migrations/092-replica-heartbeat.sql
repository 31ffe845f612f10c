-- When the database was last asked how late it is: on a replica this says how far it is behind. One row.
CREATE TABLE replica_heartbeat (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  beat_at timestamptz NOT NULL
);
