import { readItem, writeItem } from '#web/lib/storage/storage.ts'

export interface Notice {
  id: string
  kind: 'success' | 'failure'
  text: string
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
 * another page, so it is shown there, and leaves with that one. Returns what `dismissNotice` takes.
 */
export const notify = {
  success: (text: string, { travels = false } = {}) => show('success', text, travels),
  failure: (text: string, { travels = false } = {}) => show('failure', text, travels),
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
function show(kind: Notice['kind'], text: string, travels: boolean): string {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  store([{ id, kind, text, travels }])
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
