import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EventMessage } from '#contract/tickets/messages.ts'
import { listMessages, stopMessage } from '#server/admin/moderation.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import { mostAttempts } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { openMarkdownRenderer } from '#server/lib/markdown/renderer.ts'
import type { Person } from '#server/testing/app.ts'
import { endEvent } from '#server/testing/insert-events.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'
import { messageLinkOf } from './message.mails.ts'
import { sendMessageMail } from './messages.service.ts'

const hour = 3_600_000

/** An event of a verified account that is older than a day. */
async function startWithEvent(given = {}) {
  const started = await startWithMail()
  const { as, db, addHolder, addOrganizer, addEvent } = started
  const owner = await addOrganizer()
  await db.pool.query(`UPDATE users SET email_verified_at = now(), created_at = '2026-01-01' WHERE id = $1`, [owner.id])
  const { id } = await addEvent({ contact_email: 'club@example.com', ...given }, owner)
  const event = (await as(owner).get(`/api/events/${id}`)).json()
  const messages = `/api/events/${event.id}/messages`
  const apply = async (person: Person, body = {}): Promise<number> =>
    (await as(person).post(`/api/tickets/event/${event.id}/register`, body)).json().id
  const write = (more = {}) =>
    as(owner).post(messages, {
      ...{ client_key: randomUUID(), audience: 'everybody', subject: 'Parking', text: 'Use the **back** gate.' },
      ...more,
    })
  /** Tests move the clock further than a session lasts. */
  const logIn = async () => as({ ...owner, ...(await start(started.ctx, owner.id, undefined)) })
  const listed = async (): Promise<EventMessage[]> => (await (await logIn()).get(messages)).json().messages
  const newest = async () => (await listed())[0] as EventMessage
  const isSent = async () => {
    await started.doWhatIsDue()
    await eventually(async () => expect((await newest()).state).toBe('sent'))
  }
  /** The people who got a message. */
  const reached = (subject: string) =>
    started.mail.mails
      .filter((mail) => mail.subject === subject)
      .map(({ to }) => to?.[0]?.address ?? '')
      .sort()
  const applicant = async (body = {}) => {
    const person = await addHolder()
    return { ...person, ticket: await apply(person, body), email: `${person.username}@example.com` }
  }
  return { ...started, owner, event, messages, apply, write, listed, newest, isSent, reached, applicant }
}

test('a message says who wrote it, fills in name, event and ticket, and answers go to the organizer', async () => {
  const { event, mail, write, isSent, newest, applicant, owner } = await startWithEvent()
  const person = await applicant()

  await write({
    subject: 'Hello {name}',
    text: '# {event}\n\n[Your ticket]({ticket}) or {ticket}\n\n<b>{name}</b> ![map](https://example.com/a.png)',
  })
  const got = await eventually(async () => {
    const found = mail.mails.find(({ subject }) => subject?.startsWith('Hello'))
    if (!found) throw new Error('not yet')
    return found
  })

  expect(got.subject).toBe('Hello Somchai Jaidee 2')
  expect(got.from).toEqual({ name: `Organizer ${owner.id} via Ruam`, address: 'no-reply@ruam.example' })
  expect(got.replyTo?.[0]?.address).toBe('club@example.com')
  expect(got.text).toContain(
    `# ${event.event_name}\n\n[Your ticket](https://ruam.example/virtual-ticket/${person.ticket})`,
  )
  expect(got.html).toContain(`<a href="https://ruam.example/virtual-ticket/${person.ticket}" target="_blank"`)
  expect(got.html).toContain('&lt;b&gt;Somchai Jaidee 2&lt;/b&gt; <a href="https://example.com/a.png">map</a>')
  expect(got.html).not.toMatch(/invalid|<img/)
  expect(got.text).toContain(`It was written by Organizer ${owner.id}, not by Ruam`)
  await isSent()
  expect(await newest()).toMatchObject({ total: 1, sent: 1, not_delivered: 0, undelivered: [] })
})

