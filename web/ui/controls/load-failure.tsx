import { Message } from '#web/ui/display/message.tsx'
import { Button } from './button.tsx'

interface LoadFailureProps {
  /** What could not be loaded, and why. */
  text: string
  /** Whether it is being loaded again. */
  busy?: boolean
  onAgain: () => void
}

/** Stands in the place of a part of a page that could not be loaded. */
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
