import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { fromInput, isWithinYears } from '#contract/date-input.ts'
import { eventYears } from '#contract/events/event-fields.ts'
import * as m from '#messages/event-form.json'
import type { FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { type FollowingDate, followStart, movedEnd, typedDates } from '#web/features/organizing/draft/form-values.ts'
import { dateSpan } from '#web/lib/format/date-span.ts'
import { DateTimeInput } from '#web/ui/forms/inputs.tsx'
import { FormInput } from './form-input.tsx'

const spans = [
  {
    legend: m.event,
    start: { name: 'start_date_event', label: m.eventStart },
    end: { name: 'end_date_event', label: m.eventEnd },
  },
  {
    legend: m.registration,
    start: { name: 'start_date_register', label: m.registrationOpening },
    end: { name: 'end_date_register', label: m.registrationClosing },
  },
] as const

type Span = (typeof spans)[number]
type DateField = Span['start' | 'end']['name']
const dateFields = spans.flatMap(({ start, end }): DateField[] => [start.name, end.name])

/** With `follow`, untyped dates follow the event's start; without, its end follows to another day. */
export function DateAndTime({ follow }: { follow: boolean }) {
  const range = dateRange(new Date())
  const handleTyped = useFollowing(follow)
  const { recheck, checkLeft } = useDateChecks()
  return (
    <div className="flex flex-col gap-6">
      <p className="text-ink-soft">{m.zoneNote}</p>
      {spans.map(({ legend, start, end }) => (
        <fieldset key={legend} className="flex min-w-0 flex-col gap-3">
          <legend className="mb-3 text-lg font-medium">{legend}</legend>
          <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2">
            {[start, end].map(({ name, label }) => (
              <FormInput key={name} name={name} label={label} required>
                {({ onChange, onBlur, ...control }) => (
                  <DateTimeInput
                    {...control}
                    {...range}
                    onChange={(change) => {
                      handleTyped(name, change.target.value)
                      const changed = onChange(change)
                      recheck(name)
                      return changed
                    }}
                    onBlur={(leaving) => {
                      checkLeft(name)
                      return onBlur(leaving)
                    }}
                  />
                )}
              </FormInput>
            ))}
          </div>
          <InWords start={start.name} end={end.name} />
        </fieldset>
      ))}
      {follow ? <p className="text-ink-soft">{m.moreThanOnce}</p> : null}
    </div>
  )
}

/** Reads two dates back: day and month are easily swapped in digits. */
function InWords({ start, end }: { start: DateField; end: DateField }) {
  const [from, to] = useWatch<FormValues, [DateField, DateField]>({ name: [start, end] })
  return (
    <p role="status" className="text-ink-soft empty:-mt-3">
      {dateSpan(fromInput(from), fromInput(to))}
    </p>
  )
}

/** Call the result with every typed date. */
function useFollowing(follow: boolean): (name: DateField, value: string) => void {
  const { formState, getValues, setValue } = useFormContext<FormValues>()
  const typed = useRef<Set<FollowingDate>>(null)
  const { start_date_event = '', end_date_event = '' } = formState.defaultValues ?? {}

  return (name, value) => {
    typed.current ??= follow ? typedDates(getValues()) : new Set()
    if (name === 'end_date_event' || name === 'end_date_register') {
      if (value === '') typed.current.delete(name)
      else typed.current.add(name)
    }
    if (name !== 'start_date_event') return
    if (!follow) {
      const end = typed.current.has('end_date_event')
        ? undefined
        : movedEnd(value, { start_date_event, end_date_event })
      if (end !== undefined) setValue('end_date_event', end, { shouldDirty: true })
      return
    }
    for (const [date, followed] of Object.entries(followStart(value, typed.current))) {
      setValue(date as FollowingDate, followed, { shouldDirty: true })
    }
  }
}

/** The dates depend on each other: changing one may fix another. */
function useDateChecks() {
  const { formState, getFieldState, getValues, trigger } = useFormContext<FormValues>()
  const { errors } = formState

  return {
    /** Rechecks dates with an error, and whether registration closes before it opens. Call it with every typed date. */
    recheck(typed: DateField) {
      const isOrder =
        registration.some((name) => name === typed) && registration.every((name) => isWhole(getValues(name)))
      const affected = dateFields.filter((name) => errors[name] || (isOrder && name === 'end_date_register'))
      if (affected.length > 0) void trigger(affected)
    },
    /** Checks the date that was left and both end dates, as far as they are given. The server's message stays until a
     *  date is typed. */
    checkLeft(left: DateField) {
      const affected = dateFields.filter(
        (name) => name === left || name === 'end_date_event' || name === 'end_date_register',
      )
      const given = affected.filter((name) => getValues(name) !== '' && getFieldState(name).error?.type !== 'refused')
      if (given.length > 0) void trigger(given)
    },
  }
}

const registration = ['start_date_register', 'end_date_register'] as const

/** Whether a date is complete: a year such as 20 is still being typed. */
function isWhole(value: string): boolean {
  return isWithinYears(new Date(fromInput(value)))
}

/** `min` and `max` of a date control. Without them browsers accept years of six digits. */
function dateRange(now: Date): { min: string; max: string } {
  const { first, last } = eventYears(now)
  return { min: `${first}-01-01T00:00`, max: `${last}-12-31T23:59` }
}
