import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import type { NewAccount } from '#contract/accounts/auth.ts'
import { errors } from '#contract/errors.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { checkedWith, problemOf, type SignUpField, signUpFields, stepOf } from './register-form.tsx'

test.each<[SignUpField, string, string | undefined]>([
  ['username', '', 'Username is required.'],
  ['username', '   ', 'Username is required.'],
  ['username', 'x', 'Username must have at least 3 characters.'],
  ['username', 'som chai', 'Use only letters, digits and @ . + - _'],
  ['username', 'somchai', undefined],
  ['password', '1234567', 'Password must have at least 8 characters.'],
  ['password2', '', 'Confirm your password.'],
  ['birth_date', '1895-05-17', 'The birth year must be 1900 or later.'],
  ['phone_number', '', 'Phone number is required.'],
  ['phone_number', '12345', 'Must only be 10 digits'],
  ['phone_number', '+66 81-234-5678', undefined],
  ['email', 'somchai', 'Enter a valid email address.'],
])('%s "%s" is validated on its own step: %s', (field, value, words) => {
  expect(problemOf(field, { [field]: value })).toBe(words)
})

test('different passwords are reported at the second one, until either is changed', () => {
  const differ = { password: 'a quiet river', password2: 'a quiet liver' }

  expect(problemOf('password2', differ)).toBe('Passwords do not match.')
  expect(problemOf('password', differ)).toBeUndefined()
  expect(problemOf('password2', { ...differ, password2: differ.password })).toBeUndefined()
  expect(checkedWith('password')).toEqual(['password', 'password2'])
  expect(checkedWith('password2')).toEqual(['password2'])
})

test("the server's errors are shown at their fields, in the order of the form", () => {
  const problems = [
    { loc: ['body', 'email'], msg: 'Enter a valid email address.', type: 'value_error' },
    { loc: ['body', 'password2'], msg: 'Passwords do not match.', type: 'value_error' },
  ]

  const refused = refusedFields(new ApiError('invalid_fields', { ...errors.invalid_fields, problems }))

  expect(refused).toEqual([
    ['password2', 'Passwords do not match.'],
    ['email', 'Enter a valid email address.'],
  ])
  expect(stepOf('password2')).toBe(0)
})

test('a taken username is reported at its field, although the server names no field', () => {
  expect(refusedFields(new ApiError('username_taken', errors.username_taken))).toEqual([
    ['username', 'This username is already taken.'],
  ])
})

test('a refusal that is about no field names none', () => {
  expect(refusedFields(new ApiError('too_many_requests', errors.too_many_requests))).toEqual([])
})

/** Each field's words after a refusal, in the form's order. */
function refusedFields(error: ApiError): [SignUpField, string][] {
  const form = createFormControl<NewAccount>()
  showRefusal(form, error, { fields: signUpFields, notice: 'It failed.', say: () => undefined })
  return signUpFields.flatMap((field): [SignUpField, string][] => {
    const words = form.getFieldState(field).error?.message
    return words === undefined ? [] : [[field, words]]
  })
}
