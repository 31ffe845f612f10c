import { classes } from '#web/ui/display/classes.ts'

const notch = 'absolute size-6 rounded-full border border-line bg-surface print:hidden'

/**
 * The line along which a stub would be torn off: dashes between two notches, at the top edge of its container. With
 * `turning`, it moves to the left edge where there is room for two columns. The ticket around it clips the overhang.
 */
export function Perforation({ turning = false }: { turning?: boolean }) {
  return (
    <div
      aria-hidden
      className={classes(
        'pointer-events-none absolute inset-x-0 top-0 border-t-2 border-dashed border-line',
        turning && 'roomy:inset-y-0 roomy:right-auto roomy:left-0 roomy:border-t-0 roomy:border-l-2',
      )}
    >
      <span className={classes(notch, '-top-3 -left-3.5', turning && 'roomy:-top-3.5 roomy:-left-3')} />
      <span
        className={classes(
          notch,
          '-top-3 -right-3.5',
          turning && 'roomy:top-auto roomy:right-auto roomy:-bottom-3.5 roomy:-left-3',
        )}
      />
    </div>
  )
}
