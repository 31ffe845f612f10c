import type { ReactNode } from 'react'
import { classes } from '#web/ui/display/classes.ts'

interface ReachBarProps {
  inReach: boolean
  /** Two lines beside the button on phones. */
  first: string
  second: string
  /** On phones two buttons are side by side, below the text. */
  two?: boolean
  children: ReactNode
}

/** On phones a bar above the bottom bar keeps the button in reach. The style sheet makes room for it by its class. */
export function ReachBar({ inReach, first, second, two = false, children }: ReachBarProps) {
  return (
    <div
      className={classes(
        'flex items-center gap-4',
        inReach &&
          'apply-bar max-md:not-short:fixed max-md:not-short:inset-x-0 max-md:not-short:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:not-short:z-10 max-md:not-short:border-t max-md:not-short:border-line max-md:not-short:bg-card max-md:not-short:px-4 max-md:not-short:py-2 print:hidden',
        two && 'apply-bar-two',
      )}
    >
      {inReach ? (
        <p className="figures hidden min-w-0 flex-1 leading-tight wrap-anywhere max-md:not-short:block">
          <span className="block font-semibold text-accent-ink">{first}</span>
          <span className="block text-sm text-ink-soft">{second}</span>
        </p>
      ) : null}
      <div className={classes('min-w-0 flex-1', two && 'flex flex-col gap-3')}>{children}</div>
    </div>
  )
}
