import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import * as common from '#messages/common.json'
import { Message } from '#web/ui/display/message.tsx'
import { Button } from './button.tsx'

/** Reloads the page's data, also automatically once the network is back. A reload of the whole page could end in the
 *  browser's own error page. */
export function TryAgain() {
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    window.addEventListener('online', revalidate)
    return () => window.removeEventListener('online', revalidate)
  }, [revalidate])
  return (
    <Button variant="secondary" busy={state === 'loading' && common.loading} onClick={revalidate}>
      {common.tryAgain}
    </Button>
  )
}

interface LoadFailureProps {
  /** What could not be loaded, and why. */
  text: string
  /** Whether it is being reloaded. */
  busy?: boolean
  onAgain: () => void
}

/** Shown in place of a part of a page that could not be loaded. */
export function LoadFailure({ text, busy = false, onAgain }: LoadFailureProps) {
  return (
    <Message kind="failure">
      <p>{text}</p>
      <Button variant="quiet" className="-ml-5" busy={busy && common.loading} onClick={onAgain}>
        {common.tryAgain}
      </Button>
    </Message>
  )
}
