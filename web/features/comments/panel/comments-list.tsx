import { hasMore } from '#web/features/comments/list/thread-list.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { CommentsWaiting, NoComments } from './comments-preview.tsx'
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
      {list && list.threads.length === 0 ? <NoComments isOpen={isOpen} /> : null}
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
