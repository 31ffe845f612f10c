import type { LucideIcon } from 'lucide-react'
import { classes } from '#web/ui/display/classes.ts'

/** card: small, with the count. header: round, over a picture. widget: with the count and its word. */
export type ToggleLook = 'card' | 'header' | 'widget'

interface ToggleButtonProps {
  look: ToggleLook
  icon: LucideIcon
  on: boolean
  busy: boolean
  /** The action of a press: 'Like event'. */
  title: string
  /** The name of the thing, which screen readers announce where a page has many such buttons. */
  of: string
  total: number
  /** The word beside the count: 'likes'. */
  unit: string
  onPress: () => void
}

const looks: Record<ToggleLook, string> = {
  card: 'min-h-11 min-w-11 justify-center gap-1.5 px-2.5 text-sm hover:bg-accent-soft hover:text-accent-ink',
  header: 'size-11 justify-center bg-card/95 shadow-card hover:bg-card hover:text-accent-ink',
  widget:
    'min-h-11 gap-1.5 border border-line bg-card px-3 sm:px-4 hover:border-accent hover:bg-accent-soft hover:text-accent-ink',
}

/** A button that turns something on and off; its icon is filled while it is on. */
export function ToggleButton({ look, icon: Icon, on, busy, title, of, total, unit, onPress }: ToggleButtonProps) {
  return (
    <button
      type="button"
      title={title}
      aria-busy={busy}
      onClick={onPress}
      className={classes(
        'figures inline-flex items-center rounded-full transition',
        looks[look],
        on ? 'text-accent-ink' : 'text-ink-soft',
      )}
    >
      <Icon aria-hidden className={classes('size-5 shrink-0', on && 'fill-current')} />
      <span className="sr-only">{look === 'card' ? `${title}: ${of}, ` : title}</span>
      {look === 'header' ? null : total}
      {look === 'header' ? null : <span className={look === 'card' ? 'sr-only' : undefined}>{unit}</span>}
    </button>
  )
}