test('dollar signs in the name of an event arrive as typed', async () => {
  const { as, owner, messages } = await startWithEvent({ event_name: `Win $$ & $' at $"Expo"` })

  const preview = (await as(owner).post(`${messages}/preview`, { subject: '{event}', text: '**{event}**' })).json()

  expect(preview.subject).toBe(`Win $$ & $' at $"Expo"`)
  expect(preview.html).toContain('<strong>Win $$ &amp; $&#39; at $&quot;Expo&quot;</strong>')
})

test('each audience is decided when the message leaves', async () => {
  const { as, db, owner, event, clock, mail, messages, write, isSent, reached, applicant, addHolder, apply } =
    await startWithEvent({
      max_attendee: 2,
      needs_approval: false,
    })
  const [came, absent] = [await applicant(), await applicant()]
  const waiting = await applicant({ wait: true })
  const pays = await addHolder()
  const payer = await apply(pays, { wait: true })
  await db.pool.query(`UPDATE tickets SET status = 'UNPAID', price_satang = 100 WHERE id = $1`, [payer])
  await db.pool.query(`UPDATE tickets SET status = 'USED', used_at = now() WHERE id = $1`, [came.ticket])
  await as(owner).put(`/api/organizers/blocked/${absent.id}`)

  expect((await as(owner).get(messages)).json().reach).toEqual({
    ...{ everybody: 3, waiting: 1, to_approve: 0, to_pay: 1, tickets: 1, checked_in: 1, did_not_come: 0, chosen: 0 },
  })
  await as(owner).delete(`/api/organizers/blocked/${absent.id}`)
  const payerEmail = `${pays.username}@example.com`
  const expected: [string, object, string[]][] = [
    ['everybody', {}, [came.email, absent.email, waiting.email, payerEmail].sort()],
    ['to_pay', {}, [payerEmail]],
    ['chosen', { applications: [waiting.ticket, came.ticket] }, [came.email, waiting.email].sort()],
  ]
  for (const [audience, more, emails] of expected) {
    expect((await write({ audience, subject: `To ${audience}`, ...more })).statusCode).toBe(201)
    await isSent()
    expect(reached(`To ${audience}`)).toEqual(emails)
  }
  const buttonOf = (email: string) =>
    mail.mails.find(({ subject, to }) => subject === 'To everybody' && to?.[0]?.address === email)?.text
  expect(buttonOf(came.email)).toContain('View Ticket:\nhttps')
  expect(buttonOf(waiting.email)).toContain('View Application:\nhttps')
  expect(buttonOf(payerEmail)).toContain('View Payment:\nhttps')
  expect((await write({ audience: 'waiting' })).json().code).toBe('too_many_messages')

  const later = { audience: 'did_not_come', subject: 'Missed you', timing: 'day_after' }
  expect((await write(later)).json()).toMatchObject({ state: 'scheduled', total: 0 })
  clock.now = new Date(Date.parse(event.end_date_event) + 40 * hour)
  await eventually(() => expect(reached('Missed you')).toEqual([absent.email]))
})

test('the number before sending is that of the people who get it', async () => {
  const { as, ctx, db, owner, messages, write, isSent, reached, applicant, addUser, apply } = await startWithEvent()
  const [gets, off, blocked] = [await applicant(), await applicant(), await applicant()]
  const [left, noEmail, unverified] = [await applicant(), await applicant(), await apply(await addUser())]
  const applications = [...[gets, off, blocked, left, noEmail].map(({ ticket }) => ticket), unverified]
  await as(off).patch(`/api/users/edit-profile/${off.id}`, { gets_messages: false })
  await as(owner).put(`/api/organizers/blocked/${blocked.id}`)
  await as(left).delete(`/api/tickets/${left.ticket}/cancel`)
  await db.pool.query(`UPDATE users SET email = '' WHERE id = $1`, [noEmail.id])
  const reach = async () => (await as(owner).get(`${messages}?applications=${applications}`)).json().reach

  expect(await reach()).toMatchObject({ everybody: 1, tickets: 1, chosen: 1 })
  await write({ audience: 'chosen', applications })
  await isSent()
  expect(reached('Parking')).toEqual([gets.email])
  // Without a mail server an email counts as soon as it is given.
  ctx.settings = { ...ctx.settings, SMTP_URL: undefined }
  expect(await reach()).toMatchObject({ everybody: 2, chosen: 2 })
})

