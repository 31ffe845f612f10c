import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '#web/ui/display/classes.ts'

const few = 6

interface TagChipsProps {
  tags: readonly string[]
  chosen: readonly string[]
  onToggle: (tag: string) => void
}

/** Tags, several of which may be chosen. The first ones and the chosen ones always show, the others on demand. */
export function TagChips({ tags, chosen, onToggle }: TagChipsProps) {
  const [all, setAll] = useState(false)
  const known = [...tags, ...chosen.filter((tag) => !tags.includes(tag))]
  const shown = all ? known : known.filter((tag, place) => place < few || chosen.includes(tag))
  const hidden = known.length - shown.length
  if (known.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-1 sm:flex-row sm:flex-wrap sm:gap-2">
      <legend className="sr-only">Tags</legend>
      <ChipRow key={String(all)} wraps={all}>
        {shown.map((tag) => (
          <Chip key={tag} label={tag} pressed={chosen.includes(tag)} onPress={() => onToggle(tag)} />
        ))}
      </ChipRow>
      {all || hidden > 0 ? (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-11 rounded-full px-3 text-sm font-medium text-accent-ink hover:bg-accent-soft max-sm:-ml-3"
        >
          {toggleSaid(all, hidden)}
        </button>
      ) : null}
    </fieldset>
  )
}

/** The words of the toggle: `hidden` tags are shown by a press, unless `all` are. */
export function toggleSaid(all: boolean, hidden: number): string {
  return all ? 'Show Less Tags' : `Show ${hidden} More Tags`
}

const scrolling =
  'max-w-[100vw] max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none]'
/** What stands free beside the row on a phone, in pixels. */
const margin = 16

/** Chips, on phones in one row that scrolls to the edges of the screen, unless it `wraps`. What is on when the row comes is
 *  in sight. */
export function ChipRow({ wraps = false, children }: { wraps?: boolean; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const last = [...(row.current?.querySelectorAll('[aria-pressed="true"]') ?? [])].at(-1)
    if (!row.current || !last) return
    const beyond = last.getBoundingClientRect().right + margin - row.current.getBoundingClientRect().right
    if (beyond > 0) row.current.scrollLeft += beyond
  }, [])
  return (
    <div ref={row} className={classes('flex gap-2 sm:contents', wraps ? 'flex-wrap' : scrolling)}>
      {children}
    </div>
  )
}

interface ChipProps {
  label: string
  pressed: boolean
  /** Whether a press is under way. */
  busy?: boolean
  onPress: () => void
}

/** A filter that is on or off. */
export function Chip({ label, pressed, busy, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-busy={busy}
      onClick={onPress}
      className={classes(
        'min-h-11 min-w-11 max-w-full shrink-0 truncate rounded-full border px-4 text-sm transition hover:border-accent',
        pressed ? 'border-accent bg-accent-soft font-medium text-accent-ink' : 'border-line bg-card',
      )}
    >
      {label}
    </button>
  )
}
