import type { ReactNode } from 'react'
import { dateAndTime, shortDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { answerText } from '#contract/questions/answers.ts'
import type { Applicant, ApplicantStatus, FellowApplicant } from '#contract/tickets/applicants.ts'
import * as m from '#messages/applicants.json'
import * as common from '#messages/common.json'
import { price } from '#web/lib/format/numbers.ts'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { stateLabels } from './application-states.ts'

const statusLabels: Record<ApplicantStatus, string> = {
  approved: m.approved,
  pending: m.pending,
  cancelled: m.cancelled,
}

/** Green for approved, yellow for pending, red for anything else (specification, section 4). */
const tones = { approved: 'success', pending: 'warning', cancelled: 'danger' } as const satisfies Record<
  ApplicantStatus,
  string
>

export function nameOf({ first_name, last_name, username }: Applicant): string {
  return `${first_name} ${last_name}`.trim() || username
}

interface PersonProps {
  applicant: FellowApplicant
  name: string
  /** Badges. */
  children?: ReactNode
}

/** Picture and names. */
export function Person({ applicant: { username, profile_picture }, name, children }: PersonProps) {
  return (
    <>
      <Avatar picture={profile_picture} name={name} className="size-11 shrink-0" />
      {/* On phones badges have a line of their own, so that the name gets the width. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-[min(100%,9rem)] flex-1">
          <span className="block font-medium break-words">{name}</span>
          {name === username ? null : <span className="block text-sm wrap-anywhere text-ink-soft">@{username}</span>}
        </span>
        {children}
      </span>
    </>
  )
}

interface StatusBadgeProps {
  applicant: FellowApplicant
  /** Instead of the status. */
  label?: string
  /** What waits for the owner. */
  mark?: string | undefined
}

export function StatusBadge({ applicant: { status }, label = statusLabels[status], mark }: StatusBadgeProps) {
  return (
    <span className="flex flex-wrap gap-1">
      {mark ? <Badge>{mark}</Badge> : null}
      <Badge tone={tones[status]}>{label}</Badge>
    </span>
  )
}

/** High enough for a thumb, without spreading the lines. */
const link = '-my-2.5 inline-flex min-h-11 items-center break-all text-accent-ink underline underline-offset-4'

/** Everything that the owner may see of an applicant. */
export function FullRecord({ applicant, indented = true }: { applicant: Applicant; indented?: boolean }) {
  return (
    <dl
      className={classes(
        'figures grid grid-cols-1 gap-x-4 gap-y-3 pt-1 text-sm sm:grid-cols-2',
        indented ? 'pb-5 sm:pl-14' : 'pb-2',
      )}
    >
      <Fact name={common.email} wide>
        {applicant.email ? (
          <a href={`mailto:${applicant.email}`} className={link}>
            {applicant.email}
          </a>
        ) : null}
      </Fact>
      <Fact name={m.phone}>
        {applicant.phone_number ? (
          <a href={`tel:${applicant.phone_number}`} className={link}>
            {applicant.phone_number}
          </a>
        ) : null}
      </Fact>
      <Fact name={common.ticketType}>{applicant.ticket_type}</Fact>
      {applicant.guests.map((guest, place) => (
        <Fact key={guest.id} name={fill(m.guest, { number: place + 1 })}>
          {guest.fullname}, {guest.ticket_number} ({stateLabels[guest.state]})
          {guest.answers.map((given) => `\n${given.question}: ${answerText(given, common.yes)}`)}
        </Fact>
      ))}
      <Fact name={common.code}>{withPrice(applicant)}</Fact>
      <Fact name={applicant.walk_in !== null ? m.came : applicant.state === 'INVITED' ? m.invitedOn : m.applied}>
        {dateAndTime(applicant.created_at)}
      </Fact>
      <Fact name={m.birthDate}>{applicant.birth_date ? shortDate(applicant.birth_date) : null}</Fact>
      <Fact name={m.nationality}>{applicant.nationality}</Fact>
      <Fact name={m.company}>{applicant.company}</Fact>
      <Fact name={m.address} wide>
        {applicant.address}
      </Fact>
      {applicant.answers.map((given) => (
        <Fact key={given.question_id} name={given.question} wide>
          {answerText(given, common.yes)}
        </Fact>
      ))}
      <Fact name={m.eventsAttended}>{applicant.attended_events_count}</Fact>
      <Fact name={m.eventsCancelled}>{applicant.cancelled_events_count}</Fact>
    </dl>
  )
}

/** '' without a code. */
function withPrice({ code, price_satang }: Applicant): string {
  return code && `${code}, ${price({ is_free: false, ticket_price: price_satang / 100 })}`
}

/** Nothing if the value is not known. */
function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  if (children === '' || children === null) return null
  return (
    <div className={classes('min-w-0', wide && 'sm:col-span-2')}>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}
