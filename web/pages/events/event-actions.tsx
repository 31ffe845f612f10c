import type { CardEvent } from '#contract/events/events.ts'
import { BookmarkButton, LikeButton } from '#web/features/engagement/engagement-buttons.tsx'

/** On every page with cards. */
export function eventActions(event: CardEvent) {
  return (
    <>
      <LikeButton event={event} look="card" />
      <BookmarkButton event={event} look="card" />
    </>
  )
}
