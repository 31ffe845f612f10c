import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { start } from '#server/features/accounts/sessions.service.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { type Person, startApp } from '#server/testing/app.ts'
import { eventually } from '#server/testing/mail-server.ts'

const forged = '\r\n{"level":50,"msg":"forged"}'
const marks = {
  password: 'hush-Password-77',
  email: 'hush.whisper@mailbox.example',
  phone: '0871943317',
  address: '77 Lanternquarter Road',
  name: 'Hushname',
  token: 'hushToken_77',
}
const registration = {
  username: 'hushuser',
  email: marks.email,
  password: marks.password,
  password2: marks.password,
  first_name: marks.name,
  last_name: 'Jaidee',
  phone_number: marks.phone,
  birth_date: '1990-05-15',
}

type Call = [method: 'GET' | 'POST' | 'PATCH', url: string, body?: object | string | undefined, as?: Person]

/** Calls that bring private data to the server: accepted, refused, unreadable, or forging a log line. */
function calls(person: Person): Call[] {
  return [
    ['POST', '/api/users/register', registration],
    ['POST', '/api/users/register', { ...registration, first_name: marks.name + forged }],
    ['POST', '/api/users/register', JSON.stringify(registration).slice(0, -1)],
    ['POST', '/api/users/login', { username: marks.email, password: marks.password }],
    ['POST', '/api/users/login', { username: marks.email, password: `${marks.password}${forged}` }],
    ['POST', '/api/users/forgot-password', { email: marks.email }],
    ['GET', `/api/users/reset-password/1/${marks.token}`],
    ['POST', '/api/users/reset-password/1', { token: marks.token, password: marks.password }],
    ['GET', `/api/users/verify-email/1/${marks.token}`],
    ['GET', `/reset-password/1/${marks.token}`],
    ['POST', '/api/token/refresh', { refresh: marks.token }],
    ['GET', `/feeds/tickets/${marks.token}.ics`],
    ['PATCH', `/api/users/edit-profile/${person.id}`, { address: marks.address, phone_number: marks.phone }, person],
    ['PATCH', `/api/users/edit-profile/${person.id}`, { first_name: marks.name, address: marks.address }, person],
    ['GET', `/api/places/search?q=${encodeURIComponent(marks.address + forged)}`, undefined, person],
    ['GET', `/${encodeURIComponent(forged)}?email=${marks.email}`],
  ]
}

test('no log line contains personal data or secrets, and none can be forged', async () => {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(new Error(`there is no ${address} here`)),
  })
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void smtp.close())
  let log = ''
  const keep = (chunk: string | Uint8Array) => {
    log += String(chunk)
    return true
  }
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write').mockImplementation(keep)
    onTestFinished(() => spy.mockRestore())
  }
  const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { app, ctx, db, addUser } = await startApp({ LOG_LEVEL: 'trace', SMTP_URL }, { worker: true })
  const person = await addUser()
  // A constraint that the service does not know: PostgreSQL's error then contains the whole row.
  await db.pool.query(`ALTER TABLE users ADD CONSTRAINT unexpected CHECK (first_name <> '${marks.name}') NOT VALID`)
  onTestFinished(async () => void (await db.pool.query('ALTER TABLE users DROP CONSTRAINT unexpected')))
  const { access, refresh } = await start(ctx, person.id, undefined)

  const statuses: number[] = []
  for (const [method, url, payload, as] of calls(person)) {
    const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as.access}` }) }
    const sent = payload === undefined ? {} : { payload }
    statuses.push((await app.inject({ method, url, headers: payload || as ? headers : {}, ...sent })).statusCode)
  }
  await enqueueMail(db, { to: marks.email, subject: marks.name, text: marks.token, html: '' })
  await eventually(() => expect(log).toContain('Failed task'))

  const lines = log.trim().split('\n')
  expect(statuses.filter((status) => status === 500)).not.toHaveLength(0)
  expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'forged')).toEqual([])
  expect(log).toContain('"constraint":"unexpected"')
  expect(log).toContain('there is no (an address) here')
  for (const secret of [...Object.values(marks), access, refresh, person.access]) expect(log).not.toContain(secret)
})
