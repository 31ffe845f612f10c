import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createProxyServer } from 'http-proxy-3'
import { expect, onTestFinished, test } from 'vitest'
import { mailFolder } from '#server/lib/mail/mailer.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { startApp } from '#server/testing/app.ts'
import { eventually } from '#server/testing/mail-server.ts'

async function storedMail() {
  const started = await startApp({}, { worker: true })
  await started.addUser({ email: 'one@example.com' })
  await started.visitor.post('/api/users/forgot-password', { email: 'one@example.com' })
  const list = await eventually(async () => {
    const reply = await started.visitor.get('/operator/mails')
    expect(reply.body).toContain('one@example.com')
    return reply
  })
  return { ...started, list, address: /\/operator\/mails\/[\w-]+\.eml/.exec(list.body)?.[0] ?? '' }
}

test('the operator reads stored mails on the machine itself', async () => {
  const { visitor, list, address } = await storedMail()

  const mail = await visitor.get(address)

  expect(list.headers['cache-control']).toBe('no-store')
  expect(list.headers['content-security-policy']).toContain("default-src 'none'")
  expect(list.body).toContain('Reset your Ruam password')
  expect(mail.body).toMatch(/<a href="http:\/\/localhost:8000\/reset-password\/\d+\/[\w-]{43}">/)
  for (const name of ['nothing.eml', '..%2f..%2fkeys%2ftoken-secret', 'a.txt']) {
    expect((await visitor.get(`/operator/mails/${name}`)).statusCode).toBe(404)
  }
})

test("the mail page shows a mail's pictures and offers its attachments", async () => {
  const { visitor, db } = await startApp({}, { worker: true })
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
  await enqueueMail(db, {
    to: 'one@example.com',
    subject: 'Hello',
    text: 'Hello',
    html: '<img src="cid:the-dot">',
    attachments: [
      { filename: 'dot.png', content: dot, encoding: 'base64', contentType: 'image/png', cid: 'the-dot' },
      { filename: '<b>.ics', content: 'BEGIN:VCALENDAR\n', contentType: 'text/calendar' },
    ],
  })
  const list = await eventually(async () => {
    const reply = await visitor.get('/operator/mails')
    expect(reply.body).toContain('one@example.com')
    return reply.body
  })

  const mail = await visitor.get(/\/operator\/mails\/[\w-]+\.eml/.exec(list)?.[0] ?? '')

  expect(mail.headers['content-security-policy']).toContain('img-src data:')
  expect(mail.body).toContain(`srcDoc="&lt;img src=&quot;data:image/png;base64,${dot}&quot;&gt;`)
  expect(mail.body).toContain(`<a download="dot.png" href="data:image/png;base64,${dot}">dot.png</a>`)
  expect(mail.body).toContain(
    `<a download="&lt;b&gt;.ics" href="data:text/calendar;base64,${btoa('BEGIN:VCALENDAR\n')}">&lt;b&gt;.ics</a>`,
  )
})

test('KEEP_MAILS limits the stored mails to the newest', async () => {
  const { visitor, db, ctx } = await startApp({ KEEP_MAILS: '10' }, { worker: true })
  const folder = mailFolder(ctx.settings)
  await mkdir(folder, { recursive: true })
  for (const old of ['1.eml', '2.eml.part']) await writeFile(path.join(folder, `20200101T000000000Z-${old}`), '')
  await writeFile(path.join(folder, 'notes.txt'), "the operator's own")

  for (let number = 1; number <= 12; number++) {
    await enqueueMail(db, { to: 'one@example.com', subject: `Mail ${number}.`, text: 'Hello', html: '' })
    await eventually(async () => expect((await visitor.get('/operator/mails')).body).toContain(`Mail ${number}.`))
  }

  await eventually(async () => expect(await readdir(folder)).toHaveLength(11))
  const list = (await visitor.get('/operator/mails')).body
  expect(list).not.toMatch(/Mail [12]\./)
  expect(list).toContain('Mail 3.')
  expect(await readdir(folder)).toContain('notes.txt')
})

test.each([
  ['from another machine', { remoteAddress: '192.168.1.7' }],
  ['through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['through a proxy that names only its port', { headers: { 'x-forwarded-port': '443' } }],
  ['through a proxy that says so in the standard way', { headers: { forwarded: 'for=127.0.0.1' } }],
  ["by a stranger's name for this machine", { headers: { host: 'evil.example' } }],
])('stored mails cannot be read %s', async (_, how) => {
  const { app, address } = await storedMail()

  for (const url of ['/operator/mails', address]) {
    expect((await app.inject({ url, ...how })).statusCode).toBe(404)
  }
})

test.each([
  ['http://ruam.example', {}],
  ['https://ruam.example', { TRUST_PROXY: '127.0.0.1' }],
  ['http://127.0.0.1.ruam.example', {}],
])('with PUBLIC_URL %s stored mails cannot be read through a local proxy', async (url, more) => {
  const { app } = await startApp({ PUBLIC_URL: url, ...more })
  const here = await app.listen({ host: '127.0.0.1', port: 0 })
  const proxy = await startBareProxy(here)

  expect((await fetch(`${proxy}/health/live`)).status).toBe(200)
  for (const address of [proxy, here]) expect((await fetch(`${address}/operator/mails`)).status).toBe(404)
})

test.each([undefined, 'http://localhost:8000', 'http://127.0.0.2:8000', 'https://[::1]'])(
  'with PUBLIC_URL %s the operator can read stored mails',
  async (url) => {
    const { app } = await startApp(url === undefined ? {} : { PUBLIC_URL: url })
    const here = await app.listen({ host: '127.0.0.1', port: 0 })

    expect((await fetch(`${here}/operator/mails`)).status).toBe(200)
  },
)

/** A proxy with only its target configured: it sends its own Host header and no X-Forwarded-For. */
async function startBareProxy(target: string): Promise<string> {
  const proxy = createProxyServer({ target, changeOrigin: true })
  const server = createServer((request, response) => proxy.web(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    proxy.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('with a mail server there is no mail page', async () => {
  const { visitor } = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' })

  expect((await visitor.get('/operator/mails')).statusCode).toBe(404)
})
