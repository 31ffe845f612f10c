import { doorTime, shortDate } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import type { Language } from '#contract/language/languages.ts'
import { counted, fill, inLanguages, listOf } from '#contract/language/messages.ts'
import { exactBaht } from '#contract/numbers.ts'
import type { Question } from '#contract/questions/questions.ts'
import type { EntryMinute } from '#contract/tickets/door.ts'
import type { Figure } from '#contract/tickets/overview.ts'
import * as en from '#languages/en/overview.json'
import * as starsInEnglish from '#languages/en/tickets-feedback.json'
import * as th from '#languages/th/overview.json'
import * as starsInThai from '#languages/th/tickets-feedback.json'
import type { Money } from '#server/features/tickets/store/payments.repository.ts'
import { baht } from '#server/lib/feeds/csv-table.ts'
import { applicationsChart, barList, minutesChart } from './charts.tsx'
import type { AnswerCount, DayCount, DayVisits, Totals, Visit } from './overview.repository.ts'
import { periodsOf } from './periods.ts'

/** The data behind an event's figures. */
export interface Known {
  totals: Totals
  days: DayCount[]
  visitDays: DayVisits[]
  sources: Pick<Visit, 'kind' | 'name' | 'visits'>[]
  money: Money
  minutes: EntryMinute[]
  answers: AnswerCount[]
  /** The newest free-text answers, by `keyOf`. */
  texts: Map<string, string[]>
  stars: { stars: number; people: number; sentences: number }[]
  /** The newest sentences about the event. */
  sentences: string[]
}

type Asked = Pick<AnswerCount, 'question_id' | 'kind' | 'question'>

const isText = ({ kind }: Pick<Asked, 'kind'>) => kind === 'short' || kind === 'long'

/** Identifies a question by its kind and wording too: once reworded, or given choices, it is another one. */
export const keyOf = (asked: Asked) => `${asked.question_id} ${isText(asked) ? 'text' : asked.kind} ${asked.question}`

export type FigureEvent = Pick<Event, 'status' | 'max_attendee' | 'takes_promptpay' | 'is_free'> & {
  questions: Pick<Question, 'id' | 'kind' | 'text' | 'choices'>[]
}

/** What the figures say. */
export const figureTexts = inLanguages(en, th)
const starTexts = inLanguages(starsInEnglish, starsInThai)

interface Shown extends Known {
  language: Language
}

/** The charts of an event's overview. `today` is YYYY-MM-DD in Bangkok. */
export function figuresOf(event: FigureEvent, read: Known, today: string, language: Language): Figure[] {
  const known = { ...read, language }
  const { money, minutes } = known
  const hasMoney =
    money.received + money.door_cash + money.door_promptpay + money.to_refund + money.refunded > 0 ||
    (!event.is_free && money.expected > 0)
  // An event that was called off has no tickets.
  const tookPlace = event.status === 'COMPLETED' && known.totals.tickets > 0
  return [
    ...(tookPlace ? [attendance(known)] : []),
    ...(tookPlace && known.totals.entries > 0 ? [feedback(known)] : []),
    ...(known.sentences.length > 0 ? [sentences(known)] : []),
    funnel(known),
    applications(event, known, today),
    sources(known),
    ...(hasMoney ? [moneyFigure(event, known)] : []),
    ...(minutes.length > 0 ? [entries(known)] : []),
    ...answers(event, known),
  ]
}

const number = (value: number) => value.toLocaleString('en-US')
/** Sentences after one another; '' is none. */
const sentencesOf = (...all: string[]) => all.filter(Boolean).join(' ')

function attendance({ totals, language }: Shown): Figure {
  const m = figureTexts[language]
  const rows: [string, number][] = [
    [m.came, totals.entries],
    [m.didNotCome, totals.tickets - totals.entries],
  ]
  const share = Math.round((100 * totals.entries) / totals.tickets)
  const title = m.attendance
  const values = { came: number(totals.entries), share }
  const summary = counted(totals.tickets, m.attendanceSummary_one, m.attendanceSummary_other, values, language)
  return {
    name: 'attendance',
    title,
    summary,
    svg: barList({ id: 'attendance', title, description: summary }, shownBars(rows)),
    columns: [m.ticketHolders, m.number],
    rows,
  }
}

