import { strict as assert } from 'node:assert'
import { decodeJwt } from 'jose'
import type { Stage } from '#server/testing/rush-stage.ts'
import { ask, type Rush } from './rush.ts'
import type { Site } from './servers.ts'

const atOnce = 20

/** Throws unless what the database holds is what people were told, and exactly as many seats are taken as there are. */
export async function verify(
  stage: Stage,
  { site, eventId, seats, people, rush }: { site: Site; eventId: number; seats: number; people: number; rush: Rush },
): Promise<void> {
  const { outcomes } = rush
  assert.equal(rush.failures[500], undefined, 'nobody was told that the server has failed')
  assert.equal(outcomes.length, people, 'everybody was told something')
  const refused = outcomes.filter(({ code }) => code === 'event_full').length
  const others = outcomes.filter(({ ticket, code, isTold }) => !ticket && !isTold && code !== 'event_full')
  assert.deepEqual(others, [], 'nobody was told anything else')
  assert.equal(refused, people - seats, 'as many were refused as there were too many')

  const line = outcomes[Symbol.iterator]()
  const look = async () => {
    for (const { token, ticket, isTold } of line) {
      const { status, body } = await ask(`${site.url}/api/tickets/user/${decodeJwt(token).sub}`, token)
      assert.equal(status, 200)
      const held = body as { id: number; status: string }[]
      assert.equal(held.length, ticket !== null || isTold ? 1 : 0, 'who was told so holds one ticket, and nobody else')
      if (ticket !== null) assert.deepEqual(held, [ticket], 'the ticket is the one that was answered')
      assert(held.every(({ status: state }) => state === 'ACTIVE'))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, look))
  assert.deepEqual(await stage.countTickets([eventId]), { tickets: seats, counted: seats })
}
