import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { Event } from '#contract/events/events.ts'
import { ticketCodeText } from '#contract/tickets/ticket-code.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { openApplePush, readAppleKeys } from '#server/lib/wallets/apple.ts'
import { newFolder } from '#server/testing/admin.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import {
  authority,
  issuerId,
  openBundle,
  passType,
  savedBy,
  startApplePush,
  startGoogleWallet,
  walletEnv,
} from '#server/testing/applications/wallets.ts'
import { qrCodeOf } from '#server/testing/door.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { forgetOldPasses } from './wallets.service.ts'

const site = 'https://ruam.example'
const service = '/wallets/apple/v1'
const device = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
const pushToken = 'ab'.repeat(32)

/** A ticket holder, with both wallets on real servers in their place. */
async function startWithTicket({ worker = false, env = {}, given = {}, answers = [] as number[] } = {}) {
  const [google, apple] = [await startGoogleWallet(), await startApplePush({ answers })]
  for (const { stop } of [google, apple]) onTestFinished(stop)
  const servers = { APPLE_PUSH_URL: apple.url, GOOGLE_WALLET_URL: google.url, PUBLIC_URL: site }
  const started = await startApp(
    { ...walletEnv(newFolder(), { tokenUrl: `${google.url}/token` }), ...servers, ...env },
    { worker },
  )
  const { app, ctx, clock, addOrganizer, addEvent, addUser } = started
  const owner = await addOrganizer()
  const { id: eventId } = await addEvent({ event_name: 'งานเปิดตัว Jazz', address: 'Sathorn Pier', ...given }, owner)
  const event: Event = (await started.as(owner).get(`/api/events/${eventId}`)).json()
  const person = await addUser({ first_name: 'มาลี' })
  /** Tests move the clock further than a session lasts. */
  const logIn = async (who: Person) => started.as({ ...who, ...(await start(ctx, who.id, undefined)) })
  const ticket = (await (await logIn(person)).post(`/api/tickets/event/${event.id}/register`)).json()
  const shown = async () => (await (await logIn(person)).get(`/api/tickets/${ticket.id}`)).json()
  const edit = async (change: object) => {
    clock.now = new Date(clock.now.getTime() + 120_000)
    return (await logIn(owner)).patch(`/api/events/${event.id}/edit`, change)
  }
  const add = async (wallet: string, who = person, id = ticket.id) =>
    (await logIn(who)).post(`/api/tickets/${id}/wallet-pass`, { wallet })
  const link = async (id = ticket.id): Promise<string> => (await add('apple', person, id)).json().url.replace(site, '')
  const read = async (url: string) => openBundle((await app.inject(url)).rawPayload)

  /** A phone that has loaded and registered a pass. */
  async function addPhone(id = ticket.id, name = device) {
    const { pass } = await read(await link(id))
    const serial: string = pass.serialNumber
    const headers = { authorization: `ApplePass ${pass.authenticationToken}` }
    const url = `${service}/devices/${name}/registrations/${passType}`
    const register = (payload: object = { pushToken }, own = headers) =>
      app.inject({ method: 'POST', url: `${url}/${serial}`, headers: own, payload })
    const registered = await register()
    return {
      ...{ serial, headers, url, register, registered },
      unregister: () => app.inject({ method: 'DELETE', url: `${url}/${serial}`, headers }),
      changed: async (tag = '') => {
        const reply = await app.inject(`${url}${tag && `?passesUpdatedSince=${tag}`}`)
        return reply.statusCode === 204 ? null : reply.json()
      },
      latest: (more = {}) =>
        app.inject({ url: `${service}/passes/${passType}/${serial}`, headers: { ...headers, ...more } }),
    }
  }

  /** Resolves when no update waits. */
  async function updated(): Promise<void> {
    await started.doWhatIsDue()
    await eventually(async () => {
      expect((await started.db.pool.query('SELECT FROM wallet_passes WHERE due_at IS NOT NULL')).rowCount).toBe(0)
      expect(
        (await started.db.pool.query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'update_wallet'"))
          .rowCount,
      ).toBe(0)
    })
  }
  const ticketOfGoogle = () => google.shown.get(`${issuerId}.${ticket.ticket_id}`)
  const eventOfGoogle = () => google.shown.get(`${issuerId}.ruam.example.event-${event.id}`)
  return {
    ...started,
    ...{ google, apple, owner, event, person, ticket, logIn, shown, edit, add, link, read, addPhone, updated },
    ...{ ticketOfGoogle, eventOfGoogle },
  }
}

test('a pass for Apple Wallet is signed by the key of the pass type, and shows the code of the ticket', async () => {
  const { app, event, ticket, shown, link, read } = await startWithTicket()

  const url = await link()
  const reply = await app.inject(url)
  const { files, pass } = await read(url)

  expect(reply.headers).toMatchObject({
    'content-type': 'application/vnd.apple.pkpass',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: 'ABCDE12345',
    serialNumber: ticket.ticket_id,
    webServiceURL: `${site}/wallets/apple`,
    voided: false,
    relevantDate: event.start_date_event,
    expirationDate: event.end_date_event,
  })
  expect(pass.barcodes).toEqual([
    {
      format: 'PKBarcodeFormatQR',
      message: ticketCodeText(await shown(), event.event_name),
      messageEncoding: 'utf-8',
      altText: ticket.ticket_number,
    },
  ])
  expect(pass.eventTicket.primaryFields).toMatchObject([{ value: 'งานเปิดตัว Jazz' }])
  expect(pass.eventTicket.auxiliaryFields).toMatchObject([{ value: 'Sathorn Pier' }])
  expect(pass.eventTicket.backFields).toContainEqual({ key: 'name', label: 'Name', value: ticket.fullname })
  expect(JSON.stringify(pass)).not.toContain('meet.example')
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['icon.png', 'icon@2x.png', 'logo.png', 'signature']))
})