/** '' if nobody was checked in. */
function peakOf(minutes: EntryMinute[], language: Language): string {
  const most = Math.max(...minutes.map(({ entries }) => entries))
  const busiest = minutes.find(({ entries }) => entries === most)
  if (!busiest) return ''
  return fill(figureTexts[language].busiestMinute, { time: doorTime(busiest.at, language), most: number(most) })
}

function feedback({ stars, language }: Shown): Figure {
  const m = figureTexts[language]
  const words = starTexts[language]
  const people = sum(stars.map((given) => given.people))
  const average = sum(stars.map((given) => given.stars * given.people)) / people
  const rows = [words.oneStar, words.twoStars, words.threeStars, words.fourStars, words.fiveStars]
    .map((label, place): [string, number] => [
      `${place + 1} ${label}`,
      stars.find((given) => given.stars === place + 1)?.people ?? 0,
    ])
    .toReversed()
  const title = m.howWasIt
  const summary =
    people === 0
      ? m.nobodyGaveFeedback
      : counted(people, m.feedbackSummary_one, m.feedbackSummary_other, { average: average.toFixed(1) }, language)
  return {
    name: 'feedback',
    title,
    summary,
    svg: people === 0 ? '' : barList({ id: 'feedback', title, description: summary }, shownBars(rows)),
    columns: [m.answer, m.people],
    rows: people === 0 ? [] : rows,
  }
}

function sentences({ stars, sentences: newest, language }: Shown): Figure {
  const title = figureTexts[language].whatTheySaid
  const people = sum(stars.map((given) => given.sentences))
  return { ...textFigure(title, people, newest, language), name: 'sentences' }
}

const shownBars = (rows: [string, number][]) => rows.map(([label, value]) => ({ label, value, text: number(value) }))

function funnel({ totals, visitDays, language }: Shown): Figure {
  const m = figureTexts[language]
  const { applications, invited, tickets, walk_ins, entries } = totals
  const views = sum(visitDays.map(({ visits }) => visits))
  const step = (label: string, value: number, one: string, other: string) => {
    return { label, value, words: counted(value, one, other, {}, language) }
  }
  const steps = [
    step(m.pageViews, views, m.funnelViews_one, m.funnelViews_other),
    step(m.applications, applications, m.funnelApplications_one, m.funnelApplications_other),
    ...(invited > 0 ? [step(m.invited, invited, m.funnelInvited, m.funnelInvited)] : []),
    step(m.tickets, tickets, m.funnelTickets_one, m.funnelTickets_other),
    ...(walk_ins > 0 ? [step(m.walkIns, walk_ins, m.funnelWalkIns_one, m.funnelWalkIns_other)] : []),
    step(m.entries, entries, m.funnelEntries_one, m.funnelEntries_other),
  ]
  const rows = steps.map(({ label, value }): [string, number] => [label, value])
  const title = m.funnel
  const summary = fill(m.funnelSummary, { parts: steps.map(({ words }) => words).join(m.funnelSeparator) })
  return {
    name: 'funnel',
    title,
    summary,
    svg: barList({ id: 'funnel', title, description: summary }, shownBars(rows)),
    columns: [m.step, m.number],
    rows,
  }
}

