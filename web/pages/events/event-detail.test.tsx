import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { refusalOf } from '#web/lib/api/api-error.ts'
import { ErrorBoundary } from './event-detail.tsx'

test('a visitor who finds no event can log in and come back: it may be for certain people', () => {
  const error = refusalOf(404, null)
  const Page = createRoutesStub([
    { path: '*', Component: () => <ErrorBoundary error={error} params={{ eventId: '7' }} /> },
  ])

  const html = renderToStaticMarkup(<Page initialEntries={['/events/7?from=poster']} />)

  expect(html).toContain('href="/login?next=%2Fevents%2F7%3Ffrom%3Dposter"')
})
