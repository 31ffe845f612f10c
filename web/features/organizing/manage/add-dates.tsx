import { type ComponentProps, type FormEvent, useState } from 'react'
import { clockTime, dayDate, fromInput, toInput } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import { addDates, type DatesRuleInput, previewDates, weekdays } from '#contract/events/own-events.ts'
import { readNumber } from '#contract/numbers.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { plural } from '#web/lib/format/numbers.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'

const rhythms = [
  { value: 'week', label: 'Every week' },
  { value: 'two_weeks', label: 'Every two weeks' },
  { value: 'month', label: 'Every month' },
  { value: 'once', label: 'Once more, on a day I choose' },
]
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const places = [
  { value: '1', label: 'First' },
  { value: '2', label: 'Second' },
  { value: '3', label: 'Third' },
  { value: '4', label: 'Fourth' },
  { value: '-1', label: 'Last' },
]

type Weekday = (typeof weekdays)[number]

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
  const time = toInput(event.start_date_event).slice(10)
  const isWeekly = every === 'week' || every === 'two_weeks'

  /** What was shown is no longer what the form says. */
  function change<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      setStarts(null)
      setProblem('')
    }
  }

  async function startsOfRule(): Promise<string[]> {
    if (every === 'once') return [fromInput(`${day}${time}`)]
    const body = {
      every,
      on,
      which: Number(which),
      ...(end === 'until' ? { until: day } : { count: readNumber(count) }),
    } as DatesRuleInput
    return (await call(previewDates, { params: { eventId: event.id }, body })).starts
  }

  function handlePreview(submit: FormEvent) {
    submit.preventDefault()
    setProblem('')
    if (isWeekly && on.length === 0) return setProblem('Choose at least one day of the week.')
    const chosenDay = Date.parse(fromInput(`${day}${time}`))
    if (every === 'once' && taken.some((start) => Date.parse(start) === chosenDay)) {
      return setProblem('The series already has this date. Choose another day.')
    }
    run(
      async () => setStarts(await startsOfRule()),
      (error) => setProblem(messageOf(error, 'The dates could not be found. Please try again.')),
      'preview',
    )
  }

  function handleAdd(chosen: string[]) {
    setProblem('')
    run(
      async () => {
        await call(addDates, { params: { eventId: event.id }, body: { starts: chosen } })
        notify.success(chosen.length === 1 ? 'The date was added.' : `${plural(chosen.length, 'date')} were added.`)
        await onAdded()
      },
      (error) => setProblem(messageOf(error, 'The dates could not be added. Please try again.')),
      'add',
    )
  }

  return (
    <Card className="p-4 sm:p-6">
      <form onSubmit={handlePreview} className="flex flex-col gap-5" aria-labelledby="add-dates">
        <div>
          <h2 id="add-dates" className="text-lg">
            Add dates
          </h2>
          <p className="text-ink-soft">
            Each is a copy of this event at the same time of day, with the same team and without its codes. Registration
            opens for all when it does for this one, and closes as long before each date as it does here.
          </p>
        </div>
        <Field label="How often">
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
            <Field label="Which">
              {(control) => (
                <Select
                  {...control}
                  options={places}
                  value={which}
                  onChange={({ target }) => change(setWhich)(target.value)}
                />
              )}
            </Field>
            <Field label="Day of the week">
              {(control) => (
                <Select
                  {...control}
                  options={weekdays.map((value, place) => ({ value, label: weekdayNames[place] ?? '' }))}
                  value={on[0] ?? own.weekday}
                  onChange={({ target }) => change(setOn)([target.value as Weekday])}
                />
              )}
            </Field>
          </div>
        ) : null}
        {every === 'once' ? (
          <Field label="Day" hint={`At ${clockTime(event.start_date_event)}, as this one.`}>
            {(control) => <DayInput {...control} value={day} onChange={change(setDay)} />}
          </Field>
        ) : (
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <Field label="Ends">
              {(control) => (
                <Select
                  {...control}
                  options={[
                    { value: 'count', label: 'After a number of dates' },
                    { value: 'until', label: 'On a day' },
                  ]}
                  value={end}
                  onChange={({ target }) => change(setEnd)(target.value as 'count' | 'until')}
                />
              )}
            </Field>
            {end === 'until' ? (
              <Field label="Last day">
                {(control) => <DayInput {...control} value={day} onChange={change(setDay)} />}
              </Field>
            ) : (
              <Field label="How many more">
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
          <SubmitButton variant="secondary" busy={busy && 'Looking...'} className="sm:self-start">
            Show the dates
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
      <legend className="mb-1 font-medium">On</legend>
      <div className="flex flex-wrap gap-2">
        {weekdays.map((day, place) => (
          <label
            key={day}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line px-4 transition has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(day)}
              onChange={() => toggle(day)}
              aria-label={weekdayNames[place]}
            />
            {weekdayNames[place]?.slice(0, 3)}
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
      <legend className="mb-1 font-medium">{plural(starts.length, 'new date')}</legend>
      {starts.length > 1 ? (
        <p className="-mt-2 text-sm text-ink-soft">Leave out those that do not take place.</p>
      ) : null}
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
              {`${dayDate(start)}, ${clockTime(start)}`}
            </label>
          </li>
        ))}
      </ul>
      <Button
        className="sm:self-start"
        busy={busy && 'Adding...'}
        unavailable={chosen.length === 0}
        onClick={() => onAdd(chosen)}
      >
        {chosen.length === 1 ? 'Add this date' : `Add ${plural(chosen.length, 'date')}`}
      </Button>
    </fieldset>
  )
}
