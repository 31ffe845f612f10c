import { Bell, BellRing } from 'lucide-react'
import { toggleFollow } from '#contract/engagement/follows.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useToggle } from '#web/lib/api/use-toggle.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'

interface FollowButtonProps {
  organizer: { id: number; organizer_name: string; is_following: boolean }
  className?: string
}

export function FollowButton({ organizer, className }: FollowButtonProps) {
  const { id, organizer_name: name } = organizer
  const { on, busy, toggle } = useToggle({
    name: `follow ${id}`,
    loaded: { on: organizer.is_following, total: 0 },
    send: () => send(id),
    optimistic: true,
    onFailure: (error, attempt) =>
      notify.failure(messageOf(error, 'This could not be changed. Please try again.'), { attempt }),
  })
  const Icon = on ? BellRing : Bell
  return (
    <Button
      variant={on ? 'secondary' : 'primary'}
      aria-label={on ? `Following ${name}. Press to stop.` : `Follow ${name}`}
      aria-busy={busy}
      className={className}
      onClick={toggle}
    >
      <Icon aria-hidden className="size-5" />
      {on ? 'Following' : 'Follow'}
    </Button>
  )
}

async function send(organizerId: number) {
  const { is_following } = await call(toggleFollow, { params: { organizerId } })
  return { on: is_following, total: 0 }
}
