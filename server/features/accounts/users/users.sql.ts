import { sql } from '#server/lib/postgres/database.ts'

/** The username of user `u` as others read it. One that is an email address, or holds the account's own phone number, tells
 *  what nobody else may know: in its place stands 'guest 57', which with its space is nobody's username. */
export const shownUsername = sql`
  CASE WHEN u.username ~ '.@.+[.].'
         OR (u.phone_number <> '' AND strpos(regexp_replace(u.username, '[^0-9]', '', 'g'), right(u.phone_number, 9)) > 0)
       THEN 'guest ' || u.id ELSE u.username END`
