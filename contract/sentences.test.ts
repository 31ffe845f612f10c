import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  EmailOnly,
  googleSignIn,
  login,
  NewAccount,
  PasswordReset,
  refreshToken,
} from '#contract/accounts/auth.schemas.ts'
import { ProfileChange, ProfileCompletion } from '#contract/accounts/profile.ts'
import { EventFields } from '#contract/events/event-fields.ts'
import { EventQuery } from '#contract/events/event-list.schemas.ts'
import { OrganizerApplication } from './organizers.ts'

const forms: Record<string, z.ZodObject> = {
  EmailOnly,
  EventFields,
  EventQuery,
  Login: login.schema.body,
  Google: googleSignIn.schema.body,
  Refresh: refreshToken.schema.body,
  OrganizerApplication,
  PasswordReset,
  ProfileChange,
  ProfileCompletion,
  NewAccount,
}

const nonsense = [
  undefined,
  null,
  '',
  ' ',
  'nope',
  'x'.repeat(100_000),
  '-1',
  '1.5',
  '1e12',
  999,
  -999,
  1e12,
  true,
  [],
  {},
]
const fromZod =
  /^(Invalid (input|string|option|email|URL|ISO)|Too (big|small)|Unrecognized|Required|Expected)|<=|>=|\bNaN\b|at most 0/

test.each(Object.entries(forms))('every problem in %s is reported as a plain sentence', (_, form) => {
  const said = Object.entries(form.shape).flatMap(([field, schema]) =>
    nonsense.flatMap(
      (value) => (schema as z.ZodType).safeParse(value).error?.issues.map(({ message }) => ({ field, message })) ?? [],
    ),
  )

  expect(said.length).toBeGreaterThan(0)
  expect(said.filter(({ message }) => fromZod.test(message) || !/^[A-Z]/.test(message))).toEqual([])
})

test('the messages for a wrong contact email and latitude say what to enter', () => {
  expect(EventFields.shape.contact_email.safeParse('nope').error?.issues[0]?.message).toBe(
    'Enter a valid email address.',
  )
  expect(EventFields.shape.contact_email.parse('  ')).toBe('')
  expect(ProfileChange.shape.latitude.safeParse('999').error?.issues[0]?.message).toBe(
    'Enter a number between -90 and 90.',
  )
})
