import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockTime, dayDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { FigureName } from '#contract/tickets/overview.ts'
import {
  type LogAction,
  type LogEntry,
  type listLog,
  logActions,
  roleLabels,
  TeamRole,
} from '#contract/tickets/team.ts'
import { plural } from '#web/lib/format/numbers.ts'
import { Card } from '#web/ui/display/card.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/inputs.tsx'

export interface LogFilter {
  person?: number | undefined
  action?: LogAction | undefined
}

interface EventLogProps {
  log: Reply<typeof listLog>
  total: number
  filter: LogFilter
  onFilter: (filter: LogFilter) => void
  /** Links to the other pages. */
  children: ReactNode
}

const actionLabels: Record<LogAction, string> = {
  approved: 'Approved',
  refused: 'Refused',
  paid: 'Marked as paid',
  slip_refused: 'Refused slips',
  refunded: 'Refunded',
  refund_undone: 'Refunds undone',
  edited: 'Edited',
  messaged: 'Messages',
  message_stopped: 'Stopped messages',
  moderated: 'Comments',
  exported: 'Downloads',
  team: 'Team',
}

/** Who did what with an event, newest first. */
export function EventLog({ log: { entries, people }, total, filter, onFilter, children }: EventLogProps) {
  const persons = people.map(({ id, name, username }) => ({ value: String(id), label: name || username }))
  const actions = logActions.map((action) => ({ value: action, label: actionLabels[action] }))
  return (
    <section aria-labelledby="event-log" className="flex flex-col gap-4">
      <h2 id="event-log" className="text-lg">
        Who did what
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Person">
          {(control) => (
            <Select
              {...control}
              placeholder="Everybody"
              options={persons}
              value={filter.person ?? ''}
              onChange={({ target }) => onFilter({ ...filter, person: Number(target.value) || undefined })}
            />
          )}
        </Field>
        <Field label="Action">
          {(control) => (
            <Select
              {...control}
              placeholder="Everything"
              options={actions}
              value={filter.action ?? ''}
              onChange={({ target }) => onFilter({ ...filter, action: logActions.find((one) => one === target.value) })}
            />
          )}
        </Field>
      </div>
      <p role="status" className="figures text-sm text-ink-soft">
        {total === 0 ? '' : plural(total, 'entry', 'entries')}
      </p>
      {total === 0 ? (
        <EmptyState icon={<History aria-hidden className="size-8" />} title="Nothing here yet.">
          <p>Approvals, payments, edits, messages and downloads are listed here, with who made them and when.</p>
        </EmptyState>
      ) : (
        <Card className="px-4 sm:px-6">
          <ol aria-label="Log" className="divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
                <div className="min-w-[min(100%,14rem)] flex-1 wrap-anywhere">
                  <span className="font-medium">{entry.person ? personName(entry.person) : 'Former member'}</span>{' '}
                  {whatHappened(entry)}
                  <MoreNames entry={entry} />
                </div>
                <time dateTime={entry.at} className="figures text-sm text-ink-soft">
                  {`${dayDate(entry.at)}, ${clockTime(entry.at)}`}
                </time>
              </li>
            ))}
          </ol>
        </Card>
      )}
      {children}
    </section>
  )
}

const personName = ({ name, username }: NonNullable<LogEntry['person']>) => name || username

/** The most names in a sentence. */
const mostNamed = 3

/** All names of an entry about many people, as far as the server names them. */
function MoreNames({ entry: { names, total } }: { entry: LogEntry }) {
  if (total <= mostNamed) return null
  const left = total - names.length
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-accent-ink">All names</summary>
      <p className="text-sm text-ink-soft">
        {names.join(', ')}
        {left > 0 ? ` and ${left} more` : ''}
      </p>
    </details>
  )
}

