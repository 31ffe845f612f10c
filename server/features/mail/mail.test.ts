import { readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sweepJobs } from '#server/lib/jobs/jobs.ts'
import { composeMail } from '#server/lib/mail/mail-layout.tsx'
import { mailFolder } from '#server/lib/mail/mailer.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'

const plain = (to: string) => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })

async function startWatched(env: Record<string, string> = {}) {
  const started = await startWithMail(env)
  /** Waits until every queued mail has been refused once. */
  const failures = () =>
    eventually(async () => {
      const { rows } = await started.db.pool.query('SELECT last_error FROM graphile_worker.jobs')
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.every(({ last_error }) => last_error !== null)).toBe(true)
    })
  return { ...started, failures }
}

test('an outage of the mail server delays no request and loses no mail', async () => {
  const { mail, visitor, db, addUser, failures } = await startWatched()
  const people = await Promise.all(Array.from({ length: 5 }, () => addUser()))
  await mail.close()

  const replies = await Promise.all(
    people.map(({ username }) => visitor.post('/api/users/forgot-password', { email: `${username}@example.com` })),
  )
  await failures()
  await mail.open()
  await Promise.all(people.map(({ username }) => mail.mailTo(`${username}@example.com`)))
  await eventually(async () => expect((await db.pool.query('SELECT FROM graphile_worker.jobs')).rows).toHaveLength(0))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(mail.mails).toHaveLength(5)
})

test('delayed mails are sent as soon as the mail server is back', async () => {
  const { mail, db, failures } = await startWatched()
  await mail.close()
  await enqueueMail(db, plain('one@example.com'))
  await failures()
  await db.run(
    sql`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '6 hours' WHERE locked_at IS NULL`,
  )

  await mail.open()

  expect((await mail.mailTo('one@example.com')).subject).toBe('Hello')
})

test('mails that cannot be stored wait for space and are never stored in part', async () => {
  const { ctx, db } = await startApp({}, { worker: true })
  const folder = mailFolder(ctx.settings)
  await writeFile(folder, 'in the way')
  await enqueueMail(db, plain('one@example.com'))
  await eventually(async () => {
    const { rows } = await db.pool.query('SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL')
    expect(rows).toHaveLength(1)
  })
  await db.run(
    sql`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '6 hours' WHERE locked_at IS NULL`,
  )

  await rm(folder)

  await eventually(async () => expect((await db.pool.query('SELECT FROM graphile_worker.jobs')).rows).toHaveLength(0))
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^[\dTZ]+-\d+\.eml$/)])
})

test('a silent mail server delays nobody', async () => {
  const sockets: Socket[] = []
  let givenUp = 0
  const silent = createServer((socket) => {
    sockets.push(socket)
    socket.resume().on('error', () => undefined)
    socket.on('close', () => (givenUp += 1))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const { visitor } = await startApp({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { worker: true })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  const reply = await visitor.post('/api/users/register', {
    username: 'malee',
    password: 'a quiet river',
    password2: 'a quiet river',
    first_name: 'Malee',
    last_name: 'Srisuk',
    birth_date: '1990-05-15',
    phone_number: '0812345678',
    email: 'malee@example.com',
  })
  const givenUpBefore = givenUp
  await eventually(() => expect(sockets.length).toBeGreaterThan(0))

  expect(reply.statusCode).toBe(201)
  // A request that waited for mail would get its response only after the mail timed out.
  expect(givenUpBefore).toBe(0)
})

test('mails are sent after the database has ended every connection', async () => {
  const { mail, db } = await startWatched()
  await enqueueMail(db, plain('before@example.com'))
  await mail.mailTo('before@example.com')
  await eventually(async () => expect((await db.pool.query('SELECT FROM graphile_worker.jobs')).rows).toHaveLength(0))

  await db.pool
    .query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()')
    .catch(() => undefined)

  await eventually(() => enqueueMail(db, plain('after@example.com')))
  expect((await mail.mailTo('after@example.com')).subject).toBe('Hello')
})

test('the next process sends a mail that a killed one had started', async () => {
  const { mail, db, ctx } = await startWatched()
  await mail.close()
  await enqueueMail(db, plain('one@example.com'))
  await eventually(async () => {
    const { rows } = await db.pool.query('SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL')
    expect(rows).toHaveLength(1)
  })
  await db.run(sql`
    UPDATE graphile_worker._private_jobs
    SET locked_by = 'a killed process', locked_at = now() - interval '4 minutes', run_at = now()`)
  await mail.open()

  await sweepJobs(ctx.db, [])

  expect((await mail.mailTo('one@example.com')).subject).toBe('Hello')
})

test('a transaction that is rolled back sends no mail', async () => {
  const { mail, db } = await startWatched()

  await db
    .transaction(async (tx) => {
      await enqueueMail(tx, plain('never@example.com'))
      throw new Error('something else went wrong')
    })
    .catch(() => undefined)
  await db.transaction((tx) => enqueueMail(tx, plain('sent@example.com')))
  await mail.mailTo('sent@example.com')

  expect(mail.mails).toHaveLength(1)
})

test('a mail has the same content as text and as escaped HTML', async () => {
  const { mail, db, ctx } = await startWatched({ BRAND_NAME: 'Fest & <Co>' })
  const hostile = `<script>alert(1)</script>"'&`

  await enqueueMail(
    db,
    composeMail(ctx.settings, {
      to: 'one@example.com',
      language: 'en',
      subject: `งาน ${hostile}\r\nBcc: everybody@example.com`,
      paragraphs: [hostile, 'สวัสดี'],
      action: { label: hostile, url: 'https://ruam.example/?a=1&b="2"' },
    }),
  )
  const sent = await mail.mailTo('one@example.com')

  expect(sent.subject).toBe(`งาน ${hostile} Bcc: everybody@example.com`)
  expect(sent.bcc).toBeUndefined()
  expect(mail.mails).toHaveLength(1)
  expect(sent.from).toMatchObject({ name: 'Fest & <Co>', address: 'no-reply@ruam.example' })
  expect(sent.text).toContain(hostile)
  expect(sent.text).toContain('สวัสดี')
  expect(sent.html).not.toContain('<script')
  expect(sent.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;')
  expect(sent.html).toContain('Fest &amp; &lt;Co&gt;')
  expect(sent.html).toContain('href="https://ruam.example/?a=1&amp;b=&quot;2&quot;"')
})

test('attachments arrive unchanged', async () => {
  const { mail, db } = await startWatched({ MAIL_FROM: 'Ruam <hello@ruam.example>' })
  const attachment = {
    filename: 'งาน.ics',
    content: 'BEGIN:VCALENDAR\nEND:VCALENDAR\n',
    contentType: 'text/calendar',
  }

  await enqueueMail(db, { ...plain('one@example.com'), attachments: [attachment] })
  const sent = await mail.mailTo('one@example.com')

  expect(sent.from?.address).toBe('hello@ruam.example')
  expect(sent.attachments[0]).toMatchObject({ filename: 'งาน.ics', mimeType: 'text/calendar' })
  expect(Buffer.from(sent.attachments[0]?.content as ArrayBuffer).toString()).toBe(attachment.content)
})
