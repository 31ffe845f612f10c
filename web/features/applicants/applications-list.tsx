import { ChevronDown } from 'lucide'
import { Fragment, useId, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { clockTime, shortDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { answerText } from '#contract/questions/answers.ts'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { resendInvitation } from '#contract/tickets/invitations.ts'
import * as m from '#messages/applicants.json'
import * as common from '#messages/common.json'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { FullRecord, nameOf, Person, StatusBadge } from './applicant.tsx'
import { decisionsFor, describeState, labelOf, partySize, slipMark } from './application-states.ts'
import { type Choice, type Decision, decisionKinds } from './decisions.tsx'
import { SlipReview } from './slip-review.tsx'

interface ApplicationsListProps {
  applicants: Applicant[]
  choice: Choice
  decision: Decision
  /** Called after something about an applicant's payment was decided. */
  onPaymentDecided: (applicant: Applicant) => void
}

/** A table on laptops, cards on phones. */
export function ApplicationsList(props: ApplicationsListProps) {
  const isWide = useSyncExternalStore(followWidth, () => matchMedia(wide).matches)
  return isWide ? <ApplicationsTable {...props} /> : <ApplicationCards {...props} />
}

const wide = '(min-width: 64rem)'

function followWidth(onChange: () => void) {
  const media = matchMedia(wide)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

function ApplicationsTable(props: ApplicationsListProps) {
  const { applicants } = props
  const hasAnswers = applicants.some(({ answers }) => answers.length > 0)
  return (
    <table aria-label={m.applicants} className="w-full table-fixed rounded-lg bg-card text-left shadow-card">
      <thead>
        <tr className="border-b border-line text-sm text-ink-soft">
          <Heading className="w-1/4 pl-4">{common.name}</Heading>
          <Heading>{m.state}</Heading>
          <Heading className="w-28">{m.applied}</Heading>
          {hasAnswers ? <Heading>{m.answers}</Heading> : null}
          <Heading className="pr-4 text-right">{m.actions}</Heading>
        </tr>
      </thead>
      <tbody>
        {applicants.map((applicant) => (
          <TableRow key={applicant.id} {...props} applicant={applicant} hasAnswers={hasAnswers} />
        ))}
      </tbody>
    </table>
  )
}

function Heading({ className, children }: { className?: string; children: string }) {
  return (
    <th scope="col" className={classes('px-2 py-3 font-normal', className)}>
      {children}
    </th>
  )
}

type RowProps = ApplicationsListProps & { applicant: Applicant }

function TableRow({ hasAnswers, ...props }: RowProps & { hasAnswers: boolean }) {
  const { applicant, onPaymentDecided } = props
  const { isOpen, setIsOpen, slip, checkSlip } = useRecord()
  const details = useId()
  return (
    <>
      <tr className="border-t border-line align-top">
        <th scope="row" className="py-3 pr-2 pl-4 font-normal wrap-anywhere">
          <div className="flex items-center gap-3">
            <ChooseBox {...props} />
            <Person applicant={applicant} name={nameOf(applicant)} />
          </div>
        </th>
        <td className="px-2 py-4 wrap-anywhere">
          <StatusBadge applicant={applicant} label={labelOf(applicant)} mark={slipMark(applicant)} />
          <StateText applicant={applicant} />
        </td>
        <td className="figures px-2 py-4 text-sm whitespace-nowrap">
          {shortDate(applicant.created_at)}
          <span className="block text-ink-soft">{clockTime(applicant.created_at)}</span>
          {applicant.ticket_type ? (
            <span className="block whitespace-normal wrap-anywhere">{applicant.ticket_type}</span>
          ) : null}
        </td>
        {hasAnswers ? (
          <td className="px-2 py-4 text-sm">
            <dl className="flex flex-col gap-1">
              {applicant.answers.map((given) => (
                <Fragment key={given.question_id}>
                  <dt className="line-clamp-1 wrap-anywhere text-ink-soft">{given.question}</dt>
                  <dd className="line-clamp-2 wrap-anywhere">{answerText(given, common.yes)}</dd>
                </Fragment>
              ))}
            </dl>
          </td>
        ) : null}
        <td className="py-3 pr-4 pl-2">
          <div className="flex flex-wrap justify-end gap-2">
            <DecisionButtons {...props} onCheckSlip={checkSlip} />
            <Button
              variant="quiet"
              className="px-3"
              aria-label={fill(m.detailsOf, { name: nameOf(applicant) })}
              aria-expanded={isOpen}
              aria-controls={details}
              onClick={() => setIsOpen(!isOpen)}
            >
              {m.details}
              <Icon icon={ChevronDown} className={classes('size-4 transition', isOpen && 'rotate-180')} />
            </Button>
          </div>
        </td>
      </tr>
      <tr id={details} hidden={!isOpen}>
        {isOpen ? (
          <td colSpan={hasAnswers ? 5 : 4} className="px-4 pb-4 wrap-anywhere">
            <SlipReview ref={slip} applicant={applicant} onDecided={() => onPaymentDecided(applicant)} />
            <FullRecord applicant={applicant} indented={false} />
          </td>
        ) : null}
      </tr>
    </>
  )
}

function ApplicationCards(props: ApplicationsListProps) {
  return (
    <ul aria-label={m.applicants} className="flex flex-col gap-3">
      {props.applicants.map((applicant) => (
        <ApplicationCard key={applicant.id} {...props} applicant={applicant} />
      ))}
    </ul>
  )
}

function ApplicationCard(props: RowProps) {
  const { applicant, onPaymentDecided } = props
  const { isOpen, setIsOpen, slip, checkSlip } = useRecord()
  return (
    <li className="flex flex-wrap gap-1 rounded-lg border border-line bg-card p-3 shadow-card sm:px-4">
      <ChooseBox {...props} />
      <div className="flex min-w-[min(100%,14rem)] flex-1 flex-col gap-2 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-4">
        <div className="flex min-w-0 items-center gap-3">
          <Person applicant={applicant} name={nameOf(applicant)}>
            <StatusBadge applicant={applicant} label={labelOf(applicant)} mark={slipMark(applicant)} />
          </Person>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden sm:justify-end max-sm:order-3">
          <DecisionButtons {...props} onCheckSlip={checkSlip} />
        </div>
        <div className="min-w-0 sm:col-span-2 sm:pl-14">
          {applicant.ticket_type ? <p className="text-sm wrap-anywhere">{applicant.ticket_type}</p> : null}
          <StateText applicant={applicant} />
        </div>
        <details
          className="group order-4 sm:col-span-2 sm:pl-14"
          open={isOpen}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary
            aria-label={fill(m.detailsOf, { name: nameOf(applicant) })}
            className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-sm text-accent-ink [&::-webkit-details-marker]:hidden"
          >
            {m.details}
            <Icon icon={ChevronDown} className="size-4 transition group-open:rotate-180" />
          </summary>
          <SlipReview ref={slip} applicant={applicant} onDecided={() => onPaymentDecided(applicant)} />
          <FullRecord applicant={applicant} indented={false} />
        </details>
      </div>
    </li>
  )
}

/** What is folded away in a row. */
function useRecord() {
  const [isOpen, setIsOpen] = useState(false)
  const slip = useRef<HTMLElement>(null)

  function checkSlip() {
    flushSync(() => setIsOpen(true))
    slip.current?.focus()
  }

  return { isOpen, setIsOpen, slip, checkSlip }
}

function ChooseBox({ applicant, choice }: RowProps) {
  if (!choice.choosable.includes(applicant)) return null
  return (
    <label className="-ml-1.5 grid size-11 flex-none cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={fill(m.choosePerson, { name: nameOf(applicant) })}
        checked={choice.chosen.includes(applicant)}
        onChange={({ target }) => choice.choose(applicant, target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  )
}

function DecisionButtons({ applicant, choice, decision, onCheckSlip }: RowProps & { onCheckSlip: () => void }) {
  if (choice.isOver) return null
  // A payment is confirmed beside its slip.
  const hasSlip = slipMark(applicant) !== undefined
  return (
    <>
      {hasSlip ? (
        <Button variant="secondary" aria-label={fill(m.checkSlipOf, { name: nameOf(applicant) })} onClick={onCheckSlip}>
          {m.checkSlip}
        </Button>
      ) : null}
      {decisionsFor(applicant.state).map((name) =>
        hasSlip && name === 'paid' ? null : (
          <Button
            key={name}
            variant="secondary"
            aria-label={fill(decisionKinds[name].labelOf, { name: nameOf(applicant) })}
            onClick={() => decision.ask(name, [applicant])}
          >
            {decisionKinds[name].label}
          </Button>
        ),
      )}
      {applicant.state === 'INVITED' ? <SendAgain eventId={decision.eventId} applicant={applicant} /> : null}
    </>
  )
}

/** Mails an invitation once more. */
function SendAgain({ eventId, applicant }: { eventId: number; applicant: Applicant }) {
  const { run, busy } = useAction()

  async function send() {
    await call(resendInvitation, { params: { eventId, applicationId: applicant.application_id } })
    notify.success(fill(m.invitationSentAgain, { email: applicant.email }))
  }

  return (
    <Button
      variant="quiet"
      className="px-3"
      aria-label={fill(m.sendAgainTo, { name: nameOf(applicant) })}
      busy={busy && common.sending}
      onClick={() => run(send, m.invitationNotSent)}
    >
      {m.sendAgain}
    </Button>
  )
}

function StateText({ applicant }: { applicant: Applicant }) {
  const { organizer_word: message } = applicant
  const seats = partySize(applicant)
  return (
    <>
      <p className="figures mt-1 text-sm text-ink-soft">{describeState(applicant)}</p>
      {seats > 1 ? <p className="figures text-sm text-ink-soft">{fill(m.partyOf, { count: seats })}</p> : null}
      {message ? (
        <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
          {m.yourMessage} <q className="text-ink">{message}</q>
        </p>
      ) : null}
    </>
  )
}
