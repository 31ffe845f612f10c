import { Bell, BellRing } from 'lucide-react'
import { toggleFollow } from '#contract/engagement/follows.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/following.json'
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
    onFailure: (error, attempt) => notify.failure(messageOf(error, common.notSaved), { attempt }),
  })
  const Icon = on ? BellRing : Bell
  return (
    <Button
      variant={on ? 'secondary' : 'primary'}
      aria-label={fill(on ? m.followingNamed : m.followNamed, { name })}
      aria-busy={busy}
      className={className}
      onClick={toggle}
    >
      <Icon aria-hidden className="size-5" />
      {on ? m.following : m.follow}
    </Button>
  )
}

async function send(organizerId: number) {
  const { is_following } = await call(toggleFollow, { params: { organizerId } })
  return { on: is_following, total: 0 }
}
