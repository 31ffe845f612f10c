import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/display/skeleton.tsx'

const Markdown = lazy(async () => ({ default: (await import('#web/ui/display/markdown.tsx')).Markdown }))

/** Markdown, whose reader is fetched apart: the page is alive before it, and pages without Markdown never need it. */
export function EventText({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <Markdown text={text} />
    </Suspense>
  )
}
