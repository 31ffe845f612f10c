import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Comment, cursorOf } from '#contract/comments/comments.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/comments.json'
import { ApiError, errorOf, messageOf } from '#web/lib/api/api-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { fetchReplies, fetchShown, fetchThreads, mostAtOnce, perPage } from './fetch-threads.ts'
import {
  refreshed,
  type ThreadList,
  withAdded,
  withChanged,
  withoutGone,
  withRemoved,
  withReplies,
  withThreads,
} from './threads.ts'

/** The first page of comments, from the page's loader. */
export interface FirstPage {
  items: Comment[]
  total: number
  version: number
}

interface CommentsOf {
  eventId: number
  /** The key in the address of an unlisted event. */
  link: string | undefined
  /** The page that the server rendered for visitors; signed-in viewers load their own. */
  first: FirstPage | null
  /** The newest version that the server announced; null until it announced one. */
  version: number | null
  /** Called right before a refresh changes the list. */
  onRefresh: () => void
}

/** The comments on an event, loaded page by page and kept up to date. `added`, `changed` and `removed` apply the
 *  viewer's own actions. */
export function useComments({ eventId, link, first, version, onRefresh }: CommentsOf) {
  const viewerId = useSession()?.id ?? null
  const [list, setList] = useState<ThreadList | null>(
    first && { threads: first.items, total: first.total, version: first.version, gone: [] },
  )
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const running = useRef(new AbortController())
  const rendered = useRef(first !== null)
  /** The viewer's own actions and removed comments: an answer requested before them does not include them yet. */
  const actions = useRef(0)
  const removals = useRef(new Set<number>())
  /** The number of threads to show: the viewer may press 'Show more' before their own list has loaded. */
  const wanted = useRef(perPage)
  const held = useHeld(setList)

  /** Runs one request at a time; a new one cancels the previous one. */
  const ask = useCallback(async (question: (signal: AbortSignal) => Promise<(list: ThreadList) => ThreadList>) => {
    running.current.abort()
    running.current = new AbortController()
    const { signal } = running.current
    setBusy(true)
    try {
      const change = await question(signal)
      if (signal.aborted) return
      setList((before) => change(before ?? { threads: [], total: 0, version: 0, gone: [] }))
      setProblem('')
    } catch (error) {
      if (signal.aborted) return
      setProblem(fetchFailure(error))
    }
    setBusy(false)
  }, [])

  const shown = list?.threads.length ?? 0
  const reload = useCallback(
    (atLeast: number) =>
      ask(async (signal) => {
        const limit = Math.min(mostAtOnce, Math.max(perPage, atLeast))
        const fetched = await fetchThreads({ eventId, link }, { limit }, signal)
        removals.current.clear()
        return () => ({ ...fetched, gone: [] })
      }),
    [ask, eventId, link],
  )

  useEffect(() => {
    if (rendered.current && viewerId === null) return
    rendered.current = false
    void reload(wanted.current)
  }, [viewerId, reload])
  useEffect(() => () => running.current.abort(), [])

  const refresh = useRef(async () => true)
  useEffect(() => {
    refresh.current = async () => {
      if (list === null) return false
      running.current = new AbortController()
      const { signal } = running.current
      const before = actions.current
      const fetched = await fetchShown({ eventId, link }, list, held.opened, signal).catch((error) => {
        if (signal.aborted) return null
        throw error
      })
      if (fetched === null || signal.aborted || actions.current !== before) return false
      onRefresh()
      const isRemoved = (id: number) => removals.current.has(id)
      setList((now) => now && refreshed(now, fetched, held.isHeld, isRemoved))
      return true
    }
  })
  useRefresh({ announced: version, shown: list?.version ?? null, busy, refresh })

  const change = useCallback((by: (list: ThreadList) => ThreadList) => {
    actions.current += 1
    setList((before) => before && by(before))
  }, [])

  return {
    list,
    problem,
    busy,
    reload: () => reload(shown),
    loadMore() {
      wanted.current = shown + perPage
      return ask(async (signal) => {
        const last = list?.threads.at(-1)
        const page = { limit: perPage, ...(last && { cursor: cursorOf(last) }) }
        const { threads, total } = await fetchThreads({ eventId, link }, page, signal)
        return (before) => withThreads(before, threads, total)
      })
    },
    loadReplies: (thread: Comment) =>
      ask(async (signal) => {
        const last = thread.replies.at(-1)
        const page = { limit: perPage, ...(last && { cursor: cursorOf(last) }) }
        const { replies, total } = await fetchReplies({ eventId, link }, thread, page, signal)
        return (before) => withReplies(before, thread.id, replies, total)
      }),
    added: useCallback((comment: Comment) => change((list) => withAdded(list, comment)), [change]),
    changed: useCallback((comment: Comment) => change((list) => withChanged(list, comment)), [change]),
    removed: useCallback(
      (id: number) => {
        removals.current.add(id)
        change((list) => withRemoved(list, id))
      },
      [change],
    ),
    hold: held.hold,
    open: held.open,
  }
}