test('a pass that was asked for in Thai is in Thai, also when the phone loads it again', async () => {
  const { logIn, person, ticket, read } = await startWithTicket()

  const { url } = (
    await (await logIn(person)).post(`/th/api/tickets/${ticket.id}/wallet-pass`, { wallet: 'apple' })
  ).json()
  const { pass } = await read(url.replace(site, ''))

  expect(pass.webServiceURL).toBe(`${site}/th/wallets/apple`)
  expect(pass.description).toBe('บัตรเข้างาน งานเปิดตัว Jazz')
  expect(pass.eventTicket.secondaryFields[0]).toMatchObject({ label: 'วันเวลา', value: expect.stringContaining('2569') })
  expect(pass.eventTicket.backFields).toContainEqual({ key: 'name', label: 'ชื่อ', value: ticket.fullname })
})

test('a pass for Google Wallet exists with the code of the ticket before its address is given out', async () => {
  const { google, event, ticket, shown, add, ticketOfGoogle, eventOfGoogle } = await startWithTicket()

  const reply = await add('google')
  const again = await add('google')

  const { payload, origins, typ } = await savedBy(reply.json().url)
  const object = { id: `${issuerId}.${ticket.ticket_id}`, classId: `${issuerId}.ruam.example.event-${event.id}` }
  expect({ payload, origins, typ }).toEqual({
    payload: { eventTicketObjects: [object] },
    origins: [site],
    typ: 'savetowallet',
  })
  expect(reply.json().url.length).toBeLessThan(1_800)
  expect(ticketOfGoogle()).toMatchObject({
    ...object,
    state: 'ACTIVE',
    ticketHolderName: ticket.fullname,
    ticketNumber: ticket.ticket_number,
    barcode: { type: 'QR_CODE', value: ticketCodeText(await shown(), event.event_name) },
  })
  expect(eventOfGoogle()).toMatchObject({
    eventName: { defaultValue: { value: 'งานเปิดตัว Jazz' } },
    venue: { name: { defaultValue: { value: 'Sathorn Pier' } } },
    reviewStatus: 'UNDER_REVIEW',
  })
  expect(again.statusCode).toBe(200)
  expect(google.shown.size).toBe(2)
})

