import { Heart } from 'lucide-react'
import { toggleLike } from '#contract/engagement/likes.ts'
import type { Event } from '#contract/events/events.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useToggle } from '#web/lib/api/use-toggle.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { ToggleButton, type ToggleLook } from '#web/ui/controls/toggle-button.tsx'

type Likeable = Pick<Event, 'id' | 'event_name' | 'engagement' | 'user_engaged'>

/** Likes the event or removes the like. In the header of an event's page the button changes only once the server has
 *  answered. */
export function LikeButton({ event, look }: { event: Likeable; look: ToggleLook }) {
  const { on, total, busy, toggle } = useToggle({
    name: `like ${event.id}`,
    loaded: { on: event.user_engaged.is_liked, total: event.engagement.total_likes },
    send: () => send(event.id),
    optimistic: look !== 'header',
    onFailure: (error, attempt) => notify.failure(failure(look, error), { attempt }),
  })
  return (
    <ToggleButton
      look={look}
      icon={Heart}
      on={on}
      busy={busy}
      title={on ? 'Remove like' : 'Like event'}
      of={event.event_name}
      total={total}
      unit={total === 1 ? 'like' : 'likes'}
      onPress={toggle}
    />
  )
}

async function send(eventId: number) {
  const { is_liked, total_likes } = await call(toggleLike, { params: { eventId } })
  return { on: is_liked, total: total_likes }
}

function failure(look: ToggleLook, error: unknown): string {
  if (look === 'widget') return messageOf(error, 'An error occurred. Please try again.')
  return 'Failed to like the event. Please try again.'
}