function applications(
  { max_attendee }: FigureEvent,
  { totals, days, visitDays, language }: Shown,
  today: string,
): Figure {
  const m = figureTexts[language]
  const { periods, isByWeek } = periodsOf(days, visitDays, today)
  const title = isByWeek ? m.applicationsPerWeek : m.applicationsPerDay
  const total = sum(periods.map((period) => period.applications))
  const taken = periods.at(-1)?.seats ?? 0
  // 0 means no limit, as null does.
  const capacity = max_attendee || null
  const seats =
    capacity === null
      ? counted(taken, m.seatsTakenInAll_one, m.seatsTakenInAll_other, {}, language)
      : counted(capacity, m.seatsTakenOf_one, m.seatsTakenOf_other, { taken: number(taken) }, language)
  const shown = periods.map((period) => ({ ...period, label: dayAndMonth(period.label, language) }))
  const summary = sentencesOf(
    total === 0
      ? m.nobodyApplied
      : counted(total, m.applicationsSummary_one, m.applicationsSummary_other, { seats }, language),
    totals.set_aside === 0 ? '' : counted(totals.set_aside, m.seatsSetAside_one, m.seatsSetAside_other, {}, language),
  )
  return {
    name: 'applications',
    title,
    summary,
    svg:
      total === 0
        ? ''
        : applicationsChart({ id: 'applications', title, description: summary, words: m }, shown, capacity),
    columns: [isByWeek ? m.weekFrom : m.day, m.pageViews, m.applications, m.seatsTakenAtEnd],
    rows: periods.map((period) => [period.label, period.visits, period.applications, period.seats]),
  }
}

/** 'Nov 23, 2026'. */
const dayAndMonth = (day: string, language: Language) => shortDate(`${day}T00:00:00+07:00`, language)

/** Bars shown in a chart; the table has the rest. */
const mostBars = 8
const mostRows = 200

function sources({ sources: all, language }: Shown): Figure {
  const m = figureTexts[language]
  const rows = all.map((source): [string, number] => [sourceName(source, language), source.visits])
  const title = m.sources
  const views = sum(rows.map(([, visits]) => visits))
  const [most] = rows
  const summary =
    most === undefined
      ? m.nobodyViewed
      : counted(
          views,
          m.sourcesSummary_one,
          m.sourcesSummary_other,
          { source: most[0], most: number(most[1]) },
          language,
        )
  const bars = shownBars(withRest(rows, mostBars, language))
  return {
    name: 'sources',
    title,
    summary,
    svg: bars.length === 0 ? '' : barList({ id: 'sources', title, description: summary }, bars),
    columns: [m.source, m.pageViews],
    rows: withRest(rows, mostRows, language),
  }
}

function sourceName({ kind, name }: Pick<Visit, 'kind' | 'name'>, language: Language): string {
  const m = figureTexts[language]
  if (kind === 'from') return fill(m.linkNamed, { name })
  if (kind === 'host') return name
  return { inside: m.sourceInside, direct: m.sourceDirect, other: m.sourceOther }[kind]
}

function withRest(rows: [string, number][], most: number, language: Language): [string, number][] {
  if (rows.length <= most) return rows
  return [
    ...rows.slice(0, most - 1),
    [figureTexts[language].allOthers, sum(rows.slice(most - 1).map(([, value]) => value))],
  ]
}

function moneyFigure({ takes_promptpay }: FigureEvent, { money, language }: Shown): Figure {
  const m = figureTexts[language]
  const { expected, received, door_cash, door_promptpay, to_refund, refunded } = money
  const parts: [string, number][] = [
    [m.expected, expected],
    [m.received, received],
    ...aboveZero([
      [m.cashAtDoor, door_cash],
      [m.promptPayAtDoor, door_promptpay],
    ]),
    [m.toBeRefunded, to_refund],
    ...aboveZero([[m.refunded, refunded]]),
  ]
  const atDoor = door_cash + door_promptpay
  const title = m.money
  const values = {
    expected: exactBaht(expected),
    received: exactBaht(received),
    door: exactBaht(atDoor),
    refund: exactBaht(to_refund),
  }
  const summary = sentencesOf(
    fill(atDoor > 0 ? m.moneySummaryWithDoor : m.moneySummary, values),
    refunded > 0 ? fill(m.moneyRefunded, { baht: exactBaht(refunded) }) : '',
    takes_promptpay ? '' : m.moneyAtEvent,
  )
  const bars = parts.map(([label, value]) => ({ label, value, text: fill(m.amount, { baht: exactBaht(value) }) }))
  return {
    name: 'money',
    title,
    summary,
    svg: barList({ id: 'money', title, description: summary }, bars),
    columns: [m.money, m.baht],
    rows: parts.map(([label, value]) => [label, baht(value)]),
  }
}