test('without keys there is no wallet: not on pages, and not by any address', async () => {
  const { app, as, visitor, addUser, addEvent } = await startApp({ PUBLIC_URL: site })
  const [person, event] = [await addUser(), await addEvent()]
  const { id } = (await as(person).post(`/api/tickets/event/${event.id}/register`)).json()

  for (const wallet of ['apple', 'google']) {
    const reply = await as(person).post(`/api/tickets/${id}/wallet-pass`, { wallet })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'wallet_not_offered'])
  }
  const headers = { authorization: 'ApplePass a' }
  const pass = await app.inject({ url: `${service}/passes/${passType}/${randomUUID()}`, headers })
  expect(pass.json().code).toBe('not_found')
  expect((await visitor.get(`${service}/devices/${device}/registrations/${passType}`)).json().code).toBe('not_found')
})

test('only the holder adds a ticket, and only a valid one', async () => {
  const { as, person, owner, addUser, add, ticket, logIn, event, google } = await startWithTicket({
    given: { max_attendee: 1 },
  })
  const other = await addUser()
  const waiting = (await as(other).post(`/api/tickets/event/${event.id}/register`, { wait: true })).json()

  for (const wallet of ['apple', 'google']) {
    for (const who of [other, owner]) expect((await add(wallet, who)).json().code).toBe('ticket_not_found')
    expect((await add(wallet, other, waiting.id)).json().code).toBe('ticket_not_found')
  }
  await (await logIn(person)).delete(`/api/tickets/${ticket.id}/cancel`)
  for (const wallet of ['apple', 'google']) expect((await add(wallet)).json().code).toBe('ticket_not_active')
  expect((await add('samsung')).statusCode).toBe(422)
  expect(google.shown.size).toBe(0)
})

test('a link to a pass ends after ten minutes and with the ticket, and nobody can make one', async () => {
  const { visitor, clock, link, logIn, person, ticket } = await startWithTicket()
  const url = await link()
  const missing = (await visitor.get('/passes/nothing.pkpass')).json()

  expect((await visitor.get(url)).statusCode).toBe(200)
  const otherTicket = url.replace(ticket.ticket_id, randomUUID())
  const longer = url.replace(/-(\d{10})-/, (_, until) => `-${Number(until) + 1}-`)
  const cut = url.replace(/.\.pkpass$/, '.pkpass')
  for (const bad of [otherTicket, longer, cut]) {
    const reply = await visitor.get(bad)
    expect([reply.statusCode, { ...reply.json(), request_id: '' }]).toEqual([404, { ...missing, request_id: '' }])
  }
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)
  expect((await visitor.get(url)).statusCode).toBe(404)
  const fresh = await link()
  await (await logIn(person)).delete(`/api/tickets/${ticket.id}/cancel`)
  expect((await visitor.get(fresh)).statusCode).toBe(404)
})

