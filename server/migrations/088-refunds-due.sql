-- Applications that ended and had a price: among them are those whose money is to be paid back.
CREATE INDEX tickets_ended_priced_idx ON tickets (event_id) WHERE status = 'CANCELLED' AND price_satang > 0;
