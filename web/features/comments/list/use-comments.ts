import { useCallback, useEffect, useRef, useState } from 'react'
import { type Comment, cursorOf, listComments, listReplies } from '#contract/comments.ts'
import { callCounted } from '#web/lib/api/call.ts'
import { readSession, useSession } from '#web/lib/session/session.ts'
import { fetchFailure } from './failures.ts'
import { type ThreadList, withAdded, withChanged, withRemoved, withReplies, withThreads } from './thread-list.ts'

export const perPage = 20
const mostAtOnce = 1_000

/** The first page as a page's loader gives it. */
export interface FirstPage {
  items: Comment[]
  total: number
}

/** The comments on an event, a page at a time. `first` is what the server rendered for visitors; whoever is signed in asks
 *  for their own. `added`, `changed` and `removed` take what happened elsewhere as well as what was done here. */
export function useComments(eventId: number, first: FirstPage | null) {
  const session = useSession()
  const readerId = session?.id ?? null
  const [list, setList] = useState<ThreadList | null>(first && { threads: first.items, total: first.total })
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const asking = useRef(new AbortController())
  const rendered = useRef(first !== null)

  /** One question at a time; the newest one counts. */
  const ask = useCallback(async (question: (signal: AbortSignal) => Promise<(list: ThreadList) => ThreadList>) => {
    asking.current.abort()
    asking.current = new AbortController()
    const { signal } = asking.current
    setBusy(true)
    try {
      const change = await question(signal)
      if (signal.aborted) return
      setList((before) => change(before ?? { threads: [], total: 0 }))
      setProblem('')
    } catch (error) {
      if (signal.aborted) return
      setProblem(fetchFailure(error))
    }
    setBusy(false)
  }, [])

  const shown = list?.threads.length ?? 0
  const reload = useCallback(
    (atLeast = perPage) =>
      ask(async (signal) => {
        const query = { limit: Math.min(mostAtOnce, Math.max(perPage, atLeast)) }
        const { items, total } = await callCounted(listComments, { params: { eventId }, query }, { signal })
        return () => ({ threads: items, total })
      }),
    [ask, eventId],
  )

  useEffect(() => {
    // While the page is coming up it does not know yet who is signed in.
    if (readerId !== (readSession()?.id ?? null)) return
    if (rendered.current && readerId === null) return
    rendered.current = false
    void reload()
  }, [readerId, reload])
  useEffect(() => () => asking.current.abort(), [])

  const change = useCallback((by: (list: ThreadList) => ThreadList) => {
    setList((before) => before && by(before))
  }, [])

  return {
    list,
    problem,
    busy,
    reload: () => reload(shown),
    loadMore: () =>
      ask(async (signal) => {
        const last = list?.threads.at(-1)
        const query = { limit: perPage, ...(last && { cursor: cursorOf(last) }) }
        const { items, total } = await callCounted(listComments, { params: { eventId }, query }, { signal })
        return (before) => withThreads(before, items, total)
      }),
    loadReplies: (thread: Comment) =>
      ask(async (signal) => {
        const last = thread.replies.at(-1)
        const query = { limit: perPage, ...(last && { cursor: cursorOf(last) }) }
        const params = { commentId: thread.id }
        const { items, total } = await callCounted(listReplies, { params, query }, { signal })
        return (before) => withReplies(before, thread.id, items, total)
      }),
    added: useCallback((comment: Comment) => change((list) => withAdded(list, comment)), [change]),
    changed: useCallback((comment: Comment) => change((list) => withChanged(list, comment)), [change]),
    removed: useCallback((id: number) => change((list) => withRemoved(list, id)), [change]),
  }
}

export type Comments = ReturnType<typeof useComments>
