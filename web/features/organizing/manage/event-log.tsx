import { History } from 'lucide'
import type { ReactNode } from 'react'
import { dayAndTime } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { EventFields } from '#contract/events/event-fields.ts'
import { counted, fill } from '#contract/language/messages.ts'
import type { FigureName } from '#contract/tickets/overview.ts'
import {
  type LogAction,
  type LogEntry,
  type listLog,
  logActions,
  roleLabels,
  TeamRole,
} from '#contract/tickets/team.ts'
import * as m from '#messages/event-log.json'
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
  approved: m.actionApproved,
  refused: m.actionRefused,
  paid: m.actionPaid,
  slip_refused: m.actionSlipRefused,
  refunded: m.actionRefunded,
  refund_undone: m.actionRefundUndone,
  edited: m.actionEdited,
  messaged: m.actionMessaged,
  message_stopped: m.actionMessageStopped,
  moderated: m.actionModerated,
  exported: m.actionExported,
  team: m.actionTeam,
}

/** Who did what with an event, newest first. */
export function EventLog({ log: { entries, people }, total, filter, onFilter, children }: EventLogProps) {
  const persons = people.map(({ id, name, username }) => ({ value: String(id), label: name || username }))
  const actions = logActions.map((action) => ({ value: action, label: actionLabels[action] }))
  return (
    <section aria-labelledby="event-log" className="flex flex-col gap-4">
      <h2 id="event-log" className="text-lg">
        {m.whoDidWhat}
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <Field label={m.person}>
          {(control) => (
            <Select
              {...control}
              placeholder={m.everybody}
              options={persons}
              value={filter.person ?? ''}
              onChange={({ target }) => onFilter({ ...filter, person: Number(target.value) || undefined })}
            />
          )}
        </Field>
        <Field label={m.action}>
          {(control) => (
            <Select
              {...control}
              placeholder={m.everything}
              options={actions}
              value={filter.action ?? ''}
              onChange={({ target }) => onFilter({ ...filter, action: logActions.find((one) => one === target.value) })}
            />
          )}
        </Field>
      </div>
      <p role="status" className="figures text-sm text-ink-soft">
        {total === 0 ? '' : counted(total, m.entries_one, m.entries_other)}
      </p>
      {total === 0 ? (
        <EmptyState icon={History} title={m.empty}>
          <p>{m.emptyHint}</p>
        </EmptyState>
      ) : (
        <Card className="px-4 sm:px-6">
          <ol aria-label={m.log} className="divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
                <div className="min-w-[min(100%,14rem)] flex-1 wrap-anywhere">
                  <span className="font-medium">{entry.person ? personName(entry.person) : m.formerMember}</span>{' '}
                  {whatHappened(entry)}
                  <MoreNames entry={entry} />
                </div>
                <time dateTime={entry.at} className="figures text-sm text-ink-soft">
                  {dayAndTime(entry.at)}
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
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-accent-ink">
        {m.allNames}
      </summary>
      <p className="text-sm text-ink-soft">
        {left > 0 ? fill(m.namesAndMore, { names: names.join(', '), count: left }) : names.join(', ')}
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
  const who = { people: people(names, total) }
  switch (action) {
    case 'approved':
      return fill(m.approved, who)
    case 'refused':
      return fill(m.refused, who)
    case 'paid':
      return fill(m.paid, who)
    case 'slip_refused':
      return fill(m.slipRefused, who)
    case 'refunded':
      return fill(m.refunded, who)
    case 'refund_undone':
      return fill(m.refundUndone, who)
    case 'edited':
      return fill(m.edited, { parts: listed(editedParts(detail), (parts, last) => fill(m.partList, { parts, last })) })
    case 'messaged':
      return fill(m.messaged, { subject: detail })
    case 'message_stopped':
      return fill(m.messageStopped, { subject: detail })
    case 'moderated':
      return moderations[detail] ?? m.moderated
    case 'exported':
      return exports[detail as keyof typeof exports] ?? m.downloadedList
    case 'team':
      return teamText(detail, who.people)
  }
}

/** 'Nok, Mali, Chai and 4 more'. */
function people(names: string[], total: number): string {
  const shown = names.slice(0, mostNamed)
  const left = total - shown.length
  if (shown.length === 0) return total === 0 ? m.somebody : counted(total, m.people_one, m.people_other)
  if (left > 0) return fill(m.namesAndMore, { names: shown.join(', '), count: left })
  return listed(shown, (names, last) => fill(m.nameList, { names, last }))
}

/** Not by `Intl.ListFormat`: Thai names have spaces in them, and it puts nothing else between them. */
function listed(parts: string[], withLast: (others: string, last: string) => string): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : withLast(parts.slice(0, -1).join(', '), last)
}

/** What the edited field, or part of the event, is called. */
const partLabels: Record<keyof EventFields | 'event_image' | 'dates' | 'codes' | 'door_links', string> = {
  event_name: m.fieldName,
  detailed_description: m.fieldDescription,
  description: m.fieldDescription,
  terms_and_conditions: m.fieldTerms,
  event_image: m.fieldImage,
  category: m.fieldCategory,
  dress_code: m.fieldDressCode,
  visibility: m.fieldVisibility,
  tags: m.fieldTags,
  min_age_requirement: m.fieldAge,
  start_date_event: m.fieldStart,
  end_date_event: m.fieldEnd,
  start_date_register: m.fieldRegistration,
  end_date_register: m.fieldRegistration,
  is_online: m.fieldAddress,
  place_to_be_announced: m.fieldAddress,
  address: m.fieldAddress,
  latitude: m.fieldAddress,
  longitude: m.fieldAddress,
  meeting_link: m.fieldMeetingLink,
  max_attendee: m.fieldSeats,
  is_free: m.fieldPrice,
  ticket_price: m.fieldPrice,
  expected_price: m.fieldPrice,
  ticket_types: m.fieldTicketTypes,
  promptpay_id: m.fieldReceiver,
  promptpay_name: m.fieldReceiver,
  payment_words: m.fieldHowToPay,
  payment_minutes: m.fieldTimeToPay,
  needs_approval: m.fieldApproval,
  waiting_list: m.fieldWaitingList,
  questions: m.fieldQuestions,
  max_party: m.fieldMaxParty,
  guest_names_optional: m.fieldGuestNames,
  questions_per_guest: m.fieldQuestionsPerGuest,
  pass_on_until: m.fieldPassOn,
  allowed_email_domains: m.fieldDomains,
  contact_email: m.fieldContactEmail,
  contact_phone: m.fieldContactPhone,
  website_url: m.fieldWebsite,
  facebook_url: m.fieldFacebook,
  twitter_url: m.fieldTwitter,
  instagram_url: m.fieldInstagram,
  other_url: m.fieldOtherUrl,
  dates: m.fieldDates,
  codes: m.fieldCodes,
  door_links: m.fieldDoorLinks,
}

/** Entries outlive the fields that they name. */
const partLabel = (field: string) =>
  partLabels[field as keyof typeof partLabels] ?? fill(m.fieldOther, { field: field.replaceAll('_', ' ') })

const editedParts = (detail: string) => [...new Set(detail.split(',').map(partLabel))]

const moderations: Record<string, string> = {
  hidden: m.hidComment,
  shown: m.showedComment,
  closed: m.closedComments,
  opened: m.openedComments,
  dismissed: m.dismissedReports,
}

const exports: Record<FigureName | 'applicants' | 'refunds' | 'codes', string> = {
  applicants: m.downloadedApplicants,
  refunds: m.downloadedRefunds,
  codes: m.downloadedCodes,
  attendance: m.downloadedAttendance,
  feedback: m.downloadedFeedback,
  sentences: m.downloadedSentences,
  funnel: m.downloadedFunnel,
  applications: m.downloadedApplications,
  sources: m.downloadedSources,
  money: m.downloadedMoney,
  entries: m.downloadedEntries,
  answers: m.downloadedAnswers,
}

function teamText(detail: string, people: string): string {
  const [what, given] = detail.split(' ')
  const known = TeamRole.safeParse(given).data
  const role = known && roleLabels[known]
  if (what === 'joined') return role ? fill(m.joinedAs, { role }) : m.joined
  if (what === 'left') return m.left
  if (what === 'removed') return fill(m.removed, { people })
  if (what === 'withdrew') return m.withdrew
  if (what === 'role') return role ? fill(m.roleChangedTo, { people, role }) : fill(m.roleChanged, { people })
  return role ? fill(m.invitedAs, { role }) : m.invited
}
