import { RRuleTemporal } from 'rrule-temporal'
import { startOfDayInBangkok, toInput } from '#contract/dates.ts'
import { type EventFields, eventDateProblems } from '#contract/events/event-fields.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { type DatesRule, mostDates, type SeriesDate } from '#contract/events/own-events.ts'
import type { TicketTypeFields } from '#contract/events/ticket-types.ts'
import { lockTeam, logAction, shareTeam } from '#server/features/team/team.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { discardPicture } from '#server/lib/pictures/pictures.ts'
import { type Upload, withPicture } from '#server/lib/pictures/uploads.ts'
import { checkTexts } from './event-texts.service.ts'
import { joinSeries, type OwnEvent, selectDates, selectThisAndLater } from './events.repository.ts'
import {
  changedFields,
  editLocked,
  insertWhole,
  lockEditable,
  lockEvent,
  type OneChange,
  requireVisible,
  showDetail,
} from './events.service.ts'

/** The dates of the event's series that the user may edit. */
export function dates(ctx: Context, user: SignedInUser, eventId: number): Promise<SeriesDate[]> {
  return selectDates(ctx.db, eventId, ctx.now(), user.id)
}

/** The starts that a rule gives. Throws `no_dates` and `too_many_dates`. */
export async function preview(ctx: Context, user: SignedInUser, eventId: number, rule: DatesRule): Promise<string[]> {
  const event = await requireVisible(ctx, user, eventId)
  const known = await selectDates(ctx.db, eventId, ctx.now())
  const taken = new Set(known.map(({ start_date_event }) => Date.parse(start_date_event)))
  const now = ctx.now().getTime()
  const left = mostDates - known.filter(isComing).length
  const wanted = Math.min(rule.count ?? mostDates, left + 1)
  const starts = startsOf(rule, event.start_date_event, (start) => start > now && !taken.has(start), wanted)
  if (starts.length > left) throw new AppError('too_many_dates')
  if (starts.length === 0) throw new AppError('no_dates')
  return starts.map((start) => new Date(start).toISOString())
}

const isComing = ({ status, is_called_off }: SeriesDate) => status !== 'COMPLETED' && !is_called_off

/** In years: a rule that gives no date is not followed further. */
const longest = 10

