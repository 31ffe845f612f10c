import { createFormControl } from 'react-hook-form'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import type { KnownError } from '#contract/events/page-errors.ts'
import { ApiError, refusalOf } from '#web/lib/api/api-error.ts'
import { dismissNotice, readNotices } from '#web/lib/notices/notice.tsx'
import { showRefusal } from './show-refusal.ts'

/** A form with these fields, in this order; `seen` records what each field said when it got the focus. */
function formOf(...fields: string[]) {
  const control = createFormControl<Record<string, string>>()
  const wordsAt = (field: string) => control.getFieldState(field).error?.message
  const seen: [field: string, words: string | undefined][] = []
  const said: string[] = []
  for (const name of fields) control.register(name).ref({ name, focus: () => seen.push([name, wordsAt(name)]) })
  const telling = { fields, notice: 'It failed.', say: (words: string) => said.push(words) }
  return { control, wordsAt, seen, said, telling }
}

/** The focus is set in a later turn. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

const problem = (field: string, msg: string) => ({ loc: ['body', field], msg, type: 'value_error' })
const email = problem('email', 'Enter a valid email address.')
const password = problem('password', 'This password is too common. Choose another one.')
const invalid = (...problems: (typeof email)[]) =>
  new ApiError('invalid_fields', { ...errors.invalid_fields, problems })

const named = (Object.entries(errors) as [ErrorCode, KnownError][]).filter(([, { field }]) => field !== undefined)

test('a field that the error list names is one that some call takes', () => {
  const asSent = { io: 'input', unrepresentable: 'any' } as const
  const taken = calls.flatMap(({ endpoint: { schema } }) =>
    schema.body === undefined ? [] : Object.keys(z.toJSONSchema(schema.body, asSent).properties ?? {}),
  )

  expect(named.filter(([, { field = '' }]) => !taken.includes(field))).toEqual([])
})

test('a refusal with its own code is still shown at the fields that it lists', () => {
  const { control, wordsAt, telling } = formOf('promptpay_id')
  const msg = 'Enter a phone number of 10 digits.'

  showRefusal(
    control,
    new ApiError('promptpay_invalid', { ...errors.promptpay_invalid, problems: [problem('promptpay_id', msg)] }),
    telling,
  )

  expect(wordsAt('promptpay_id')).toBe(msg)
})

test('every field says its own, and the first one in the order of the form gets the focus, with its words', async () => {
  const { control, wordsAt, seen, said, telling } = formOf('username', 'password', 'email')

  expect(showRefusal(control, invalid(email, password), telling)).toBe(true)

  expect(wordsAt('username')).toBeUndefined()
  expect(wordsAt('email')).toBe('Enter a valid email address.')
  await nextTurn()
  expect(seen).toEqual([['password', 'This password is too common. Choose another one.']])
  expect(said).toEqual(['It failed.'])
})

test.each(named)('%s is said at the field that the error list names', async (code, { field = '', shown, message }) => {
  const { control, seen, telling } = formOf('other', field)

  showRefusal(control, new ApiError(code, errors[code]), telling)

  await nextTurn()
  expect(seen).toEqual([[field, shown ?? message]])
})

test.each(named)(
  '%s is said by a form that has no such field as well: in its notice',
  async (code, { shown, message }) => {
    const { control, seen, said, telling } = formOf('other')

    expect(showRefusal(control, new ApiError(code, errors[code]), telling)).toBe(false)

    expect(said).toEqual([shown ?? message])
    await nextTurn()
    expect(seen).toEqual([])
  },
)

test('what is wrong with something that is no field of the form is said beside what its fields say', () => {
  const { control, wordsAt, said, telling } = formOf('email')

  showRefusal(control, invalid(email, password), { ...telling, fieldsSuffice: true })

  expect(wordsAt('email')).toBe('Enter a valid email address.')
  expect(said).toEqual(['This password is too common. Choose another one.'])
})

test('a refusal that is about no field, and anything else that is thrown, is the notice alone', async () => {
  for (const error of [
    new ApiError('too_many_requests', errors.too_many_requests),
    new ApiError('no_answer'),
    new Error('a bug'),
  ]) {
    const { control, seen, said, telling } = formOf('email')

    expect(showRefusal(control, error, { ...telling, fieldsSuffice: true })).toBe(false)

    expect(said).toEqual(['It failed.'])
    await nextTurn()
    expect(seen).toEqual([])
  }
})

test('a notice right beside the field does not repeat its error', () => {
  const { control, said, telling } = formOf('email')

  showRefusal(control, invalid(email), { ...telling, fieldsSuffice: true })

  expect(said).toEqual([])
})

test('a form with steps opens the step of the field, with its error already shown', async () => {
  const { control, wordsAt, seen, telling } = formOf('username', 'email')
  const led: unknown[] = []

  showRefusal(control, invalid(email), { ...telling, leadTo: (field) => led.push([field, wordsAt(field)]) })

  expect(led).toEqual([['email', 'Enter a valid email address.']])
  await nextTurn()
  expect(seen).toEqual([])
})

test('the invalid fields are known where the refusal tells its detail as a text, too', () => {
  const { control, wordsAt, telling } = formOf('new_password')
  const { msg } = password
  const body = { error: msg, message: msg, detail: msg, code: 'invalid_fields' }

  showRefusal(control, refusalOf(422, { ...body, problems: [problem('new_password', msg)] }), telling)

  expect(wordsAt('new_password')).toBe(msg)
})

test('a code of a newer server is the notice', () => {
  const { control, said, telling } = formOf('email')

  showRefusal(control, refusalOf(409, { error: 'New.', message: 'New.', detail: 'New.', code: 'new_code' }), telling)

  expect(said).toEqual(['It failed.'])
})

test('where the form has no place of its own the notice is one of the page', () => {
  onTestFinished(() => {
    for (const { id } of readNotices()) dismissNotice(id)
  })
  const { control } = formOf('email')

  showRefusal(control, invalid(email), { fields: ['email'], notice: 'Failed to save changes. Please try again.' })

  expect(readNotices().map(({ text }) => text)).toEqual(['Failed to save changes. Please try again.'])
})
