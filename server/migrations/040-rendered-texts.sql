-- The HTML of the Markdown texts of events. `made_from` is a digest of the text and of how it was rendered: a row that
-- fits no longer counts as none. All of it can be made anew, so a crash may forget it and no backup holds it.
CREATE UNLOGGED TABLE rendered_texts (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  field text NOT NULL,
  made_from bytea NOT NULL,
  html text NOT NULL,
  PRIMARY KEY (event_id, field)
);