/** The first `count` instants of a rule after `first` that are `free`, at its time of day in Bangkok. */
function startsOf(
  { every, on, which, until }: DatesRule,
  first: string,
  free: (start: number) => boolean,
  count: number,
): number[] {
  const days = on.map((day) => (every === 'month' ? `${which}${day}` : day)).join(',')
  const frequency = every === 'month' ? 'FREQ=MONTHLY' : `FREQ=WEEKLY;INTERVAL=${every === 'week' ? 1 : 2}`
  const begin = toInput(first).replaceAll(/[-:]/g, '')
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=Asia/Bangkok:${begin}00\nRRULE:${frequency};BYDAY=${days}`,
  })
  const day = 24 * 3_600_000
  const lastDay = until === null ? Number.POSITIVE_INFINITY : startOfDayInBangkok(until).getTime() + day
  const end = Math.min(lastDay, Date.parse(first) + longest * 366 * day)
  // The rule knows no seconds.
  const rest = Date.parse(first) % 60_000
  const starts: number[] = []
  rule.all((date) => {
    const start = date.epochMilliseconds + rest
    if (start >= end || starts.length >= count) return false
    if (start > Date.parse(first) && free(start)) starts.push(start)
    return starts.length < count
  })
  return starts
}

/** Copies the event to each start, with its team; all or none. Throws `event_called_off`, `event_deleted`, `start_past`,
 *  `date_past` and `too_many_dates`. */
export async function add(ctx: Context, user: SignedInUser, eventId: number, given: string[]): Promise<SeriesDate[]> {
  const { series_id, user_id } = await requireVisible(ctx, user, eventId)
  const now = ctx.now()
  const ids = await ctx.db.transaction(async (tx) => {
    // Two at once must not both add the same date, or the last one allowed.
    await lockTeam(tx, eventId)
    const event = await lockEditable(tx, eventId)
    const known = await selectDates(tx, eventId, now)
    const taken = new Set(known.map(({ start_date_event }) => Date.parse(start_date_event)))
    const starts = [...new Set(given.map((start) => Date.parse(start)))].filter((start) => !taken.has(start))
    if (starts.some((start) => start <= now.getTime())) throw new AppError('start_past')
    if (known.filter(isComing).length + starts.length > mostDates) throw new AppError('too_many_dates')
    const added: number[] = []
    for (const start of starts.toSorted((one, other) => one - other)) {
      const fields = copiedTo(event, start)
      const problems = eventDateProblems(fields, now, event)
      if (problems.length > 0) throw invalidFields(problems)
      // Followers are told of the first only.
      added.push(await insertWhole(tx, user_id, fields, event.event_image, { isNews: added.length === 0, now }))
    }
    await joinSeries(tx, [eventId, ...added], series_id ?? eventId)
    await shareTeam(tx, eventId)
    if (added.length > 0) await logAction(tx, { eventId, userId: user.id, action: 'edited', detail: 'dates' }, now)
    return [eventId, ...added]
  })
  for (const id of ids) ctx.announcer.announce(id)
  return dates(ctx, user, eventId)
}

/** The event at another start. Registration and sales open as they do for the event; all other times stay as far from the start. */
function copiedTo(event: OwnEvent, start: number): EventFields {
  const by = start - Date.parse(event.start_date_event)
  return {
    ...event,
    start_date_event: moved(event.start_date_event, by),
    end_date_event: moved(event.end_date_event, by),
    end_date_register: moved(event.end_date_register, by),
    pass_on_until: movedOrNull(event.pass_on_until, by),
    ticket_types: event.ticket_types.map((type) => ({
      ...type,
      id: null,
      on_sale_until: movedOrNull(type.on_sale_until, by),
    })),
  }
}

const moved = (iso: string, by: number) => new Date(Date.parse(iso) + by).toISOString()
const movedOrNull = (iso: string | null, by: number) => (iso === null ? null : moved(iso, by))

/** Edits an event, and the later dates of its series that are neither over nor called off in the same way; all or none. Throws
 *  `event_over`, and what `edit` throws. */
export async function editThisAndLater(
  ctx: Context,
  user: SignedInUser,
  id: number,
  change: OneChange,
  image: Upload | null,
): Promise<EventDetail> {
  const shown = await requireVisible(ctx, user, id)
  const { role } = shown
  await checkTexts(ctx, change, shown)
  const now = ctx.now()
  if (Date.parse(shown.end_date_event) <= now.getTime()) throw new AppError('event_over')
  const ids = await selectThisAndLater(ctx.db, id, user.id, now)
  await withPicture(ctx, image, async (tx, address) => {
    const events = new Map<number, OwnEvent>()
    for (const each of ids) events.set(each, await lockEvent(tx, each))
    const before = events.get(id)
    if (before === undefined) throw new AppError('event_not_found')
    const after = await editLocked(ctx, tx, { user, role }, before, change, address)
    for (const other of events.values()) {
      // Called off since they were selected.
      if (other.id === id || other.called_off_at !== null) continue
      const { change_note } = change
      const same = { ...sameChange(before, after, other), change_note }
      await editLocked(ctx, tx, { user, role }, other, same, address).catch((error) => {
        throw namingDate(error, other)
      })
      if (address !== null) await discardPicture(tx, other.event_image)
    }
    return { former: address === null ? '' : before.event_image }
  })
  for (const each of ids) ctx.announcer.announce(each)
  return showDetail(ctx, user, id)
}

type Fields = Partial<EventFields>

const movedFields = ['start_date_event', 'end_date_event', 'start_date_register', 'end_date_register'] as const

/** What has to change at another date of a series for the change from `before` to `after` at one: the same fields, dates and
 *  times by as much. Fields that stay are left as they are there. */
function sameChange(before: EventFields, after: EventFields, other: EventFields): Fields {
  const fields = changedFields(before, after).filter((field) => field in other)
  const change: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field, after[field]]))
  for (const field of movedFields) {
    if (field in change) change[field] = moved(other[field], Date.parse(after[field]) - Date.parse(before[field]))
  }
  const apart = Date.parse(other.start_date_event) - Date.parse(before.start_date_event)
  if ('pass_on_until' in change) change.pass_on_until = movedOrNull(after.pass_on_until, apart)
  if ('ticket_types' in change) change.ticket_types = sameTypes(before, after, other, apart)
  return change as Fields
}

/** The new list with the other date's ids. A type is the same at both if it had the same name. */
function sameTypes(before: EventFields, after: EventFields, other: EventFields, apart: number): TicketTypeFields[] {
  return after.ticket_types.map((type) => {
    const was = before.ticket_types.find(({ id }) => id !== null && id === type.id)
    const same = was && other.ticket_types.find(({ name }) => name.toLowerCase() === was.name.toLowerCase())
    return { ...type, id: same?.id ?? null, on_sale_until: movedOrNull(type.on_sale_until, apart) }
  })
}

/** A refusal at one date of several, which names the date. */
function namingDate(error: unknown, { start_date_event }: Pick<EventFields, 'start_date_event'>): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, problems } = error
  return new AppError(code, { date: start_date_event, ...(problems === null ? { message } : { problems }) })
}