export type Comments = ReturnType<typeof useComments>

/** The comments being typed into and the open threads, which a refresh must not change. For effects: `hold` and
 *  `open` return the cleanup function. */
function useHeld(setList: (change: (list: ThreadList | null) => ThreadList | null) => void) {
  const held = useRef<number[]>([])
  const opened = useRef(new Set<number>())
  const isHeld = useCallback((id: number) => held.current.includes(id), [])

  const hold = useCallback(
    (id: number) => {
      held.current.push(id)
      return () => {
        held.current.splice(held.current.indexOf(id), 1)
        setList((list) => list && withoutGone(list, isHeld))
      }
    },
    [setList, isHeld],
  )
  const open = useCallback((threadId: number) => {
    opened.current.add(threadId)
    return () => {
      opened.current.delete(threadId)
    }
  }, [])

  return { hold, open, isHeld, opened: opened.current }
}

/** Thousands of pages may show one event, so each waits for a random time before its request. */
const [minDelayMs, spreadMs, maxSpreadMs] = [100, 1_000, 5_000]
/** A slow answer means a busy server: the next request waits up to this many times as long as the answer took. */
const slowdown = 4

interface Refresh {
  /** The newest version that the server announced; null until it announced one. */
  announced: number | null
  /** The version of the shown list; null while there is none. */
  shown: number | null
  /** Another request is running and has priority. */
  busy: boolean
  /** Fetches the list again; resolves to false if another request or action intervened, so that it must be repeated. */
  refresh: RefObject<() => Promise<boolean>>
}

/** Calls `refresh` shortly after the server announces a newer version than the shown one. */
function useRefresh({ announced, shown, busy, refresh }: Refresh) {
  const [round, setRound] = useState(0)
  const due = useRef<number | null>(null)
  const isRunning = useRef(false)
  const delaySpreadMs = useRef(spreadMs)
  /** The last announced version that was fetched or refused. It is not fetched again, even if the list is still older. */
  const settled = useRef<number | null>(null)
  const isOld = announced !== null && shown !== null && announced > shown

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round checks again.
  useEffect(() => {
    if (!isOld || announced === settled.current) {
      due.current = null
      return
    }
    if (busy || isRunning.current) return
    // Later announcements do not postpone the request.
    due.current ??= performance.now() + minDelayMs + Math.random() * delaySpreadMs.current
    const timer = setTimeout(run, Math.max(0, due.current - performance.now()))
    return () => clearTimeout(timer)

    async function run() {
      due.current = null
      isRunning.current = true
      const started = performance.now()
      try {
        if (await refresh.current()) settled.current = announced
        delaySpreadMs.current = Math.min(maxSpreadMs, Math.max(spreadMs, (performance.now() - started) * slowdown))
      } catch (error) {
        // The shown list stays. If the viewer may no longer see the event, the page itself says so.
        if (error instanceof ApiError && [401, 403, 404].includes(error.status)) settled.current = announced
        delaySpreadMs.current = Math.min(maxSpreadMs, delaySpreadMs.current * 3)
      }
      isRunning.current = false
      setRound((before) => before + 1)
    }
  }, [isOld, announced, busy, round, refresh])
}

/** The text for a call that failed (specification, section 8): the server's `detail` comes before its `message`. */
export const fetchFailure = (error: unknown) => fill(m.fetchFailed, { reason: detailOf(error) })
export const deleteFailure = (error: unknown) => fill(m.deleteFailed, { reason: detailOf(error) })
export const editFailure = (error: unknown) => fill(m.editFailed, { reason: detailOf(error) })

export function postFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return fill(m.failed, { reason: detailOf(error) })
  if (error.code === 'no_answer') return error.message
  return error.detail ?? messageOf(error, m.postFailed)
}

function detailOf(error: unknown): string {
  if (error instanceof ApiError && error.detail !== null) return error.detail
  return errorOf(error)?.message ?? (error instanceof Error ? error.message : String(error))
}
