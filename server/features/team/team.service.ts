import { fullDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import {
  type acceptTeamInvitation,
  type LogAction,
  type listLog,
  type NewMember,
  type TeamInvitation,
  type TeamMember,
  type TeamRole,
  teamLimits,
} from '#contract/tickets/team.ts'
import * as en from '#languages/en/mails-team.json'
import * as rolesInEnglish from '#languages/en/team-roles.json'
import * as th from '#languages/th/mails-team.json'
import * as roles from '#languages/th/team-roles.json'
import { selectRecipient } from '#server/features/accounts/users.repository.ts'
import { requireEmail } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { zonedDate } from '#server/lib/feeds/feed-texts.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { addJob, type JobInfo } from '#server/lib/jobs/jobs.ts'
import { composeMail, mailTexts } from '#server/lib/mail/mail-layout.tsx'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { violates } from '#server/lib/postgres/database.ts'
import { hashOf, newSecret } from '#server/lib/security/secrets.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import {
  countLog,
  deleteExpiredInvitations,
  deleteMember,
  deleteMembership,
  type FoundInvitation,
  insertInvitation,
  lockTeam,
  logTeamAction,
  markJoined,
  selectInvitation,
  selectInvitationToMail,
  selectLog,
  selectLoggedPeople,
  selectMember,
  selectTeam,
  shareTeam,
  updateRole,
  updateTokenHash,
} from './team.repository.ts'

const teamTexts = inLanguages(en, th)
const roleTexts = inLanguages(rolesInEnglish, roles)

const day = 24 * 3_600_000

export function list(ctx: Context, eventId: number): Promise<TeamMember[]> {
  return selectTeam(ctx.db, eventId, ctx.now())
}

/** Mails a link, or makes one to copy, whose secret only this answer has. Does not look whether the address has an account. Throws
 *  `email_not_verified`, `too_many_requests` and `too_many_members`. */
export async function invite(
  ctx: Context,
  { user, language }: { user: SignedInUser; language: Language },
  eventId: number,
  { role, email = '' }: NewMember,
): Promise<TeamMember & { secret: string }> {
  if (email !== '') {
    requireEmail(ctx.settings, user)
    await ctx.limits.consume('team_mail_recipient', hashOf(email.toLowerCase()).toString('hex'))
  }
  const now = ctx.now()
  const secret = email === '' ? newSecret() : ''
  const member = await ctx.db.transaction(async (tx) => {
    // Two at once must not both be the last one allowed.
    await lockTeam(tx, eventId)
    if ((await selectTeam(tx, eventId, now)).length >= teamLimits.most) throw new AppError('too_many_members')
    const expiresAt = new Date(now.getTime() + teamLimits.days * day)
    const tokenHash = secret === '' ? null : hashOf(secret)
    const id = await insertInvitation(tx, eventId, { role, email, tokenHash, expiresAt }, now)
    await logTeamAction(tx, { eventId, userId: user.id, detail: `invited ${role}` }, now)
    // A secret does not belong in the queue, so the job makes it.
    if (email !== '') await addJob(tx, 'mail_invitation', { id, language } satisfies TeamInvitationMail)
    return known(await selectMember(tx, eventId, id))
  })
  return { ...member, secret }
}

export interface TeamInvitationMail {
  id: number
  /** Of the request, for people without an account or choice. Missing in what the release before has queued. */
  language?: Language
}

/** Does nothing if the invitation is gone. Each attempt makes a new link. */
export async function mailInvitation(
  ctx: Context,
  mailer: Mailer,
  { id, language = 'en' }: TeamInvitationMail,
  job: JobInfo,
): Promise<void> {
  const found = await selectInvitationToMail(ctx.db, id, ctx.now())
  if (found === null) return
  const secret = newSecret()
  await updateTokenHash(ctx.db, id, hashOf(secret))
  const account = await selectRecipient(ctx.db, found.email)
  await mailer.send(invitationMail(ctx, found, secret, account?.language ?? language), job)
}

/** Throws `member_not_found`. */
export async function change(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  id: number,
  role: TeamRole,
): Promise<TeamMember> {
  return ctx.db.transaction(async (tx) => {
    await lockTeam(tx, eventId)
    const before = known(await selectMember(tx, eventId, id))
    if (before.role === role) return before
    if (!(await updateRole(tx, eventId, id, role))) throw new AppError('member_not_found')
    await logTeamAction(
      tx,
      { eventId, userId: user.id, detail: `role ${role}`, memberId: before.person?.id },
      ctx.now(),
    )
    return known(await selectMember(tx, eventId, id))
  })
}

