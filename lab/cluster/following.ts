import { strict as assert } from 'node:assert'
import { decodeJwt } from 'jose'
import sharp from 'sharp'
import { uploadProfilePicture } from '#contract/accounts/profile.ts'
import { applyToEvent } from '#contract/tickets/tickets.schemas.ts'
import { get, until } from './programs.ts'
import { ask, giveBack, type Rush } from './rush.ts'
import type { Server, Site } from './servers.ts'

/** In seconds: an announcement takes less than one; without any, a page would be told after ten. */
const soon = 5

/** Throws unless a page that is open on one process is told what the others decide, which they announce through the pooler
 *  and hear past it, unless a picture that came to one process is shown by another, and unless visitors' lists are read from the standby again. */
export async function everythingFollows(
  { servers, url, examine }: Site,
  { eventId, rush, seats }: { eventId: number; rush: Rush; seats: number },
): Promise<void> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1a7f5a' } })
    .png()
    .toBuffer()
  const [first, second, third] = servers as [Server, Server, Server]
  const page = await openPage(second, eventId)
  await until('the first message of a page', () => page.shows(seats), soon)

  const holder = rush.outcomes.find(({ ticket }) => ticket !== null)
  assert.equal(await giveBack(third.url, holder?.ticket?.id ?? 0, holder?.token ?? ''), 200)
  await until('a page to hear of a ticket that was given back elsewhere', () => page.shows(seats - 1), soon)

  const refused = rush.outcomes.find(({ code }) => code === 'event_full')
  const path = applyToEvent.url.replace(':eventId', String(eventId))
  assert.equal((await ask(first.url + path, refused?.token ?? '', 'POST')).status, 201)
  await until('a page to hear of an application elsewhere', () => page.shows(seats), soon)
  page.close()

  const { sub } = decodeJwt(holder?.token ?? '')
  const form = new FormData()
  form.set('profile_picture', new File([new Uint8Array(picture)], 'me.png'))
  const sent = await fetch(second.url + uploadProfilePicture.url.replace(':id', String(sub)), {
    ...{ method: 'POST', headers: { authorization: `Bearer ${holder?.token}` }, body: form },
  })
  const { file_url: address } = (await sent.json()) as { file_url: string }
  const shown = await get(third.url + address)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp'], 'a picture is everywhere')

  for (const server of servers) {
    await until(`${server.name} to read lists from the standby`, () => readsStandby(server))
  }
  const examined = await examine()
  assert.match(examined, /^ok {4}pooler +DATABASE_URL is pooled, and DATABASE_DIRECT_URL hears\.$/m, examined)
  assert.match(examined, /^ok {4}replica /m, examined)
  const list = await (await get(`${url}/api/events/events`)).text()
  assert(list.includes(`"current_attendees":${seats}`), 'the list shows how many seats are taken')
}

async function readsStandby({ url }: Server): Promise<true | null> {
  const figures = await (await get(`${url}/metrics`)).text()
  return /^ruam_replica_used 1$/m.test(figures) ? true : null
}

async function openPage({ url }: Server, eventId: number) {
  const closing = new AbortController()
  const reply = await fetch(`${url}/api/events/${eventId}/live`, { signal: closing.signal })
  let told = -1
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const piece of reply.body ?? []) {
      for (const [, taken] of decoder.decode(piece).matchAll(/"current_attendees":(\d+)/g)) told = Number(taken)
    }
  }
  read().catch(() => undefined)
  return {
    shows: async (taken: number) => (told === taken ? true : null),
    close: () => closing.abort(),
  }
}
