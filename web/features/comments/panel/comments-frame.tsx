import type { ReactNode, Ref } from 'react'
import { Card } from '#web/ui/display/card.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'

interface CommentsFrameProps {
  ref?: Ref<HTMLElement>
  /** Beside the heading. */
  controls?: ReactNode
  /** What takes no place: dialogs, and words for screen readers. */
  hidden?: ReactNode
  children: ReactNode
}

/** What is around the comments on an event: 500 px high (specification, section 9), also before they are there. */
export function CommentsFrame({ ref, controls, hidden, children }: CommentsFrameProps) {
  return (
    <section ref={ref} id="comments" aria-label="Comments">
      <Card className="flex h-[500px] flex-col">
        <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-5 py-1.5 sm:px-6">
          <h2 className="text-lg">Comments</h2>
          {controls}
        </div>
        {children}
      </Card>
      {hidden}
    </section>
  )
}

/** Stands in for comments that are loading. */
export function CommentsWaiting() {
  return (
    <div className="flex flex-col gap-4 py-2">
      <p className="sr-only">Loading...</p>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
