-- By what calendars know the entry of a ticket that has another `ticket_id` since: the `ticket_id` that it had at first.
-- Null, the same as `ticket_id`, for nearly all.
ALTER TABLE tickets ADD COLUMN calendar_uid uuid;
