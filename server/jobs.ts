import { type LinkRequest, mailLink } from '#server/features/accounts/email-links.service.ts'
import { tidyAccounts } from '#server/features/accounts/sessions.service.ts'
import { forgetOldInvitations, sendInvitation } from '#server/features/applicants/invitations.service.ts'
import { isPictureOfSeries } from '#server/features/events/events.repository.ts'
import { markEndedEvents, rewriteListingsOf } from '#server/features/events/list/list.service.ts'
import { mailFollowers, sendNewsMail } from '#server/features/following/new-events.service.ts'
import { forgetMails } from '#server/features/mail/stored-mails.ts'
import { askAttendees, sendFeedbackMail } from '#server/features/messages/feedback.service.ts'
import { sendDueMessages, sendMessageMail } from '#server/features/messages/messages.service.ts'
import { sendOpeningReminders } from '#server/features/opening-reminders/opening-reminders.ts'
import { type CodeMail, sendCode, tidyCodes } from '#server/features/passwordless/codes.service.ts'
import { mailerByLine } from '#server/features/passwordless/line.service.ts'
import { tidyChallenges } from '#server/features/passwordless/passkeys.service.ts'
import { removeOldSlips } from '#server/features/payments/slips.service.ts'
import { mailInvitation, type TeamInvitationMail, tidyInvitations } from '#server/features/team/team.service.ts'
import { mailMoves, sendMoveMail } from '#server/features/tickets/mails/moves.service.ts'
import {
  confirmNewTickets,
  remindHolders,
  sendTicketMail,
} from '#server/features/tickets/mails/notifications.service.ts'
import { closeWaitingLists, collectUnpaid } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import {
  forgetOldPasses,
  openWallets,
  queueUpdates,
  sendUpdate,
  type Wallets,
  type WalletUpdate,
} from '#server/features/tickets/wallets/wallets.service.ts'
import { forgetOldMessages, openWebhookSender } from '#server/features/webhooks/webhooks.service.ts'
import type { Context } from '#server/lib/context.ts'
import { hurryFailedJobs, type JobInfo, type Tasks } from '#server/lib/jobs/jobs.ts'
import { openSpareTime } from '#server/lib/jobs/spare-time.ts'
import { type Log, startWorker, type Timetable, type Worker } from '#server/lib/jobs/worker.ts'
import { type Mailer, openMailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { serverAway } from '#server/lib/mail/smtp.ts'
import { removePicture } from '#server/lib/pictures/pictures.ts'
import { removePrivatePicture } from '#server/lib/pictures/private-pictures.ts'
import { sweepCounts } from '#server/lib/security/counters.ts'
import { openLineMessages } from '#server/lib/security/line.ts'
import { backupFolder } from '#server/lib/settings/data-folder.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { every } from '#server/lib/timing/every.ts'
import { makeDailyBackup } from './daily-backups.ts'

/** Tasks of the queue by name, except `sendingTasks`. */
function otherTasks(ctx: Context, mailer: Mailer): Tasks {
  return {
    back_up: () => makeDailyBackup(ctx),
    forget_mails: ({ email, before }: { email: string; before: string }) => forgetMails(ctx.settings, email, before),
    mail_invitation: (mail: TeamInvitationMail, job) => mailInvitation(ctx, mailer, mail, job),
    mail_link: (request: LinkRequest, job) => mailLink(ctx, mailer, request, job),
    remove_picture: async ({ address }: { address: string }) => {
      if (!(await isPictureOfSeries(ctx.db, address))) await removePicture(ctx.settings, address)
    },
    remove_private_picture: ({ name }: { name: string }) => removePrivatePicture(ctx.settings, name),
    rewrite_listings: ({ owner }: { owner: number }) => rewriteListingsOf(ctx, owner),
    tidy: async () => {
      await Promise.all(tidying.map((tidy) => tidy(ctx)))
    },
  }
}

const tidying = [
  tidyAccounts,
  tidyCodes,
  tidyChallenges,
  removeOldSlips,
  tidyInvitations,
  forgetOldInvitations,
  forgetOldMessages,
  forgetOldPasses,
]

/** Mails and updates of wallets, which may be sent in any order and mostly wait for another server. Mails sent by the thousand are
 *  composed in spare time between requests. */
function sendingTasks(ctx: Context, mailer: Mailer, wallets: Wallets): Tasks {
  const spareTime = openSpareTime()
  /** For mails that are sent by the thousand. */
  const inSpareTime =
    <Payload>(send: (ctx: Context, mailer: Mailer, mail: Payload, job: JobInfo) => Promise<void>) =>
    async (mail: Payload, job: JobInfo) => {
      await spareTime()
      await send(ctx, mailer, mail, job)
    }
  return {
    send_code: (mail: CodeMail, job) => sendCode(ctx, mailer, mail, job),
    send_invitation: inSpareTime(sendInvitation),
    send_mail: (mail: Mail, job) => mailer.send(mail, job),
    send_message: inSpareTime(sendMessageMail),
    send_feedback_mail: inSpareTime(sendFeedbackMail),
    send_news_mail: inSpareTime(sendNewsMail),
    send_move_mail: inSpareTime(sendMoveMail),
    send_ticket_mail: inSpareTime(sendTicketMail),
    update_wallet: (update: WalletUpdate) => sendUpdate(ctx, wallets, update),
  }
}

interface Options {
  /** Pause between two rounds of every regular task, in milliseconds; each has its own by default. */
  pauseMs?: number
  /** Age of a ticket before its mail is composed, in seconds: during a rush, composing mails would slow applications down. */
  confirmAfter?: number
  timetable?: Timetable
  /** Milliseconds between two looks for jobs that are due again. */
  pollMs?: number
}

interface Jobs extends Worker {
  /** Does the regular tasks now, except those of the timetable, so that a test need not wait for them. */
  doWhatIsDue(): Promise<void>
}

/** Runs the job queue and the housekeeping in this process until it is stopped. */
export async function startJobs(
  ctx: Context,
  url: string,
  log: Log,
  { pauseMs, confirmAfter = 10, timetable = usualTimetable(ctx.settings), pollMs }: Options = {},
): Promise<Jobs> {
  const mailer = mailerByLine(openMailer(ctx.settings), openLineMessages(ctx.settings))
  const wallets = openWallets(ctx.settings)
  const work = { tasks: otherTasks(ctx, mailer), waiting: sendingTasks(ctx, mailer, wallets), timetable, pollMs }
  const worker = await startWorker(url, ctx.db, { ...work, waitingAtOnce: mailsAtOnce(ctx.settings) }, log)
  const webhooks = openWebhookSender(ctx)
  const regular: [pauseMs: number, work: () => Promise<void>][] = [
    // Delays between attempts grow to hours; once the mail server is back, nobody should wait that long.
    [20_000, () => hurryFailedJobs(ctx.db, serverAway, () => mailer.isReachable())],
    [5_000, () => confirmNewTickets(ctx, confirmAfter)],
    // How long after its deadline an unpaid seat may still be held.
    [5_000, () => collectUnpaid(ctx)],
    [30_000, () => closeWaitingLists(ctx)],
    [60_000, () => remindHolders(ctx)],
    [60_000, () => mailFollowers(ctx)],
    [10_000, () => sendOpeningReminders(ctx)],
    [5_000, () => sendDueMessages(ctx)],
    [60_000, () => askAttendees(ctx)],
    [10_000, () => mailMoves(ctx)],
    [60_000, () => markEndedEvents(ctx)],
    [2_000, () => webhooks.sendDue()],
    [10_000, () => queueUpdates(ctx, wallets)],
    [10_000, () => sweepCounts(ctx.db)],
  ]
  const rounds = regular.map(([usual, work]) =>
    every(pauseMs ?? usual, work, (error) => log.warn(`a regular task failed: ${error}`)),
  )

  return {
    async doWhatIsDue() {
      for (const [, work] of regular) await work()
    },
    async stop() {
      for (const round of rounds) clearInterval(round)
      await webhooks.stop()
      await worker.stop()
      await mailer.close()
      wallets.close()
    },
  }
}

function usualTimetable(settings: Settings): Timetable {
  const tidy = '17 * * * *'
  // Two o'clock in Bangkok, when few are awake.
  return backupFolder(settings) === null ? { tidy } : { tidy, back_up: '0 19 * * *' }
}

/** Number of mails sent at once. Without a mail server mails are files, so nothing has to wait. */
function mailsAtOnce({ SMTP_URL, SMTP_CONNECTIONS }: Settings): number {
  return SMTP_URL === undefined ? 2 : SMTP_CONNECTIONS
}
