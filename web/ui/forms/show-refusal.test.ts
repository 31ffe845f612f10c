import { createFormControl } from 'react-hook-form'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import type { KnownError } from '#contract/events/page-errors.ts'
import { ApiError, refusalOf } from '#web/lib/api/api-error.ts'
import { dismissNotice, readNotice } from '#web/lib/notices/notice.tsx'
import { showRefusal } from './show-refusal.ts'

/** A form with these fields, in this order; `focused` records each field that gets the focus, with its error at that
 *  time. */
function formOf(...fields: string[]) {
  const control = createFormControl<Record<string, string>>()
  const messageAt = (field: string) => control.getFieldState(field).error?.message
  const focused: [field: string, message: string | undefined][] = []
  const notices: string[] = []
  for (const name of fields) control.register(name).ref({ name, focus: () => focused.push([name, messageAt(name)]) })
  const options = { fields, notice: 'It failed.', say: (text: string) => notices.push(text) }
  return { control, messageAt, focused, notices, options }
}

/** The focus is set in a later task. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

const problem = (field: string, msg: string) => ({ loc: ['body', field], msg, type: 'value_error' })
const email = problem('email', 'Enter a valid email address.')
const password = problem('password', 'This password is too common. Choose another one.')
const invalid = (...problems: (typeof email)[]) =>
  new ApiError('invalid_fields', { ...errors.invalid_fields, problems })

const named = (Object.entries(errors) as [ErrorCode, KnownError][]).filter(([, { field }]) => field !== undefined)

test('every field named in the error list exists in some call', () => {
  const asSent = { io: 'input', unrepresentable: 'any' } as const
  const taken = calls.flatMap(({ endpoint: { schema } }) =>
    schema.body === undefined ? [] : Object.keys(z.toJSONSchema(schema.body, asSent).properties ?? {}),
  )

  expect(named.filter(([, { field = '' }]) => !taken.includes(field))).toEqual([])
})

test('a refusal with its own code is shown at the fields that it lists', () => {
  const { control, messageAt, options } = formOf('promptpay_id')
  const msg = 'Enter a phone number of 10 digits.'

  showRefusal(
    control,
    new ApiError('promptpay_invalid', { ...errors.promptpay_invalid, problems: [problem('promptpay_id', msg)] }),
    options,
  )

  expect(messageAt('promptpay_id')).toBe(msg)
})

test('every field shows its error, and the first one in the form gets the focus', async () => {
  const { control, messageAt, focused, notices, options } = formOf('username', 'password', 'email')

  expect(showRefusal(control, invalid(email, password), options)).toBe(true)

  expect(messageAt('username')).toBeUndefined()
  expect(messageAt('email')).toBe('Enter a valid email address.')
  await nextTurn()
  expect(focused).toEqual([['password', 'This password is too common. Choose another one.']])
  expect(notices).toEqual(['It failed.'])
})

test.each(named)('%s is shown at the field that the error list names', async (code, { field = '', shown, message }) => {
  const { control, focused, options } = formOf('other', field)

  showRefusal(control, new ApiError(code, errors[code]), options)

  await nextTurn()
  expect(focused).toEqual([[field, shown ?? message]])
})

test.each(named)('%s is shown in the notice of a form without that field', async (code, { shown, message }) => {
  const { control, focused, notices, options } = formOf('other')

  expect(showRefusal(control, new ApiError(code, errors[code]), options)).toBe(false)

  expect(notices).toEqual([shown ?? message])
  await nextTurn()
  expect(focused).toEqual([])
})

test('a problem with a field that the form does not have is shown in the notice', () => {
  const { control, messageAt, notices, options } = formOf('email')

  showRefusal(control, invalid(email, password), { ...options, fieldsSuffice: true })

  expect(messageAt('email')).toBe('Enter a valid email address.')
  expect(notices).toEqual(['This password is too common. Choose another one.'])
})

test('a refusal without a field, or any other error, is shown only in the notice', async () => {
  for (const error of [
    new ApiError('too_many_requests', errors.too_many_requests),
    new ApiError('no_answer'),
    new Error('a bug'),
  ]) {
    const { control, focused, notices, options } = formOf('email')

    expect(showRefusal(control, error, { ...options, fieldsSuffice: true })).toBe(false)

    expect(notices).toEqual(['It failed.'])
    await nextTurn()
    expect(focused).toEqual([])
  }
})

test('a notice beside the field does not repeat its error', () => {
  const { control, notices, options } = formOf('email')

  showRefusal(control, invalid(email), { ...options, fieldsSuffice: true })

  expect(notices).toEqual([])
})

test('a form with steps opens the step of the field, with its error already shown', async () => {
  const { control, messageAt, focused, options } = formOf('username', 'email')
  const led: unknown[] = []

  showRefusal(control, invalid(email), { ...options, leadTo: (field) => led.push([field, messageAt(field)]) })

  expect(led).toEqual([['email', 'Enter a valid email address.']])
  await nextTurn()
  expect(focused).toEqual([])
})

test('invalid fields are recognized even if the refusal has its detail as text', () => {
  const { control, messageAt, options } = formOf('new_password')
  const { msg } = password
  const body = { error: msg, message: msg, detail: msg, code: 'invalid_fields' }

  showRefusal(control, refusalOf(422, { ...body, problems: [problem('new_password', msg)] }), options)

  expect(messageAt('new_password')).toBe(msg)
})

test('an error code that only a newer server knows is shown in the notice', () => {
  const { control, notices, options } = formOf('email')

  showRefusal(control, refusalOf(409, { error: 'New.', message: 'New.', detail: 'New.', code: 'new_code' }), options)

  expect(notices).toEqual(['It failed.'])
})

test('a form without a place for its notice shows it on the page', () => {
  onTestFinished(() => {
    dismissNotice(readNotice()?.id)
  })
  const { control } = formOf('email')

  showRefusal(control, invalid(email), { fields: ['email'], notice: 'Failed to save changes. Please try again.' })

  expect([readNotice()].flatMap((one) => one?.text ?? [])).toEqual(['Failed to save changes. Please try again.'])
})
