import { classes } from '#web/ui/classes.ts'

const notch = 'absolute size-6 rounded-full border border-line bg-surface print:hidden'

/**
 * Where a stub would be torn off: a dashed line between two notches, at the top edge of what it stands in;
 * `turning`: from tablets on at the left edge. The ticket around it clips what hangs over.
 */
export function Perforation({ turning = false }: { turning?: boolean }) {
  return (
    <div
      aria-hidden
      className={classes(
        'pointer-events-none absolute inset-x-0 top-0 border-t-2 border-dashed border-line',
        turning && 'md:inset-y-0 md:right-auto md:left-0 md:border-t-0 md:border-l-2',
      )}
    >
      <span className={classes(notch, '-top-3 -left-3.5', turning && 'md:-top-3.5 md:-left-3')} />
      <span
        className={classes(
          notch,
          '-top-3 -right-3.5',
          turning && 'md:top-auto md:right-auto md:-bottom-3.5 md:-left-3',
        )}
      />
    </div>
  )
}
