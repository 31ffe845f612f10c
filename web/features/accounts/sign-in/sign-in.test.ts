import { expect, test, vi } from 'vitest'
import { verify } from './sign-in.ts'

test('a link counts as bad only once the server has refused it', async () => {
  const link = { user_id: '7', token: 't' }
  const refused = (status: number, code: string) => Response.json({ code, error: 'x' }, { status })
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)

  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await verify(link)).toBe('unknown')
  server.mockResolvedValueOnce(refused(503, 'unavailable'))
  expect(await verify(link)).toBe('unknown')
  server.mockResolvedValueOnce(refused(429, 'too_many_requests'))
  expect(await verify(link)).toBe('unknown')
  server.mockResolvedValueOnce(refused(400, 'verify_link_invalid'))
  expect(await verify(link)).toBe('bad')
  vi.unstubAllGlobals()
})
