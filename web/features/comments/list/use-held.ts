import { useCallback, useRef } from 'react'
import { withoutGone } from './refreshed-list.ts'
import type { ThreadList } from './thread-list.ts'

/** The comments that somebody types into and the threads that are open, which a refresh must leave as they are.
 *  Effects call `hold` and `open`, and return their result as their cleanup. */
export function useHeld(setList: (change: (list: ThreadList | null) => ThreadList | null) => void) {
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
