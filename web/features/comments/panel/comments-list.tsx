import { MessageCircle } from 'lucide-react'
import { hasMore } from '#web/features/comments/list/thread-list.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { CommentsWaiting } from './comments-frame.tsx'
import { usePanel } from './panel-context.ts'
import { Thread } from './thread.tsx'

/** The threads, or what stands in for them while they are loading, missing or empty. */
export function CommentsList() {
  const { comments, isOpen } = usePanel()
  const { list, problem, busy, reload, loadMore } = comments
  if (list === null && !problem) return <CommentsWaiting />

  return (
    <>
      {problem ? <LoadFailure text={problem} busy={busy} onAgain={reload} /> : null}
      {list && list.threads.length === 0 ? <Nobody isOpen={isOpen} /> : null}
      {list ? (
        <ul className="divide-y divide-line">
          {list.threads.map((thread) => (
            <Thread key={thread.id} thread={thread} />
          ))}
        </ul>
      ) : null}
      {list && hasMore(list) && !problem ? (
        <Button variant="quiet" wide busy={busy && 'Loading...'} onClick={loadMore}>
          Show more comments
        </Button>
      ) : null}
    </>
  )
}

function Nobody({ isOpen }: { isOpen: boolean }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 text-center">
      <span className="rounded-full bg-accent-soft p-3 text-accent-ink">
        <MessageCircle aria-hidden className="size-6" />
      </span>
      <p className="font-medium">No comments yet.</p>
      {isOpen ? <p className="text-ink-soft">Ask a question, or say that you look forward to it.</p> : null}
    </div>
  )
}
