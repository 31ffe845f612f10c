import { expect, test } from 'vitest'
import { loginPath, nextPath } from './login-path.ts'

const after = (path: string) => nextPath(new URLSearchParams(path.split('?')[1]))

test('after logging in one comes back to where one was', () => {
  expect(after(loginPath('/events/7?tab=a&b=ก'))).toBe('/events/7?tab=a&b=ก')
  expect(loginPath('/')).toBe('/login')
  expect(after('/login')).toBe('/')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'javascript:alert(1)', ''])(
  'nobody is sent to another site by %j',
  (next) => {
    expect(nextPath(new URLSearchParams({ next }))).toBe('/')
  },
)
