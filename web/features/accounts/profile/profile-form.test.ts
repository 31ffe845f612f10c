import { expect, test } from 'vitest'
import type { Profile } from '#contract/accounts/profile.ts'
import { toChange } from './profile-form.tsx'

const profile = { email: 'old@example.com', has_password: true, has_google: false } as Profile
const edited = { first_name: 'Malee', nationality: 'Thai', current_password: 'a quiet river', google_token: '' }

test('only changed fields are sent, so that a form left open elsewhere brings nothing back', () => {
  const form = { ...edited, email: profile.email } as Parameters<typeof toChange>[1]

  expect(toChange(profile, form, { nationality: true })).toEqual({ nationality: 'Thai' })
})

test('a new email is sent with its proof', () => {
  const form = { ...edited, email: 'new@example.com' } as Parameters<typeof toChange>[1]

  expect(toChange(profile, form, { email: true, current_password: true })).toEqual({
    email: 'new@example.com',
    current_password: 'a quiet river',
  })
})
