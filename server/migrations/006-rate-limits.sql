-- Written by rate-limiter-flexible. Unlogged: a crash forgets the counts, and that is fine.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
