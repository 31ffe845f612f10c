import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { BirthDate } from '#contract/accounts/auth.ts'
import { nameRequired, type Profile, ProfileChange } from '#contract/accounts/profile.ts'

/** Here the birth date is required (specification, section 5). */
export const EditedProfile = ProfileChange.required().extend({ birth_date: BirthDate })

/** The same for one person: a name that was given before stays given. */
export function editedProfileOf(profile: Pick<Profile, 'first_name' | 'last_name'>) {
  return EditedProfile.superRefine((edited, context) => {
    for (const name of ['first_name', 'last_name'] as const) {
      if (edited[name] === '' && profile[name] !== '') {
        context.addIssue({ code: 'custom', path: [name], message: nameRequired[name] })
      }
    }
  })
}

export type EditedProfile = z.output<typeof EditedProfile>
export type EditedProfileInput = z.input<typeof EditedProfile>

interface About extends Omit<ComponentProps<'input'>, 'name'> {
  label: string
  hint?: string
}

const wide = { className: 'sm:col-span-2' } as const
const link = { ...wide, type: 'url', inputMode: 'url', autoCapitalize: 'none' } as const
const degrees = { inputMode: 'decimal' } as const

/** The form's fields in their order: what they are called, what to know before typing, and how one types into them. */
export const profileFields: Record<keyof EditedProfileInput, About> = {
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
  phone_number: { label: 'Phone Number', hint: 'Must only be 10 digits', type: 'tel', autoComplete: 'tel-national' },
  birth_date: { label: 'Birth Date', hint: 'Not in the future', required: true },
  nationality: { label: 'Nationality', ...wide, autoComplete: 'country-name' },
  address: { label: 'Address', ...wide, autoComplete: 'street-address' },
  latitude: { label: 'Latitude', ...degrees },
  longitude: { label: 'Longitude', ...degrees },
  facebook_profile: { label: 'Facebook Profile', hint: 'A link such as https://www.facebook.com/name', ...link },
  instagram_handle: { label: 'Instagram Handle', hint: 'A link such as https://www.instagram.com/name', ...link },
}

/** What the form starts with. */
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
  }
}