test('a message sent while its recipients change state reaches each once', async () => {
  const { as, db, owner, event, addServer, write, isSent, reached, newest, applicant } = await startWithEvent({
    needs_approval: true,
  })
  const people: Awaited<ReturnType<typeof applicant>>[] = []
  for (let n = 0; n < 24; n++) people.push(await applicant())
  const other = await addServer()
  const approve = (from: number, to: number) =>
    as(owner).post(`/api/events/${event.id}/applications/approve`, {
      applications: people.slice(from, to).map(({ ticket }) => ticket),
    })

  const key = randomUUID()
  const body = { client_key: key, audience: 'everybody', subject: 'Once', text: 'Only once.' }
  const replies = await Promise.all([
    approve(0, 8),
    write(body),
    other.as(owner).post(`/api/events/${event.id}/messages`, body),
    approve(8, 16),
    ...people.slice(16, 20).map((person) => as(person).delete(`/api/tickets/${person.ticket}/cancel`)),
  ])
  await isSent()

  expect([replies[1]?.statusCode, replies[2]?.statusCode]).toEqual([201, 201])
  expect(replies[1]?.json().id).toBe(replies[2]?.json().id)
  const got = reached('Once')
  expect(new Set(got).size).toBe(got.length)
  for (const { email } of [...people.slice(0, 16), ...people.slice(20)]) expect(got).toContain(email)
  expect((await newest()).sent).toBe(got.length)
  expect((await db.pool.query('SELECT FROM event_messages')).rowCount).toBe(1)
})

