import { dayDate } from '#contract/dates.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/mails-news.json'
import * as th from '#languages/th/mails-news.json'
import { countedEmails, emailDomain } from '#server/features/accounts/viewer.ts'
import {
  beginNews,
  deleteOldNews,
  lockOpenNews,
  type NewsTimes,
  selectNextFollowers,
  selectOrganizersWithNews,
  updateNews,
} from '#server/features/events/event-news.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { feedTexts, zonedDate } from '#server/lib/feeds/feed-texts.ts'
import { addJobs, type JobInfo } from '#server/lib/jobs/jobs.ts'
import { composeMail, type Fact, helloTo, mailTexts, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import {
  type EventToMail,
  type FollowerToMail,
  selectEventsToMail,
  selectFollowerToMail,
} from './following.repository.ts'
import { stopLinkOf } from './following.service.ts'

const newsTexts = inLanguages(en, th)

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
  const times: NewsTimes = {
    quietSince: before(quietFor),
    waitingSince: before(longestWait),
    lastNewsBefore: before(betweenMails),
  }
  for (const id of await selectOrganizersWithNews(ctx.db, times, organizersAtOnce)) {
    await ctx.db.transaction((tx) => beginNews(tx, id, times, now))
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
  const { language } = follower
  const m = newsTexts[language]
  const organizer = oneLine(follower.organizer_name)
  const link = stopLinkOf(tokenSecret, { organizerId: follower.organizer_id, userId: follower.user_id })
  const [first] = events
  const total = first?.total ?? 0
  const isOne = first !== undefined && total === 1
  return composeMail(settings, {
    to: follower.email,
    language,
    subject: isOne
      ? fill(m.newEventSubject, { event: oneLine(first.event_name) })
      : fill(m.newEventsSubject, { count: total, organizer }),
    paragraphs: [
      helloTo(follower.name, language),
      fill(isOne ? m.newEvent : m.newEvents, { organizer, count: total }),
      ...(total > events.length ? [fill(m.firstEvents, { count: events.length })] : []),
    ],
    facts: isOne ? factsOf(ctx, first, language) : events.map((event) => line(ctx, event, language)),
    action: isOne
      ? { label: mailTexts[language].viewEvent, url: eventUrl(ctx, first, language) }
      : { label: m.viewAllEvents, url: pageUrl(settings, paths.organizer(follower.organizer_id), language) },
    note: fill(m.becauseFollowing, { organizer }),
    stop: {
      label: fill(m.stopNewEvents, { organizer }),
      url: pageUrl(settings, paths.stopFollowing(link), language),
    },
  })
}

function factsOf(ctx: Context, event: EventToMail, language: Language): Fact[] {
  const { when, where } = mailTexts[language]
  const place = event.is_online ? feedTexts[language].online : oneLine(placeText(event, language))
  return [
    {
      label: newsTexts[language].event,
      value: oneLine(event.event_name),
      url: eventUrl(ctx, event, language),
    },
    { label: when, value: zonedDate(event.start_date_event, language) },
    ...(place === '' ? [] : [{ label: where, value: place }]),
  ]
}

function line(ctx: Context, event: EventToMail, language: Language): Fact {
  return {
    label: dayDate(event.start_date_event, language),
    value: oneLine(event.event_name),
    url: eventUrl(ctx, event, language),
  }
}

function eventUrl({ settings }: Context, { id }: EventToMail, language: Language): string {
  return pageUrl(settings, paths.event(id), language)
}
