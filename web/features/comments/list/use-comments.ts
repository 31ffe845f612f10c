import { useCallback, useEffect, useRef, useState } from 'react'
import { type Comment, cursorOf } from '#contract/comments/comments.ts'
import { useSession } from '#web/lib/session/session.ts'
import { fetchFailure } from './failures.ts'
import { fetchReplies, fetchShown, fetchThreads, mostAtOnce, perPage } from './fetch-threads.ts'
import { refreshed } from './refreshed-list.ts'
import { type ThreadList, withAdded, withChanged, withRemoved, withReplies, withThreads } from './thread-list.ts'
import { useHeld } from './use-held.ts'
import { useRefresh } from './use-refresh.ts'

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
  /** The page that the server rendered for visitors; somebody who is signed in loads their own. */
  first: FirstPage | null
  /** The newest version that the server announced; null until it announced one. */
  version: number | null
  /** Called right before a refresh changes the list. */
  onRefresh: () => void
}

/** The comments on an event, a page at a time, kept up to date with the server. `added`, `changed` and `removed`
 *  apply what the reader did here. */
export function useComments({ eventId, link, first, version, onRefresh }: CommentsOf) {
  const readerId = useSession()?.id ?? null
  const [list, setList] = useState<ThreadList | null>(
    first && { threads: first.items, total: first.total, version: first.version, gone: [] },
  )
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const asking = useRef(new AbortController())
  const rendered = useRef(first !== null)
  /** Counts the changes made here, and remembers the removed comments: an answer that was under way may not include
   *  these changes yet. */
  const deeds = useRef(0)
  const removals = useRef(new Set<number>())
  /** How many threads the reader asked for: more may be asked for before their own list is there. */
  const wanted = useRef(perPage)
  const held = useHeld(setList)

  /** Only one request runs at a time; a new one cancels the one before. */
  const ask = useCallback(async (question: (signal: AbortSignal) => Promise<(list: ThreadList) => ThreadList>) => {
    asking.current.abort()
    asking.current = new AbortController()
    const { signal } = asking.current
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
    if (rendered.current && readerId === null) return
    rendered.current = false
    void reload(wanted.current)
  }, [readerId, reload])
  useEffect(() => () => asking.current.abort(), [])

  const refresh = useRef(async () => true)
  useEffect(() => {
    refresh.current = async () => {
      if (list === null) return false
      asking.current = new AbortController()
      const { signal } = asking.current
      const before = deeds.current
      const fetched = await fetchShown({ eventId, link }, list, held.opened, signal).catch((error) => {
        if (signal.aborted) return null
        throw error
      })
      if (fetched === null || signal.aborted || deeds.current !== before) return false
      onRefresh()
      const isRemoved = (id: number) => removals.current.has(id)
      setList((now) => now && refreshed(now, fetched, held.isHeld, isRemoved))
      return true
    }
  })
  useRefresh({ told: version, shown: list?.version ?? null, busy, refresh })

  const change = useCallback((by: (list: ThreadList) => ThreadList) => {
    deeds.current += 1
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
