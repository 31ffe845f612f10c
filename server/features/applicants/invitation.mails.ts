import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/mails-invitations.json'
import * as th from '#languages/th/mails-invitations.json'
import type { Moved } from '#server/features/tickets/mails/moves.repository.ts'
import { changedFacts, moveSubject } from '#server/features/tickets/mails/moves.service.ts'
import type { Context } from '#server/lib/context.ts'
import { zonedDate } from '#server/lib/feeds/feed-texts.ts'
import { composeMail, helloTo, mailTexts, oneLine, organizerWrites } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { InvitationRow } from './invitations.repository.ts'

const invitationTexts = inLanguages(en, th)

/** `before` is what the event was, if it was moved since the person was invited. */
export function invitationMail(
  { settings }: Context,
  invitation: InvitationRow & { language: Language },
  token: string,
  before: Moved | null,
): Mail {
  const { language } = invitation
  const m = invitationTexts[language]
  const { when, where } = mailTexts[language]
  const event = oneLine(invitation.event_name)
  const organizer = oneLine(invitation.organizer_name)
  const { start_date_event, ticket_type, claim_by, contact_email } = invitation
  const address = addressOf(invitation)
  return composeMail(settings, {
    to: invitation.email,
    language,
    replyTo: contact_email,
    subject: before === null ? fill(m.invitedSubject, { event }) : moveSubject(before, invitation, event, language),
    paragraphs: [
      helloTo(invitation.fullname, language),
      fill(before === null ? m.invited : m.invitedMoved, { organizer, event }),
      ...(before === null ? [] : organizerWrites(before.note, language)),
      fill(m.claimBy, { date: zonedDate(claim_by, language) }),
    ],
    facts: [
      ...(before === null
        ? [
            { label: when, value: zonedDate(start_date_event, language) },
            ...(address === '' ? [] : [{ label: where, value: oneLine(address) }]),
          ]
        : changedFacts(before, invitation, language)),
      ...(ticket_type === '' ? [] : [{ label: m.ticketType, value: ticket_type }]),
    ],
    action: { label: m.claim, url: pageUrl(settings, paths.invitation(token), language) },
    note: m.invitedNote,
  })
}

/** '' for an online event, and while the place is not announced. */
export const addressOf = ({ is_online, place_to_be_announced, address }: InvitationRow) =>
  is_online || place_to_be_announced ? '' : address
