import { readItem, writeItem } from './storage.ts'

export interface Notice {
  id: string
  kind: 'success' | 'failure'
  text: string
  /** Pages left since it was shown. */
  age: number
}

const key = 'notices'
const none: Notice[] = []
const listeners = new Set<() => void>()
let notices: Notice[] | null = null

/** What is being said now; kept over a reload of the page. */
export function readNotices(): Notice[] {
  notices ??= restore()
  return notices
}

export const noNotices = () => none

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says what happened. The notice stays over the navigation or reload that follows, until dismissed or a page later. */
export const notify = {
  success: (text: string) => show('success', text),
  failure: (text: string) => show('failure', text),
}

export function dismissNotice(id: string): void {
  store(readNotices().filter((notice) => notice.id !== id))
}

/** One page was left: what was said there stays for the page that follows, what was said before that has been read. */
export function ageNotices(): void {
  if (readNotices().length > 0) store(aged(readNotices()))
}

const aged = (all: Notice[]) => all.map((notice) => ({ ...notice, age: notice.age + 1 })).filter(({ age }) => age < 2)

/** One at a time: what happened last is what somebody can act on. */
function show(kind: Notice['kind'], text: string) {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  store([{ id, kind, text, age: 0 }])
}

function store(next: Notice[]) {
  notices = next
  writeItem('sessionStorage', key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** What the page before this document said; a reload leaves a page too. */
function restore(): Notice[] {
  try {
    const left = aged(JSON.parse(readItem('sessionStorage', key) ?? '[]') as Notice[])
    writeItem('sessionStorage', key, JSON.stringify(left))
    return left
  } catch {
    return none
  }
}