/** What somebody did, as the end of a sentence that begins with their name. */
export function whatHappened({
  action,
  detail,
  names,
  total,
}: Pick<LogEntry, 'action' | 'detail' | 'names' | 'total'>): string {
  const who = people(names, total)
  switch (action) {
    case 'approved':
      return `approved ${who}`
    case 'refused':
      return `refused ${who}`
    case 'paid':
      return `marked ${who} as paid`
    case 'slip_refused':
      return `refused the transfer slip of ${who}`
    case 'refunded':
      return `marked the refund to ${who} as paid back`
    case 'refund_undone':
      return `undid the mark of the refund to ${who}`
    case 'edited':
      return `edited ${listed(editedParts(detail))}`
    case 'messaged':
      return `wrote the message “${detail}”`
    case 'message_stopped':
      return `stopped the message “${detail}”`
    case 'moderated':
      return moderations[detail] ?? 'moderated comments'
    case 'exported':
      return `downloaded ${exports[detail as keyof typeof exports] ?? 'a list'}`
    case 'team':
      return teamText(detail, who)
  }
}

/** 'Nok, Mali, Chai and 4 more'. */
function people(names: string[], total: number): string {
  const shown = names.slice(0, mostNamed)
  const left = total - shown.length
  if (shown.length === 0) return total === 0 ? 'somebody' : plural(total, 'person', 'people')
  return left > 0 ? `${shown.join(', ')} and ${left} more` : listed(shown)
}

function listed(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** What a field is called, where its name does not say it. */
const partLabels: Record<string, string> = {
  event_name: 'the name',
  detailed_description: 'the description',
  description: 'the description',
  terms_and_conditions: 'the terms',
  event_image: 'the image',
  start_date_event: 'the start',
  end_date_event: 'the end',
  start_date_register: 'the registration times',
  end_date_register: 'the registration times',
  is_online: 'the place',
  place_to_be_announced: 'the place',
  address: 'the place',
  latitude: 'the place',
  longitude: 'the place',
  meeting_link: 'the meeting link',
  max_attendee: 'the number of seats',
  is_free: 'the price',
  ticket_price: 'the price',
  expected_price: 'the price',
  ticket_types: 'the ticket types',
  promptpay_id: 'the receiver of the money',
  promptpay_name: 'the receiver of the money',
  payment_words: 'how to pay',
  payment_minutes: 'the time to pay',
  needs_approval: 'approval',
  waiting_list: 'the waiting list',
  questions: 'the questions',
  dates: 'the dates of the series',
  codes: 'the codes',
  door_links: 'the door links',
}

function editedParts(detail: string): string[] {
  return [...new Set(detail.split(',').map((field) => partLabels[field] ?? `the ${field.replaceAll('_', ' ')}`))]
}

const moderations: Record<string, string> = {
  hidden: 'hid a comment',
  shown: 'showed a hidden comment again',
  closed: 'closed the comments',
  opened: 'opened the comments',
  dismissed: 'dismissed the reports of a comment',
}

const exports: Record<FigureName | 'applicants' | 'refunds' | 'codes', string> = {
  applicants: 'the list of applicants',
  refunds: 'the list of refunds',
  codes: 'the codes',
  attendance: 'the attendance',
  feedback: 'the answers to “How was it?”',
  sentences: 'what people said',
  funnel: 'the figures from page views to entries',
  applications: 'the figures of applications',
  sources: 'where visitors came from',
  money: 'the figures of money',
  entries: 'the entries per minute',
  answers: 'the answers',
}

function teamText(detail: string, who: string): string {
  const [what, given] = detail.split(' ')
  const role = TeamRole.safeParse(given).data
  const as = role ? ` as ${roleLabels[role]}` : ''
  if (what === 'joined') return `joined the team${as}`
  if (what === 'left') return 'left the team'
  if (what === 'removed') return `removed ${who} from the team`
  if (what === 'withdrew') return 'withdrew an invitation'
  return what === 'role'
    ? `changed the role of ${who}${role ? ` to ${roleLabels[role]}` : ''}`
    : `invited somebody${as}`
}
