import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx'
import type { CardEvent } from '#web/features/events/card-event.ts'
import { LikeButton } from '#web/features/likes/like-button.tsx'

/** The buttons on an event's card, on every page that shows cards. */
export function eventActions(event: CardEvent) {
  return (
    <>
      <LikeButton event={event} place="card" />
      <BookmarkButton event={event} place="card" />
    </>
  )
}
