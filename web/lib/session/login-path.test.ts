import { expect, test } from 'vitest'
import { loginPath, nextPath } from './login-path.ts'

const after = (path: string) => nextPath(new URLSearchParams(path.split('?')[1]))

test('a login returns to the page that it was started from', () => {
  expect(after(loginPath('/events/7?tab=a&b=ก'))).toBe('/events/7?tab=a&b=ก')
  expect(loginPath('/')).toBe('/login')
  expect(after('/login')).toBe('/')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'javascript:alert(1)', ''])(
  '%j does not lead to another site',
  (next) => {
    expect(nextPath(new URLSearchParams({ next }))).toBe('/')
  },
)
