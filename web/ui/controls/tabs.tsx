import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/ui.json'
import { classes } from '#web/ui/display/classes.ts'

export interface Tab {
  id: string
  label: string
  panel: ReactNode
  /** Whether the panel needs attention, for example because of an invalid field. */
  invalid?: boolean
}

interface TabsProps {
  /** The name of the group of tabs: 'Event details'. */
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  /** Numbered steps of a form, or views with large touch targets. */
  kind: 'steps' | 'views'
  /** A note about all steps, such as the meaning of a mark. */
  note?: ReactNode
}

/** Hidden panels stay in the document, so that typed text is not lost. If the steps' names do not fit side by side,
 *  the tabs show numbers, with the current step's name below. */
export function Tabs({ label, tabs, selected, onSelect, kind, note }: TabsProps) {
  const group = useId()
  const list = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex(({ id }) => id === selected)

  function handleKeyDown(press: KeyboardEvent) {
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[press.key]
    if (next === undefined) return
    press.preventDefault()
    const to = (next + tabs.length) % tabs.length
    onSelect(tabs[to]?.id ?? selected)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }

  return (
    <div className={classes('@container flex flex-col', kind === 'steps' ? 'gap-4 sm:gap-6' : 'gap-6')}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className={classes(
          'gap-1 border-b border-line p-1',
          kind === 'steps'
            ? 'grid grid-flow-col auto-cols-fr @3xl:auto-cols-auto @3xl:justify-between @3xl:text-sm'
            : 'flex flex-wrap *:flex-1',
        )}
      >
        {tabs.map(({ id, label: name, invalid }, number) => (
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
              'relative flex items-center justify-center gap-1.5 rounded-sm px-[min(0.375rem,1.75vw)] whitespace-nowrap transition hover:bg-accent-soft',
              kind === 'steps' ? 'min-h-11' : 'min-h-14 sm:text-lg',
              'after:absolute after:inset-x-1.5 after:-bottom-1 after:h-0.5 after:rounded-full',
              id === selected ? 'font-medium text-accent-ink after:bg-accent' : 'text-ink-soft',
            )}
          >
            {kind === 'steps' ? <StepNumber number={number + 1} selected={id === selected} invalid={invalid} /> : null}
            <span className={classes(kind === 'steps' && '@max-3xl:sr-only')}>{name}</span>
            {invalid ? <span className="sr-only">{m.needsAttention}</span> : null}
          </button>
        ))}
      </div>
      {kind === 'steps' ? (
        <div className="-mt-2 flex flex-wrap items-baseline justify-between gap-x-4 sm:-mt-3">
          <p aria-hidden className="font-medium @3xl:hidden">
            {fill(m.step, { number: place + 1, count: tabs.length, label: tabs[place]?.label ?? '' })}
          </p>
          {note}
        </div>
      ) : null}
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

function StepNumber({
  number,
  selected,
  invalid,
}: {
  number: number
  selected: boolean
  invalid: boolean | undefined
}) {
  return (
    <span
      aria-hidden
      className={classes(
        'figures relative grid size-[min(1.5rem,9vw)] shrink-0 place-items-center rounded-full text-sm',
        selected ? 'gradient' : 'bg-sunken',
      )}
    >
      {number}
      {invalid ? (
        <span className="absolute -top-1 -right-1 size-3 rounded-full border-2 border-card bg-danger" />
      ) : null}
    </span>
  )
}
