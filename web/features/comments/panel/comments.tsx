import { useEffect } from 'react'
import { isBackFromLogin } from '#web/features/comments/writing/way-back.ts'
import { island } from '#web/lib/page/island.tsx'
import { CommentsFrame, CommentsWaiting } from './comments-frame.tsx'
import type { CommentsPanelProps } from './comments-panel.tsx'

const Panel = island(async () => (await import('./comments-panel.tsx')).CommentsPanel, { Placeholder, hasNews })

/** The comments on an event; their code comes once they are needed. */
export function Comments(props: CommentsPanelProps) {
  useHash()
  return <Panel {...props} />
}

function Placeholder() {
  return (
    <CommentsFrame>
      <div className="min-h-0 flex-1 px-5 sm:px-6">
        <CommentsWaiting />
      </div>
    </CommentsFrame>
  )
}

/** Comments that have changed are fetched, and those of an event that is gone say so, before somebody comes to them. */
function hasNews({ first }: CommentsPanelProps, { version, isGone, reported }: CommentsPanelProps): boolean {
  return isGone || (reported ?? 0) > 0 || (version !== null && version > (first?.version ?? 0))
}

/** Somebody who logged in to comment returns to the panel. The browser alone would miss it, as the panel gets its
 *  height late. */
function useHash() {
  useEffect(() => {
    if (isBackFromLogin()) document.getElementById('comments')?.scrollIntoView()
  }, [])
}
