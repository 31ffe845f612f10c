import { countedEmails, emailDomain } from '#server/features/accounts/users/reader.ts'
import type { Context } from '#server/lib/context.ts'
import type { JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { selectToldFollower } from './follows.repository.ts'
import { composeNewsMail } from './news.mails.ts'
import { selectToldEvents } from './told-events.repository.ts'

/** A mail to one follower about new events, as it waits in the queue: composed when it is sent, so that it says what holds
 *  then and that a hundred thousand followers are small rows. */
export interface NewsMail {
  newsId: number
  userId: number
}

/** The most events that one mail names. */
const mostNamed = 10

/** Sends a follower the mail about new events, unless they have stopped following, are blocked by the organizer, have no
 *  address that counts, or may see none of the events. */
export async function sendNewsMail(ctx: Context, mailer: Mailer, mail: NewsMail, job: JobInfo): Promise<void> {
  const follower = await selectToldFollower(ctx.db, mail.newsId, mail.userId, countedEmails(ctx.settings))
  if (follower === null || follower.email === '') return
  const events = await selectToldEvents(ctx.db, {
    ids: follower.event_ids,
    reader: { id: follower.user_id, emailDomain: emailDomain(follower.email) },
    since: follower.followed_at,
    now: ctx.now(),
    count: mostNamed,
  })
  if (events.length > 0) await mailer.send(composeNewsMail(ctx, follower, events), job)
}
