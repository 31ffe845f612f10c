import type { ComponentProps } from 'react'
import { z } from 'zod'
import { BirthDate } from '#contract/accounts/auth.schemas.ts'
import { nameRequired, type Profile, ProfileChange } from '#contract/accounts/profile.ts'

/** This form requires the birth date (specification, section 5). */
const EditedProfile = ProfileChange.omit({ gets_messages: true }).required().extend({
  birth_date: BirthDate,
  /** A new email needs one of these as a proof; '' if not given. */
  current_password: z.string(),
  google_token: z.string(),
})

/** A name that was given before cannot be emptied, and a new email needs its proof. */
export function editedProfileOf(profile: Profile) {
  return EditedProfile.superRefine((edited, context) => {
    const refuse = (field: keyof EditedProfile, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    for (const name of ['first_name', 'last_name'] as const) {
      if (edited[name] === '' && profile[name] !== '') refuse(name, nameRequired[name])
    }
    if (edited.email === '' && profile.email !== '') refuse('email', 'Email is required.')
    const proof = proofOf(profile, edited.email)
    if (proof !== null && edited[proof] === '') refuse(proof, proofNeeded[proof])
  })
}

const proofNeeded = {
  current_password: 'Enter your current password to change your email.',
  google_token: 'Sign in with Google once more to change your email.',
}

/** What the owner proves the account with. Null: the server asks for a recent sign-in. */
export function ownProof({
  has_password,
  has_google,
}: Pick<Profile, 'has_password' | 'has_google'>): keyof typeof proofNeeded | null {
  if (has_password) return 'current_password'
  return has_google ? 'google_token' : null
}

/** The proof that the typed email needs; null while it is the profile's current one. */
export function proofOf(profile: Profile, typed: string): keyof typeof proofNeeded | null {
  return typed.trim().toLowerCase() === profile.email.toLowerCase() ? null : ownProof(profile)
}

export type EditedProfile = z.output<typeof EditedProfile>
export type EditedProfileInput = z.input<typeof EditedProfile>

/** The fields that are shown and may be changed; the proof of a new email is not one of them. */
export type ProfileField = Exclude<keyof EditedProfileInput, 'current_password' | 'google_token'>

interface About extends Omit<ComponentProps<'input'>, 'name'> {
  label: string
  hint?: string
}

const wide = { className: 'sm:col-span-2' } as const
const link = { ...wide, type: 'url', inputMode: 'url', autoCapitalize: 'none' } as const
const degrees = { inputMode: 'decimal' } as const

/** The form's fields in their order, with label, hint and kind of control. */
export const profileFields: Record<ProfileField, About> = {
  first_name: { label: 'First Name', autoComplete: 'given-name' },
  last_name: { label: 'Last Name', autoComplete: 'family-name' },
  username: {
    label: 'Username',
    hint: 'Letters, digits and @ . + - _',
    required: true,
    autoComplete: 'username',
    autoCapitalize: 'none',
  },
  email: {
    label: 'Email',
    hint: 'A new address gets a link to verify it.',
    required: true,
    type: 'email',
    autoComplete: 'email',
  },
  phone_number: { label: 'Phone Number', hint: 'Must only be 10 digits', type: 'tel', autoComplete: 'tel' },
  birth_date: { label: 'Birth Date', hint: 'Not in the future', required: true },
  nationality: { label: 'Nationality', ...wide, autoComplete: 'country-name' },
  address: { label: 'Address', ...wide, autoComplete: 'street-address' },
  latitude: { label: 'Latitude', ...degrees },
  longitude: { label: 'Longitude', ...degrees },
  facebook_profile: { label: 'Facebook Profile', hint: 'A link such as https://www.facebook.com/name', ...link },
  instagram_handle: { label: 'Instagram Handle', hint: 'A link such as https://www.instagram.com/name', ...link },
}

/** The fields that the form shows while this email is typed, in its order. */
export function shownFields(profile: Profile, email: string): (keyof EditedProfileInput)[] {
  const proof = proofOf(profile, email)
  const fields = Object.keys(profileFields) as ProfileField[]
  return fields.flatMap((field) => (field === 'email' && proof !== null ? [field, proof] : [field]))
}

/** For users whose username was generated. */
export function usernameNotes({ username_changes_left: left }: Pick<Profile, 'username_changes_left'>): Partial<About> {
  if (left === null) return {}
  if (left === 0) return { hint: 'It was changed once already, and stays.', readOnly: true }
  return { hint: 'It can be changed once. Letters, digits and @ . + - _' }
}

/** The form's initial values. */
export function toInput(profile: Profile): EditedProfileInput {
  return {
    username: profile.username,
    first_name: profile.first_name,
    last_name: profile.last_name,
    email: profile.email,
    phone_number: profile.phone_number,
    birth_date: profile.birth_date ?? '',
    address: profile.address,
    latitude: profile.latitude ?? '',
    longitude: profile.longitude ?? '',
    nationality: profile.nationality,
    facebook_profile: profile.facebook_profile,
    instagram_handle: profile.instagram_handle,
    current_password: '',
    google_token: '',
  }
}

/** The request's body; a proof is included only where the email changes. */
export function toChange(profile: Profile, { current_password, google_token, ...edited }: EditedProfile) {
  const proof = proofOf(profile, edited.email)
  if (proof === null) return edited
  return proof === 'current_password' ? { ...edited, current_password } : { ...edited, google_token }
}
