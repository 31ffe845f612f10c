import type { SignedIn } from '#contract/accounts/auth.ts'
import type { Profile } from '#contract/accounts/profile.ts'
import type { Language } from '#contract/language/languages.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'
import type { CountedEmails } from './viewer.ts'

/** The username of user `u` as others see it. An email address, or a username with the account's own phone number, is
 *  private: others see 'guest 57', which cannot be a username because of its space. */
export const shownUsername = sql`
  CASE WHEN u.username ~ '.@.+[.].'
         OR (u.phone_number <> '' AND strpos(regexp_replace(u.username, '[^0-9]', '', 'g'), right(u.phone_number, 9)) > 0)
       THEN 'guest ' || u.id ELSE u.username END`

/** User `u` as others see them. */
export const shownPerson = sql`
  jsonb_build_object(
    'id', u.id, 'username', ${shownUsername}, 'name', trim(u.first_name || ' ' || u.last_name),
    'profile_picture', u.profile_picture)`

/** A new account; `password_hash` is an argon2id string. */
export interface NewUser {
  username: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  phone_number: string
  birth_date: string
  language?: Language | null
}

/** The columns that a password login needs. */
export interface Credentials {
  id: number
  password_hash: string | null
  email_verified_at: string | null
}

export interface Recipient {
  id: number
  username: string
  email: string
  email_verified_at: string | null
  /** Null if not chosen. */
  language: Language | null
}

/** The language of mails to user `u`. */
export const languageOfUser = sql`coalesce(u.language, 'en')`

/** Fails on the unique indexes users_username_key and users_email_key. */
export function insertUser(db: Db, user: NewUser): Promise<{ id: number; username: string }> {
  return db.one(sql`
    INSERT INTO users (username, email, password_hash, first_name, last_name, phone_number, birth_date, language)
    VALUES (${user.username}, ${user.email}, ${user.password_hash}, ${user.first_name}, ${user.last_name},
            ${user.phone_number}, ${user.birth_date}, ${user.language ?? null})
    RETURNING id, username`)
}

/** Case-insensitive; only usernames that others can see. */
export async function isShownUsername(db: Db, username: string): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>(sql`
    SELECT EXISTS (
      SELECT 1 FROM users u WHERE lower(u.username) = lower(${username}) AND ${shownUsername} = u.username) AS taken`)
  return taken
}

/** Case-insensitive. A username wins over another account's equal email. */
export function selectCredentials(db: Db, name: string): Promise<Credentials | null> {
  return db.maybeOne(sql`
    SELECT id, password_hash, email_verified_at
    FROM users
    WHERE lower(username) = lower(${name}) OR (lower(email) = lower(${name}) AND email <> '')
    ORDER BY lower(username) = lower(${name}) DESC
    LIMIT 1`)
}

/** Counts those of a person's tickets `t` of events `e` that were checked in, or held to the end of an event whose door was
 *  not used. */
export function countAttended(now: Date): Sql {
  const wasDoorUsed = sql`EXISTS (SELECT FROM tickets c WHERE c.event_id = t.event_id AND c.status = 'USED')`
  return sql`
    count(*) FILTER (WHERE t.status = 'USED' OR (t.status = 'ACTIVE' AND e.end_date_event <= ${now} AND NOT ${wasDoorUsed}))::int`
}

/** Counts those of a person's tickets `t` that were given back. What never was a ticket and events that were called off do
 *  not count. */
export const countGivenBack = sql`
  count(*) FILTER (WHERE t.status = 'CANCELLED' AND t.issued_at IS NOT NULL AND t.cancel_reason <> 'called_off')::int`

