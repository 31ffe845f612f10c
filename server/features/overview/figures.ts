import { doorTime, shortDate } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import type { Question } from '#contract/questions/questions.ts'
import type { EntryMinute } from '#contract/tickets/door.ts'
import { starLabels } from '#contract/tickets/feedback.ts'
import type { Figure } from '#contract/tickets/overview.ts'
import type { Money } from '#server/features/tickets/store/payments.repository.ts'
import { applicationsChart, barList, minutesChart } from './charts.tsx'
import type { AnswerCount, DayCount, Totals, Visit } from './overview.repository.ts'

/** The data behind an event's figures. */
export interface Known {
  totals: Totals
  days: DayCount[]
  visitDays: { day: string; visits: number }[]
  sources: Pick<Visit, 'kind' | 'name' | 'visits'>[]
  money: Money
  minutes: EntryMinute[]
  answers: AnswerCount[]
  /** The newest free-text answers, by `keyOf`. */
  texts: Map<string, string[]>
  stars: { stars: number; people: number }[]
  /** What people said of the event, newest first. */
  sentences: string[]
}

type Asked = Pick<AnswerCount, 'question_id' | 'question'>

/** Identifies a question by its wording too: a reworded question is another one. */
export const keyOf = ({ question_id, question }: Asked) => `${question_id} ${question}`

export type FigureEvent = Pick<Event, 'status' | 'max_attendee' | 'takes_promptpay' | 'is_free'> & {
  questions: Pick<Question, 'id' | 'kind' | 'text' | 'choices'>[]
}

/** The charts of an event's overview. `today` is YYYY-MM-DD in Bangkok. */
export function figuresOf(event: FigureEvent, known: Known, today: string): Figure[] {
  const { money, minutes } = known
  const hasMoney =
    money.received + money.door_cash + money.door_promptpay + money.to_refund + money.refunded > 0 ||
    (!event.is_free && money.expected > 0)
  const isOver = event.status === 'COMPLETED'
  return [
    ...(isOver && known.totals.tickets > 0 ? [attendance(known)] : []),
    ...(isOver && known.totals.entries > 0 ? [feedback(known)] : []),
    ...(known.sentences.length > 0 ? [sentences(known)] : []),
    funnel(known),
    applications(event, known, today),
    sources(known),
    ...(hasMoney ? [moneyFigure(event, money)] : []),
    ...(minutes.length > 0 ? [entries(minutes)] : []),
    ...answers(event, known),
  ]
}

