import { z } from 'zod'
import { BirthDate, Role, Username } from '#contract/accounts/auth.schemas.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { Day, degrees, Email, Id, Instant, numeric, PathId, text, Uploaded } from '#contract/fields.ts'
import { optionalName } from '#contract/names.ts'
import { PhoneNumber } from './phone-number.ts'

/** One's own profile: everything the product keeps about oneself, and shows to nobody else. */
export const Profile = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: Email,
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
  /** False for an account that was made by Google's sign-in and has set no password since. */
  has_password: z.boolean(),
  /** How often the username may still be changed; null where there is no bound. */
  username_changes_left: z.number().int().nullable(),
  created_at: Instant,
  updated_at: Instant,
  attended_events: z.number().int(),
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

/** The address of somebody's page on one network: http or https, with or without www, with a path; '' where none is
 *  given. */
function pageOn(host: string, message: string) {
  const address = new RegExp(`^https?://(www\\.)?${host.replace('.', '\\.')}/\\S+$`, 'i')
  return text(500).refine((value) => value === '' || address.test(value), message)
}

/**
 * The fields of one's own profile that one may change. Fields that are not sent stay, and other keys are ignored.
 * A blank birth date changes nothing, as one that is known is never taken back.
 */
export const ProfileChange = z
  .object({
    username: Username,
    first_name: optionalName('First name', 150),
    last_name: optionalName('Last name', 150),
    email: Email,
    phone_number: text(60).pipe(z.union([blank, PhoneNumber], 'Must only be 10 digits')),
    birth_date: z.union([z.null(), blank, BirthDate]),
    address: optionalName('Address', 500),
    latitude: coordinate(90),
    longitude: coordinate(180),
    nationality: optionalName('Nationality', 100),
    facebook_profile: pageOn('facebook.com', 'Enter a link such as https://www.facebook.com/name.'),
    instagram_handle: pageOn('instagram.com', 'Enter a link such as https://www.instagram.com/name.'),
  })
  .partial()
export type ProfileChange = z.output<typeof ProfileChange>

/** The proof that an account is one's own: its password, or an ID token that Google made out within the last five minutes
 *  for the account that one signs in with. */
export const OwnProof = z.object({
  current_password: z.string().max(1_000, errors.wrong_password.message).optional(),
  google_token: z.string().max(8_000).optional(),
})
export type OwnProof = z.output<typeof OwnProof>

/** A change with the proof that a new email needs. */
export const ProvenProfileChange = ProfileChange.extend(OwnProof.shape)
export type ProvenProfileChange = z.output<typeof ProvenProfileChange>

/** The problem of a change that would leave a name blank which was given before. */
export const nameRequired = { first_name: 'First name is required.', last_name: 'Last name is required.' } as const

/** The fields that a sign-in with Google does not bring and the product needs (specification, Complete Your Profile). */
export const ProfileCompletion = z.object({ phone_number: PhoneNumber, birth_date: BirthDate })
export type ProfileCompletion = z.infer<typeof ProfileCompletion>

/** Answers the whole profile. A changed email counts as unverified until the link that is mailed to it is opened;
 *  without the proof it is refused as `password_needed`, `wrong_password`, `google_sign_in_needed` or the like. A
 *  username that was made for somebody who came with Google is changed once; then it is refused as `username_fixed`. */
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
      'password_missing',
      'password_needed',
      'username_fixed',
      'username_taken',
      'wrong_password',
      'sign_in_busy',
    ],
    response: { 200: Profile },
  },
  config: { access: 'signed-in', limit: 'write', send: 'json' },
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
