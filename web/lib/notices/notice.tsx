import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useOnline } from '#web/lib/network/online.ts'
import { dismissNotice, leavePage, type Notice, noNotices, readNotices, subscribeNotices } from './notice-store.ts'

export { dismissNotice, enterDialog, type Notice, notify, settle } from './notice-store.ts'

/** Stands after the words of what failed without a network. */
export const offlineWords = 'You are offline.'

/** The alerts of the specification: a band under the top bar, announced by screen readers. It is part of the page's
 *  flow, so it pushes the page down instead of covering it, and stays visible while the page scrolls. */
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

/** What is said while a dialog is open, for its content: the page behind is dim, and screen readers do not read it. */
export function useDialogNotices(): Notice[] {
  return useNotices().filter(({ inDialog }) => inDialog)
}

/** Once the network is back, none of them says that there is none. */
function useNotices(): Notice[] {
  const notices = useSyncExternalStore(subscribeNotices, readNotices, noNotices)
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
        <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismissNotice(id)}>
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </div>
  ))
}

/** Tells the style sheet, before the page is laid out with the notice. */
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
