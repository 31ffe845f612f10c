import { z } from 'zod'
import { BirthDate, Password, Role, Username } from '#contract/accounts/auth.schemas.ts'
import { passwordsDiffer } from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { Day, degrees, Email, Flag, Id, Instant, Message, numeric, PathId, text, Uploaded } from '#contract/fields.ts'
import { languages } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { optionalName } from '#contract/names.ts'
import * as m from '#messages/fields.json'
import { PhoneNumber } from './phone-number.ts'

/** The user's own profile. Private: nobody else sees it. */
export const Profile = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** '' for an account made with LINE, until its owner adds one. */
  email: z.string(),
  /** Whether the link mailed to it was opened. */
  email_verified: z.boolean(),
  phone_number: z.string(),
  birth_date: Day.nullable(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  nationality: z.string(),
  facebook_profile: z.string(),
  instagram_handle: z.string(),
  profile_picture: z.string(),
  status: Role,
  /** False for an account created by Google or by a mailed code, until a password is set. */
  has_password: z.boolean(),
  has_google: z.boolean(),
  has_line: z.boolean(),
  /** Whether mails about their own tickets are sent by LINE instead. */
  gets_line_messages: z.boolean(),
  /** How often the username may still be changed; null for no limit. */
  username_changes_left: z.number().int().nullable(),
  /** Whether they get messages from organizers, besides mails about their own tickets. */
  gets_messages: z.boolean(),
  /** Of mails to them; null if they have not chosen one, for English. */
  language: z.enum(languages).nullable(),
  created_at: Instant,
  updated_at: Instant,
  /** Where they were checked in, or had a ticket to the end if nobody was checked in. */
  attended_events: z.number().int(),
  /** Tickets that they gave back. */
  cancelled_events: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

export const showProfile = {
  method: 'GET',
  url: '/api/users/profile',
  schema: { summary: 'Read your profile', response: { 200: Profile } },
  config: { access: 'signed-in' },
} satisfies Endpoint

const blank = z.literal('')
const coordinate = (limit: number) => numeric(degrees(limit), null, { plus: true })

/** The address of a person's page on this host: http or https, with or without www, with a path; '' for none. */
function pageOn(host: string, message: string) {
  const address = new RegExp(`^https?://(www\\.)?${host.replace('.', '\\.')}/\\S+$`, 'i')
  return text(500).refine((value) => value === '' || address.test(value), message)
}

/**
 * The editable fields of a profile. Missing fields stay, unknown ones are ignored. A blank birth date
 * changes nothing: once known, it cannot be removed. The email may be blank only for accounts that have none.
 */
export const ProfileChange = z
  .object({
    username: Username,
    first_name: optionalName(m.firstName, 150),
    last_name: optionalName(m.lastName, 150),
    // Forms show the message of the first alternative.
    email: z.union([z.literal('', m.emailNotValid), Email], m.emailNotValid),
    phone_number: text(60).pipe(z.union([z.literal('', m.phoneNumberDigits), PhoneNumber], m.phoneNumberDigits)),
    birth_date: z.union([z.null(), blank, BirthDate]),
    address: optionalName(m.address, 500),
    latitude: coordinate(90),
    longitude: coordinate(180),
    nationality: optionalName(m.nationality, 100),
    facebook_profile: pageOn('facebook.com', m.facebookLink),
    instagram_handle: pageOn('instagram.com', m.instagramLink),
    gets_messages: Flag,
  })
  .partial()
export type ProfileChange = z.output<typeof ProfileChange>

/** Proves that the user owns the account: its password, or an ID token that Google issued within the last five minutes for the
 *  linked Google account. Without either it suffices to have signed in within the last ten minutes. */
export const AccountProof = z.object({
  current_password: z.string().max(1_000, errors.wrong_password.message).optional(),
  google_token: z.string().max(8_000).optional(),
})
export type AccountProof = z.output<typeof AccountProof>

/** With the proof that a new email needs. */
export const ProvenProfileChange = ProfileChange.extend(AccountProof.shape)
export type ProvenProfileChange = z.output<typeof ProvenProfileChange>

/** For a change that would clear a name. */
export const nameRequired = {
  first_name: fill(m.required, { label: m.firstName }),
  last_name: fill(m.required, { label: m.lastName }),
}

/** Required fields that Google sign-in does not provide (specification, Complete Your Profile). */
export const ProfileCompletion = z.object({ phone_number: PhoneNumber, birth_date: BirthDate })
export type ProfileCompletion = z.infer<typeof ProfileCompletion>

/** Returns the whole profile. A new email is unverified until its mailed link is opened; without the proof the change fails with
 *  `password_needed`, `wrong_password`, `sign_in_needed` or similar. A username generated by Google sign-in may be changed
 *  once, then it is `username_fixed`. */
export const editProfile = {
  method: 'PATCH',
  url: '/api/users/edit-profile/:id',
  schema: {
    summary: 'Change your profile',
    params: z.object({ id: PathId }),
    body: ProvenProfileChange,
    refusals: [
      'account_exists',
      'google_account_differs',
      'google_sign_in_needed',
      'google_token_invalid',
      'google_unavailable',
      'not_your_profile',
      'password_needed',
      'sign_in_needed',
      'username_fixed',
      'username_taken',
      'wrong_password',
      'sign_in_busy',
    ],
    response: { 200: Profile },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

export const uploadProfilePicture = {
  method: 'POST',
  url: '/api/users/:id/upload/profile-picture',
  schema: {
    summary: 'Replace your profile picture',
    params: z.object({ id: PathId }),
    refusals: ['not_your_profile'],
    response: { 200: Uploaded },
  },
  config: { access: 'signed-in', limit: 'write', send: 'multipart', file: 'profile_picture' },
} satisfies Endpoint

export const PasswordChange = z
  .object({
    current_password: z
      .string({ error: errors.password_needed.message })
      .min(1, errors.password_needed.message)
      .max(1_000, errors.wrong_password.message),
    new_password: Password,
    confirm_password: z.string({ error: m.confirmPassword }).min(1, m.confirmPassword),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: passwordsDiffer,
  })
export type PasswordChange = z.output<typeof PasswordChange>

/** Ends all other sessions of the user and mails them a notice. `password_missing` if the account has no password:
 *  `forgotPassword` sets one. */
export const changePassword = {
  method: 'POST',
  url: '/api/users/change-password',
  schema: {
    summary: 'Change your password',
    body: PasswordChange,
    refusals: ['password_missing', 'wrong_password', 'sign_in_busy'],
    response: { 200: Message },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
