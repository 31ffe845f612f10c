-- A changed email is mailed to the old address with a link that goes back to it.
ALTER TABLE email_links
  DROP CONSTRAINT email_links_kind_check,
  ADD CONSTRAINT email_links_kind_check CHECK (kind IN ('verify', 'reset', 'undo'));
