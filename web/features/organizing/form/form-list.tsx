import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide'
import { type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type SetValueConfig, useFormContext } from 'react-hook-form'
import { fill } from '#contract/language/messages.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'

type ListName = 'questions' | 'ticket_types'

interface FormListProps<Entry> {
  name: ListName
  entries: Entry[]
  /** What is wrong with the list as a whole. */
  problem: unknown
  most: number
  /** `entry`, `up`, `down` and `remove` have the entry's `{number}`. */
  texts: Record<'title' | 'intro' | 'add' | 'full' | 'entry' | 'up' | 'down' | 'remove', string>
  newEntry: () => Entry
  onChange: (entries: Entry[], check: SetValueConfig) => void
  /** The controls of an entry, which are named `list.place.field`. */
  children: (entry: Entry, place: number, onChange: (entry: Entry) => void) => ReactNode
}

/** A list that the organizer adds to, sorts and shortens; every change moves the focus along. */
export function FormList<Entry extends { id?: string | number | null | undefined }>({
  name,
  entries,
  problem,
  most,
  texts,
  newEntry,
  onChange,
  children,
}: FormListProps<Entry>) {
  const { formState } = useFormContext()
  const part = useRef<HTMLFieldSetElement>(null)
  const full = useId()
  const isFull = entries.length >= most

  /** Renders the new list at once, then focuses a control in it. */
  function change(next: Entry[], focus?: string) {
    // Errors found by Next are rechecked too. A new entry is not wrong before anything is typed into it.
    const isChecked = formState.isSubmitted || formState.errors[name] !== undefined
    const isAdded = next.length > entries.length
    const check = { shouldDirty: true, shouldValidate: isChecked && !isAdded }
    flushSync(() => onChange(next, check))
    if (focus) part.current?.querySelector<HTMLElement>(focus)?.focus()
  }

  function handleMove(place: number, step: -1 | 1) {
    change(moved(entries, place, step), `li:nth-child(${place + step + 1}) [data-step="${step}"]`)
  }

  function handleRemove(place: number) {
    change(
      entries.filter((_, other) => other !== place),
      addButton(name),
    )
  }

  return (
    <fieldset ref={part} className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1">
        <h2 className="text-lg">{texts.title}</h2>
      </legend>
      <p className="text-ink-soft">{texts.intro}</p>
      {entries.length > 0 ? (
        <ol className="flex flex-col gap-4">
          {entries.map((entry, place) => {
            const number = place + 1
            return (
              <li key={entry.id ? `id ${entry.id}` : place} className="rounded-md border border-line p-[min(1rem,4vw)]">
                <fieldset className="flex min-w-0 flex-col gap-4">
                  <legend className="float-left w-full">
                    <span className="flex flex-wrap items-center justify-between gap-x-2">
                      <span className="font-medium">{fill(texts.entry, { number })}</span>
                      <span className="flex flex-wrap">
                        <Step
                          label={fill(texts.up, { number })}
                          step={-1}
                          isEnd={place === 0}
                          onMove={(step) => handleMove(place, step)}
                        />
                        <Step
                          label={fill(texts.down, { number })}
                          step={1}
                          isEnd={number === entries.length}
                          onMove={(step) => handleMove(place, step)}
                        />
                        <button
                          type="button"
                          className="icon-button"
                          aria-label={fill(texts.remove, { number })}
                          onClick={() => handleRemove(place)}
                        >
                          <Icon icon={Trash2} />
                        </button>
                      </span>
                    </span>
                  </legend>
                  {children(entry, place, (changed) =>
                    change(entries.map((one, other) => (other === place ? changed : one))),
                  )}
                </fieldset>
              </li>
            )
          })}
        </ol>
      ) : null}
      {typeof problem === 'string' ? <FieldError role="alert">{problem}</FieldError> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          data-add={name}
          variant="secondary"
          unavailable={isFull}
          aria-describedby={isFull ? full : undefined}
          onClick={() => change([...entries, newEntry()], 'li:last-child input')}
        >
          <Icon icon={Plus} />
          {texts.add}
        </Button>
        {isFull ? (
          <p id={full} className="text-sm text-ink-soft">
            {texts.full}
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}

interface StepProps {
  label: string
  step: -1 | 1
  /** At the end of the list the button stays, so that the keyboard keeps its place. */
  isEnd: boolean
  onMove: (step: -1 | 1) => void
}

/** Moves an entry of a list by one. */
function Step({ label, step, isEnd, onMove }: StepProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={isEnd}
      data-step={step}
      onClick={() => (isEnd ? undefined : onMove(step))}
    >
      <Icon icon={step === -1 ? ArrowUp : ArrowDown} />
    </button>
  )
}

/** Moves an entry by one step, -1 towards the start; unchanged at the ends. */
export function moved<Entry>(list: readonly Entry[], place: number, step: -1 | 1): Entry[] {
  const [entry, other] = [list[place], list[place + step]]
  if (entry === undefined || other === undefined) return [...list]
  return list.map((one, at) => (at === place ? other : at === place + step ? entry : one))
}

const addButton = (name: ListName) => `[data-add="${name}"]`

/** A selector of the first control with an error, or of the add button for an error of the list. `fields` are those of an entry, in
 *  the order of their controls. */
export function firstWrong(name: ListName, fields: readonly string[], problems: unknown): string {
  const each: Record<string, unknown>[] = Array.isArray(problems) ? problems : []
  const place = each.findIndex(Boolean)
  const field = fields.find((one) => each[place]?.[one])
  return field === undefined ? addButton(name) : `[name="${name}.${place}.${field}"]`
}
