import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, pathOf, queryOf } from '#contract/endpoint.ts'
import { startApp } from './testing/app.ts'
import { eventFields } from './testing/event-fields.ts'

/** A date or time in a request: the call, the part of the request, and the path in that part. */
interface Taken {
  endpoint: Endpoint
  part: 'querystring' | 'body'
  path: string[]
}

const taken = (await endpoints()).flatMap((endpoint) =>
  (['querystring', 'body'] as const).flatMap((part) =>
    dates(endpoint.schema[part]).map((path): Taken => ({ endpoint, part, path })),
  ),
)
const nameOf = ({ endpoint, path }: Taken) => `${endpoint.method} ${endpoint.url} ${path.join('.')}`

const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((n) => `${n}`.padStart(length, '0'))
const day = fc.oneof(
  fc.constantFrom('0000-01-01', '0001-01-01', '1899-12-31', '2201-01-01', '9999-12-31', '2026-02-30', '-004713-01-01'),
  fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-')),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
)
const clock = fc.constantFrom('00:00', '00:00:00', '23:59:59', '24:00:00', '23:59:60', '7:5', '99:99:99')
const fraction = fc.integer({ min: 0, max: 400 }).map((length) => (length === 0 ? '' : `.${'9'.repeat(length)}`))
const zone = fc.constantFrom('', 'Z', 'z', '+23:59', '-23:59', '+0700', '+99:99')
const extreme = fc.oneof(
  fc.constantFrom('infinity', '-infinity', 'epoch', 'now', '0', '1e309', '+275760-09-13T00:00:00.000Z', 'J2451187'),
  day,
  fc.tuple(day, clock, fraction, zone).map(([date, time, more, offset]) => `${date}T${time}${more}${offset}`),
)

test('every date that a call accepts is found in the contract', () => {
  expect(taken.map(nameOf)).toEqual(
    expect.arrayContaining([
      'GET /api/events/events date',
      'GET /api/events/my-events date',
      'GET /api/events/:eventId/door since',
      'POST /api/events/:eventId/check-ins scans.0.scanned_at',
      'POST /api/users/register birth_date',
      'PATCH /api/users/edit-profile/:id birth_date',
      'POST /api/events/create-event start_date_event',
      'PATCH /api/events/:eventId/edit end_date_register',
    ]),
  )
})

test('no cursor is too large for the database', async () => {
  const { visitor } = await startApp()
  for (const sort of ['newest', 'soonest', 'latest', 'price', 'popular', 'nearest&near=13.76,100.5']) {
    for (const far of ['9'.repeat(17), `-${'9'.repeat(17)}`, '-620013200138235787', '9'.repeat(18)]) {
      for (const rest of ['_1', `_${far}_1`]) {
        const reply = await visitor.get(`/api/events/events?sort=${sort}&cursor=after_${far}${rest}`)
        expect([sort, far, reply.statusCode]).toEqual([sort, far, /\d{18}/.test(far) ? 422 : 200])
      }
    }
  }
})

test('no date makes a call fail, however distant or long', async () => {
  const { app, as, addEvent, clock: now } = await startApp()
  const { id, owner } = await addEvent()
  const params = { id: owner.id, eventId: id, ticketId: 1, codeId: 1 }
  const bodies: Record<string, object> = {
    '/api/events/create-event': eventFields(now.now),
    '/api/events/:eventId/check-ins': {
      device: 'Phone 1',
      scans: [{ scan_id: '6f1c0a52-0b5e-4c3f-9a58-0d8d2b3a9c11', code: 'K7PM-3QXA', let_in: false }],
    },
    '/api/events/:eventId/walk-ins': {
      device: 'Phone 1',
      walk_ins: [
        {
          ...{ scan_id: '6f1c0a52-0b5e-4c3f-9a58-0d8d2b3a9c12', name: '', ticket_type_id: null, payment: 'free' },
          ...{ price_satang: 0, let_in: false },
        },
      ],
    },
    '/api/events/:eventId/invitations': { people: [{ name: 'Mali', email: 'mali@example.com' }] },
    '/api/events/:eventId/invitations/import': { csv: 'Name,Email\nMali,mali@example.com' },
    '/api/users/register': {
      username: 'somchai',
      password: 'correct horse battery',
      password2: 'correct horse battery',
      first_name: 'Somchai',
      last_name: 'Jaidee',
      phone_number: '0812345678',
      email: 'somchai@example.com',
    },
  }

  const ask = ({ endpoint, part, path }: Taken, date: string) => {
    const query = part === 'querystring' ? queryOf({ [path.join('.')]: date }) : ''
    const payload = part === 'body' ? { payload: withDate(bodies[endpoint.url] ?? {}, path, date) } : {}
    const headers = { authorization: `Bearer ${owner.access}` }
    return app.inject({ method: endpoint.method, url: pathOf(endpoint, params) + query, headers, ...payload })
  }

  for (const one of taken) {
    const refused = await ask(one, '0000-01-01T00:00:00Z'.slice(0, one.path.at(-1)?.includes('date') ? 10 : 20))
    expect([nameOf(one), refused.statusCode, refused.json().code]).toEqual([nameOf(one), 422, 'invalid_fields'])
    await fc.assert(
      fc.asyncProperty(extreme, async (date) => {
        const { statusCode, body } = await ask(one, date)
        expect(statusCode, `${nameOf(one)} ${date} ${body}`).toBeLessThan(500)
      }),
      {
        numRuns: 30,
        examples: [['0000-01-01'], ['0000-01-01T00:00:00Z'], [`2026-11-21T00:00:00.${'1'.repeat(400)}Z`]],
      },
    )
  }
  expect((await as(owner).get(`/api/events/${id}`)).statusCode).toBe(200)
})

async function endpoints(): Promise<Endpoint[]> {
  const folder = new URL('../contract/', import.meta.url)
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  return modules
    .flatMap((module) => Object.values(module))
    .filter((one): one is Endpoint => Boolean(one?.schema?.response))
}

/** The paths in a schema at which a text is parsed as a date. */
function dates(schema: z.core.$ZodType | undefined): string[][] {
  if (schema === undefined) return []
  const def = schema._zod.def as Def
  if (def.type === 'string') return def.format === 'date' || def.format === 'datetime' ? [[]] : []
  if (def.type === 'object') {
    return Object.entries(def.shape ?? {}).flatMap(([name, field]) => dates(field).map((path) => [name, ...path]))
  }
  if (def.type === 'array') return dates(def.element).map((path) => ['0', ...path])
  return [def.innerType, def.in, def.out, ...(def.options ?? [])].flatMap(dates).slice(0, 1)
}

/** The inner schemas of a zod schema. */
interface Def {
  type: string
  format?: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

function withDate(body: object, [first = '', ...rest]: string[], date: string): object {
  const value = rest.length === 0 ? date : withDate((body as Record<string, object>)[first] ?? {}, rest, date)
  return Array.isArray(body) ? body.with(Number(first), value) : { ...body, [first]: value }
}
