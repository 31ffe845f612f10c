import { MapPin } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react'
import { eventLimits } from '#contract/events/event-draft.ts'
import { counted } from '#contract/language/messages.ts'
import type { Place } from '#contract/places.ts'
import * as m from '#messages/event-form.json'
import type { MapService, Suggestion } from '#web/lib/map/map.ts'
import { useMapService } from '#web/lib/map/map-service.ts'
import { classes } from '#web/ui/display/classes.ts'
import type { ControlProps } from '#web/ui/forms/field.tsx'

interface AddressInputProps extends ControlProps {
  value: string
  onChange: (address: string) => void
  /** Called when a place is chosen; `text` is its suggestion. */
  onChoose: (place: Place, text: string) => void
  ref?: Ref<HTMLInputElement>
}

/** An address field that suggests places while typing. */
export function AddressInput({ value, onChange, onChoose, ...control }: AddressInputProps) {
  const list = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const { suggestions, down } = useSuggestions(useMapService(), typed)
  const open = typed !== null && suggestions.length > 0

  function handleChange(text: string) {
    onChange(text)
    setTyped(text)
    setActive(-1)
  }

  async function choose(suggestion: Suggestion) {
    setTyped(null)
    onChange(suggestion.text)
    // If the place cannot be loaded, its text is still right.
    const place = await suggestion.place().catch(() => null)
    if (place) onChoose(place, suggestion.text)
  }

  function handleKeyDown(press: KeyboardEvent) {
    if (press.nativeEvent.isComposing) return
    // Enter during a search must not send the form.
    if (press.key === 'Enter' && typed !== null) press.preventDefault()
    if (!open) return
    const last = suggestions.length - 1
    const chosen = suggestions[active]
    if (press.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (press.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (press.key === 'Escape') setTyped(null)
    else if (press.key === 'Enter' && chosen) choose(chosen)
    else return
    press.preventDefault()
  }

  return (
    <div className="relative">
      <input
        {...control}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={list}
        aria-activedescendant={open && active >= 0 ? `${list}${active}` : undefined}
        autoComplete="off"
        maxLength={eventLimits.address}
        className="control"
        onChange={({ target }) => handleChange(target.value)}
        onKeyDown={handleKeyDown}
        onBlur={() => setTyped(null)}
      />
      <div
        id={list}
        role="listbox"
        aria-label={m.places}
        hidden={!open}
        className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-card p-1.5 shadow-float"
      >
        {suggestions.map((suggestion, place) => (
          <div
            key={suggestion.text}
            id={`${list}${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            // Keeps the focus in the input; losing it would close the list.
            onPointerDown={(press) => press.preventDefault()}
            onClick={() => choose(suggestion)}
            onKeyDown={handleKeyDown}
            className={classes(
              'flex min-h-11 cursor-pointer items-start gap-3 rounded-sm px-3 py-2 hover:bg-accent-soft',
              place === active && 'bg-accent-soft',
            )}
          >
            <MapPin aria-hidden className="mt-1 size-5 shrink-0 text-ink-soft" />
            <span className="min-w-0 break-words">{suggestion.text}</span>
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {down ? m.lookUpDown : null}
        {open ? (
          <span className="sr-only">{counted(suggestions.length, m.placesFound_one, m.placesFound_other)}</span>
        ) : null}
      </p>
    </div>
  )
}

const shortest = 3
/** The pause in typing before a search, in milliseconds. */
const pause = 400

interface Found {
  suggestions: Suggestion[]
  /** The map service does not answer. */
  down: boolean
}

const nothing: Found = { suggestions: [], down: false }

/** Places that match `text`; null while nobody types. */
function useSuggestions(service: MapService, text: string | null): Found {
  const [found, setFound] = useState(nothing)
  const wanted = (text ?? '').trim()

  useEffect(() => {
    if (wanted.length < shortest) {
      setFound((before) => (before.suggestions.length > 0 ? nothing : before))
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await service.search(wanted, stop.signal).then(
        (suggestions) => ({ suggestions: suggestions.filter(isFirst), down: false }),
        () => ({ suggestions: [], down: true }),
      )
      if (!stop.signal.aborted) setFound(answer)
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [service, wanted])

  return found
}

/** Drops suggestions that look the same. */
function isFirst({ text }: Suggestion, place: number, all: Suggestion[]): boolean {
  return all.findIndex((other) => other.text === text) === place
}
