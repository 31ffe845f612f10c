import { Bookmark } from 'lucide-react'
import { toggleBookmark } from '#contract/engagement/bookmarks.ts'
import type { Event } from '#contract/events/events.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useToggle } from '#web/lib/api/use-toggle.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { ToggleButton, type ToggleLook } from '#web/ui/controls/toggle-button.tsx'

type Bookmarkable = Pick<Event, 'id' | 'event_name' | 'engagement' | 'user_engaged'>

/** Bookmarks the event or removes the bookmark. In the header of an event's page the button changes only once the
 *  server has answered. */
export function BookmarkButton({ event, look }: { event: Bookmarkable; look: ToggleLook }) {
  const { on, total, busy, toggle } = useToggle({
    name: `bookmark ${event.id}`,
    loaded: { on: event.user_engaged.is_bookmarked, total: event.engagement.total_bookmarks },
    send: () => send(event.id),
    optimistic: look !== 'header',
    onFailure: (error, attempt) => handleFailure(look, error, attempt),
  })
  return (
    <ToggleButton
      look={look}
      icon={Bookmark}
      on={on}
      busy={busy}
      title={on ? 'Remove bookmark' : 'Bookmark event'}
      of={event.event_name}
      total={total}
      unit={total === 1 ? 'bookmark' : 'bookmarks'}
      onPress={toggle}
    />
  )
}

async function send(eventId: number) {
  const { is_bookmarked, total_bookmarks } = await call(toggleBookmark, { params: { eventId } })
  return { on: is_bookmarked, total: total_bookmarks }
}

/** The specification asks for no words on cards, and only for a log line in the header (section 8). */
function handleFailure(look: ToggleLook, error: unknown, attempt: string) {
  if (look === 'widget') notify.failure(messageOf(error, 'An error occurred. Please try again.'), { attempt })
  if (look === 'header') console.error(error)
}
