-- Parts of words, in Thai (no spaces between words) as in English.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users,
  event_name text NOT NULL CHECK (char_length(event_name) BETWEEN 1 AND 50),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 350),
  detailed_description text NOT NULL,
  terms_and_conditions text NOT NULL,
  event_image text NOT NULL DEFAULT '',
  visibility text NOT NULL CHECK (visibility IN ('PUBLIC', 'PRIVATE')),
  category text NOT NULL CHECK (category IN ('CONFERENCE', 'WORKSHOP', 'SEMINAR', 'NETWORKING', 'CONCERT', 'OTHER')),
  tags text NOT NULL,
  is_free boolean NOT NULL,
  is_online boolean NOT NULL,
  ticket_price numeric(10, 2) NOT NULL CHECK (ticket_price >= 0),
  expected_price numeric(10, 2) NOT NULL CHECK (expected_price >= 0),
  dress_code text NOT NULL,
  start_date_register timestamptz NOT NULL,
  end_date_register timestamptz NOT NULL,
  start_date_event timestamptz NOT NULL,
  end_date_event timestamptz NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  meeting_link text NOT NULL,
  allowed_email_domains text NOT NULL,
  contact_email text NOT NULL,
  contact_phone text NOT NULL,
  website_url text NOT NULL,
  facebook_url text NOT NULL,
  twitter_url text NOT NULL,
  instagram_url text NOT NULL,
  other_url text NOT NULL,
  min_age_requirement integer NOT NULL CHECK (min_age_requirement >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  search_text text NOT NULL GENERATED ALWAYS AS (
    lower(event_name || ' ' || description || ' ' || tags || ' ' || address)
  ) STORED,
  CHECK (start_date_register <= end_date_register),
  CHECK (end_date_register <= end_date_event),
  CHECK (start_date_event < end_date_event)
);

CREATE INDEX events_user_id_idx ON events (user_id);
CREATE INDEX events_created_idx ON events (created_at DESC, id DESC);
CREATE INDEX events_start_idx ON events (start_date_event, id);
CREATE INDEX events_search_idx ON events USING gin (search_text gin_trgm_ops);