export function selectProfile(db: Db, id: number, now: Date): Promise<Profile> {
  return db.one(sql`
    SELECT u.id, u.username, u.first_name, u.last_name, u.email, u.email_verified_at IS NOT NULL AS email_verified,
           u.phone_number, u.birth_date, u.address, u.latitude, u.longitude, u.nationality, u.facebook_profile, u.instagram_handle, u.profile_picture,
           CASE WHEN o.id IS NULL THEN 'Attendee' ELSE 'Organizer' END AS status,
           u.password_hash IS NOT NULL AS has_password, u.google_sub IS NOT NULL AS has_google,
           u.line_sub IS NOT NULL AS has_line, u.line_messages_at IS NOT NULL AS gets_line_messages, u.username_changes_left,
           u.messages_off_at IS NULL AS gets_messages, u.language, u.created_at, u.updated_at, counted.attended_events,
           counted.cancelled_events
    FROM users u
    LEFT JOIN organizers o ON o.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT ${countAttended(now)} AS attended_events, ${countGivenBack} AS cancelled_events
      FROM tickets t JOIN events e ON e.id = t.event_id
      WHERE t.user_id = u.id AND t.party_of IS NULL
    ) counted
    WHERE u.id = ${id}`)
}

/** What the owner can prove the account with. */
export interface Proofs {
  password_hash: string | null
  google_sub: string | null
  line_sub: string | null
}

export function selectProofs(db: Db, id: number): Promise<Proofs> {
  return db.one(sql`SELECT password_hash, google_sub, line_sub FROM users WHERE id = ${id}`)
}

/** Finds an account by its email, without regard to case. */
export function selectRecipient(db: Db, email: string): Promise<Recipient | null> {
  return db.maybeOne(sql`
    SELECT id, username, email, email_verified_at, language FROM users WHERE lower(email) = lower(${email})`)
}

/** The username of user `u`, which follows the email if it was the same. */
const usernameWith = (email: string) =>
  sql`CASE WHEN lower(u.username) = lower(u.email) THEN ${email}::text ELSE u.username END`

/** The user with an email that they no longer have; null if they have it again. */
export function selectFormerRecipient(db: Db, id: number, email: string): Promise<Recipient | null> {
  return db.maybeOne(sql`
    SELECT u.id, ${usernameWith(email)} AS username, ${email}::text AS email, u.email_verified_at, u.language
    FROM users u WHERE u.id = ${id} AND lower(u.email) <> lower(${email})`)
}

/** It counts as unverified. Fails on the unique index users_email_key. */
export async function restoreEmail(db: Db, id: number, email: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE users u
    SET email = ${email}, username = ${usernameWith(email)}, email_verified_at = NULL, updated_at = ${now}
    WHERE u.id = ${id}`)
}

/** The part of a sign-in's answer that is read from the database; `language` is null if none is stored. */
export function selectSignedIn(
  db: Db,
  id: number,
): Promise<Omit<SignedIn, 'access_token' | 'refresh_token' | 'language'> & { language: Language | null }> {
  return db.one(sql`
    SELECT u.id, u.username, u.language, u.profile_picture AS image_url,
           CASE WHEN o.id IS NULL THEN 'Attendee' ELSE 'Organizer' END AS status
    FROM users u LEFT JOIN organizers o ON o.user_id = u.id
    WHERE u.id = ${id}`)
}

/** Whether the user's password is still the one of this hash; it stays so until the transaction ends. */
export async function lockPassword(db: Db, id: number, passwordHash: string | null): Promise<boolean> {
  const user = await db.maybeOne<{ password_hash: string | null }>(sql`
    SELECT password_hash FROM users WHERE id = ${id} FOR SHARE`)
  return user !== null && user.password_hash === passwordHash
}

/** Leaves the time of an earlier verification as it is. */
export async function markEmailVerified(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`UPDATE users SET email_verified_at = ${now} WHERE id = ${id} AND email_verified_at IS NULL`)
}

/** Also disconnects Google and LINE if the email is not verified: somebody else may have connected theirs. */
export async function updatePassword(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.run(sql`
    UPDATE users
    SET password_hash = ${passwordHash}, google_sub = CASE WHEN email_verified_at IS NOT NULL THEN google_sub END,
        line_sub = CASE WHEN email_verified_at IS NOT NULL THEN line_sub END,
        line_messages_at = CASE WHEN email_verified_at IS NOT NULL THEN line_messages_at END
    WHERE id = ${id}`)
}

/** Whether there was a password to clear. */
export async function clearPassword(db: Db, id: number): Promise<boolean> {
  return (await db.run(sql`UPDATE users SET password_hash = NULL WHERE id = ${id} AND password_hash IS NOT NULL`)) === 1
}

/** The fields of a profile that its owner may change, and the picture. */
export interface EditableProfile {
  username: string
  username_changes_left: number | null
  first_name: string
  last_name: string
  email: string
  phone_number: string
  birth_date: string | null
  address: string
  latitude: number | null
  longitude: number | null
  nationality: string
  facebook_profile: string
  instagram_handle: string
  profile_picture: string
}

/** Locks the row until the transaction ends. */
export function lockEditableProfile(
  db: Db,
  id: number,
): Promise<EditableProfile & Pick<Recipient, 'email_verified_at'>> {
  return db.one(sql`
    SELECT username, username_changes_left, first_name, last_name, email, phone_number, birth_date, address,
           latitude, longitude, nationality, facebook_profile, instagram_handle, profile_picture, email_verified_at
    FROM users WHERE id = ${id}
    FOR NO KEY UPDATE`)
}

/** Fails on the unique indexes users_username_key and users_email_key. The picture is `updatePicture`'s. */
export async function updateProfile(db: Db, id: number, profile: EditableProfile, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE users
    SET username = ${profile.username}, username_changes_left = ${profile.username_changes_left},
        first_name = ${profile.first_name}, last_name = ${profile.last_name},
        email = ${profile.email}, phone_number = ${profile.phone_number}, birth_date = ${profile.birth_date},
        address = ${profile.address}, latitude = ${profile.latitude}, longitude = ${profile.longitude},
        nationality = ${profile.nationality}, facebook_profile = ${profile.facebook_profile},
        instagram_handle = ${profile.instagram_handle}, updated_at = ${now}
    WHERE id = ${id}`)
}

