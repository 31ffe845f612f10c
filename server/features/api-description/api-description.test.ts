import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { listenForRoutes } from '#server/testing/calls/registered.ts'

/** The calls of a description, in Fastify's form: 'GET /api/events/:eventId'. */
function describedIn({ paths }: { paths: Record<string, object> }): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
}

/** One sentence for each call that is registered or described, but not both. */
function differences(registered: string[], described: string[]): string[] {
  const has = (list: string[]) => (name: string) => !list.includes(name)
  return [
    ...registered.filter(has(described)).map((name) => `${name} is not described.`),
    ...described.filter(has(registered)).map((name) => `${name} is described, and nothing answers it.`),
  ]
}

/** Excludes routes below /api that are not calls: the description itself, and the 404 for unknown paths. */
const isCall = (name: string) => / \/api\/(?!openapi\.json|docs|\*)/.test(name)

test('the description is OpenAPI 3.1 and has every call of the server', async () => {
  const registered = listenForRoutes()
  const { visitor } = await startApp({ PUBLIC_URL: 'https://tickets.example.com/' })

  const reply = await visitor.get('/api/openapi.json')

  const description = reply.json()
  expect(await new Validator().validate(description)).toMatchObject({ valid: true })
  expect(description).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://tickets.example.com' }] })
  const calls = registered.filter(isCall)
  expect(calls.length).toBeGreaterThan(100)
  expect(differences(calls, describedIn(description))).toEqual([])

  delete description.paths['/api/events/{eventId}/card']
  description.paths['/api/nowhere'] = { post: {} }
  expect(differences(calls, describedIn(description))).toEqual([
    'GET /api/events/:eventId/card is not described.',
    'POST /api/nowhere is described, and nothing answers it.',
  ])
})

test('a live stream is described by the data of its messages', async () => {
  const { visitor } = await startApp()

  const { paths } = (await visitor.get('/api/openapi.json')).json()

  const { description, content } = paths['/api/events/{eventId}/live'].get.responses[200]
  const anyOf = [{ $ref: '#/components/schemas/LiveEvent' }, { $ref: '#/components/schemas/Farewell' }]
  expect(content).toEqual({ 'text/event-stream': { schema: { anyOf, description } } })
  expect(description).toContain('`gone`')
})

test('a body is required where a call needs one of its fields', async () => {
  const { visitor } = await startApp()

  const { paths } = (await visitor.get('/api/openapi.json')).json()

  expect(paths['/api/tickets/event/{eventId}/register'].post.requestBody.required).toBe(false)
  expect(paths['/api/users/login'].post.requestBody.required).toBe(true)
})

test('an unchanged description is a 304', async () => {
  const { app, visitor } = await startApp()
  const { headers } = await visitor.get('/api/openapi.json')

  const again = await app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': String(headers.etag) } })

  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the page of the description runs only scripts from this server', async () => {
  const { visitor } = await startApp({ BRAND_NAME: 'A & B' })

  const page = await visitor.get('/api/docs')

  expect(page.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';")
  expect(page.body).toContain('<title>A &amp; B API</title>')
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(files).toHaveLength(8)
  for (const file of files) expect((await visitor.get(file)).statusCode).toBe(200)
  expect(page.body.replace(/<script src="[^"]+" charset="UTF-8"> <\/script>/g, '')).not.toMatch(/<script|<style|style=/)
})
