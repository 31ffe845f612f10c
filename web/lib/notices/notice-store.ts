import { readItem, writeItem } from '#web/lib/storage/storage.ts'

export interface Notice {
  id: string
  kind: 'success' | 'failure'
  text: string
  /** What was tried, 'like 7': a failure of it is no longer true once the same deed succeeds. */
  deed: string | null
  /** The action that it tells of leads to another page, where it is still to be read. */
  travels: boolean
}

const key = 'notices'
const none: Notice[] = []
const listeners = new Set<() => void>()
let notices: Notice[] | null = null

/** What is being said now. */
export function readNotices(): Notice[] {
  notices ??= restore()
  return notices
}

export const noNotices = () => none

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Says what happened on this page; the notice leaves with it. `travels`: said just before the action itself leads to
 * another page, so it is shown there, and leaves with that one. `deed`: see `settle`. Returns what `dismissNotice` takes.
 */
export const notify = {
  success: (text: string, { travels = false } = {}) => show({ kind: 'success', text, deed: null, travels }),
  failure: (text: string, { travels = false, deed = null }: { travels?: boolean; deed?: string | null } = {}) =>
    show({ kind: 'failure', text, deed, travels }),
}

/** The deed succeeded, and says so by itself: what was said of its failing goes. */
export function settle(deed: string): void {
  if (readNotices().some((notice) => notice.deed === deed)) {
    store(readNotices().filter((notice) => notice.deed !== deed))
  }
}

export function dismissNotice(id: string): void {
  store(readNotices().filter((notice) => notice.id !== id))
}

/** One page was left: what was said of it goes, what came along from there has arrived. */
export function leavePage(): void {
  if (readNotices().length > 0) store(arrived(readNotices()))
}

const travelling = (all: Notice[]) => all.filter(({ travels }) => travels)
const arrived = (all: Notice[]) => travelling(all).map((notice) => ({ ...notice, travels: false }))

/** One at a time: what happened last is what somebody can act on. */
function show(notice: Omit<Notice, 'id'>): string {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  store([{ id, ...notice }])
  return id
}

function store(next: Notice[]) {
  notices = next
  writeItem('sessionStorage', key, JSON.stringify(travelling(next)))
  for (const listener of listeners) listener()
}

/** What was on its way when the browser loaded the next page anew, as it does after the product was replaced. */
function restore(): Notice[] {
  try {
    const left = arrived(JSON.parse(readItem('sessionStorage', key) ?? '[]') as Notice[])
    writeItem('sessionStorage', key, '[]')
    return left
  } catch {
    return none
  }
}