/** Whether the person gets messages from organizers; null if there is no such account. */
export async function selectGetsMessages(db: Db, id: number): Promise<boolean | null> {
  const found = await db.maybeOne<{ gets: boolean }>(sql`
    SELECT messages_off_at IS NULL AS gets FROM users WHERE id = ${id}`)
  return found?.gets ?? null
}

export async function updateGetsMessages(db: Db, id: number, gets: boolean, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE users SET messages_off_at = ${gets ? null : now}
    WHERE id = ${id} AND (messages_off_at IS NULL) <> ${gets}`)
}

export async function updateLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db.run(sql`UPDATE users SET language = ${language} WHERE id = ${id} AND language IS DISTINCT FROM ${language}`)
}

/** Stores a language if there is none; returns the stored one. */
export async function fillLanguage(db: Db, id: number, language: Language): Promise<Language> {
  const user = await db.one<{ language: Language }>(sql`
    UPDATE users SET language = coalesce(language, ${language}) WHERE id = ${id} RETURNING language`)
  return user.language
}

export async function markEmailUnverified(db: Db, id: number): Promise<void> {
  await db.run(sql`UPDATE users SET email_verified_at = NULL WHERE id = ${id}`)
}

export async function updatePicture(db: Db, id: number, address: string, now: Date): Promise<void> {
  await db.run(sql`UPDATE users SET profile_picture = ${address}, updated_at = ${now} WHERE id = ${id}`)
}

/** The fields of an account that its deletion needs. */
export interface LeavingUser extends Recipient {
  password_hash: string | null
  profile_picture: string
}

/** Locks the row until the transaction ends and blocks every new row that refers to it; null if there is no such
 *  account. */
export function lockLeavingUser(db: Db, id: number): Promise<LeavingUser | null> {
  return db.maybeOne(sql`
    SELECT id, username, email, email_verified_at, language, password_hash, profile_picture FROM users WHERE id = ${id} FOR UPDATE`)
}

/** Also deletes all rows that belong only to the account. Fails while a ticket or an event refers to it. */
export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.run(sql`DELETE FROM users WHERE id = ${id}`)
}

/** Locks the row until the transaction ends, without blocking rows that refer to it. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.run(sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`)
}

