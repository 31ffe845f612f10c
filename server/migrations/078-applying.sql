-- Phone numbers that were taken as they were typed are kept as ten digits: the rule is in contract/accounts/phone-number.ts.
-- Those that are no such number stay as they are.
CREATE FUNCTION phone_digits(written text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN digits ~ '^[0-9]{10}$' THEN digits ELSE written END
  FROM (
    SELECT regexp_replace(
      regexp_replace(
        translate(written, '๐๑๒๓๔๕๖๗๘๙', '0123456789'),
        '[-\s().\u00A0\u00AD\u200B-\u200F\u2010-\u2015\u202A-\u202E\u2060-\u2069\uFEFF]', '', 'g'),
      '^(\+|00)?66(?=0?[0-9]{9}$)0?', '0') AS digits
  ) read
$$;

UPDATE users SET phone_number = phone_digits(phone_number) WHERE phone_number <> phone_digits(phone_number);

UPDATE events SET contact_phone = phone_digits(contact_phone), version = version + 1
WHERE contact_phone <> phone_digits(contact_phone);

DROP FUNCTION phone_digits(text);

-- How the price of an event is paid at the event, in the organizer's words.
ALTER TABLE events ADD COLUMN payment_words text NOT NULL DEFAULT '';

-- Who wants to be told when the registration of an event opens. A row goes as its mail is put into the outbox.
CREATE TABLE opening_wishes (
  event_id integer NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, user_id)
);

CREATE INDEX opening_wishes_user_id_idx ON opening_wishes (user_id);
