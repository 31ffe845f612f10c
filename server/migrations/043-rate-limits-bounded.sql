-- What ends first is removed first.
CREATE INDEX rate_limits_by_end ON rate_limits (expire);
