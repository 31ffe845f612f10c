import type { ReactNode } from 'react'
import { Card } from '#web/ui/display/card.tsx'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Card className="flex flex-col gap-3 p-5 sm:p-6">
        <h2 className="text-lg">{title}</h2>
        {children}
      </Card>
    </section>
  )
}

/** Inside a <dl>. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A link in a panel: tall enough for a thumb, wrapping if too long. */
export const outsideLink =
  'inline-flex min-h-11 max-w-full items-center gap-2 rounded-sm text-accent-ink underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current'