test('a phone registers a pass with the token in it, and learns of nothing else', async () => {
  const { app, db, addPhone } = await startWithTicket()
  const phone = await addPhone()

  expect(phone.registered.statusCode).toBe(201)
  expect((await phone.register({ pushToken: 'cd' })).statusCode).toBe(200)
  expect((await db.pool.query('SELECT serial, device, push_token FROM wallet_passes')).rows).toEqual([
    { serial: phone.serial, device, push_token: 'cd' },
  ])
  expect(await phone.changed()).toEqual({
    serialNumbers: [phone.serial],
    lastUpdated: expect.stringMatching(/^\d{13}$/),
  })
  expect((await app.inject(phone.url.replace(device, 'another-one-of-somebody'))).statusCode).toBe(204)
  expect((await app.inject(phone.url.replace(passType, 'pass.other'))).statusCode).toBe(404)

  // Whether there is such a pass cannot be found out.
  const wrong = { authorization: `ApplePass ${'A'.repeat(86)}` }
  const asked = [phone.serial, randomUUID(), "' OR 1=1 --", '%00'].flatMap((serial) =>
    [wrong, {}, { authorization: 'ApplePass x' }].map((headers) =>
      app.inject({ url: `${service}/passes/${passType}/${encodeURIComponent(serial)}`, headers }),
    ),
  )
  for (const reply of await Promise.all(asked)) {
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'pass_token_invalid'])
  }
  const stolen = await app.inject({
    method: 'POST',
    url: `${phone.url}/${randomUUID()}`,
    headers: phone.headers,
    payload: { pushToken },
  })
  expect(stolen.json().code).toBe('pass_token_invalid')

  for (const bad of ['../../../api', 'https://evil.example/', '', 'a b', 'f'.repeat(401)]) {
    expect((await phone.register({ pushToken: bad })).statusCode).toBeGreaterThanOrEqual(400)
  }
  expect((await app.inject({ method: 'POST', url: `${service}/log`, payload: { logs: ['oops'] } })).statusCode).toBe(
    200,
  )

  expect((await phone.unregister()).statusCode).toBe(200)
  expect((await phone.unregister()).statusCode).toBe(200)
  expect(await phone.changed()).toBeNull()
})

test('a ticket is on at most twenty phones, the newest', async () => {
  const { db, addPhone } = await startWithTicket()
  for (let number = 0; number < 22; number++) await addPhone(undefined, `the-phone-number-${number}`)

  const { rows } = await db.pool.query<{ device: string }>('SELECT device FROM wallet_passes ORDER BY id')
  expect(rows.map((row) => row.device)).toEqual(
    Array.from({ length: 20 }, (_, place) => `the-phone-number-${place + 2}`),
  )
})

test('passes follow the name, time and place of the event', async () => {
  const { apple, event, edit, add, addPhone, updated, ticketOfGoogle, eventOfGoogle } = await startWithTicket({
    worker: true,
  })
  const phone = await addPhone()
  await add('google')
  await updated()
  const first = await phone.changed()
  const loaded = await phone.latest()
  apple.pushes.length = 0

  await edit({ description: 'Bring a friend.' })
  await updated()
  expect(apple.pushes).toEqual([])
  const start = new Date(Date.parse(event.start_date_event) + 3_600_000).toISOString()
  await edit({ start_date_event: start, address: 'Wat Saket', event_name: 'Jazz by night' })
  await updated()

  expect(apple.pushes).toMatchObject([
    { path: `/3/device/${pushToken}`, body: '{}', headers: { 'apns-topic': passType, 'apns-push-type': 'background' } },
  ])
  const second = await phone.changed(first.lastUpdated)
  const seen = { 'if-modified-since': String(loaded.headers['last-modified']) }
  const reply = await phone.latest(seen)
  const { pass } = await openBundle(reply.rawPayload)
  expect(second.serialNumbers).toEqual([phone.serial])
  expect(pass).toMatchObject({ relevantDate: start, voided: false })
  expect(pass.eventTicket.primaryFields[0].value).toBe('Jazz by night')
  expect(pass.eventTicket.auxiliaryFields[0].value).toBe('Wat Saket')
  expect((await phone.latest({ 'if-modified-since': String(reply.headers['last-modified']) })).statusCode).toBe(304)
  const tomorrow = String(Number(second.lastUpdated) + 24 * 3_600_000)
  expect(await phone.changed(tomorrow)).toBeNull()

  expect(eventOfGoogle()).toMatchObject({
    eventName: { defaultValue: { value: 'Jazz by night' } },
    dateTime: { start: start },
    venue: { name: { defaultValue: { value: 'Wat Saket' } } },
  })
  expect(ticketOfGoogle()).toMatchObject({
    barcode: { value: expect.stringContaining('"event_name":"Jazz by night"') },
  })
  await edit({ is_online: true, meeting_link: 'https://meet.example/room' })
  await updated()
  expect(eventOfGoogle()).not.toHaveProperty('venue')
  expect(JSON.stringify([eventOfGoogle(), ticketOfGoogle()])).not.toContain('meet.example')
})

