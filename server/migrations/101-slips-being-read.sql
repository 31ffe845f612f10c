-- The seat of an application is not given on while a slip for it is read, and never longer than until this time.
ALTER TABLE tickets ADD COLUMN slip_read_until timestamptz;
