import type { ReactNode } from 'react'

/** Text shown only to readers without JavaScript, instead of something that needs it. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="rounded-md border border-line bg-accent-soft px-4 py-3 text-accent-ink">{children}</p>
    </noscript>
  )
}
