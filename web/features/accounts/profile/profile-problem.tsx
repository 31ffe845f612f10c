import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'

/** Shown instead of a profile that could not be read: says why, and offers to load it again. */
export function ProfileProblem({ problem }: { problem: string }) {
  const { state, revalidate } = useRevalidator()
  return (
    <div className="flex flex-col items-start gap-4">
      <Message kind="failure">Error fetching user data: {problem}</Message>
      <Button variant="secondary" busy={state === 'loading' && 'Loading...'} onClick={revalidate}>
        Try Again
      </Button>
    </div>
  )
}
