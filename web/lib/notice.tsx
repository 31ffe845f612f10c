import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { ageNotices, dismissNotice, type Notice, noNotices, readNotices, subscribeNotices } from './notice-store.ts'

export { notify } from './notice-store.ts'

/** What the specification calls alerts: under the top bar, announced by screen readers, never in the way of a task. */
export function Notices() {
  const notices = useSyncExternalStore(subscribeNotices, readNotices, noNotices)
  useAgeing()
  return (
    <div className="pointer-events-none fixed inset-x-0 top-18 z-40 mx-auto flex max-w-lg flex-col gap-2 px-4 print:hidden">
      <div role="alert" className="flex flex-col gap-2">
        <NoticeList notices={notices.filter(({ kind }) => kind === 'failure')} />
      </div>
      <div role="status" className="flex flex-col gap-2">
        <NoticeList notices={notices.filter(({ kind }) => kind === 'success')} />
      </div>
    </div>
  )
}

function NoticeList({ notices }: { notices: Notice[] }) {
  return notices.map(({ id, kind, text }) => (
    <div
      key={id}
      className={`notice pointer-events-auto flex items-start gap-3 rounded-md border bg-card py-2 pr-2 pl-4 shadow-float ${kind === 'failure' ? 'border-danger' : 'border-success'}`}
    >
      {kind === 'failure' ? (
        <CircleAlert aria-hidden className="mt-2.5 size-5 shrink-0 text-danger" />
      ) : (
        <CircleCheck aria-hidden className="mt-2.5 size-5 shrink-0 text-success" />
      )}
      <p className="min-w-0 flex-1 py-2 break-words">{text}</p>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismissNotice(id)}>
        <X aria-hidden className="size-5" />
      </button>
    </div>
  ))
}

function useAgeing() {
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    ageNotices()
  }, [key])
}
