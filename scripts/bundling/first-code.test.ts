import path from 'node:path'
import { expect, test } from 'vitest'
import { firstCode } from './first-code.ts'

const imports: Record<string, string[]> = {
  'web/root.tsx': ['shell.tsx'],
  'web/pages/events/home.tsx': ['shell.tsx', 'card.tsx', 'like.tsx', 'contract/events.ts'],
  'web/pages/events/discover-list.tsx': ['card.tsx', 'filters.tsx'],
  'web/pages/events/event-detail.tsx': ['detail.tsx', 'like.tsx'],
  'detail.tsx': ['icon.tsx'],
  'web/features/comments/panel/comments-panel.tsx': ['thread.tsx', 'icon.tsx'],
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
  ['like.tsx', 'events'],
  ['card.tsx', 'lists'],
  ['filters.tsx', 'list'],
  ['icon.tsx', 'event'],
  ['thread.tsx', 'comments'],
  ['contract/events.ts?plain', 'home'],
  ['other.tsx', null],
])('%s belongs to %s', (file, part) => {
  expect(partOf(`/app/${file}`, modules)).toBe(part)
})

test('a page asks nothing of the schemas of a contract from which it takes calls', () => {
  expect(partOf('/app/contract/events.ts', modules)).toBe(null)
  expect(partOf('/app/zod.js', modules)).toBe(null)
})
