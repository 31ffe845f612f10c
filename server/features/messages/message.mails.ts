import { randomBytes } from 'node:crypto'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { markdownLimits } from '#contract/markdown.ts'
import { paths } from '#contract/paths.ts'
import type { MessageText } from '#contract/tickets/messages.ts'
import * as en from '#languages/en/mails-messages.json'
import * as th from '#languages/th/mails-messages.json'
import type { Context } from '#server/lib/context.ts'
import { zonedDate } from '#server/lib/feeds/feed-texts.ts'
import { composeMail, type Letter, mailTexts, oneLine } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { escapeHtml, plainText } from '#server/lib/markdown/renderer.ts'
import { seal, unseal } from '#server/lib/security/seals.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { MessageEvent } from './messages.repository.ts'

/** What messages of organizers say besides. */
export const messageTexts = inLanguages(en, th)

/** The recipient of a message. */
export interface MessageRecipient {
  user_id: number
  name: string
  email: string
  language: Language
  /** Their ticket or application, and what the button to it says. */
  page: { label: string; url: string }
}

/** A message of an organizer to one person. It says who has written it, and answers go to them. */
export async function messageMail(
  ctx: Context,
  message: MessageText,
  event: MessageEvent,
  recipient: MessageRecipient,
): Promise<Mail> {
  return composeMail(ctx.settings, await messageLetter(ctx, message, event, recipient))
}

export async function messageLetter(
  ctx: Context,
  message: MessageText,
  event: MessageEvent,
  recipient: MessageRecipient,
): Promise<Letter & Required<Pick<Letter, 'body' | 'action' | 'sender' | 'stop'>>> {
  const { language } = recipient
  const m = messageTexts[language]
  const [organizer, name] = [oneLine(event.organizer_name), oneLine(event.event_name)]
  const names = { organizer, event: name, brand: ctx.settings.BRAND_NAME }
  const values = { name: recipient.name, event: name, ticket: recipient.page.url }
  return {
    to: recipient.email,
    language,
    sender: organizer,
    replyTo: event.contact_email,
    subject: oneLine(filled(message.subject, values)),
    paragraphs: [fill(m.opening, names)],
    body: { text: filled(message.text, values), html: await messageHtml(ctx, message.text, values, m.picture) },
    facts: [{ label: mailTexts[language].when, value: zonedDate(event.start_date_event, language) }],
    action: message.photos_url === '' ? recipient.page : { label: m.seePhotos, url: message.photos_url },
    note: [
      fill(m.note, names),
      ...(event.contact_email === '' ? [] : [fill(m.answersGoTo, { email: event.contact_email })]),
    ].join('\n'),
    stop: stopMessages(ctx, recipient.user_id, language),
  }
}

export function stopMessages(ctx: Context, userId: number, language: Language) {
  return {
    label: messageTexts[language].stop,
    url: pageUrl(ctx.settings, paths.stopMessages(messageLinkOf(ctx.tokenSecret, userId)), language),
  }
}

interface Values {
  name: string
  event: string
  ticket: string
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(name|event|ticket)\}/g, (_, mark: keyof Values) => values[mark])
}

/** A placeholder for each value while the text is rendered, once for all recipients. Nobody can have typed it. */
const secret = randomBytes(9).toString('hex')
const standIns: Values = {
  name: `n${secret}`,
  event: `e${secret}`,
  ticket: `https://ticket.invalid/${secret}`,
}

/** Safe HTML of a message. Mails load nothing from elsewhere, so pictures become links. */
async function messageHtml(ctx: Context, text: string, values: Values, picture: string): Promise<string> {
  const { html } = await ctx.markdown.render(filled(text, standIns), 'message')
  if (html === null || html.length > markdownLimits.html) return plainText(filled(text, values))
  return (Object.keys(standIns) as (keyof Values)[]).reduce(
    (done, mark) => done.replaceAll(standIns[mark], () => escapeHtml(values[mark])),
    html.replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, (_, src, alt) => `<a href="${src}">${alt || picture}</a>`),
  )
}

/** Links, and texts that mail programs turn into links: host names and email addresses. */
const link =
  /https?:|www\.|mailto:|tel:|[a-z0-9-]\.(com|net|org|info|biz|app|dev|shop|site|online|xyz|[a-z]{2})(?![a-z0-9])|@/i

/** Whether a message leads anywhere but to the recipient's own ticket. */
export function hasLink({ subject, text, photos_url }: MessageText): boolean {
  return photos_url !== '' || link.test(`${subject}\n${text}`)
}

const purpose = 'stop messages'

/** The end of the link that stops messages to a person, the same in every mail. */
export function messageLinkOf(tokenSecret: string, userId: number): string {
  return seal(tokenSecret, purpose, userId)
}

/** The person of a link; null for a text that this server did not make. */
export function personOfLink(tokenSecret: string, link: string): number | null {
  return unseal(tokenSecret, purpose, link)?.[0] ?? null
}
