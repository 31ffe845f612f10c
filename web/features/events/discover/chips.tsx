import { useState } from 'react'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/discover.json'
import { classes } from '#web/ui/display/classes.ts'

/** Tags shown before 'Show N More Tags' (specification, section 9). */
const firstTags = 6

interface TagChipsProps {
  tags: readonly string[]
  chosen: readonly string[]
  onToggle: (tag: string) => void
}

/** Tags to choose from, several at once. Chosen tags are always shown. */
export function TagChips({ tags, chosen, onToggle }: TagChipsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const known = [...tags, ...chosen.filter((tag) => !tags.includes(tag))]
  const shown = showsAll ? known : known.filter((tag, place) => place < firstTags || chosen.includes(tag))
  const hidden = known.length - shown.length
  if (known.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{m.tags}</legend>
      {shown.map((tag) => (
        <Chip key={tag} label={tag} pressed={chosen.includes(tag)} onPress={() => onToggle(tag)} />
      ))}
      {showsAll || hidden > 0 ? (
        <button
          type="button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="min-h-11 rounded-full px-3 text-sm font-medium text-accent-ink hover:bg-accent-soft"
        >
          {toggleLabel(showsAll, hidden)}
        </button>
      ) : null}
    </fieldset>
  )
}

export function toggleLabel(showsAll: boolean, hidden: number): string {
  return showsAll ? m.showLessTags : fill(m.showMoreTags, { count: hidden })
}

interface ChipProps {
  label: string
  pressed: boolean
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
