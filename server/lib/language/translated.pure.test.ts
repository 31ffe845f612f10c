import { expect, test } from 'vitest'
import { years } from '#contract/date-input.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { cancelSentences, stateSentences } from '#contract/events/application.ts'
import { fill } from '#contract/language/messages.ts'
import * as answers from '#languages/en/answers.json'
import * as fields from '#languages/en/fields.json'
import * as thai from '#languages/th/fields.json'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import { translated, withNames } from './translated.ts'

const codes = Object.keys(errors) as ErrorCode[]
const values = { label: fields.eventName, what: fields.questions, problem: fields.codeLetters, name: 'VIP' }
const numbers = { most: 20, least: 2, row: 3, seats: 4, free: 1, megapixels: 50, side: '16,383', minutes: 5 }
const messages = Object.values({ ...fields, ...answers }).filter((message) => typeof message === 'string')
const filled = messages.map((message) =>
  fill(message, { ...values, ...numbers, hours: 3, days: 2, email: 'malee@ku.th' }),
)

/** Names and units stay; two English words in a row do not. */
const english = /[a-z]{2,} [a-z]{2,}/i
const thaiLetter = /[\u0e01-\u0e2e]/

test.each(codes)('%s is refused in Thai', (code) => {
  const { message, ...refusal } = new AppError(code).inLanguage('th')

  expect(message).toMatch(thaiLetter)
  expect(message).not.toMatch(english)
  expect(refusal).toEqual({ error: message, detail: message, code })
})

test.each(filled)('%s has a Thai sentence', (message) => {
  expect(translated(message, 'th')).toMatch(thaiLetter)
  expect(translated(message, 'th')).not.toMatch(english)
  expect(translated(message, 'en')).toBe(message)
})

test('values keep their place, and messages within messages are translated too', () => {
  expect(translated('Use at most 20 characters.', 'th')).toBe('ใช้ไม่เกิน 20 ตัวอักษร')
  expect(translated('Event name may have at most 50 characters.', 'th')).toBe('ชื่องานยาวได้ไม่เกิน 50 ตัวอักษร')
  expect(translated('Row 3, Email: Enter a valid email address.', 'th')).toBe('แถวที่ 3 (อีเมล): ใส่อีเมลให้ถูกต้อง')
  expect(translated('Row 3, Email: Email is required.', 'th')).toBe('แถวที่ 3 (อีเมล): ใส่อีเมล')
  expect(translated("Row 3, Ticket types: this event has no ticket type 'Code'.", 'th')).toBe(
    "แถวที่ 3 (ประเภทบัตร): งานนี้ไม่มีประเภทบัตร 'Code'",
  )
})

test.each([...Object.values(stateSentences), ...Object.values(cancelSentences)])(
  '%s begins a refusal in Thai',
  (sentence) => {
    const message = fill(answers.applicationChanged, { problem: sentence })

    expect(translated(message, 'th')).not.toMatch(english)
  },
)

test('what people wrote stays as it is', () => {
  expect(translated('Bring a friend.', 'th')).toBe('Bring a friend.')
})

test('names that the server gives are in Thai, and no others', () => {
  const own = { first_name: 'Malee', guests: [{ fullname: 'Anan', at: new Date(0) }] }
  const given = [
    { username: 'Walk-in', ticket_type: 'Walk-in', guests: [{ fullname: 'Guest of Malee' }] },
    { username: 'guest 57' },
    { username: 'guest57' },
  ]

  expect(withNames(own, 'th')).toBe(own)
  expect(withNames(given, 'th')).toEqual([
    { username: 'วอล์กอิน', ticket_type: 'Walk-in', guests: [{ fullname: 'เพื่อนของ Malee' }] },
    { username: 'ผู้ใช้ 57' },
    { username: 'guest57' },
  ])
  expect(withNames(given, 'en')).toBe(given)
})

test('a refusal at one date of a series names the date, and every invalid field', () => {
  const refusal = invalidFields([{ loc: ['body', 'x'], msg: 'Must be a date.', type: 'custom' }])
  const date = '2026-11-21T03:00:00Z'

  const { message, detail } = new AppError(refusal.code, { problems: refusal.problems ?? [], date }).inLanguage('th')

  expect(message).toMatch(/2569: ต้องเป็นวันที่$/)
  expect(detail).toEqual([{ loc: ['body', 'x'], msg: message, type: 'custom' }])
})

test('the years in messages are those that are accepted', () => {
  for (const message of [fields.yearsBetween, fields.timeInYears]) {
    expect(message).toContain(`between the years ${years.first} and ${years.last}`)
  }
  for (const message of [thai.yearsBetween, thai.timeInYears]) {
    expect(message).toContain(`พ.ศ. ${years.first + 543} ถึง ${years.last + 543}`)
  }
  expect([fields.birthYear, thai.birthYear]).toEqual([
    expect.stringContaining(`${years.first}`),
    expect.stringContaining(`${years.first + 543}`),
  ])
})