test.each(['cancelled', 'called off'])('passes are voided when the ticket is %s', async (how) => {
  const started = await startWithTicket({ worker: true })
  const { apple, event, owner, person, ticket, clock, logIn, add, addPhone, updated, ticketOfGoogle } = started
  const phone = await addPhone()
  await add('google')
  await updated()
  apple.pushes.length = 0
  clock.now = new Date(clock.now.getTime() + 60_000)

  if (how === 'cancelled') await (await logIn(person)).delete(`/api/tickets/${ticket.id}/cancel`)
  else await (await logIn(owner)).delete(`/api/organizers/delete-event/${event.id}`)
  await updated()

  expect(apple.pushes.length).toBeGreaterThan(0)
  expect((await openBundle((await phone.latest()).rawPayload)).pass.voided).toBe(true)
  expect(ticketOfGoogle()).toMatchObject({ state: 'INACTIVE' })
})

test('a ticket that is passed on leaves a voided pass, and another one can be added', async () => {
  const { apple, ticket, person, logIn, add, addPhone, read, link, updated, ticketOfGoogle } = await startWithTicket({
    worker: true,
    given: { max_party: 2 },
  })
  const phone = await addPhone()
  await add('google')
  await updated()
  apple.pushes.length = 0

  await (await logIn(person)).put(`/api/tickets/${ticket.id}/name`, { name: 'Mali' })
  await updated()

  const former = (await openBundle((await phone.latest()).rawPayload)).pass
  const { pass } = await read(await link())
  expect(apple.pushes).toHaveLength(1)
  expect(former).toMatchObject({ serialNumber: ticket.ticket_id, voided: true })
  expect(pass.voided).toBe(false)
  expect(pass.serialNumber).not.toBe(ticket.ticket_id)
  expect(pass.authenticationToken).not.toBe(former.authenticationToken)
  expect(pass.eventTicket.backFields).toContainEqual({ key: 'name', label: 'Name', value: 'Mali' })
  expect(ticketOfGoogle()).toMatchObject({ state: 'INACTIVE' })
})

test('an entry at the door sends nothing to wallets', async () => {
  const { db, owner, event, shown, logIn, addPhone } = await startWithTicket()
  await addPhone()
  await db.pool.query('UPDATE wallet_passes SET due_at = NULL')

  const scan = {
    scan_id: randomUUID(),
    code: qrCodeOf(await shown()),
    scanned_at: '2026-11-21T03:00:00Z',
    let_in: true,
  }
  await (await logIn(owner)).post(`/api/events/${event.id}/check-ins`, { device: 'Gate', scans: [scan] })

  expect((await shown()).status).toBe('USED')
  expect((await db.pool.query('SELECT FROM wallet_passes WHERE due_at IS NOT NULL')).rowCount).toBe(0)
})

test('a failed push is sent again, and a phone that Apple no longer knows is forgotten', async () => {
  const { apple, db, edit, addPhone, updated } = await startWithTicket({ worker: true, answers: [503, 200, 410] })
  await addPhone()
  await updated()
  expect(apple.pushes).toHaveLength(2)

  await edit({ address: 'Wat Saket' })
  await updated()

  expect(apple.pushes).toHaveLength(3)
  expect((await db.pool.query('SELECT FROM wallet_passes')).rowCount).toBe(0)
})

