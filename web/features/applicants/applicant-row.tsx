import type { ReactNode } from 'react'
import { type Applicant, type ApplicantStatus, type FellowApplicant, isFullRecord } from '#contract/applicants.ts'
import { clockTime, shortDate } from '#contract/dates.ts'
import { humanize } from '#web/lib/text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'

const tones = { approved: 'success', pending: 'warning' } as const

/** Green for approved, yellow for pending, red for anything else (specification, section 4). */
const toneOf = (status: ApplicantStatus) => (status in tones ? tones[status as keyof typeof tones] : 'danger')

export function ApplicantRow({ applicant }: { applicant: Applicant | FellowApplicant }) {
  const { username, profile_picture, status } = applicant
  const name = isFullRecord(applicant) ? `${applicant.first_name} ${applicant.last_name}`.trim() : ''
  return (
    <li className="flex items-start gap-3 py-3">
      <Avatar picture={profile_picture} name={name || username} className="size-11 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name || username}</p>
        {name ? <p className="text-sm break-words text-ink-soft">@{username}</p> : null}
        {isFullRecord(applicant) ? <FullRecord applicant={applicant} /> : null}
      </div>
      <Badge tone={toneOf(status)}>{humanize(status)}</Badge>
    </li>
  )
}

const link = 'inline-flex min-h-11 items-center break-words text-accent-ink underline underline-offset-4'

function FullRecord({ applicant }: { applicant: Applicant }) {
  return (
    <details className="text-sm">
      <summary className="-ml-1 min-h-11 w-fit cursor-pointer rounded-sm px-1 py-2.5 text-accent-ink">Details</summary>
      <dl className="figures grid gap-x-4 gap-y-2 pb-2 sm:grid-cols-2">
        <Fact name="Email" wide>
          <a href={`mailto:${applicant.email}`} className={link}>
            {applicant.email}
          </a>
        </Fact>
        <Fact name="Phone">
          {applicant.phone_number ? (
            <a href={`tel:${applicant.phone_number}`} className={link}>
              {applicant.phone_number}
            </a>
          ) : null}
        </Fact>
        <Fact name="Applied">
          {shortDate(applicant.created_at)}, {clockTime(applicant.created_at)}
        </Fact>
        <Fact name="Birth date">{applicant.birth_date ? shortDate(applicant.birth_date) : null}</Fact>
        <Fact name="Nationality">{applicant.nationality}</Fact>
        <Fact name="Company">{applicant.company}</Fact>
        <Fact name="Address">{applicant.address}</Fact>
        <Fact name="Events attended">{applicant.attended_events_count}</Fact>
        <Fact name="Events cancelled">{applicant.cancelled_events_count}</Fact>
      </dl>
    </details>
  )
}

/** What is not known is not mentioned. */
function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  if (children === '' || children === null) return null
  return (
    <div className={classes('min-w-0', wide && 'sm:col-span-2')}>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
