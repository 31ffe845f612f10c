-- Threads of two levels: a comment without a parent, and its replies. A person's comments go with their account, a
-- thread's replies with the thread.
CREATE TABLE comments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  parent_id integer,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  hidden_by text CHECK (hidden_by IN ('organizer', 'operator')),
  UNIQUE (id, event_id),
  -- A reply stands on the event of what it answers.
  FOREIGN KEY (parent_id, event_id) REFERENCES comments (id, event_id) ON DELETE CASCADE
);

-- A page of threads, and a page of one thread's replies. Both hold what decides who sees a comment, so that counting very
-- many reads the index alone.
CREATE INDEX comments_threads_idx ON comments (event_id, created_at DESC, id DESC) INCLUDE (user_id, hidden_by)
  WHERE parent_id IS NULL;
CREATE INDEX comments_replies_idx ON comments (parent_id, created_at DESC, id DESC) INCLUDE (user_id, hidden_by)
  WHERE parent_id IS NOT NULL;
-- For accounts and events that are removed.
CREATE INDEX comments_user_id_idx ON comments (user_id);
CREATE INDEX comments_event_id_idx ON comments (event_id);
