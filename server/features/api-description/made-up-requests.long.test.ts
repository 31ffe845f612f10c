import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Endpoint, pathOf, queryOf } from '#contract/endpoint.ts'
import { startApp } from '#server/testing/app.ts'
import { fitting, nearly } from '#server/testing/calls/made-up.ts'
import { addComment } from '#server/testing/comments.ts'

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Record<string, unknown>> }
}

/** Requests to a call: with existing and missing ids, and with bodies that fit or nearly fit. */
function requestsOf({ paths, components }: Description, { method, url }: Endpoint, known: Record<string, number[]>) {
  const { parameters = [], requestBody } = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
  const named = components.schemas
  const valuesIn = (where: 'path' | 'query') =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === where)
          .map(({ name, schema }) => [
            name,
            fc.oneof(
              fc.constantFrom(...(known[name] ?? ['0'])),
              where === 'path' ? fitting(schema, named) : nearly(schema, named),
            ),
          ]),
      ),
      where === 'path' ? {} : { requiredKeys: [] },
    )
  const body = requestBody?.content['application/json']?.schema
  return fc.record({
    params: valuesIn('path'),
    query: valuesIn('query'),
    body: body ? nearly(body, named) : fc.constant(undefined),
  })
}

/** As texts without lone surrogates, which a URL cannot contain. */
function wellFormed(values: Record<string, unknown>): Record<string, string> {
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]))
}

test('generated requests break no call, and every response is as described', async () => {
  // On a failure this seed makes the same requests again.
  const seed = Number(process.env.MADE_UP_SEED ?? Date.now() % 1_000_000)
  console.info(`Made-up requests: MADE_UP_SEED=${seed}`)
  const { app, as, addUser, addEvent } = await startApp({ GEOCODER_URL: 'http://127.0.0.1:9' })
  const guest = await addUser()
  const event = await addEvent({ max_attendee: 5 })
  const ticket = (await as(guest).post(`/api/tickets/event/${event.id}/register`)).json()
  const comment = await addComment(as(guest), event.id)
  const known = {
    ...{ eventId: [event.id], ticketId: [ticket.id], commentId: [comment.id] },
    ...{ id: [guest.id, event.owner.id], userId: [guest.id, event.owner.id] },
  }
  const description = app.swagger() as unknown as Description
  const broken: string[] = []
  // `npm run fuzz` makes more.
  const numRuns = Number(process.env.MADE_UP_RUNS ?? 3)

  for (const { name, endpoint } of calls) {
    // A stream would never end.
    if (name === 'watchEvent') continue
    const requests = fc.sample(requestsOf(description, endpoint, known), { seed, numRuns })
    for (const [place, { params, query, body }] of requests.entries()) {
      const person = place % 2 === 0 ? guest : event.owner
      const url = pathOf(endpoint, wellFormed(params)) + queryOf(wellFormed(query))
      const headers = endpoint.config.access === 'anyone' ? {} : { authorization: `Bearer ${person.access}` }
      const payload =
        body === undefined
          ? {}
          : { payload: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
      const reply = await app.inject({ method: endpoint.method, url, headers, ...payload })
      if (reply.statusCode === 500) broken.push(`${endpoint.method} ${url} ${JSON.stringify(body)}`)
    }
  }

  expect(broken).toEqual([])
})
