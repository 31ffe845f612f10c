import { dayDate, eventZoneName, fullDate } from '#contract/dates.ts'
import { placeText } from '#contract/events/event-place.ts'
import { paths } from '#contract/paths.ts'
import { countedEmails, emailDomain } from '#server/features/accounts/viewer.ts'
import {
  beginNews,
  deleteOldNews,
  lockOpenNews,
  type NewsPace,
  selectNextFollowers,
  selectOrganizersWithNews,
  updateNews,
} from '#server/features/events/event-news.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { addJobs, type JobInfo } from '#server/lib/jobs/jobs.ts'
import { composeMail, type Fact, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import {
  type EventToMail,
  type FollowerToMail,
  selectEventsToMail,
  selectFollowerToMail,
} from './following.repository.ts'
import { stopLinkOf } from './following.service.ts'

const minute = 60_000
const hour = 60 * minute
/** Wait until the organizer has stopped publishing, but at most an hour after the first event. */
const quietFor = 10 * minute
const longestWait = hour
/** At most three mails a day from one organizer. */
const betweenMails = 8 * hour
const keepNewsFor = 7 * 24 * hour

const organizersAtOnce = 100
const followersAtOnce = 500

/**
 * Mails followers about new events, at most once about each, several in one mail. Any number of processes can run this at
 * once, and another continues where a killed one stopped: progress is stored in the transaction that enqueues the mails.
 */
export async function mailFollowers(ctx: Context): Promise<void> {
  const now = ctx.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const pace: NewsPace = {
    quietSince: before(quietFor),
    waitingSince: before(longestWait),
    lastNewsBefore: before(betweenMails),
  }
  for (const id of await selectOrganizersWithNews(ctx.db, pace, organizersAtOnce)) {
    await ctx.db.transaction((tx) => beginNews(tx, id, pace, now))
  }
  let more = true
  while (more) more = await mailNextFollowers(ctx)
  await deleteOldNews(ctx.db, before(keepNewsFor))
}

function mailNextFollowers({ db, now }: Context): Promise<boolean> {
  return db.transaction(async (tx) => {
    const news = await lockOpenNews(tx)
    if (news === null) return false
    const followers = await selectNextFollowers(tx, news, followersAtOnce)
    await addJobs(
      tx,
      'send_news_mail',
      followers.map((userId): NewsMail => ({ newsId: news.id, userId })),
    )
    const isDone = followers.length < followersAtOnce
    await updateNews(tx, news.id, followers.at(-1) ?? news.last_user_id, isDone ? now() : null)
    return true
  })
}

/** A queued mail to one follower. It is composed when it is sent, so that it is up to date and the queue's rows stay
 *  small. */
export interface NewsMail {
  newsId: number
  userId: number
}

/** The most events listed in one mail. */
const mostNamed = 10

/** Skips followers who stopped following, are blocked, have no email that counts, or may see none of the events. */
export async function sendNewsMail(ctx: Context, mailer: Mailer, mail: NewsMail, job: JobInfo): Promise<void> {
  const follower = await selectFollowerToMail(ctx.db, mail.newsId, mail.userId, countedEmails(ctx.settings))
  if (follower === null || follower.email === '') return
  const events = await selectEventsToMail(ctx.db, {
    ids: follower.event_ids,
    viewer: { id: follower.user_id, emailDomain: emailDomain(follower.email) },
    since: follower.followed_at,
    now: ctx.now(),
    count: mostNamed,
  })
  if (events.length > 0) await mailer.send(composeNewsMail(ctx, follower, events), job)
}

/** One or several new events of an organizer, soonest first. */
function composeNewsMail(ctx: Context, follower: FollowerToMail, events: EventToMail[]): Mail {
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
