import path from 'node:path'
import { expect, test } from 'vitest'
import { firstCode } from './first-code.ts'

const imports: Record<string, string[]> = {
  'web/root.tsx': ['shell.tsx'],
  'web/pages/events/home.tsx': ['shell.tsx', 'card.tsx', 'contract/events.ts'],
  'web/pages/events/discover-list.tsx': ['card.tsx', 'filters.tsx'],
  'web/pages/events/event-detail.tsx': ['comments.tsx'],
  'comments.tsx': ['icon.tsx'],
  'contract/events.ts': ['contract/events.ts?plain', 'zod.js'],
}
const modules = {
  getModuleInfo: (id: string) => ({
    importedIds: (imports[path.relative('/app', id)] ?? []).map((file) => `/app/${file}`),
  }),
}
const partOf = firstCode('/app')

test.each([
  ['shell.tsx', 'shell'],
  ['card.tsx', 'events'],
  ['filters.tsx', 'list'],
  ['icon.tsx', 'event'],
  ['contract/events.ts?plain', 'home'],
  ['other.tsx', null],
])('%s belongs to %s', (file, part) => {
  expect(partOf(`/app/${file}`, modules)).toBe(part)
})

test('a page asks nothing of the schemas of a contract from which it takes calls', () => {
  expect(partOf('/app/contract/events.ts', modules)).toBe(null)
  expect(partOf('/app/zod.js', modules)).toBe(null)
})