/** Throws `member_not_found`. */
export async function remove(ctx: Context, user: SignedInUser, eventId: number, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockTeam(tx, eventId)
    const { person } = known(await selectMember(tx, eventId, id))
    if (!(await deleteMember(tx, eventId, id))) throw new AppError('member_not_found')
    const detail = person === null ? 'withdrew' : 'removed'
    await logTeamAction(tx, { eventId, userId: user.id, detail, memberId: person?.id }, ctx.now())
  })
}

/** Throws `member_not_found`, also for the owner. */
export async function leave(ctx: Context, user: SignedInUser, eventId: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockTeam(tx, eventId)
    if (!(await deleteMembership(tx, eventId, user.id))) throw new AppError('member_not_found')
    await logTeamAction(tx, { eventId, userId: user.id, detail: 'left' }, ctx.now())
  })
}

function known(member: TeamMember | null): TeamMember {
  if (member === null) throw new AppError('member_not_found')
  return member
}

/** Must be read-only: mail scanners open links before people do. Throws `invitation_invalid`. */
export async function showTeamInvitation(ctx: Context, secret: string): Promise<TeamInvitation> {
  const { id: _, email: __, owner_id: ___, ...invitation } = await invitationOf(ctx, secret)
  return invitation
}

/** Throws `invitation_invalid`, and `already_member`, also for the owner. */
export async function accept(
  ctx: Context,
  user: SignedInUser,
  secret: string,
): Promise<Reply<typeof acceptTeamInvitation>> {
  const { id, event_id, role, owner_id } = await invitationOf(ctx, secret)
  if (owner_id === user.id) throw new AppError('already_member')
  await ctx.db.transaction(async (tx) => {
    await lockTeam(tx, event_id)
    const joined = await markJoined(tx, id, user.id, ctx.now()).catch((error) => {
      throw violates(error, 'event_members_person_key') ? new AppError('already_member') : error
    })
    if (!joined) throw new AppError('invitation_invalid')
    await shareTeam(tx, event_id)
    await logTeamAction(tx, { eventId: event_id, userId: user.id, detail: `joined ${role}` }, ctx.now())
  })
  return { event_id, role }
}

async function invitationOf(ctx: Context, secret: string): Promise<FoundInvitation> {
  const found = await selectInvitation(ctx.db, hashOf(secret), ctx.now())
  if (found === null) throw new AppError('invitation_invalid')
  return found
}

export function tidyInvitations(ctx: Context): Promise<void> {
  return deleteExpiredInvitations(ctx.db, ctx.now())
}

/** One page of the log, with the number of all matches. */
export async function showLog(
  ctx: Context,
  eventId: number,
  query: { person?: number | undefined; action?: LogAction | undefined; limit: number; cursor: number },
): Promise<Reply<typeof listLog> & { total: number }> {
  const [entries, total, people] = await Promise.all([
    selectLog(ctx.db, eventId, query),
    countLog(ctx.db, eventId, query),
    selectLoggedPeople(ctx.db, eventId),
  ])
  return { entries, total, people }
}

function invitationMail(
  { settings }: Context,
  { email, role, expires_at, ...to }: FoundInvitation,
  secret: string,
  language: Language,
) {
  const [m, r] = [teamTexts[language], roleTexts[language]]
  const texts: Record<TeamRole, { label: string; does: string }> = {
    door: { label: r.door, does: r.doorYouDo },
    desk: { label: r.desk, does: r.deskYouDo },
    co_host: { label: r.coHost, does: r.coHostYouDo },
  }
  const [event, organizer] = [to.event_name, to.organizer_name]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.subject, { event }),
    paragraphs: [
      mailTexts[language].helloAnyone,
      fill(m.invited, { organizer, event, date: zonedDate(to.start_date_event, language) }),
    ],
    facts: [
      { label: m.yourRole, value: texts[role].label },
      { label: m.whatYouDo, value: texts[role].does },
    ],
    action: { label: m.seeInvitation, url: pageUrl(settings, paths.teamInvitation(secret), language) },
    note: fill(m.note, { date: fullDate(expires_at, language) }),
  })
}
