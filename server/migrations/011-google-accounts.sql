-- Google's lasting name for an account ("sub" of its ID tokens); addresses may change hands there, this never does.
ALTER TABLE users ADD COLUMN google_sub text;
CREATE UNIQUE INDEX users_google_sub_key ON users (google_sub);
