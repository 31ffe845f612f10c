import { type Ref, useEffect, useState } from 'react'
import type { Slip } from '#contract/events/events.schemas.ts'
import { fill } from '#contract/language/messages.ts'
import { exactBaht } from '#contract/numbers.ts'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { confirmSlip, refuseSlip, showSlip, slipLimits } from '#contract/tickets/payments.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/slip-review.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useObjectUrl } from '#web/lib/files/pictures.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { WhenSeen } from '#web/ui/display/when-seen.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

interface SlipReviewProps {
  ref?: Ref<HTMLElement>
  applicant: Pick<Applicant, 'application_id' | 'price_satang' | 'slip' | 'state'>
  /** Called after a decision, here or elsewhere, and after another slip was sent: the list is out of date. */
  onDecided: () => void
}

/** A transfer slip beside the amount due, for the owner to confirm or refuse. The slip of an ended application can only be
 *  refused: money that arrived is paid back. */
export function SlipReview({ ref, applicant, onDecided }: SlipReviewProps) {
  const [decided, setDecided] = useState<Slip | null>(null)
  const { run, running } = useAction()
  const [problem, setProblem] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const ticketId = applicant.application_id
  // The decision made here is newer than the list, unless another slip was sent since.
  const isNewer = decided !== null && decided.sent_at === applicant.slip?.sent_at
  const slip = isNewer ? decided : applicant.slip
  if (!slip) return null

  function decide(decision: 'confirm' | 'refuse') {
    setProblem(null)
    const params = { ticketId }
    // Another slip may be sent while this one is looked at.
    const { sent_at } = applicant.slip ?? {}
    return run(
      async () => {
        const ticket =
          decision === 'confirm'
            ? await call(confirmSlip, { params, body: { sent_at } })
            : await call(refuseSlip, { params, body: { sent_at, reason } })
        setDecided(ticket.slip)
        onDecided()
      },
      (error) => {
        setProblem(messageOf(error, m.notDecided))
        if (error instanceof ApiError && error.code === 'slip_decided') onDecided()
      },
      decision,
    )
  }

  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={m.transferSlip}
      className="mb-3 grid grid-cols-1 gap-4 rounded-md border border-line p-4 sm:grid-cols-2"
    >
      <WhenSeen className="min-h-48">
        <SlipPicture key={slip.sent_at} ticketId={ticketId} />
      </WhenSeen>
      <div className="flex flex-col gap-4">
        <p>
          {m.price}
          <span className="figures block text-2xl font-semibold">
            {fill(m.bahtAmount, { amount: exactBaht(applicant.price_satang) })}
          </span>
        </p>
        {slip.readable ? null : (
          <Message kind="info" announced={false}>
            {m.codeNotRead}
          </Message>
        )}
        {slip.state === 'confirmed' ? <Message kind="success">{m.confirmed}</Message> : null}
        {slip.state === 'refused' ? (
          <Message kind="info">
            <p>{m.refused}</p>
            {slip.reason ? <p className="wrap-anywhere">{slip.reason}</p> : null}
          </Message>
        ) : null}
        {problem === null ? null : <Message kind="failure">{problem}</Message>}
        {slip.state === 'in_review' ? (
          <>
            {applicant.state === 'CANCELLED' ? (
              <p>{m.ended}</p>
            ) : (
              <Button onClick={() => decide('confirm')} busy={running === 'confirm' && m.confirming}>
                {m.paymentReceived}
              </Button>
            )}
            <Field label={m.reason}>
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={slipLimits.reason}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </Field>
            <Button variant="secondary" onClick={() => decide('refuse')} busy={running === 'refuse' && m.refusing}>
              {m.refuse}
            </Button>
          </>
        ) : null}
      </div>
    </section>
  )
}

/** The picture has no URL to share: it is loaded with the session, and not cached. */
function SlipPicture({ ticketId }: { ticketId: number }) {
  const [picture, setPicture] = useState<Blob | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const address = useObjectUrl(picture)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    const leaving = new AbortController()
    setProblem(null)
    call(showSlip, { params: { ticketId } }, { signal: leaving.signal })
      .then(setPicture)
      .catch((error) => {
        if (leaving.signal.aborted) return
        const isGone = error instanceof ApiError && error.status === 404
        setProblem(isGone ? m.deleted : messageOf(error, m.notLoaded))
      })
    return () => leaving.abort()
  }, [ticketId, attempt])

  if (problem !== null) {
    return (
      <div className="flex flex-col items-start gap-2">
        <p role="alert">{problem}</p>
        <Button variant="secondary" onClick={() => setAttempt(attempt + 1)}>
          {common.tryAgain}
        </Button>
      </div>
    )
  }
  return address === undefined ? (
    <p className="text-ink-soft">{m.loading}</p>
  ) : (
    <a href={address} target="_blank" rel="noreferrer" aria-label={m.openFullSize}>
      <img
        src={address}
        alt={m.transferSlip}
        className="max-h-96 w-full rounded-md border border-line object-contain"
      />
    </a>
  )
}
