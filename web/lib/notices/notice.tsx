import { CircleAlert, CircleCheck, X } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages/ui.json'
import { newId } from '#web/lib/format/new-id.ts'
import { Icon } from '#web/lib/icon.tsx'
import { createListeners } from '#web/lib/listeners.ts'
import { isOffline, useOnline } from '#web/lib/online.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'

/** Added to the text of failures that happened offline. */
export const offlineWords = m.youAreOffline

/** The specification's alerts: a band under the top bar, announced by screen readers. It pushes the page down
 *  instead of covering it, and stays visible while the page scrolls. */
export function Notices() {
  const notice = useNotice()
  const shown = notice?.inDialog === false ? notice : null
  useMark(shown !== null)
  useLeaving()
  return (
    // Without a top bar the page's `main` is next to it.
    <div className="notices sticky top-16 z-10 has-[+main]:top-0 print:hidden">
      <div role="alert">{shown?.kind === 'failure' ? <NoticeBand key={shown.id} notice={shown} /> : null}</div>
      <div role="status">{shown?.kind === 'success' ? <NoticeBand key={shown.id} notice={shown} /> : null}</div>
    </div>
  )
}

/** A notice given while a dialog is open. The dialog shows it, because the page behind it is inert. */
export function useDialogNotice(): Notice | null {
  const notice = useNotice()
  return notice?.inDialog ? notice : null
}

/** Removes 'You are offline.' from the notice once the network is back. */
function useNotice(): Notice | null {
  const notice = useSyncExternalStore(subscribe, readNotice, () => null)
  const online = useOnline()
  return notice && { ...notice, isOffline: notice.isOffline && !online }
}

function NoticeBand({ notice: { id, kind, text, links, isOffline } }: { notice: Notice }) {
  return (
    <div
      className={`notice border-b ${kind === 'failure' ? 'border-danger bg-danger-soft' : 'border-success bg-success-soft'}`}
    >
      <div className="mx-auto flex max-w-7xl items-start gap-3 py-1 pr-1.5 pl-4 sm:pr-3.5 sm:pl-6">
        {kind === 'failure' ? (
          <Icon icon={CircleAlert} className="mt-2.5 shrink-0 text-danger" />
        ) : (
          <Icon icon={CircleCheck} className="mt-2.5 shrink-0 text-success" />
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
          <Icon icon={X} />
        </button>
      </div>
    </div>
  )
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
  showOnNextPage: boolean
  /** The action failed while offline. */
  isOffline: boolean
  /** Shown in the open dialog until that closes. */
  inDialog: boolean
}

const key = 'notices'
const { subscribe, emit } = createListeners()
/** Undefined until it is read for the first time. */
let current: Notice | null | undefined
let openDialogs = 0

/** The notice that is shown now. */
export function readNotice(): Notice | null {
  if (current === undefined) current = restore()
  return current
}

interface FailureOptions {
  showOnNextPage?: boolean
  attempt?: string | null
  needsNetwork?: boolean
}

/** Shows a notice until the user leaves the page. `showOnNextPage`: navigation follows, so the next page shows it. `links`:
 *  next steps. `attempt`: see `settle`. `needsNetwork: false`: the browser refused, so a missing network is not the
 *  reason. Returns the id for `dismissNotice`. */
export const notify = {
  success: (
    text: string,
    { showOnNextPage = false, links = [] }: { showOnNextPage?: boolean; links?: NoticeLink[] } = {},
  ) => show({ kind: 'success', text, links, attempt: null, showOnNextPage, isOffline: false }),
  failure: (text: string, { showOnNextPage = false, attempt = null, needsNetwork = true }: FailureOptions = {}) =>
    show({ kind: 'failure', text, links: [], attempt, showOnNextPage, isOffline: needsNetwork && isOffline() }),
}

/** Removes the failure notice of an attempt that has now succeeded. */
export function settle(attempt: string): void {
  if (readNotice()?.attempt === attempt) store(null)
}

export function dismissNotice(id: string | undefined): void {
  if (readNotice()?.id === id) store(null)
}

/** Returns a function for when the dialog closes: its notice is then shown on the page. */
export function enterDialog(): () => void {
  openDialogs += 1
  return () => {
    openDialogs -= 1
    const notice = readNotice()
    if (notice?.inDialog) store({ ...notice, inDialog: false })
  }
}

/** Called on navigation, and when the door closes: removes the old page's notice, or shows a travelling one on the new page. */
export function leavePage(): void {
  if (readNotice()) store(arrived(readNotice()))
}

const arrived = (notice: Notice | null) =>
  notice?.showOnNextPage ? { ...notice, showOnNextPage: false, inDialog: false } : null

/** A new notice replaces the last one. */
function show(notice: Omit<Notice, 'id' | 'inDialog'>): string {
  const id = newId()
  store({ id, ...notice, inDialog: openDialogs > 0 })
  return id
}

function store(notice: Notice | null) {
  current = notice
  writeItem('sessionStorage', key, JSON.stringify(notice?.showOnNextPage ? notice : null))
  emit()
}

/** Restores a travelling notice after a full page load, for example after an update of the product. */
function restore(): Notice | null {
  try {
    const left = arrived(JSON.parse(readItem('sessionStorage', key) ?? 'null'))
    writeItem('sessionStorage', key, 'null')
    return left
  } catch {
    return null
  }
}
