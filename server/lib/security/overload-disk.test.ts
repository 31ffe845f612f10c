import { expect, test } from 'vitest'
import { createApi } from '#server/lib/http/api.ts'
import { startApp } from '#server/testing/app.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { refuseWithoutRoom } from './overload.ts'

test('while the disk is nearly full, writes are refused and reads work', async () => {
  const { ctx } = await startApp()
  let free = 10_000_000
  const api = await createApi(ctx, async () => {
    throw new Error('nobody is known here')
  })
  const said: string[] = []
  api.log.warn = (line: unknown) => void said.push(String(line))
  refuseWithoutRoom(api as never, ctx.settings, async () => free)
  api.all('/events', (_, reply) => reply.send('done'))

  const [reading, ...writing] = await Promise.all(
    (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) => api.inject({ method, url: '/events' })),
  )

  expect(reading?.statusCode).toBe(200)
  expect(writing.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503])
  expect(writing[0]?.headers['retry-after']).toBe('2')
  free = 100_000_000
  await eventually(async () => expect((await api.inject({ method: 'POST', url: '/events' })).statusCode).toBe(200))
  expect(said).toEqual([
    `${ctx.settings.DATA_DIR} has only 9 MB free: nothing is written until it has 64 MB. Free some space.`,
    `${ctx.settings.DATA_DIR} has 95 MB free: writing is possible again`,
  ])
})