test('one press in the mail turns messages off, without a session, but not the mails about one’s own ticket', async () => {
  const { app, as, ctx, db, mail, owner, write, isSent, newest, reached, applicant, allSent } = await startWithEvent()
  const person = await applicant()
  await write({ subject: 'First' })
  await isSent()
  const first = mail.mails.find(({ subject }) => subject === 'First')
  const header = (name: string) => first?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = new URL(header('list-unsubscribe')?.slice(1, -1) ?? '').pathname

  const opened = await app.inject({ method: 'GET', url: `/api/messages/${url.split('/').at(-1)}` })
  const pressed = await app.inject({
    ...{ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(opened.json()).toEqual({ gets_messages: true })
  expect(pressed.json()).toEqual({ gets_messages: false })
  expect((await as(person).get('/api/users/profile')).json().gets_messages).toBe(false)

  await write({ subject: 'Second' })
  await isSent()
  expect(await newest()).toMatchObject({ total: 1, sent: 0, turned_off: 1, not_delivered: 0 })
  expect(reached('Second')).toEqual([])
  await as(person).delete(`/api/tickets/${person.ticket}/cancel`)
  await allSent()
  expect(mail.mails.some(({ subject }) => subject?.includes('is cancelled'))).toBe(true)

  await as(person).patch(`/api/users/edit-profile/${person.id}`, { gets_messages: true })
  expect((await as(person).get('/api/users/profile')).json().gets_messages).toBe(true)
  const forged = messageLinkOf(ctx.tokenSecret, person.id).replace(`${person.id}-`, `${owner.id}-`)
  expect((await app.inject({ method: 'POST', url: `/api/messages/${forged}` })).statusCode).toBe(404)
  expect((await db.pool.query('SELECT FROM users WHERE messages_off_at IS NOT NULL')).rowCount).toBe(0)
})

test('a person whose email is not verified is listed as not reached', async () => {
  const { write, isSent, newest, addUser, apply } = await startWithEvent()
  const unverified = await addUser()
  await apply(unverified)
  await write()
  await isSent()

  expect(await newest()).toMatchObject({
    ...{ total: 1, sent: 0, not_delivered: 1 },
    undelivered: [{ name: `Somchai Jaidee ${unverified.id}`, reason: 'no_email' }],
  })
})

test('an unverified sender, a young account with links, and a time that has passed are refused', async () => {
  const { as, db, owner, clock, event, messages, write } = await startWithEvent()
  await db.pool.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.id])
  expect((await write()).json().code).toBe('email_not_verified')
  await db.pool.query('UPDATE users SET email_verified_at = now(), created_at = $2 WHERE id = $1', [
    owner.id,
    clock.now,
  ])

  for (const text of ['https://evil.example', 'go to evil.com now', '[a](mailto:a@b.co)', 'www.evil', 'me@evil.shop']) {
    const reply = await write({ text })
    expect([text, reply.statusCode, reply.json().code]).toEqual([text, 403, 'links_too_early'])
    expect((await as(owner).post(`${messages}/test`, { subject: 'a', text })).json().code).toBe('links_too_early')
  }
  expect((await write({ photos_url: 'https://evil.example/' })).json().code).toBe('links_too_early')
  expect((await write({ subject: 'See evil.com' })).json().code).toBe('links_too_early')
  expect((await write({ text: 'Dear {name}, at 7 p.m. sharp: {ticket}. See you' })).statusCode).toBe(201)
  await db.pool.query('UPDATE organizers SET is_verified = true')
  expect((await write({ text: 'https://fine.example' })).statusCode).toBe(201)

  const past = new Date(clock.now.getTime() - hour).toISOString()
  expect((await write({ timing: 'at', at: past })).json().code).toBe('message_time_past')
  const late = new Date(Date.parse(event.end_date_event) + 31 * 24 * hour).toISOString()
  expect((await write({ timing: 'at', at: late })).json().code).toBe('messages_closed')
  expect((await write({ timing: 'at' })).statusCode).toBe(422)
  expect((await write({ audience: 'chosen' })).statusCode).toBe(422)
  expect((await write({ subject: 'Hi\r\nBcc: victim@example.com' })).statusCode).toBe(422)
})

test('a scheduled message follows its event when that is moved, and can be stopped', async () => {
  const { as, clock, owner, event, messages, write, newest, reached, applicant } = await startWithEvent()
  const person = await applicant()
  const made = (await write({ subject: 'Soon', timing: 'before_start', minutes_before: 60 })).json()
  const stopped = (await write({ subject: 'Never', timing: 'day_after' })).json()
  const moved = (iso: string) => new Date(Date.parse(iso) + 24 * hour).toISOString()
  await as(owner).patch(`/api/events/${event.id}/edit`, {
    start_date_event: moved(event.start_date_event),
    end_date_event: moved(event.end_date_event),
  })

  expect(made.send_at).toBe(new Date(Date.parse(event.start_date_event) - hour).toISOString())
  const listed = (await as(owner).get(messages)).json().messages
  expect(listed[1].send_at).toBe(moved(made.send_at))
  expect((await as(owner).delete(`${messages}/${stopped.id}`)).json()).toMatchObject({
    ...{ state: 'stopped', stop_reason: 'organizer' },
  })
  clock.now = new Date(listed[1].send_at)
  await eventually(() => expect(reached('Soon')).toEqual([person.email]))
  expect(await newest()).toMatchObject({ id: stopped.id, state: 'stopped', total: 0 })
})

test('a message about an event that has since been called off goes to nobody', async () => {
  const { as, ctx, db, clock, owner, event, write, newest, reached, applicant } = await startWithEvent()
  await applicant()
  await write({ subject: 'Soon', timing: 'before_start' })
  await as(owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect(await newest()).toMatchObject({ state: 'stopped', stop_reason: 'event_gone' })
  expect(await listMessages(ctx)).toContain(': stopped (event_gone), ')
  clock.now = new Date(event.start_date_event)
  const stopped = 'SELECT FROM event_messages WHERE stopped_at IS NOT NULL'
  await eventually(async () => expect((await db.pool.query(stopped)).rowCount).toBe(1))
  expect(reached('Soon')).toEqual([])
})

test.for([
  { what: 'that was called off', ended: 0, isDeleted: true, closed: 'event_called_off' },
  { what: 'that was deleted when it was over', ended: 1, isDeleted: true, closed: 'event_deleted' },
  { what: 'that ended more than 30 days ago', ended: 2, isDeleted: false, closed: 'messages_closed' },
])('nothing is written about an event $what, and the list of messages says so', async (given) => {
  const { as, db, owner, event, messages, write, applicant } = await startWithEvent()
  await applicant()
  const closed = async () => (await as(owner).get(messages)).json().closed
  expect(await closed()).toBeNull()
  for (let moved = 0; moved < given.ended; moved++) await endEvent(db, event.id)
  if (given.isDeleted) await as(owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await write()).json().code).toBe(given.closed)
  expect(await closed()).toBe(given.closed)
})

test('a preview and a test mail show the message as its recipients get it, to the organizer only', async () => {
  const { as, mail, owner, event, messages, reached, applicant } = await startWithEvent()
  await applicant()
  const body = { subject: 'For {name}', text: '**{event}**: {ticket}' }

  const preview = (await as(owner).post(`${messages}/preview`, body)).json()
  const sent = (await as(owner).post(`${messages}/test`, body)).json()
  const got = await mail.mailTo(`${owner.username}@example.com`)

  expect(preview).toMatchObject({
    from: `Organizer ${owner.id} via Ruam`,
    subject: 'For Somchai Jaidee 1',
    reply_to: 'club@example.com',
  })
  expect(preview.html).toContain(
    `<strong>${event.event_name}</strong>: <a href="https://ruam.example/events/${event.id}"`,
  )
  expect(got.html).toContain(preview.html)
  expect(got.subject).toBe('Test: For Somchai Jaidee 1')
  expect(sent.message).toContain(`${owner.username}@example.com`)
  expect(reached('For Somchai Jaidee 2')).toEqual([])
})

test('while texts cannot be rendered, each call says that it is not available', async () => {
  const { ctx, as, owner, messages, write } = await startWithEvent()
  ctx.markdown = openMarkdownRenderer()
  await ctx.markdown.close()
  const body = { subject: 'Parking', text: 'Use the **back** gate.' }

  const replies = [
    await as(owner).post(`${messages}/preview`, body),
    await as(owner).post(`${messages}/test`, body),
    await write(),
  ]

  expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
    [503, 'preview_unavailable'],
    [503, 'unavailable'],
    [503, 'unavailable'],
  ])
})