test('Google not answering is a refusal at first, and an update that is sent again later', async () => {
  const { google, db, add, edit, updated, eventOfGoogle } = await startWithTicket({ worker: true })
  google.state.refuse = true
  const refused = await add('google')
  google.state.refuse = false
  const accepted = await add('google')
  google.state.refuse = true
  await edit({ address: 'Wat Saket' })
  await eventually(async () => {
    const failed =
      "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'update_wallet' AND attempts > 0 AND last_error IS NOT NULL"
    expect((await db.pool.query(failed)).rowCount).toBe(2)
  })
  google.state.refuse = false
  await updated()

  expect([refused.statusCode, refused.json().code]).toEqual([503, 'wallet_unavailable'])
  expect(accepted.statusCode).toBe(200)
  expect(eventOfGoogle()).toMatchObject({ venue: { name: { defaultValue: { value: 'Wat Saket' } } } })
})

test("pushes show Apple the pass type's certificate", async () => {
  const { url, pushes, stop } = await startApplePush({ secure: true })
  onTestFinished(stop)
  const settings = readSettings({ ...walletEnv(newFolder()), APPLE_PUSH_URL: url })
  const keys = readAppleKeys(settings)
  if (keys === null) throw new Error('no keys')
  const push = openApplePush(settings, keys, authority)

  expect(await push.push(pushToken, new Date())).toBe(true)
  push.close()
  await expect(openApplePush(settings, keys).push(pushToken, new Date())).rejects.toThrow()

  expect(pushes).toMatchObject([{ path: `/3/device/${pushToken}`, client: `Pass Type ID: ${passType}` }])
})

test('a deleted account leaves voided passes without a name, which are forgotten a day later', async () => {
  const { db, ctx, clock, person, logIn, add, addPhone, updated, ticketOfGoogle } = await startWithTicket({
    worker: true,
  })
  const phone = await addPhone()
  await add('google')
  clock.now = new Date(clock.now.getTime() + 60_000)

  const reply = await (await logIn(person)).post('/api/users/deletion', { current_password: password })
  await updated()

  expect(reply.statusCode).toBe(200)
  const { pass } = await openBundle((await phone.latest()).rawPayload)
  expect(pass.voided).toBe(true)
  expect(pass.eventTicket.backFields).toContainEqual({ key: 'name', label: 'Name', value: 'Deleted account' })
  expect(ticketOfGoogle()).toMatchObject({ state: 'INACTIVE', ticketHolderName: 'Deleted account' })
  expect((await phone.register()).statusCode).toBe(404)
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000)
  await forgetOldPasses(ctx)
  expect((await db.pool.query('SELECT FROM wallet_passes')).rowCount).toBe(0)
})

test('passes are forgotten thirty days after the event', async () => {
  const { db, ctx, clock, event, addPhone } = await startWithTicket()
  await addPhone()
  const left = async (days: number) => {
    clock.now = new Date(Date.parse(event.end_date_event) + days * 24 * 3_600_000)
    await forgetOldPasses(ctx)
    return (await db.pool.query('SELECT FROM wallet_passes')).rowCount
  }

  expect([await left(29), await left(31)]).toEqual([1, 0])
})

test('the start names a file that is missing or does not fit', async () => {
  const env = walletEnv(newFolder())
  const wrong = (name: string, content: string) => {
    writeFileSync(`${env.APPLE_PASS_KEY}.other`, content)
    return startApp({ ...env, [name]: `${env.APPLE_PASS_KEY}.other` })
  }

  await expect(wrong('APPLE_PASS_KEY', 'no key')).rejects.toThrow(
    'APPLE_PASS_KEY must be a readable file in PEM format.',
  )
  await expect(wrong('APPLE_PASS_CERTIFICATE', authority)).rejects.toThrow('APPLE_PASS_CERTIFICATE is no certificate')
  await expect(wrong('GOOGLE_WALLET_KEY', '{}')).rejects.toThrow('GOOGLE_WALLET_KEY must be the readable JSON file')
  expect(() => readSettings({ APPLE_PASS_KEY: 'a' })).toThrow('belong together: set all or none.')
  expect(() => readSettings({ GOOGLE_WALLET_ISSUER_ID: '12' })).toThrow(
    'GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_KEY belong together: set all or none.',
  )
})