const number = (value: number) => value.toLocaleString('en-US')
const counted = (count: number, one: string, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`

function attendance({ totals, minutes }: Known): Figure {
  const rows: [string, number][] = [
    ['Came', totals.entries],
    ['Did not come', totals.tickets - totals.entries],
  ]
  const share = Math.round((100 * totals.entries) / totals.tickets)
  const title = 'Attendance'
  const summary = `${number(totals.entries)} of ${counted(totals.tickets, 'ticket holder')} came (${share} %).${peakOf(minutes)}`
  return {
    name: 'attendance',
    title,
    summary,
    svg: barList({ id: 'attendance', title, description: summary }, shownBars(rows)),
    columns: ['Ticket holders', 'Number'],
    rows,
  }
}

/** A sentence with a space before it; '' if nobody was checked in. */
function peakOf(minutes: EntryMinute[]): string {
  const most = Math.max(...minutes.map(({ entries }) => entries))
  const busiest = minutes.find(({ entries }) => entries === most)
  return busiest ? ` The busiest minute at the door was ${doorTime(busiest.at)}: ${number(most)}.` : ''
}

function feedback({ stars }: Known): Figure {
  const people = sum(stars.map((given) => given.people))
  const average = sum(stars.map((given) => given.stars * given.people)) / people
  const rows = starLabels
    .map((label, place): [string, number] => [
      `${place + 1} ${label}`,
      stars.find((given) => given.stars === place + 1)?.people ?? 0,
    ])
    .toReversed()
  const title = 'How was it?'
  const summary =
    people === 0
      ? 'Nobody has answered yet. Everybody who was checked in is asked by email the day after, at 10 AM.'
      : `${average.toFixed(1)} of 5 on average, from ${counted(people, 'answer')}.`
  return {
    name: 'feedback',
    title,
    summary,
    svg: people === 0 ? '' : barList({ id: 'feedback', title, description: summary }, shownBars(rows)),
    columns: ['Answer', 'People'],
    rows: people === 0 ? [] : rows,
  }
}

function sentences({ sentences: all }: Known): Figure {
  return { ...textFigure('What they said', all.length, all), name: 'sentences' }
}

const shownBars = (rows: [string, number][]) => rows.map(([label, value]) => ({ label, value, text: number(value) }))

function funnel({ totals, visitDays }: Known): Figure {
  const views = sum(visitDays.map(({ visits }) => visits))
  const steps: [string, number][] = [
    ['Page views', views],
    ['Applications', totals.applications],
    ...(totals.invited > 0 ? [['Invited', totals.invited] satisfies [string, number]] : []),
    ['Tickets', totals.tickets],
    ...(totals.walk_ins > 0 ? [['Walk-ins', totals.walk_ins] satisfies [string, number]] : []),
    ['Entries', totals.entries],
  ]
  const title = 'From page views to entries'
  const parts = [
    counted(views, 'page view'),
    counted(totals.applications, 'application'),
    ...(totals.invited > 0 ? [`${number(totals.invited)} still invited`] : []),
    counted(totals.tickets, 'ticket'),
    ...(totals.walk_ins > 0 ? [counted(totals.walk_ins, 'walk-in')] : []),
    counted(totals.entries, 'entry', 'entries'),
  ]
  const summary = `${parts.join(', ')}.`
  return {
    name: 'funnel',
    title,
    summary,
    svg: barList({ id: 'funnel', title, description: summary }, shownBars(steps)),
    columns: ['Step', 'Number'],
    rows: steps,
  }
}

interface Period {
  label: string
  visits: number
  applications: number
  seats: number
}

/** More days than this are shown as weeks. */
const mostDays = 62

function applications({ max_attendee }: FigureEvent, { days, visitDays }: Known, today: string): Figure {
  const perDay = everyDay(days, visitDays, today)
  const isByWeek = perDay.length > mostDays
  const periods = isByWeek ? byWeek(perDay) : perDay
  const title = isByWeek ? 'Applications per week' : 'Applications per day'
  const total = sum(periods.map((period) => period.applications))
  const taken = periods.at(-1)?.seats ?? 0
  // 0 means no limit, as null does.
  const capacity = max_attendee || null
  const seats =
    capacity === null ? `${counted(taken, 'seat')} taken` : `${number(taken)} of ${counted(capacity, 'seat')} taken`
  const shown = periods.map((period) => ({ ...period, label: dayAndMonth(period.label) }))
  const summary = total === 0 ? 'Nobody has applied yet.' : `${counted(total, 'application')}, ${seats}.`
  return {
    name: 'applications',
    title,
    summary,
    svg: total === 0 ? '' : applicationsChart({ id: 'applications', title, description: summary }, shown, capacity),
    columns: [isByWeek ? 'Week from' : 'Day', 'Page views', 'Applications', 'Seats taken at the end'],
    rows: periods.map((period) => [period.label, period.visits, period.applications, period.seats]),
  }
}

/** 'Nov 23, 2026'. */
const dayAndMonth = (day: string) => shortDate(`${day}T00:00:00+07:00`)

const dayLength = 24 * 3_600_000

/** All days from the first to the last activity, or to today if the last was less than a month ago. */
function everyDay(days: DayCount[], visitDays: Known['visitDays'], today: string): Period[] {
  const happened = [...days, ...visitDays].map(({ day }) => day).sort()
  const [first, last] = [happened[0], happened.at(-1)]
  if (first === undefined || last === undefined) return []
  const isRecent = Date.parse(today) - Date.parse(last) < 30 * dayLength
  const end = Date.parse(isRecent && today > last ? today : last)
  const ofDay = new Map(days.map((each) => [each.day, each]))
  const visitsOf = new Map(visitDays.map(({ day, visits }) => [day, visits]))
  const periods: Period[] = []
  let seats = 0
  for (let at = Date.parse(first); at <= end; at += dayLength) {
    const label = new Date(at).toISOString().slice(0, 10)
    seats += ofDay.get(label)?.seats ?? 0
    periods.push({ label, visits: visitsOf.get(label) ?? 0, applications: ofDay.get(label)?.applications ?? 0, seats })
  }
  return periods
}

function byWeek(days: Period[]): Period[] {
  const weeks: Period[] = []
  for (let start = 0; start < days.length; start += 7) {
    const week = days.slice(start, start + 7)
    weeks.push({
      label: week[0]?.label ?? '',
      visits: sum(week.map(({ visits }) => visits)),
      applications: sum(week.map((day) => day.applications)),
      seats: week.at(-1)?.seats ?? 0,
    })
  }
  return weeks
}

/** Bars shown in a chart; the table has the rest. */
const mostBars = 8
const mostRows = 200

function sources({ sources: all }: Known): Figure {
  const rows = all.map((source): [string, number] => [sourceName(source), source.visits])
  const title = 'Where visitors came from'
  const views = sum(rows.map(([, visits]) => visits))
  const [most] = rows
  const summary =
    most === undefined
      ? 'Nobody has opened the page yet.'
      : `${counted(views, 'page view')}, most of them: ${most[0]} (${number(most[1])}).`
  const bars = shownBars(withRest(rows, mostBars))
  return {
    name: 'sources',
    title,
    summary,
    svg: bars.length === 0 ? '' : barList({ id: 'sources', title, description: summary }, bars),
    columns: ['Source', 'Page views'],
    rows: withRest(rows, mostRows),
  }
}

function sourceName({ kind, name }: Pick<Visit, 'kind' | 'name'>): string {
  if (kind === 'from') return `Link “${name}”`
  if (kind === 'host') return name
  return { inside: 'Pages of this site', direct: 'Typed, or from an app', other: 'Other sources' }[kind]
}

function withRest(rows: [string, number][], most: number): [string, number][] {
  if (rows.length <= most) return rows
  return [...rows.slice(0, most - 1), ['All others', sum(rows.slice(most - 1).map(([, value]) => value))]]
}

/** In baht with two decimals. From integers, because floats are not exact. */
function baht(satang: number): string {
  return `${number(Math.floor(satang / 100))}.${String(satang % 100).padStart(2, '0')}`
}

function moneyFigure({ takes_promptpay }: FigureEvent, money: Money): Figure {
  const { expected, received, door_cash, door_promptpay, to_refund, refunded } = money
  const parts: [string, number][] = [
    ['Expected', expected],
    ['Received', received],
    ...(door_cash > 0 ? [['Cash at the door', door_cash] satisfies [string, number]] : []),
    ...(door_promptpay > 0 ? [['PromptPay at the door', door_promptpay] satisfies [string, number]] : []),
    ['To be refunded', to_refund],
    ...(refunded > 0 ? [['Refunded', refunded] as [string, number]] : []),
  ]
  const atDoor = door_cash + door_promptpay
  const title = 'Money'
  const how = takes_promptpay ? '' : ' What is paid at the event is not known here.'
  const summary = `${baht(expected)} baht expected, ${baht(received)} received${atDoor > 0 ? `, ${baht(atDoor)} at the door` : ''}, ${baht(to_refund)} to be refunded.${how}`
  const bars = parts.map(([label, value]) => ({ label, value, text: `${baht(value)}฿` }))
  return {
    name: 'money',
    title,
    summary,
    svg: barList({ id: 'money', title, description: summary }, bars),
    columns: ['Money', 'Baht'],
    // Without commas, so that spreadsheets read numbers.
    rows: parts.map(([label, value]) => [label, baht(value).replaceAll(',', '')]),
  }
}

function entries(minutes: EntryMinute[]): Figure {
  const title = 'Entries per minute'
  const total = sum(minutes.map((minute) => minute.entries))
  const summary = `${counted(total, 'entry', 'entries')} from ${doorTime(minutes[0]?.at ?? '')}.${peakOf(minutes)}`
  const steps = minutes.map(({ at, entries: count }) => ({ label: doorTime(at), entries: count }))
  return {
    name: 'entries',
    title,
    summary,
    svg: minutesChart({ id: 'entries', title, description: summary }, steps),
    columns: ['Minute', 'Entries'],
    rows: steps.map(({ label, entries: count }) => [label, count]),
  }
}

/** The current questions in order, then former wordings that have answers. */
function answers({ questions }: FigureEvent, { answers: given, texts }: Known): Figure[] {
  const current = questions.map(({ id, kind, text }) => ({ question_id: id, kind, question: text }))
  const all = new Map([...current, ...given].map((asked) => [keyOf(asked), asked]))
  return [...all.entries()].map(([key, { kind, question }], place) => {
    const counts = given.filter((answer) => keyOf(answer) === key)
    const choices = questions.find(({ id, text }) => keyOf({ question_id: id, question: text }) === key)?.choices ?? []
    return kind === 'short' || kind === 'long'
      ? textFigure(question, sum(counts.map(({ people }) => people)), texts.get(key) ?? [])
      : choiceFigure(`answers-${place}`, question, choices, counts)
  })
}

function choiceFigure(id: string, title: string, choices: string[], counts: AnswerCount[]): Figure {
  const chosen = counts.map(({ kind, choice, people }): [string, number] => [choiceText(kind, choice), people])
  const unchosen = choices.filter((choice) => !counts.some((count) => count.choice === choice))
  const rows = [...chosen, ...unchosen.map((choice): [string, number] => [choice, 0])]
  const [most] = chosen
  const summary = most === undefined ? 'Nobody has answered yet.' : mostChosen(chosen, most[1])
  const bars = shownBars(withRest(rows, 20))
  return {
    name: 'answers',
    title,
    summary,
    svg: most === undefined ? '' : barList({ id, title, description: summary }, bars),
    columns: ['Answer', 'People'],
    rows,
  }
}

/** 'Most chosen: M (3).', or 'Most chosen: M and S (3 each).' */
function mostChosen(chosen: [string, number][], people: number): string {
  const names = chosen.filter((one) => one[1] === people).map(([name]) => name)
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
  return `Most chosen: ${list} (${number(people)}${names.length > 1 ? ' each' : ''}).`
}

function choiceText(kind: AnswerCount['kind'], choice: string | null): string {
  return kind === 'must_tick' ? 'Ticked' : (choice ?? '')
}

function textFigure(title: string, people: number, texts: string[]): Figure {
  const which = people > texts.length ? ` The newest ${number(texts.length)} are shown.` : ''
  return {
    name: 'answers',
    title,
    summary: people === 0 ? 'Nobody has answered yet.' : `${counted(people, 'answer')}.${which}`,
    svg: '',
    columns: ['Answer'],
    rows: texts.map((text) => [text]),
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
