import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Message } from '#web/ui/display/message.tsx'

/** Shown instead of a profile that could not be read: says why, and offers to load it again. */
export function ProfileProblem({ problem }: { problem: string }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <Message kind="failure">Error fetching user data: {problem}</Message>
      <TryAgain />
    </div>
  )
}
