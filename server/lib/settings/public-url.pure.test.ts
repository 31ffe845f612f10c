import { expect, test } from 'vitest'
import { originOf } from './public-url.ts'

const settings = { PUBLIC_URL: undefined, PORT: 8000 }

test("PUBLIC_URL takes precedence over the request's host", () => {
  const set = { ...settings, PUBLIC_URL: 'https://ruam.example/' }

  expect(originOf(set, { protocol: 'http', host: 'evil.example' })).toBe('https://ruam.example')
})

test.each([
  ['ruam.local', 'http', 'http://ruam.local'],
  ['ruam.local', 'https', 'https://ruam.local'],
  ['192.168.1.7:8000', 'http', 'http://192.168.1.7:8000'],
  ['[::1]:8000', 'http', 'http://[::1]:8000'],
  ['RUAM.local:80', 'http', 'http://ruam.local'],
])('without PUBLIC_URL a request to %s over %s has the origin %s', (host, protocol, origin) => {
  expect(originOf(settings, { host, protocol })).toBe(origin)
})

test.each(['', 'a b', 'a"><script>', 'evil.example/path', 'user@evil.example', 'a,b', 'x:99999999', 'x:70000', '[::1'])(
  'an invalid Host header (%s) is ignored',
  (host) => {
    expect(originOf(settings, { host, protocol: 'http' })).toBe('http://localhost:8000')
  },
)
