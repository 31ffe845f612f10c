-- Slips that wait for the owner of an event: few at any time, however many payments there were. They are counted whenever an
-- event changes that its owner looks at.
CREATE INDEX payments_in_review_idx ON payments (ticket_id) WHERE slip_state = 'in_review';
