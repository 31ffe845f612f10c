-- A user has a link back to each of their former emails, and a later change of the email does not end it.
ALTER TABLE email_links DROP CONSTRAINT email_links_pkey, ADD PRIMARY KEY (token_hash);

CREATE UNIQUE INDEX email_links_user_kind_email_key ON email_links (user_id, kind, lower(email));

-- Whether somebody may go back to an email is asked of every email that is entered.
CREATE INDEX email_links_undo_email_idx ON email_links (lower(email)) WHERE kind = 'undo';
