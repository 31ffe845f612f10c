import { Bookmark, Heart } from 'lucide'
import { toggleBookmark, toggleLike } from '#contract/engagement/engagement.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import { counted } from '#contract/language/messages.ts'
import * as m from '#messages/engagement.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useToggle } from '#web/lib/api/use-toggle.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { RichText } from '#web/ui/display/rich-text.tsx'

/** card: small, with the count. header: round, over a picture. widget: with the count and its noun. */
type Look = 'card' | 'header' | 'widget'

interface EngagementButtonProps {
  event: Pick<Event, 'id' | 'event_name' | 'engagement' | 'user_engaged'>
  look: Look
}

/** The buttons on an event's card. */
export function eventActions(event: CardEvent) {
  return (
    <>
      <LikeButton event={event} look="card" />
      <BookmarkButton event={event} look="card" />
    </>
  )
}

export function LikeButton({ event, look }: EngagementButtonProps) {
  return <EngagementButton kind="like" event={event} look={look} />
}

export function BookmarkButton({ event, look }: EngagementButtonProps) {
  return <EngagementButton kind="bookmark" event={event} look={look} />
}

const kinds = {
  like: {
    icon: Heart,
    loaded: ({ engagement, user_engaged }: EngagementButtonProps['event']) => ({
      on: user_engaged.is_liked,
      total: engagement.total_likes,
    }),
    send: async (eventId: number) => {
      const { is_liked, total_likes } = await call(toggleLike, { params: { eventId } })
      return { on: is_liked, total: total_likes }
    },
    title: { on: m.removeLike, off: m.like },
    count: { one: m.likes_one, other: m.likes_other },
    failure: m.likeFailed,
  },
  bookmark: {
    icon: Bookmark,
    loaded: ({ engagement, user_engaged }: EngagementButtonProps['event']) => ({
      on: user_engaged.is_bookmarked,
      total: engagement.total_bookmarks,
    }),
    send: async (eventId: number) => {
      const { is_bookmarked, total_bookmarks } = await call(toggleBookmark, { params: { eventId } })
      return { on: is_bookmarked, total: total_bookmarks }
    },
    title: { on: m.removeBookmark, off: m.bookmark },
    count: { one: m.bookmarks_one, other: m.bookmarks_other },
    // The specification (section 8) has no notice on cards, and only a log line in the header.
    failure: null,
  },
}

const looks: Record<Look, string> = {
  card: 'min-h-11 min-w-11 justify-center gap-1.5 px-2.5 text-sm hover:bg-accent-soft hover:text-accent-ink',
  header: 'size-11 justify-center bg-card/95 shadow-card hover:bg-card hover:text-accent-ink',
  widget:
    'min-h-11 gap-1.5 border border-line bg-card px-3 sm:px-4 hover:border-accent hover:bg-accent-soft hover:text-accent-ink',
}

/** A toggle whose icon is filled while on. In the header it changes only after the server's answer. */
function EngagementButton({ kind, event, look }: EngagementButtonProps & { kind: keyof typeof kinds }) {
  const { icon, loaded, send, title: titles, count, failure } = kinds[kind]
  const { on, total, busy, toggle } = useToggle({
    name: `${kind} ${event.id}`,
    loaded: loaded(event),
    send: () => send(event.id),
    optimistic: look !== 'header',
    onFailure(error, attempt) {
      if (look === 'widget') notify.failure(messageOf(error, m.failed), { attempt })
      else if (failure !== null) notify.failure(failure, { attempt })
      else if (look === 'header') console.error(error)
    },
  })
  const title = on ? titles.on : titles.off
  return (
    <button
      type="button"
      title={title}
      aria-busy={busy}
      onClick={toggle}
      className={classes(
        'figures inline-flex items-center rounded-full transition',
        looks[look],
        on ? 'text-accent-ink' : 'text-ink-soft',
      )}
    >
      <Icon icon={icon} className={classes('shrink-0', on && 'fill-current')} />
      {/* A page has many cards, so screen readers also need the event's name. */}
      <span className="sr-only">{look === 'card' ? `${title}: ${event.event_name}, ` : title}</span>
      {look === 'header' ? null : (
        <RichText
          text={counted(total, count.one, count.other)}
          tags={{ noun: (words) => <span className={look === 'card' ? 'sr-only' : undefined}>{words}</span> }}
        />
      )}
    </button>
  )
}
