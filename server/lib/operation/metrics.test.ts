import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { addJobs } from '#server/lib/jobs/jobs.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'

const token = 'a-token-for-prometheus'

test('requests are counted by route, method and status, never by URL', async () => {
  const { app, as, addUser, addEvent } = await startApp()
  const [event, person] = [await addEvent({ max_attendee: 1 }), await addUser()]
  const here = await app.listen({ host: '127.0.0.1', port: 0 })
  for (const path of [
    `/api/events/${event.id}`,
    `/api/events/${event.id}`,
    '/api/events/9999',
    '/api/events/x?q=secret',
  ]) {
    await fetch(here + path)
  }
  // Made within the process, as when a page is rendered, so it is not counted.
  await as(person).get(`/api/events/${event.id}`)

  const text = await (await fetch(`${here}/metrics`)).text()

  const route = 'route="/api/events/:eventId"'
  expect(text).toContain(`ruam_http_request_duration_seconds_count{method="GET",${route},status="2xx"} 2\n`)
  expect(text).toContain(`ruam_http_request_duration_seconds_count{method="GET",${route},status="4xx"} 2\n`)
  expect(text).not.toMatch(/events\/9|secret/)
})

test('metrics count applications by outcome, the queue, the pool, mails and the process', async () => {
  const { visitor, as, db, addUser, addEvent } = await startApp()
  const event = await addEvent({ max_attendee: 1 })
  for (const person of [await addUser(), await addUser()]) {
    await as(person).post(`/api/tickets/event/${event.id}/register`)
  }
  await enqueueMail(db, { to: 'one@example.com', subject: 'Hello', text: 'Hello', html: '' })
  await addJobs(db, 'send_feedback_mail', [{ ticketId: 1 }])

  const reply = await visitor.get('/metrics')

  expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(reply.body).toContain('ruam_admissions_total{outcome="active"} 1\n')
  expect(reply.body).toContain('ruam_admissions_total{outcome="event_full"} 1\n')
  expect(reply.body).toContain('ruam_admission_queue 0\n')
  expect(reply.body).toMatch(/ruam_database_connections\{state="idle"\} [1-9]/)
  expect(reply.body).toContain('ruam_database_connections_max 12\n')
  expect(reply.body).toContain('ruam_database_waiting 0\n')
  expect(reply.body).toContain('ruam_mails_waiting 2\n')
  expect(reply.body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(reply.body).toMatch(/^process_resident_memory_bytes \d/m)
  expect(reply.body).not.toContain('example.com')
})

test('the other metrics work while the database is down', async () => {
  const { ctx } = await startApp()
  const db = openDatabase('postgres://ruam@127.0.0.1:9/ruam', 2)
  const app = await buildApp({ ...ctx, db })
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })

  const reply = await app.inject('/metrics')

  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('ruam_mails_waiting Nan\n')
})

test.each([
  ['from another machine', {}, { remoteAddress: '192.168.1.7' }],
  ['through a proxy', {}, { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['through a silent proxy on the machine', { PUBLIC_URL: 'https://ruam.example' }, {}],
  ['with another token', { METRICS_TOKEN: token, PUBLIC_URL: 'https://ruam.example' }, bearer(`${token}.`)],
  ['with an empty token if none is set', { PUBLIC_URL: 'https://ruam.example' }, bearer('')],
])('metrics cannot be read %s', async (_, env, how) => {
  const { app } = await startApp(env)

  const reply = await app.inject({ url: '/metrics', ...how })

  expect([reply.statusCode, reply.json()]).toEqual([404, (await app.inject('/api/nothing')).json()])
})

test('metrics can be read from anywhere with the token', async () => {
  const { app } = await startApp({ METRICS_TOKEN: token, PUBLIC_URL: 'https://ruam.example' })

  const reply = await app.inject({ url: '/metrics', remoteAddress: '192.168.1.7', ...bearer(token) })

  expect(reply.statusCode).toBe(200)
})

function bearer(given: string) {
  return { headers: { authorization: `Bearer ${given}` } }
}
