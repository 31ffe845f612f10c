import type { ReactNode } from 'react'
import { classes } from '#web/ui/display/classes.ts'

interface ReachBarProps {
  inReach: boolean
  /** Two lines beside the button on phones. */
  first: string
  second: string
  children: ReactNode
}

/** On phones, a bar above the bottom bar that keeps a button within reach. The style sheet reserves space for its
 *  class. */
export function ReachBar({ inReach, first, second, children }: ReachBarProps) {
  return (
    <div
      className={classes(
        'flex items-center gap-4',
        inReach &&
          'apply-bar max-md:not-short:fixed max-md:not-short:inset-x-0 max-md:not-short:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:not-short:z-10 max-md:not-short:border-t max-md:not-short:border-line max-md:not-short:bg-card max-md:not-short:px-4 max-md:not-short:py-2 print:hidden',
      )}
    >
      {inReach ? (
        <p className="figures hidden min-w-0 flex-1 leading-tight wrap-anywhere max-md:not-short:block">
          <span className="block font-semibold text-accent-ink">{first}</span>
          <span className="block text-sm text-ink-soft">{second}</span>
        </p>
      ) : null}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
