import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { fromInput } from '#contract/date-input.ts'
import { clockTime, dayAndTime, toInput } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import { addDates, type DatesRuleInput, previewDates, weekdays } from '#contract/events/own-events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { readNumber } from '#contract/numbers.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-dates.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { clockNow } from '#web/lib/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'

const rhythms = [
  { value: 'week', label: m.weekly },
  { value: 'two_weeks', label: m.twoWeekly },
  { value: 'month', label: m.monthly },
  { value: 'once', label: m.once },
]
type Weekday = (typeof weekdays)[number]

const weekdayNames: Record<Weekday, { name: string; short: string }> = {
  MO: { name: m.monday, short: m.monShort },
  TU: { name: m.tuesday, short: m.tueShort },
  WE: { name: m.wednesday, short: m.wedShort },
  TH: { name: m.thursday, short: m.thuShort },
  FR: { name: m.friday, short: m.friShort },
  SA: { name: m.saturday, short: m.satShort },
  SU: { name: m.sunday, short: m.sunShort },
}
const places = [
  { value: '1', label: m.first },
  { value: '2', label: m.second },
  { value: '3', label: m.third },
  { value: '4', label: m.fourth },
  { value: '-1', label: m.last },
]

/** The event's own day of the week, and which of the month it is, in Bangkok. */
function dayOf(start: string): { weekday: Weekday; which: string } {
  const day = new Date(`${toInput(start).slice(0, 10)}T00:00:00Z`)
  const place = Math.ceil(day.getUTCDate() / 7)
  return { weekday: weekdays[(day.getUTCDay() + 6) % 7] ?? 'MO', which: place > 4 ? '-1' : String(place) }
}

interface AddDatesProps {
  event: Pick<Event, 'id' | 'start_date_event'>
  /** The starts that the series has. */
  taken: string[]
  onAdded: () => Promise<unknown>
}

/** A rule for more dates, and the dates that it gives, of which some may be left out. */
export function AddDates({ event, taken, onAdded }: AddDatesProps) {
  const own = dayOf(event.start_date_event)
  const [every, setEvery] = useState('week')
  const [on, setOn] = useState<Weekday[]>([own.weekday])
  const [which, setWhich] = useState(own.which)
  const [end, setEnd] = useState<'count' | 'until'>('count')
  const [count, setCount] = useState('4')
  const [day, setDay] = useState('')
  const [starts, setStarts] = useState<string[] | null>(null)
  const [problem, setProblem] = useState('')
  const { run, busy, running } = useAction()
  const preview = useRef<AbortController>(null)
  const time = toInput(event.start_date_event).slice(10)
  const isWeekly = every === 'week' || every === 'two_weeks'
  // A date of every month is on one day of the week.
  const monthDay = on[0] ?? own.weekday

  /** What was shown is no longer what the form says. */
  function change<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      preview.current?.abort()
      setStarts(null)
      setProblem('')
    }
  }

  async function startsOfRule(signal: AbortSignal): Promise<string[]> {
    if (every === 'once') return [fromInput(`${day}${time}`)]
    const body = {
      every,
      on: isWeekly ? on : [monthDay],
      which: Number(which),
      ...(end === 'until' ? { until: day } : { count: readNumber(count) }),
    } as DatesRuleInput
    return (await call(previewDates, { params: { eventId: event.id }, body }, { signal })).starts
  }

  function handlePreview(submit: FormEvent) {
    submit.preventDefault()
    setProblem('')
    if (isWeekly && on.length === 0) return setProblem(m.chooseWeekday)
    const chosenDay = Date.parse(fromInput(`${day}${time}`))
    if (every === 'once' && taken.some((start) => Date.parse(start) === chosenDay)) {
      return setProblem(m.alreadyTaken)
    }
    if (every === 'once' && chosenDay <= clockNow()) return setProblem(m.dayIsOver)
    preview.current = new AbortController()
    const { signal } = preview.current
    run(
      async () => setStarts(await startsOfRule(signal)),
      (error) => (signal.aborted ? undefined : setProblem(messageOf(error, m.notFound))),
      'preview',
    )
  }

  function handleAdd(chosen: string[]) {
    setProblem('')
    run(
      async () => {
        await call(addDates, { params: { eventId: event.id }, body: { starts: chosen } })
        notify.success(counted(chosen.length, m.added_one, m.added_other))
        await onAdded()
      },
      (error) => setProblem(messageOf(error, m.notAdded)),
      'add',
    )
  }

  return (
    <Card className="p-4 sm:p-6">
      <form onSubmit={handlePreview} className="flex flex-col gap-5" aria-labelledby="add-dates">
        <div>
          <h2 id="add-dates" className="text-lg">
            {m.addDates}
          </h2>
          <p className="text-ink-soft">{m.addDatesHint}</p>
        </div>
        <Field label={m.howOften}>
          {(control) => (
            <Select
              {...control}
              options={rhythms}
              value={every}
              onChange={({ target }) => change(setEvery)(target.value)}
            />
          )}
        </Field>
        {isWeekly ? <Weekdays chosen={on} onChange={change(setOn)} /> : null}
        {every === 'month' ? (
          <div className="grid grid-cols-2 gap-4">
            <Field label={m.which}>
              {(control) => (
                <Select
                  {...control}
                  options={places}
                  value={which}
                  onChange={({ target }) => change(setWhich)(target.value)}
                />
              )}
            </Field>
            <Field label={m.dayOfWeek}>
              {(control) => (
                <Select
                  {...control}
                  options={weekdays.map((value) => ({ value, label: weekdayNames[value].name }))}
                  value={monthDay}
                  onChange={({ target }) => change(setOn)([target.value as Weekday])}
                />
              )}
            </Field>
          </div>
        ) : null}
        {every === 'once' ? (
          <Field label={m.day} hint={fill(m.atSameTime, { time: clockTime(event.start_date_event) })}>
            {(control) => <DayInput {...control} value={day} onChange={change(setDay)} />}
          </Field>
        ) : (
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <Field label={m.ends}>
              {(control) => (
                <Select
                  {...control}
                  options={[
                    { value: 'count', label: m.endAfterCount },
                    { value: 'until', label: m.endOnDay },
                  ]}
                  value={end}
                  onChange={({ target }) => change(setEnd)(target.value as 'count' | 'until')}
                />
              )}
            </Field>
            {end === 'until' ? (
              <Field label={m.lastDay}>
                {(control) => <DayInput {...control} value={day} onChange={change(setDay)} />}
              </Field>
            ) : (
              <Field label={m.howMany}>
                {(control) => (
                  <TextInput
                    {...control}
                    inputMode="numeric"
                    autoComplete="off"
                    required
                    value={count}
                    onChange={({ target }) => change(setCount)(target.value)}
                  />
                )}
              </Field>
            )}
          </div>
        )}
        {starts === null ? null : <Preview starts={starts} busy={running === 'add'} onAdd={handleAdd} />}
        {problem ? <Message kind="failure">{problem}</Message> : null}
        {starts === null ? (
          <SubmitButton variant="secondary" busy={busy && m.looking} className="sm:self-start">
            {m.showDates}
          </SubmitButton>
        ) : null}
      </form>
    </Card>
  )
}

