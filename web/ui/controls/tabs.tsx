import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from '#web/ui/display/classes.ts'

export interface Tab {
  id: string
  label: string
  panel: ReactNode
  /** Whether something inside needs attention, such as an invalid field. */
  invalid?: boolean
}

interface TabsProps {
  /** The name of the group of tabs: 'Event details'. */
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  /** Targets for hands in a hurry, as wide as there is room. */
  large?: boolean
}

/** Panels, one of which is shown. The others stay in the document, hidden, so that text typed into them stays too. */
export function Tabs({ label, tabs, selected, onSelect, large = false }: TabsProps) {
  const group = useId()
  const list = useRef<HTMLDivElement>(null)

  // Where the tabs do not fit, the selected one is scrolled to the middle.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[id="${group}${selected}"]`)
    if (!list.current || !tab) return
    list.current.scrollTo({ left: tab.offsetLeft + (tab.offsetWidth - list.current.offsetWidth) / 2 })
  }, [group, selected])

  function handleKeyDown(press: KeyboardEvent) {
    const now = tabs.findIndex(({ id }) => id === selected)
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[press.key]
    if (next === undefined) return
    press.preventDefault()
    const place = (next + tabs.length) % tabs.length
    onSelect(tabs[place]?.id ?? selected)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus()
  }

  return (
    <div className="flex flex-col gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className="relative flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line p-1"
      >
        {tabs.map(({ id, label: name, invalid }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${group}${id}`}
            aria-controls={`${group}${id}panel`}
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
            className={classes(
              'relative rounded-sm px-3 whitespace-nowrap transition hover:bg-accent-soft',
              large ? 'min-h-14 flex-1 text-lg' : 'min-h-11',
              'after:absolute after:inset-x-3 after:-bottom-1 after:h-0.5 after:rounded-full',
              id === selected ? 'font-medium text-accent-ink after:bg-accent' : 'text-ink-soft',
            )}
          >
            {name}
            {invalid ? <span className="ml-2 inline-block size-2 rounded-full bg-danger" aria-hidden /> : null}
            {invalid ? <span className="sr-only">, needs attention</span> : null}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${group}${id}panel`}
          aria-labelledby={`${group}${id}`}
          hidden={id !== selected}
        >
          {panel}
        </div>
      ))}
    </div>
  )
}