const aboveZero = (rows: [string, number][]) => rows.filter(([, value]) => value > 0)

function entries({ minutes, language }: Shown): Figure {
  const m = figureTexts[language]
  const title = m.entriesPerMinute
  const total = sum(minutes.map((minute) => minute.entries))
  const time = doorTime(minutes[0]?.at ?? '', language)
  const summary = sentencesOf(
    counted(total, m.entriesSummary_one, m.entriesSummary_other, { time }, language),
    peakOf(minutes, language),
  )
  const steps = minutes.map(({ at, entries: count }) => ({ label: doorTime(at, language), entries: count }))
  return {
    name: 'entries',
    title,
    summary,
    svg: minutesChart({ id: 'entries', title, description: summary }, steps),
    columns: [m.minute, m.entries],
    // As spreadsheets read times.
    rows: minutes.map(({ at, entries: count }) => [doorTime(at, 'en'), count]),
  }
}

/** The current questions in order, then former wordings and kinds that have answers. */
function answers({ questions }: FigureEvent, { answers: given, texts, language }: Shown): Figure[] {
  const asked = ({ id, kind, text }: FigureEvent['questions'][number]) => ({ question_id: id, kind, question: text })
  const all = new Map([...questions.map(asked), ...given].map((one) => [keyOf(one), one]))
  return [...all.entries()].map(([key, { kind, question }], place) => {
    const counts = given.filter((answer) => keyOf(answer) === key)
    const choices = questions.find((one) => keyOf(asked(one)) === key)?.choices ?? []
    return isText({ kind })
      ? textFigure(question, sum(counts.map(({ people }) => people)), texts.get(key) ?? [], language)
      : choiceFigure({ id: `answers-${place}`, title: question, language }, choices, counts)
  })
}

function choiceFigure(
  { id, title, language }: { id: string; title: string; language: Language },
  choices: string[],
  counts: AnswerCount[],
): Figure {
  const m = figureTexts[language]
  const chosen = counts.map(({ kind, choice, people }): [string, number] => [
    kind === 'must_tick' ? m.ticked : (choice ?? ''),
    people,
  ])
  const unchosen = choices.filter((choice) => !counts.some((count) => count.choice === choice))
  const rows = [...chosen, ...unchosen.map((choice): [string, number] => [choice, 0])]
  const [most] = chosen
  const summary = most === undefined ? m.nobodyAnswered : mostChosen(chosen, most[1], language)
  const bars = shownBars(withRest(rows, 20, language))
  return {
    name: 'answers',
    title,
    summary,
    svg: most === undefined ? '' : barList({ id, title, description: summary }, bars),
    columns: [m.answer, m.people],
    rows,
  }
}

/** 'Most chosen: M (3).', or 'Most chosen: M and S (3 each).' */
function mostChosen(chosen: [string, number][], people: number, language: Language): string {
  const m = figureTexts[language]
  const names = chosen.filter((one) => one[1] === people).map(([name]) => name)
  return fill(names.length > 1 ? m.mostChosenEach : m.mostChosen, {
    names: listOf(names, 'conjunction', language),
    count: number(people),
  })
}

function textFigure(title: string, people: number, texts: string[], language: Language): Figure {
  const m = figureTexts[language]
  const which = people > texts.length ? fill(m.newestShown, { count: number(texts.length) }) : ''
  return {
    name: 'answers',
    title,
    summary:
      people === 0
        ? m.nobodyAnswered
        : sentencesOf(counted(people, m.answers_one, m.answers_other, {}, language), which),
    svg: '',
    columns: [m.answer],
    rows: texts.map((text) => [text]),
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
