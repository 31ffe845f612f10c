import path from 'node:path'
import { plainQuery, whole } from './browser-contract.ts'

/** What is asked of the bundler about a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** What every page runs. */
const every = ['web/entry.client.tsx', 'web/root.tsx', 'web/pages/layout/main-layout.tsx']
/** The pages that most people open first, with their layouts. */
const first = {
  home: ['web/pages/events/home.tsx'],
  list: ['web/pages/events/discover.tsx', 'web/pages/events/discover-list.tsx'],
  event: ['web/pages/events/event-detail.tsx'],
}

/** What an event's page loads once its reader comes near. */
const comments = ['web/features/comments/panel/comments-panel.tsx']

export type Part = 'shell' | 'events' | 'lists' | keyof typeof first | 'comments'

/**
 * Tells which part of the first pages' code a module is, so that what they load holds nothing that only other pages
 * need: 'shell' for what every page runs, 'events' for what an event's page and another of the first pages run, 'lists'
 * for what home and the list run, the name of the only one that runs it, 'comments' for what only the comments on an
 * event run, or null for all else.
 */
export function firstCode(root: string): (id: string, modules: Modules) => Part | null {
  const known = new Map<string[], Set<string>>()
  const has = (files: string[], id: string, modules: Modules) => {
    const found =
      known.get(files) ??
      reached(
        modules,
        files.map((file) => path.join(root, file)),
      )
    known.set(files, found)
    return found.has(id)
  }
  return (id, modules) => {
    if (has(every, id, modules)) return 'shell'
    const pages = (Object.keys(first) as (keyof typeof first)[]).filter((page) => has(first[page], id, modules))
    if (pages.length > 1) return pages.includes('event') ? 'events' : 'lists'
    if (pages[0]) return pages[0]
    return has(comments, id, modules) ? 'comments' : null
  }
}

/** The modules that run before those of `files` do. A page takes of a contract's module only its other half. */
function reached(modules: Modules, files: string[]): Set<string> {
  const found = new Set(files)
  for (const id of found) {
    const next = modules.getModuleInfo(id)?.importedIds ?? []
    for (const one of whole.test(id) ? next.filter((half) => half === id + plainQuery) : next) found.add(one)
  }
  for (const id of found) if (whole.test(id)) found.delete(id)
  return found
}
