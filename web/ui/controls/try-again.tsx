import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Message } from '#web/ui/display/message.tsx'
import { Button } from './button.tsx'

/** Loads the page's data again, also automatically once the network is back. A reload by the browser would replace the
 *  page by the browser's error. */
export function TryAgain() {
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    window.addEventListener('online', revalidate)
    return () => window.removeEventListener('online', revalidate)
  }, [revalidate])
  return (
    <Button variant="secondary" busy={state === 'loading' && 'Loading...'} onClick={revalidate}>
      Try Again
    </Button>
  )
}

interface LoadFailureProps {
  /** What could not be loaded, and why. */
  text: string
  /** Whether it is being loaded again. */
  busy?: boolean
  onAgain: () => void
}

/** For a part of a page that could not be loaded. */
export function LoadFailure({ text, busy = false, onAgain }: LoadFailureProps) {
  return (
    <Message kind="failure">
      <p>{text}</p>
      <Button variant="quiet" className="-ml-5" busy={busy && 'Loading...'} onClick={onAgain}>
        Try Again
      </Button>
    </Message>
  )
}
