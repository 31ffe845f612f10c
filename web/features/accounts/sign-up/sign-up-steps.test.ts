import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import type { NewAccount } from '#contract/accounts/auth.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { missing, type SignUpField, signUpFields, stepOf } from './sign-up-steps.ts'

test('between the steps only what was left blank is asked for', () => {
  expect(missing('username', '')).toBe('Username is required.')
  expect(missing('username', '   ')).toBe('Username is required.')
  expect(missing('username', 'x')).toBeUndefined()
  expect(missing('password', '        ')).toBeUndefined()
  expect(missing('phone_number', '')).toBe('Phone number is required.')
  expect(missing('phone_number', '123')).toBeUndefined()
  expect(missing('email', '')).toBe('Email is required.')
})

test('what the server refused is told at its fields, in the order of the form', () => {
  const problems = [
    { loc: ['body', 'email'], msg: 'Enter a valid email address.', type: 'value_error' },
    { loc: ['body', 'password2'], msg: 'Passwords do not match.', type: 'value_error' },
  ]

  const refused = refusedFields(new ApiError('invalid_fields', { problems }))

  expect(refused).toEqual([
    ['password2', 'Passwords do not match.'],
    ['email', 'Enter a valid email address.'],
  ])
  expect(stepOf('password2')).toBe(0)
})

test('a taken username is told at the username, though the server names no field', () => {
  expect(refusedFields(new ApiError('username_taken'))).toEqual([['username', 'This username is already taken.']])
})

test('a refusal that is about no field names none', () => {
  expect(refusedFields(new ApiError('too_many_requests'))).toEqual([])
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