test('a mail that cannot be composed at its last attempt is listed as given up', async () => {
  const { ctx, db, write, newest, applicant } = await startWithEvent()
  const person = await applicant()
  const { id } = (await write({ timing: 'before_start' })).json()
  await db.pool.query('UPDATE event_messages SET begun_at = now(), done_at = now()')
  await db.pool.query(`INSERT INTO message_recipients (message_id, user_id, state) VALUES ($1, $2, 'queued')`, [
    id,
    person.id,
  ])
  ctx.markdown = openMarkdownRenderer()
  await ctx.markdown.close()
  const mailer = { send: async () => undefined } as unknown as Mailer
  const job = { id: '1', attempt: mostAttempts, signal: undefined }

  await expect(sendMessageMail(ctx, mailer, { messageId: id, userId: person.id }, job)).rejects.toThrow()

  expect(await newest()).toMatchObject({ state: 'sent', undelivered: [{ reason: 'given_up' }] })
})

test('the operator lists messages, and stops one', async () => {
  const { ctx, write, newest, applicant } = await startWithEvent()
  await applicant()
  await write({ subject: 'Soon', timing: 'before_start' })
  const { id } = await newest()

  expect(await listMessages(ctx)).toMatch(new RegExp(`^Message ${id} by Organizer 1 about .*scheduled`))
  expect(await stopMessage(ctx, String(id))).toBe(`Message ${id} is stopped.`)
  expect(await newest()).toMatchObject({ state: 'stopped', stop_reason: 'operator' })
  await expect(stopMessage(ctx, String(id))).rejects.toThrow('could be stopped')
})
