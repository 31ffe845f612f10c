import { dayInBangkok, startOfDayInBangkok } from '#contract/dates.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { Feedback } from '#contract/tickets/feedback.ts'
import * as en from '#languages/en/mails-feedback.json'
import * as starsInEnglish from '#languages/en/tickets-feedback.json'
import * as th from '#languages/th/mails-feedback.json'
import * as stars from '#languages/th/tickets-feedback.json'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { addJobs, type JobInfo } from '#server/lib/jobs/jobs.ts'
import { composeMail, helloTo, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { seal, unseal } from '#server/lib/security/seals.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import {
  type Asked,
  insertRequests,
  lockOpenRequest,
  putFeedback,
  selectAsked,
  selectFeedback,
  selectTicketsToAsk,
  updateRequest,
} from './feedback.repository.ts'
import { stopMessages } from './message.mails.ts'

const feedbackTexts = inLanguages(en, th)
const starTexts = inLanguages(starsInEnglish, stars)

const hour = 3_600_000
/** From this hour of the day after in Bangkok. */
const askFrom = 10
/** Days after which it is too late, if the server was away meanwhile. */
const daysLate = 3
const ticketsAtOnce = 500

/** Mails 'How was it?' to the people who were checked in, at 10 AM on the day after the event's end. Safe in any number of
 *  processes; another one continues where a killed one stopped. */
export async function askAttendees(ctx: Context): Promise<void> {
  // Events of yesterday and before from 10 AM on; until then those of the day before yesterday and before.
  const until = startOfDayInBangkok(dayInBangkok(new Date(ctx.now().getTime() - askFrom * hour)))
  await insertRequests(ctx.db, new Date(until.getTime() - daysLate * 24 * hour), until)
  let more = true
  while (more) more = await askSome(ctx)
}

function askSome({ db, now }: Context): Promise<boolean> {
  return db.transaction(async (tx) => {
    const request = await lockOpenRequest(tx)
    if (request === null) return false
    const tickets = await selectTicketsToAsk(tx, request, ticketsAtOnce)
    await addJobs(
      tx,
      'send_feedback_mail',
      tickets.map((ticketId): FeedbackMail => ({ ticketId })),
    )
    const doneAt = tickets.length < ticketsAtOnce ? now() : null
    await updateRequest(tx, request.event_id, tickets.at(-1) ?? request.last_ticket_id, doneAt)
    return true
  })
}

/** A queued mail to one person, composed when it is sent. */
export interface FeedbackMail {
  ticketId: number
}

/** Skips people who want no messages from organizers. */
export async function sendFeedbackMail(
  ctx: Context,
  mailer: Mailer,
  { ticketId }: FeedbackMail,
  job: JobInfo,
): Promise<void> {
  const asked = await selectAsked(ctx.db, ticketId, countedEmails(ctx.settings))
  if (asked !== null) await mailer.send(feedbackMail(ctx, ticketId, asked), job)
}

function feedbackMail(ctx: Context, ticketId: number, { user_id, name, email, language, ...asked }: Asked): Mail {
  const m = feedbackTexts[language]
  const [event, organizer] = [oneLine(asked.event_name), oneLine(asked.organizer_name)]
  const page = pageUrl(ctx.settings, paths.feedback(feedbackLinkOf(ctx.tokenSecret, ticketId)), language)
  const { oneStar, twoStars, threeStars, fourStars, fiveStars } = starTexts[language]
  const labels = [oneStar, twoStars, threeStars, fourStars, fiveStars]
  const choices = labels.map((label, place) => ({ stars: place + 1, label, url: `${page}?stars=${place + 1}` }))
  const cell = 'display:inline-block;margin:0 8px 8px 0;padding:10px 16px;border:1px solid #4a48dd;border-radius:12px'
  return composeMail(ctx.settings, {
    to: email,
    language,
    sender: organizer,
    subject: fill(m.subject, { event }),
    paragraphs: [helloTo(name, language), fill(m.question, { event })],
    body: {
      text: choices.map(({ stars, label, url }) => `${stars} ${label}: ${url}`).join('\n'),
      html: choices
        .map(
          ({ stars, label, url }) =>
            `<a href="${url}" style="${cell};color:#4a48dd;text-decoration:none"><strong>${stars}</strong> ${label}</a>`,
        )
        .join(' '),
    },
    note: fill(m.note, { organizer }),
    stop: stopMessages(ctx, user_id, language),
  })
}

const purpose = 'feedback'

/** The end of the link in such a mail. */
export function feedbackLinkOf(tokenSecret: string, ticketId: number): string {
  return seal(tokenSecret, purpose, ticketId)
}

/** Throws `feedback_link_invalid` for a text that this server did not make. */
function ticketOf(ctx: Context, link: string): number {
  const [ticketId] = unseal(ctx.tokenSecret, purpose, link) ?? []
  if (ticketId === undefined) throw new AppError('feedback_link_invalid')
  return ticketId
}

/** What the person of a link has answered. Throws `feedback_link_invalid`, also if they were not checked in. */
export async function show(ctx: Context, link: string): Promise<Feedback> {
  const feedback = await selectFeedback(ctx.db, ticketOf(ctx, link))
  if (feedback === null) throw new AppError('feedback_link_invalid')
  return feedback
}

/** Stores their answer, which replaces an earlier one. Throws like `show`. */
export async function give(
  ctx: Context,
  link: string,
  answer: { stars: number; sentence?: string | undefined },
): Promise<Feedback> {
  await putFeedback(ctx.db, ticketOf(ctx, link), answer, ctx.now())
  return show(ctx, link)
}
