import { expect, test } from 'vitest'
import { contentAtRest, contentOf } from '#server/testing/callers/database-content.ts'
import { startFixture } from '#server/testing/callers/fixture.ts'
import { headersOf, sendWith } from '#server/testing/callers/row.ts'
import { calls } from '#server/testing/callers/table.ts'
import { startBreakable } from './breakable.ts'

/** What is written beside a call, and is no half of it: where somebody signs in from, when a door link was used, a picture's
 *  removal should it never be named, and texts that are rendered anew whenever they are missing. */
const beside = [/INTO login_networks/, /door_links SET last_used_at/, /interval '1 hour'/, /INTO rendered_texts/]
const isBeside = (statements: string[]) => statements.every((text) => beside.some((one) => one.test(text)))

test('wherever the database breaks off in a call that changes something, all of it holds or nothing', async () => {
  const fixture = await startFixture()
  const server = await startBreakable(fixture)
  const wrong: string[] = []
  const changing = calls.filter(({ name }) => !name.startsWith('GET '))
  let breaks = 0

  for (const row of changing) {
    let before = await contentAtRest(fixture)
    for (let place = 1; ; place++) {
      const sent = row.request(fixture)
      const make = () => sendWith(server, row, headersOf(fixture, row.by), sent)
      const { answer, broke, writes } = await server.breakAt(place, make)
      if (!broke || answer.statusCode === row.status) {
        const parts = writes.filter((statements) => !isBeside(statements))
        if (parts.length > 1) wrong.push(`${row.name} writes in parts: ${JSON.stringify(parts)}`)
        break
      }
      breaks += 1
      // Who tries again once it is done is told so.
      if (answer.statusCode === 409 || answer.statusCode === 404) break
      if (answer.statusCode !== 503 || answer.headers['retry-after'] === undefined)
        wrong.push(`${row.name} answers ${answer.statusCode} at ${place}: ${answer.body}`)
      const after = await contentOf(fixture.db)
      const changed = Object.keys(after).filter((table) => after[table] !== before[table])
      if (changed.length > 0 && writes.length === 0) wrong.push(`${row.name} leaves ${changed.join(', ')} at ${place}`)
      before = after
    }
  }

  console.info(`${breaks} breaks in ${changing.length} calls`)
  expect(wrong).toEqual([])
})
