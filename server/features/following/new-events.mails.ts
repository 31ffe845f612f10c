import { dayDate, eventZoneName, fullDate } from '#contract/dates.ts'
import { placeText } from '#contract/events/event-place.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/lib/context.ts'
import { composeMail, type Fact, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { EventToMail, FollowerToMail } from './following.repository.ts'
import { stopLinkOf } from './following.service.ts'

/** One or several new events of an organizer, soonest first. */
export function composeNewsMail(ctx: Context, follower: FollowerToMail, events: EventToMail[]): Mail {
  const { settings, tokenSecret } = ctx
  const organizer = oneLine(follower.organizer_name)
  const link = stopLinkOf(tokenSecret, { organizerId: follower.organizer_id, userId: follower.user_id })
  const [first] = events
  const total = first?.total ?? 0
  const isOne = first !== undefined && total === 1
  return composeMail(settings, {
    to: follower.email,
    subject: isOne ? `New event: ${oneLine(first.event_name)}` : `${total} new events by ${organizer}`,
    paragraphs: [
      `Hello ${follower.name},`,
      isOne ? `${organizer} has published a new event.` : `${organizer} has published ${total} new events.`,
      ...(total > events.length ? [`These are the first ${events.length}.`] : []),
    ],
    facts: isOne ? factsOf(ctx, first) : events.map((event) => line(ctx, event)),
    action: isOne
      ? { label: 'View Event', url: publicUrl(settings, paths.event(first.id)) }
      : { label: 'View All Events', url: publicUrl(settings, paths.organizer(follower.organizer_id)) },
    note: `You get this email because you follow ${organizer}.`,
    stop: {
      label: `Stop emails about new events of ${organizer}`,
      url: publicUrl(settings, paths.stopFollowing(link)),
    },
  })
}

function factsOf(ctx: Context, event: EventToMail): Fact[] {
  const place = event.is_online ? 'Online' : oneLine(placeText(event))
  return [
    { label: 'Event', value: oneLine(event.event_name), url: eventUrl(ctx, event) },
    { label: 'When', value: `${fullDate(event.start_date_event)} (${eventZoneName})` },
    ...(place === '' ? [] : [{ label: 'Where', value: place }]),
  ]
}

function line(ctx: Context, event: EventToMail): Fact {
  return { label: dayDate(event.start_date_event), value: oneLine(event.event_name), url: eventUrl(ctx, event) }
}

function eventUrl({ settings }: Context, { id }: EventToMail): string {
  return publicUrl(settings, paths.event(id))
}