/** Somebody who signs in without a password. */
export interface NewPasswordlessUser {
  username: string
  /** '' if none is known. */
  email: string
  /** Null unless the way in which they sign in verifies it. */
  email_verified_at: Date | null
  given_name: string
  family_name: string
  /** Null without Google. */
  google_sub: string | null
  /** Null without LINE. */
  line_sub: string | null
  language: Language
}

export async function selectIdOfGoogleSub(db: Db, sub: string): Promise<number | null> {
  const user = await db.maybeOne<{ id: number }>(sql`SELECT id FROM users WHERE google_sub = ${sub}`)
  return user?.id ?? null
}

/** Locks the row until the transaction ends. */
export function lockUserOfEmail(db: Db, email: string): Promise<Recipient | null> {
  return db.maybeOne(sql`
    SELECT id, username, email, email_verified_at, language FROM users WHERE lower(email) = lower(${email}) FOR NO KEY UPDATE`)
}

/** Makes an account without a password. Its username is made by us and may be changed once. Fails on the unique indexes of
 *  users. */
export async function insertPasswordlessUser(db: Db, user: NewPasswordlessUser, now: Date): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO users (username, username_changes_left, email, email_verified_at, google_sub, line_sub, language, first_name, last_name,
                       created_at, updated_at)
    VALUES (${user.username}, 1, ${user.email}, ${user.email_verified_at}, ${user.google_sub}, ${user.line_sub},
            ${user.language}, ${user.given_name.slice(0, 150)}, ${user.family_name.slice(0, 150)}, ${now}, ${now})
    RETURNING id`)
  return id
}

export async function selectIdOfLineSub(db: Db, sub: string): Promise<number | null> {
  const user = await db.maybeOne<{ id: number }>(sql`SELECT id FROM users WHERE line_sub = ${sub}`)
  return user?.id ?? null
}

/** Null disconnects LINE. Messages by LINE are off then, as for another account. Fails on the unique index users_line_sub_key. */
export async function updateLineSub(db: Db, id: number, sub: string | null): Promise<void> {
  await db.run(sql`
    UPDATE users SET line_sub = ${sub}, line_messages_at = CASE WHEN line_sub = ${sub} THEN line_messages_at END
    WHERE id = ${id}`)
}

/** Turning on does nothing without a connected account. */
export async function updateLineMessages(db: Db, id: number, on: boolean, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE users SET line_messages_at = ${on ? now : null}
    WHERE id = ${id} AND line_sub IS NOT NULL AND (line_messages_at IS NOT NULL) <> ${on}`)
}

/** The email of somebody who signs in with LINE, and has only typed it: it may be another person's. */
const isOnlyTyped = sql`line_sub IS NOT NULL AND email_verified_at IS NULL AND lower(username) <> lower(email)`

/** Whether the account has no password, and an email of that kind. */
export async function hasOnlyLine(db: Db, id: number): Promise<boolean> {
  const found = await db.maybeOne(sql`SELECT FROM users WHERE id = ${id} AND password_hash IS NULL AND ${isOnlyTyped}`)
  return found !== null
}

/** For an email that somebody else has proven: its account lives on without it. False for other accounts. */
export async function removeTypedEmail(db: Db, id: number): Promise<boolean> {
  return (await db.run(sql`UPDATE users SET email = '' WHERE id = ${id} AND ${isOnlyTyped}`)) === 1
}

/** The email of user `u`; '' if it does not count. */
export const countedEmail = (counted: CountedEmails) => sql`
  CASE WHEN ${counted} = 'all' OR u.email_verified_at IS NOT NULL THEN u.email ELSE '' END`

/** The LINE account to which mails of user `u` go instead; '' for none. */
export const lineOfUser = sql`CASE WHEN u.line_messages_at IS NOT NULL THEN u.line_sub ELSE '' END`

/** Null disconnects Google. */
export async function updateGoogleSub(db: Db, id: number, sub: string | null): Promise<void> {
  await db.run(sql`UPDATE users SET google_sub = ${sub} WHERE id = ${id}`)
}
