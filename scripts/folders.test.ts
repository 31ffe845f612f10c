import { expect, test } from 'vitest'
import { fileProblems, folderCircles } from './folders.mjs'

/** A small product in which each feature imports the one before it. */
const clean = {
  'server/app.ts': ['server/features/tickets/tickets.service.ts'],
  'server/features/tickets/tickets.service.ts': ['server/features/events/events.repository.ts'],
  'server/features/events/events.repository.ts': ['server/lib/postgres.ts'],
  'server/lib/postgres.ts': [],
}

function circles(imports: Record<string, string[]>): string[] {
  return folderCircles(new Map(Object.entries(imports)))
}

test('a tree without import circles reports none', () => {
  expect(circles(clean)).toEqual([])
})

test('a circle of folders is reported with the imports that close it', () => {
  const found = circles({
    ...clean,
    'server/features/events/opening.ts': ['server/features/tickets/closing.ts'],
    'server/features/tickets/closing.ts': [],
  })

  expect(found).toContain(
    [
      'Folders in a circle: server/features/events -> server/features/tickets -> server/features/events. Move what both need below them.',
      '  server/features/events/opening.ts imports server/features/tickets/closing.ts',
      '  server/features/tickets/tickets.service.ts imports server/features/events/events.repository.ts',
    ].join('\n'),
  )
})

test('a circle of two folders is reported, even through different subfolders', () => {
  const found = circles({
    'server/features/tickets/held/tickets.ts': ['server/features/events/reading/events.ts'],
    'server/features/events/reading/events.ts': [],
    'server/features/events/own/closing.ts': ['server/features/tickets/admission/queue.ts'],
    'server/features/tickets/admission/queue.ts': [],
  })

  expect(found.join()).toContain(
    'Folders in a circle: server/features/events/ -> server/features/tickets/ -> server/features/events/.',
  )
})

test('an unknown file role is reported with the known ones', () => {
  expect(fileProblems([...Object.keys(clean), 'server/features/events/events.manager.ts'])).toEqual([
    "server/features/events/events.manager.ts: 'manager' is no role; name it <subject>.<mails|repository|routes|rules|service|sql>.ts or <subject>.ts.",
  ])
})

test('a folder may hold twenty files and no more', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `contract/field${n}.ts`)

  expect(fileProblems(files(20))).toEqual([])
  expect(fileProblems(files(21))).toEqual(['contract holds 21 files; make folders named by their subject.'])
})
