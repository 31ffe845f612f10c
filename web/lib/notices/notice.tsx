import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages/ui.json'
import { createListeners } from '#web/lib/listeners.ts'
import { isOffline, useOnline } from '#web/lib/online.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'

/** Added to the text of failures that happened offline. */
export const offlineWords = m.youAreOffline

/** The specification's alerts: a band under the top bar, announced by screen readers. It pushes the page down
 *  instead of covering it, and stays visible while the page scrolls. */
export function Notices() {
  const notices = useNotices().filter(({ inDialog }) => !inDialog)
  useMark(notices.length > 0)
  useLeaving()
  return (
    <div className="notices sticky top-16 z-10 print:hidden">
      <div role="alert">
        <NoticeList notices={notices.filter(({ kind }) => kind === 'failure')} />
      </div>
      <div role="status">
        <NoticeList notices={notices.filter(({ kind }) => kind === 'success')} />
      </div>
    </div>
  )
}

/** Notices given while a dialog is open. The dialog shows them, because the page behind it is inert. */
export function useDialogNotices(): Notice[] {
  return useNotices().filter(({ inDialog }) => inDialog)
}

/** Removes 'You are offline.' from notices once the network is back. */
function useNotices(): Notice[] {
  const notices = useSyncExternalStore(subscribe, readNotices, () => none)
  return useOnline() ? notices.map((notice) => ({ ...notice, isOffline: false })) : notices
}

function NoticeList({ notices }: { notices: Notice[] }) {
  return notices.map(({ id, kind, text, links, isOffline }) => (
    <div
      key={id}
      className={`notice border-b ${kind === 'failure' ? 'border-danger bg-danger-soft' : 'border-success bg-success-soft'}`}
    >
      <div className="mx-auto flex max-w-7xl items-start gap-3 py-1 pr-1.5 pl-4 sm:pr-3.5 sm:pl-6">
        {kind === 'failure' ? (
          <CircleAlert aria-hidden className="mt-2.5 size-5 shrink-0 text-danger" />
        ) : (
          <CircleCheck aria-hidden className="mt-2.5 size-5 shrink-0 text-success" />
        )}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
          <p className="min-w-0 py-2 break-words">{text}</p>
          {isOffline ? <p className="py-2 font-medium">{offlineWords}</p> : null}
          {links.map(({ label, to }) => (
            <Link key={to} to={to} className="rounded-sm py-2 font-medium text-accent-ink underline underline-offset-4">
              {label}
            </Link>
          ))}
        </div>
        <button type="button" className="icon-button" aria-label={m.dismiss} onClick={() => dismissNotice(id)}>
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </div>
  ))
}

/** Marks the page for the style sheet, before layout. */
function useMark(isShown: boolean) {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-notice', isShown)
  }, [isShown])
}

function useLeaving() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    leavePage()
  }, [pathname])
}

/** Where a notice leads. */
export interface NoticeLink {
  label: string
  to: string
}

export interface Notice {
  id: string
  kind: 'success' | 'failure'
  text: string
  links: NoticeLink[]
  /** The name of the attempt, such as 'like 7': its failure notice is removed once the same attempt succeeds. */
  attempt: string | null
  /** The action is followed by navigation to another page, which shows the notice. */
  travels: boolean
  /** The action failed while offline. */
  isOffline: boolean
  /** Shown in the open dialog until that closes. */
  inDialog: boolean
}

const key = 'notices'
const none: Notice[] = []
const { subscribe, emit } = createListeners()
let notices: Notice[] | null = null
let openDialogs = 0

/** The notices that are shown now. */
export function readNotices(): Notice[] {
  notices ??= restore()
  return notices
}

interface FailureOptions {
  travels?: boolean
  attempt?: string | null
  needsNetwork?: boolean
}

/** Shows a notice until the user leaves the page. `travels`: navigation follows, so the next page shows it. `links`:
 *  next steps. `attempt`: see `settle`. `needsNetwork: false`: the browser refused, so a missing network is not the
 *  reason. Returns the id for `dismissNotice`. */
export const notify = {
  success: (text: string, { travels = false, links = [] }: { travels?: boolean; links?: NoticeLink[] } = {}) =>
    show({ kind: 'success', text, links, attempt: null, travels, isOffline: false }),
  failure: (text: string, { travels = false, attempt = null, needsNetwork = true }: FailureOptions = {}) =>
    show({ kind: 'failure', text, links: [], attempt, travels, isOffline: needsNetwork && isOffline() }),
}

/** Removes the failure notices of an attempt that has now succeeded. */
export function settle(attempt: string): void {
  if (readNotices().some((notice) => notice.attempt === attempt)) {
    store(readNotices().filter((notice) => notice.attempt !== attempt))
  }
}

export function dismissNotice(id: string): void {
  store(readNotices().filter((notice) => notice.id !== id))
}

/** Returns a function for when the dialog closes: its notices are then shown on the page. */
export function enterDialog(): () => void {
  openDialogs += 1
  return () => {
    openDialogs -= 1
    if (readNotices().some(({ inDialog }) => inDialog)) store(onPage(readNotices()))
  }
}

/** Called on navigation: removes the old page's notices and shows travelling ones on the new page. */
export function leavePage(): void {
  if (readNotices().length > 0) store(arrived(readNotices()))
}

const travelling = (all: Notice[]) => all.filter(({ travels }) => travels)
const arrived = (all: Notice[]) => onPage(travelling(all)).map((notice) => ({ ...notice, travels: false }))
const onPage = (all: Notice[]) => all.map((notice) => ({ ...notice, inDialog: false }))

/** A new notice replaces the last one. */
function show(notice: Omit<Notice, 'id' | 'inDialog'>): string {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  store([{ id, ...notice, inDialog: openDialogs > 0 }])
  return id
}

function store(next: Notice[]) {
  notices = next
  writeItem('sessionStorage', key, JSON.stringify(travelling(next)))
  emit()
}

/** Restores travelling notices after a full page load, for example after an update of the product. */
function restore(): Notice[] {
  try {
    const left = arrived(JSON.parse(readItem('sessionStorage', key) ?? '[]') as Notice[])
    writeItem('sessionStorage', key, '[]')
    return left
  } catch {
    return none
  }
}
