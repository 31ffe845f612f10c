import { Upload } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { sendSlip } from '#contract/tickets/payments.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/payment.json'
import { ApiError, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { imageProblem, useSending } from '#web/lib/files/pictures.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify, offlineWords } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { ImageFileInput, ProgressBar } from '#web/ui/forms/picture-input.tsx'
import { slipRefusal } from './application-status.tsx'
import { ReceiptLink } from './receipt.tsx'

/** A form to send the transfer slip of an unpaid application; its state is shown above, as SlipState. Reloads the page's data
 *  after a slip is sent or refused. */
export function SlipUpload({ ticket }: { ticket: Pick<Ticket, 'id' | 'slip'> }) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [isOffline, setOffline] = useState(false)
  /** A file that the server has not responded about. */
  const [unsent, setUnsent] = useState<File | null>(null)
  const [refundTo, setRefundTo] = useState('')
  const [refundProblem, setRefundProblem] = useState<string | null>(null)
  const { sent, send } = useSending()
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { revalidate } = useRevalidator()

  async function handleFile(file: File) {
    const wrong = imageProblem(file)
    setProblem(wrong)
    setRefundProblem(null)
    setOffline(false)
    if (wrong !== null) return setUnsent(null)
    try {
      await send(async (onProgress) => {
        const body = { refund_to: refundTo }
        await call(sendSlip, { params: { ticketId: ticket.id }, body, file }, { onProgress })
      })
      // Its state may be off the screen.
      notify.success(m.slipSent)
    } catch (error) {
      // The slip itself was not examined, and can be sent again unchanged.
      if (isAboutRefund(error)) {
        setRefundProblem(error.message)
        return setUnsent(file)
      }
      setProblem(messageOf(error, m.slipNotSent))
      setOffline(isOutcomeUnknown(error) && navigator.onLine === false)
      // Without a response there is nothing newer to load, and a failed reload would remove the message.
      if (isOutcomeUnknown(error)) return setUnsent(file)
    }
    setUnsent(null)
    // A refusal may have changed something too: the deadline, or the seat itself.
    await revalidate()
  }

  // A slip that could not be sent is sent once there is a network, and only once: the browser may report that twice.
  useEffect(() => {
    if (unsent === null || !isOffline) return
    const sendNow = () => void handleFile(unsent)
    window.addEventListener('online', sendNow, { once: true })
    return () => window.removeEventListener('online', sendNow)
  })

  async function handleAgain(file: File) {
    await handleFile(file)
    // The pressed button may be gone.
    if (!section.current?.contains(document.activeElement)) heading.current?.focus()
  }

  return (
    <section
      ref={section}
      id="slip"
      aria-labelledby={`${id}title`}
      className="flex scroll-mt-24 flex-col gap-4 print:hidden"
    >
      <h2 ref={heading} tabIndex={-1} id={`${id}title`} className="rounded-sm text-lg font-medium">
        {m.transferSlip}
      </h2>
      {problem === null ? null : (
        <Message kind="failure">
          <p>{problem}</p>
          {isOffline ? (
            <>
              <p>{offlineWords}</p>
              <p>{m.slipSentOnceOnline}</p>
            </>
          ) : null}
        </Message>
      )}
      {unsent === null ? null : (
        <Button
          variant="secondary"
          className="self-start"
          busy={sent !== null && common.sending}
          onClick={() => handleAgain(unsent)}
        >
          {common.tryAgain}
        </Button>
      )}
      <Field label={m.refundNumber} hint={m.refundNumberHint} error={refundProblem ?? undefined}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            value={refundTo}
            onChange={({ target }) => {
              setRefundTo(target.value)
              setRefundProblem(null)
            }}
          />
        )}
      </Field>
      <label
        htmlFor={`${id}file`}
        className="inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 self-start rounded-full border border-line bg-card px-5 py-2 font-medium text-accent-ink transition hover:border-accent hover:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
      >
        <ImageFileInput id={`${id}file`} disabled={sent !== null} onFile={handleFile} />
        <Icon icon={Upload} className="shrink-0" />
        {ticket.slip ? m.sendAnotherSlip : m.sendSlip}
      </label>
      {sent === null ? null : <ProgressBar label={m.sendingSlip} done={sent} />}
      <p className="text-sm text-ink-soft">{m.slipRules}</p>
    </section>
  )
}

/** Whether only the number for a refund was wrong. */
function isAboutRefund(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.problems.length > 0 && error.problems.every(({ loc }) => loc[1] === 'refund_to')
  )
}

/** The state of the last transfer slip. */
export function SlipState({ slip }: Pick<Ticket, 'slip'>) {
  // A ticket saved by an older release has no slip.
  if (!slip) return null
  if (slip.state === 'in_review') {
    return (
      <Message kind="info">
        <p>{m.slipInReview}</p>
        <p>{m.doNotPayAgain}</p>
        {slip.readable ? null : <p>{m.slipUnreadable}</p>}
      </Message>
    )
  }
  if (slip.state === 'confirmed') return <Message kind="success">{m.slipAccepted}</Message>
  return (
    <Message kind="failure">
      {slipRefusal({ slip }).map((sentence) => (
        <p key={sentence} className="wrap-anywhere">
          {sentence}
        </p>
      ))}
    </Message>
  )
}

interface TicketPaymentProps {
  ticket: Pick<Ticket, 'id' | 'party_of' | 'status' | 'slip' | 'paid_at'>
  /** The ticket is saved data, because the server does not respond. */
  isSaved: boolean
}

/** Paying one's own application: the form for a slip, or the receipt. */
export function TicketPayment({ ticket, isSaved }: TicketPaymentProps) {
  // It stays when the network goes: someone may be reading there that their slip was not sent.
  if (ticket.status === 'UNPAID') {
    return (
      <div className="mt-6 flex flex-col gap-4">
        {/* A refusal is among the application's next steps. */}
        {ticket.slip?.state === 'refused' ? null : <SlipState slip={ticket.slip} />}
        <SlipUpload ticket={ticket} />
      </div>
    )
  }
  if (isSaved || !ticket.paid_at) return null
  return (
    <p className="mt-4">
      <ReceiptLink ticket={ticket} />
    </p>
  )
}
