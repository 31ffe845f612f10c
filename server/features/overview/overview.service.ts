import { dayInBangkok } from '#contract/dates.ts'
import type { Language } from '#contract/language/languages.ts'
import type { EntryMinute } from '#contract/tickets/door.ts'
import type { Figure, FigureName } from '#contract/tickets/overview.ts'
import { selectLastEntry, selectMinutes, selectMinutesWithEntries } from '#server/features/door/door.repository.ts'
import { requireVisible } from '#server/features/events/events.service.ts'
import { countStars, selectSentences } from '#server/features/messages/feedback.repository.ts'
import { logAction } from '#server/features/team/team.repository.ts'
import { sumMoney } from '#server/features/tickets/store/payments.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { bangkokTime, type Columns, csvTable } from '#server/lib/feeds/csv-table.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { cacheSlow } from '#server/lib/postgres/slow-results.ts'
import { figuresOf, figureTexts, type Known, keyOf } from './figures.ts'
import {
  countAnswers,
  selectDays,
  selectSources,
  selectTexts,
  selectTotals,
  selectVisitDays,
} from './overview.repository.ts'
import type { Visits } from './visits.ts'

/** With more applications than this counting is slow, so the result is cached for half a minute. */
const many = 5_000
/** The number of minutes shown, up to the last entry; the file has all minutes with entries. */
const minutesShown = 360
/** Limits of free-text answers, on the page and in the file. */
const textsShown = 50
const textsExported = 10_000
/** Limit of question wordings whose answers are read: enough for all current ones and as many former ones. */
const mostWordings = 20

const cached = cacheSlow<Known>({ maxEntries: 100, isSlow: ({ totals }) => totals.applications > many })

/** The figures of an event. */
export async function show(
  ctx: Context,
  visits: Visits,
  user: SignedInUser,
  eventId: number,
  language: Language,
): Promise<Figure[]> {
  const event = await requireVisible(ctx, user, eventId)
  await visits.save()
  const known = await shown(ctx.db, eventId)
  return figuresOf(event, known, dayInBangkok(ctx.now()), language)
}

/** One figure as CSV; `answers` has all questions, `entries` the whole event. */
export async function exportCsv(
  ctx: Context,
  visits: Visits,
  user: SignedInUser,
  eventId: number,
  { figure: name, language }: { figure: FigureName; language: Language },
): Promise<string> {
  const event = await requireVisible(ctx, user, eventId)
  await logAction(ctx.db, { eventId, userId: user.id, action: 'exported', detail: name }, ctx.now())
  if (name === 'entries') return entriesCsv(await selectMinutesWithEntries(ctx.db, eventId), language)
  await visits.save()
  const known =
    name === 'answers' || name === 'sentences'
      ? await read(ctx.db, eventId, textsExported)
      : await shown(ctx.db, eventId)
  const found = figuresOf(event, known, dayInBangkok(ctx.now()), language).filter((figure) => figure.name === name)
  return name === 'answers' ? answersCsv(found, language) : tableCsv(found[0])
}

const shown = (db: Db, eventId: number) => cached(db, String(eventId), () => read(db, eventId, textsShown))

async function read(db: Db, eventId: number, texts: number): Promise<Known> {
  const last = await selectLastEntry(db, eventId)
  const [totals, days, visitDays, sources, money, minutes, answers, stars, sentences] = await Promise.all([
    selectTotals(db, eventId),
    selectDays(db, eventId),
    selectVisitDays(db, eventId),
    selectSources(db, eventId),
    sumMoney(db, eventId),
    last === null ? [] : selectMinutes(db, eventId, last, minutesShown),
    countAnswers(db, eventId),
    countStars(db, eventId),
    selectSentences(db, eventId, texts),
  ])
  const written = answers.filter(({ choice }) => choice === null).slice(0, mostWordings)
  const read: [string, string[]][] = []
  for (const asked of written) read.push([keyOf(asked), await selectTexts(db, eventId, asked, texts)])
  return { totals, days, visitDays, sources, money, minutes, answers, texts: new Map(read), stars, sentences }
}

type Cells = Figure['rows'][number]

/** Only the headings if the event has no such figure. */
function tableCsv(figure: Figure | undefined): string {
  const columns: Columns<Cells> = (figure?.columns ?? []).map((head, place) => [head, (row) => row[place] ?? ''])
  return csvTable(columns, figure?.rows ?? [])
}

function entriesCsv(minutes: EntryMinute[], language: Language): string {
  const m = figureTexts[language]
  const columns: Columns<EntryMinute> = [
    [m.minute, ({ at }) => bangkokTime(at)],
    [m.entries, ({ entries }) => entries],
  ]
  return csvTable(columns, minutes)
}

function answersCsv(figures: Figure[], language: Language): string {
  const { question, answer, people } = figureTexts[language]
  const columns: Columns<Cells> = [question, answer, people].map((head, place) => [head, (row) => row[place] ?? ''])
  return csvTable(
    columns,
    figures.flatMap(({ title, rows }) => rows.map(([answer = '', people = 1]) => [title, answer, people])),
  )
}
