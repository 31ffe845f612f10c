import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listApplicants } from '#contract/tickets/applicants.ts'
import { clientFolder } from '#server/lib/pages/page-build.ts'
import { startApp } from '#server/testing/app.ts'
import { startFixture } from '#server/testing/callers/fixture.ts'
import { leaksIn, leaksInMail, leaksOf } from '#server/testing/callers/leaks.ts'
import { fieldsIn, lookerFor, marksOf, type PrivateField, read } from '#server/testing/callers/private-texts.ts'
import { type Actor, actors, type Row, team } from '#server/testing/callers/row.ts'
import { addresses, calls, rowFor, stream } from '#server/testing/callers/table.ts'
import { listenForRoutes } from '#server/testing/calls/registered.ts'
import { openPage } from '#server/testing/live.ts'
import { eventually } from '#server/testing/mail-server.ts'

test('no response, stream or mail reveals private data of others, except as listed in the table', async () => {
  const fixture = await startFixture()
  const { app, event, clock, mail } = fixture
  // Sends the mails about applications that were decided during these calls.
  await fixture.allSent()
  const viewers = ['visitor', 'stranger', 'applicant', 'blocked', 'owner', ...team] as const
  const pages = await Promise.all(viewers.map((as) => openPage(app, event, as === 'visitor' ? undefined : fixture[as])))
  const leaks: string[] = []

  // A call without a row has no exceptions, so that it is tried and reported.
  expect(await leaksOf(fixture, rowFor('listApplicants', listApplicants), 'owner')).not.toEqual([])
  for (const row of [...addresses, ...readingFirst(calls)]) {
    leaks.push(...(await leaksOf(fixture, row, row.by)))
    const others = await Promise.all(othersFor(row).map((as) => leaksOf(fixture, row, as)))
    leaks.push(...others.flat())
  }
  for (const [place, page] of pages.entries()) {
    await page.sees(({ version }) => version > 1)
    leaks.push(...leaksIn(stream.name, viewers[place] ?? '', JSON.stringify(page.messages)))
  }
  clock.now = new Date(clock.now.getTime() + 6.5 * 24 * 3_600_000)
  await eventually(() => expect(new Set(mail.mails.map(({ subject }) => subject))).toEqual(subjects))
  await fixture.allSent()
  for (const one of mail.mails) leaks.push(...(await leaksInMail(one)))

  expect([...new Set(leaks)]).toEqual([])
})

/** Before anything is deleted. */
function readingFirst(rows: Row[]): Row[] {
  const reads = ({ name }: Row) => name.startsWith('GET ')
  return [...rows.filter(reads), ...rows.filter((row) => !reads(row))]
}

/** The actors to try after the one who succeeds. A call that ignores the token responds to everybody alike. */
function othersFor({ by, endpoint }: Row): Actor[] {
  return endpoint?.config.access === 'anyone' ? ['stranger'] : actors.filter((actor) => actor !== by)
}

/** One of every kind of mail; mails about applications are built alike for all states. */
const subjects = new Set([
  'Verify your email for Ruam',
  'News',
  'Test: News',
  'Join the team of Bangkok JavaScript Night',
  'Reset your Ruam password',
  'Your code for Ruam',
  'A new access token for your Ruam account',
  'A new passkey for your Ruam account',
  'LINE was connected to your Ruam account',
  'Your Ruam password was changed',
  'You signed in to Ruam with Google',
  'The email of your Ruam account was changed',
  'Your Ruam account was deleted',
  'Your ticket for Bangkok JavaScript Night',
  'Approved: Bangkok JavaScript Night',
  'You have applied: Bangkok JavaScript Night',
  'Not approved: Bangkok JavaScript Night',
  'Not paid in time: Bangkok JavaScript Night',
  'Please pay: Bangkok JavaScript Night',
  'Paid: your ticket for Bangkok JavaScript Night',
  'Your ticket for Bangkok JavaScript Night is cancelled',
  'A ticket for you: Bangkok JavaScript Night',
  'You are invited: Bangkok JavaScript Night',
  'Reminder: Bangkok JavaScript Night',
  'New event: Bangkok JavaScript Night',
  'Called off: Bangkok JavaScript Night',
])

test('every route that is not an API call is in the table', async () => {
  const registered = listenForRoutes()
  await startApp()

  // Pages are tested in e2e/journeys/everywhere/private-pages.spec.ts; what was built for browsers holds no data.
  const answered = registered.filter((name) => name !== 'GET /*' && !isBuiltFile(name))

  expect(answered.filter((name) => !tabled.has(name))).toEqual([])
  expect([...tabled].filter((name) => !answered.includes(name))).toEqual([])
})

const tabled = new Set([...calls, stream, ...addresses].map(({ name }) => name))

function isBuiltFile(name: string): boolean {
  const [, url = ''] = name.split(' ')
  return !url.startsWith('/api') && existsSync(path.join(clientFolder, url))
}

test('every stored column is either checked for leaks, public, or not personal', async () => {
  const { db } = await startApp()
  const { rows } = await db.pool.query("SELECT column_name FROM information_schema.columns WHERE table_name = 'users'")

  const forEverybody = ['id', 'username', 'first_name', 'last_name', 'profile_picture']
  const ofTheAccount = [
    'email_verified_at',
    'password_hash',
    'username_changes_left',
    'passkey_offered_at',
    'line_messages_at',
    'messages_off_at',
    'language',
    'created_at',
    'updated_at',
  ]
  const known = [...Object.keys(marksOf(11)), ...forEverybody, ...ofTheAccount]

  expect(rows.map(({ column_name }) => column_name).filter((column) => !known.includes(column))).toEqual([])
})

test.each<[string, PrivateField]>([
  ['{"to":"Hush11.Whisper@Mailbox11.Example"}', 'email'],
  ['/verify?email=hush11.whisper%40mailbox11.example', 'email'],
  ['&#104;ush11.whisper', 'email'],
  ['{"username":"hush11whisper"}', 'email'],
  [`header.${Buffer.from('{"email":"hush11.whisper@mailbox11.example"}').toString('base64url')}.sign`, 'email'],
  ['https://www.gravatar.com/avatar/93bb4ad53804e9df5805b8fd5b8f43ad', 'email'],
  ['tel:+66871946943', 'phone_number'],
  ['(+66) 87-194-6943', 'phone_number'],
  ['087 194 6943', 'phone_number'],
  ['1911-03-15T00:00:00.000Z', 'birth_date'],
  ['born on 15/3/1911', 'birth_date'],
  ['March 15, 1911', 'birth_date'],
  ['15 มีนาคม 2454', 'birth_date'],
  ['1911-03-14T17:00:00.000Z', 'birth_date'],
  ['11/77 Lantern11quarter Rd', 'address'],
  ['[67.424829,101.7]', 'latitude'],
])('%s is recognized as private', (answer, field) => {
  expect(fieldsIn(read(answer), marksOf(11))).toEqual([field])
  expect(lookerFor([marksOf(12), marksOf(11)])(read(answer))).toBe(true)
})
