-- What applicants are asked: a list of {id, kind, text, required, choices} in the order in which they are asked.
ALTER TABLE events ADD COLUMN questions jsonb NOT NULL DEFAULT '[]';

-- The answers of an application, each with the question as it was asked. Only applications with answers have a row: the
-- rows of a rush stay as small as they were.
CREATE TABLE application_answers (
  ticket_id integer PRIMARY KEY REFERENCES tickets ON DELETE CASCADE,
  answers jsonb NOT NULL
);
