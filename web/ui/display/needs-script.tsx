import type { ReactNode } from 'react'

/** In place of what a page cannot do without JavaScript; nobody else sees it. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="rounded-md border border-line bg-accent-soft px-4 py-3 text-accent-ink">{children}</p>
    </noscript>
  )
}
