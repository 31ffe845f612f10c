import { useEffect, useState } from 'react'
import { showSlip } from '#contract/tickets/payments.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useObjectUrl } from '#web/lib/files/pictures.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** The picture of a slip. It has no address that one could share: it is asked for with the session, and kept by nobody. */
export function SlipPicture({ ticketId }: { ticketId: number }) {
  const [picture, setPicture] = useState<Blob | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const address = useObjectUrl(picture)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const leaving = new AbortController()
    setProblem(null)
    call(showSlip, { params: { ticketId } }, { signal: leaving.signal })
      .then(setPicture)
      .catch((error) => {
        if (leaving.signal.aborted) return
        const isGone = error instanceof ApiError && error.status === 404
        setProblem(
          isGone ? 'The picture is kept no more.' : messageOf(error, 'The slip could not be loaded. Please try again.'),
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
