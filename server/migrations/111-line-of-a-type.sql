-- The line for a type that has a seat again, past everybody who waits for another one.
CREATE INDEX tickets_waiting_type_idx ON tickets (ticket_type_id, id)
  WHERE status = 'WAITING' AND ticket_type_id IS NOT NULL;