type DayInputProps = Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (day: string) => void }

function DayInput({ onChange, ...rest }: DayInputProps) {
  return (
    <TextInput
      {...rest}
      type="date"
      required
      max="2200-12-31"
      onChange={({ target }) => onChange(target.value)}
      className="figures"
    />
  )
}

function Weekdays({ chosen, onChange }: { chosen: Weekday[]; onChange: (days: Weekday[]) => void }) {
  const toggle = (day: Weekday) =>
    onChange(weekdays.filter((each) => (each === day ? !chosen.includes(each) : chosen.includes(each))))
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{m.on}</legend>
      <div className="flex flex-wrap gap-2">
        {weekdays.map((day) => (
          <label
            key={day}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line px-4 transition has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(day)}
              onChange={() => toggle(day)}
              aria-label={weekdayNames[day].name}
            />
            {weekdayNames[day].short}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface PreviewProps {
  starts: string[]
  busy: boolean
  onAdd: (chosen: string[]) => void
}

/** The dates of a rule; those that are not wanted, such as holidays, can be left out. */
function Preview({ starts, busy, onAdd }: PreviewProps) {
  const [leftOut, setLeftOut] = useState<string[]>([])
  const chosen = starts.filter((start) => !leftOut.includes(start))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{counted(starts.length, m.newDates_one, m.newDates_other)}</legend>
      {starts.length > 1 ? <p className="-mt-2 text-sm text-ink-soft">{m.leaveOut}</p> : null}
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {starts.map((start) => (
          <li key={start}>
            <label className="figures flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={!leftOut.includes(start)}
                onChange={({ target }) =>
                  setLeftOut(target.checked ? leftOut.filter((each) => each !== start) : [...leftOut, start])
                }
              />
              {dayAndTime(start)}
            </label>
          </li>
        ))}
      </ul>
      <Button
        className="sm:self-start"
        busy={busy && common.adding}
        unavailable={chosen.length === 0}
        onClick={() => onAdd(chosen)}
      >
        {counted(chosen.length, m.add_one, m.add_other)}
      </Button>
    </fieldset>
  )
}
