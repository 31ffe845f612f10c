import type { Comment, Reply } from '#contract/comments/comments.ts'
import type { Fetched } from './fetch-threads.ts'
import { inOrder, type ThreadList } from './thread-list.ts'

type Test = (id: number) => boolean

/** The list after a part of it was fetched again. A comment that is gone stays, without its words, while somebody
 *  types into it. `isRemoved` tells which comments were removed here and may still be in the server's answer. */
export function refreshed(shown: ThreadList, fetched: Fetched, isHeld: Test, isRemoved: Test): ThreadList {
  const threads = fetched.threads
    .filter(({ id }) => !isRemoved(id))
    .map((thread) => {
      const replies = thread.replies.filter(({ id }) => !isRemoved(id))
      return { ...thread, replies, total_replies: thread.total_replies - (thread.replies.length - replies.length) }
    })
  const total = fetched.total - (fetched.threads.length - threads.length)
  return withHeld(shown, { threads, total, version: fetched.version, gone: [] }, isHeld)
}

function withHeld(shown: ThreadList, now: ThreadList, isHeld: Test): ThreadList {
  const found = new Map(now.threads.map((thread) => [thread.id, thread]))
  const gone: number[] = []
  const keep = <Written extends Comment | Reply>(written: Written): Written => {
    gone.push(written.id)
    return { ...written, content: '' }
  }
  for (const before of shown.threads) {
    const thread = found.get(before.id)
    const present = new Set(thread?.replies.map(({ id }) => id))
    const replies = before.replies.filter(({ id }) => isHeld(id) && !present.has(id)).map(keep)
    if (thread && replies.length > 0) {
      found.set(before.id, { ...thread, replies: inOrder([...thread.replies, ...replies]) })
    }
    if (!thread && (isHeld(before.id) || replies.length > 0)) {
      found.set(before.id, { ...keep(before), replies, total_replies: replies.length })
    }
  }
  return { ...now, threads: inOrder([...found.values()]), gone }
}

/** Takes out the comments that are gone and that nobody types into any more. */
export function withoutGone(list: ThreadList, isHeld: Test): ThreadList {
  if (list.gone.every(isHeld)) return list
  const isLeft = ({ id }: Comment | Reply) => !list.gone.includes(id) || isHeld(id)
  const threads = list.threads
    .map((thread) => ({ ...thread, replies: thread.replies.filter(isLeft) }))
    .filter((thread) => isLeft(thread) || thread.replies.length > 0)
  const left = new Set(threads.flatMap(({ id, replies }) => [id, ...replies.map((reply) => reply.id)]))
  return { ...list, threads, gone: list.gone.filter((id) => left.has(id)) }
}
