import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { login, register } from '#contract/accounts/auth.schemas.ts'
import { addDraft } from '#contract/events/drafts.ts'
import { createEvent } from '#contract/events/own-events.ts'

import { applyOrganizer } from '#contract/organizers.ts'
import { eventDraft } from '#server/testing/event-draft.ts'

export type Actor = 'visitor' | 'attendee' | 'organizer'

/** What somebody calls with, and the numbers that are there, by the names of path parameters. */
interface Entry {
  headers: string[]
  known: Record<string, number[]>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const password = 'correct horse battery'

/** A server with data of its own, without limits, and a map service on this machine. */
export async function startStage() {
  const data = await mkdtemp(join(tmpdir(), 'ruam-fuzz-'))
  const geocoder = await startGeocoder()
  const server = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: data, SAMPLE_DATA: 'false', LOG_LEVEL: 'error' },
      ...{ RATE_LIMIT_SCALE: '0', GEOCODER_URL: geocoder.url },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [server.stdout, server.stderr]) output.on('data', (text) => (said += text))
  const ended = once(server, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(said)))
    server.stdout.on('data', () => {
      const address = /running on (\S+)\n/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  const before = said.length
  let made = 0

  async function call<Answer>(method: string, path: string, body: object, token?: string): Promise<Answer> {
    const reply = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Answer
  }

  async function signUp(): Promise<{ id: number; token: string }> {
    made += 1
    const username = `fuzz${made}`
    await call('POST', register.url, {
      ...{ username, password, password2: password, first_name: 'Nok', last_name: 'Sukjai' },
      ...{ birth_date: '1990-05-15', phone_number: '0812345678', email: `${username}@example.com` },
    })
    const { id, access_token: token } = await call<{ id: number; access_token: string }>('POST', login.url, {
      ...{ username, password },
    })
    return { id, token }
  }

  /** Somebody new, with an event to apply for and, for an organizer, events of their own with applications and comments. */
  async function enter(actor: Actor): Promise<Entry> {
    const [owner, guest] = [await signUp(), await signUp()]
    const organizer = await call<{ id: number }>(
      'POST',
      applyOrganizer.url,
      { organizer_name: `House ${made}`, email: 'team@example.com', organization_type: 'COMPANY' },
      owner.token,
    )
    const publish = (given: object) =>
      call<{ id: number }>('POST', createEvent.url, { ...eventDraft(new Date()), ...given }, owner.token)
    const paid = { is_free: false, ticket_price: 90, promptpay_id: '0812345678' }
    const events = [
      await publish({}),
      await publish({ needs_approval: true, visibility: 'PRIVATE' }),
      await publish({ ...paid, max_attendee: 3 }),
    ].map(({ id }) => id)
    const tickets: number[] = []
    for (const id of events) {
      // The private one is not the guest's to see.
      if (id === events[1]) continue
      tickets.push((await call<{ id: number }>('POST', `/api/tickets/event/${id}/register`, {}, guest.token)).id)
    }
    const comment = await call<{ id: number }>(
      'POST',
      `/api/comments/write-comment/${events[0]}`,
      { content: 'Soon!' },
      guest.token,
    )
    const draft = await call<{ id: number }>('POST', addDraft.url, { event_name: 'Some day' }, owner.token)
    const who = actor === 'organizer' ? owner : guest
    const people = { userId: [who.id, owner.id, guest.id], id: [who.id] }
    return {
      headers: actor === 'visitor' ? [] : [`Authorization: Bearer ${who.token}`],
      known: {
        ...people,
        ...{
          eventId: events,
          ticketId: tickets,
          commentId: [comment.id],
          draftId: [draft.id],
          organizerId: [organizer.id],
        },
      },
    }
  }

  return {
    url,
    enter,
    /** What the server has written since it was started: nothing, unless something broke. */
    troubles: () => said.slice(before).trim(),
    async stop() {
      server.kill('SIGTERM')
      await ended
      geocoder.close()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Finds the same place everywhere. */
async function startGeocoder(): Promise<{ url: string; close: () => void }> {
  const place = { name: 'Siam', display_name: 'Siam, Bangkok', lat: '13.7466', lon: '100.5347' }
  const server = createServer(({ url }, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(url?.startsWith('/search') ? [place] : place))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
