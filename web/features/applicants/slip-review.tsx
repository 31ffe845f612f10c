import { useEffect, useState } from 'react'
import type { Slip } from '#contract/events/events.schemas.ts'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { confirmSlip, refuseSlip, showSlip, slipLimits } from '#contract/tickets/payments.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useObjectUrl } from '#web/lib/files/pictures.ts'
import { exactBaht } from '#web/lib/format/numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { WhenSeen } from '#web/ui/display/when-seen.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

interface SlipReviewProps {
  applicant: Pick<Applicant, 'application_id' | 'price_satang' | 'slip' | 'state'>
  /** Called after a decision, here or elsewhere, and after another slip was sent: the list is out of date. */
  onDecided: () => void
}

/** A transfer slip beside the amount due, for the owner to confirm or refuse. The slip of an ended application can only be
 *  refused: money that arrived is paid back. */
export function SlipReview({ applicant, onDecided }: SlipReviewProps) {
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
        setProblem(messageOf(error, 'This could not be decided. Please try again.'))
        if (error instanceof ApiError && error.code === 'slip_decided') onDecided()
      },
      decision,
    )
  }

  return (
    <section
      aria-label="Transfer slip"
      className="mb-3 grid grid-cols-1 gap-4 rounded-md border border-line p-4 sm:grid-cols-2"
    >
      <WhenSeen className="min-h-48">
        <SlipPicture key={slip.sent_at} ticketId={ticketId} />
      </WhenSeen>
      <div className="flex flex-col gap-4">
        <p>
          The price
          <span className="figures block text-2xl font-semibold">{exactBaht(applicant.price_satang)} baht</span>
        </p>
        {slip.readable ? null : (
          <Message kind="info" announced={false}>
            The code on this slip could not be read, so it may have been used before. Look for the transfer in your
            account.
          </Message>
        )}
        {slip.state === 'confirmed' ? <Message kind="success">You have confirmed this slip.</Message> : null}
        {slip.state === 'refused' ? (
          <Message kind="info">
            <p>This slip was refused.</p>
            {slip.reason ? <p className="wrap-anywhere">{slip.reason}</p> : null}
          </Message>
        ) : null}
        {problem === null ? null : <Message kind="failure">{problem}</Message>}
        {slip.state === 'in_review' ? (
          <>
            {applicant.state === 'CANCELLED' ? (
              <p>
                This application has ended. If the money has come, pay it back and mark it as refunded. If not, refuse
                the slip.
              </p>
            ) : (
              <Button onClick={() => decide('confirm')} busy={running === 'confirm' && 'Confirming...'}>
                The money has come
              </Button>
            )}
            <Field label="Reason, if you refuse it (optional)">
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={slipLimits.reason}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </Field>
            <Button variant="secondary" onClick={() => decide('refuse')} busy={running === 'refuse' && 'Refusing...'}>
              Refuse this slip
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
        setProblem(
          isGone
            ? 'The picture has been deleted.'
            : messageOf(error, 'The slip could not be loaded. Please try again.'),
        )
      })
    return () => leaving.abort()
  }, [ticketId, attempt])

  if (problem !== null) {
    return (
      <div className="flex flex-col items-start gap-2">
        <p role="alert">{problem}</p>
        <Button variant="secondary" onClick={() => setAttempt(attempt + 1)}>
          Try Again
        </Button>
      </div>
    )
  }
  return address === undefined ? (
    <p className="text-ink-soft">Loading the slip...</p>
  ) : (
    <a href={address} target="_blank" rel="noreferrer" aria-label="Open the slip in its full size">
      <img src={address} alt="Transfer slip" className="max-h-96 w-full rounded-md border border-line object-contain" />
    </a>
  )
}
