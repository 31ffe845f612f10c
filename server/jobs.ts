import { type LinkRequest, mailLink } from '#server/features/accounts/email-links.service.ts'
import { tidyAccounts } from '#server/features/accounts/sessions.service.ts'
import {
  forgetOldInvitations,
  type InvitationMail,
  sendInvitation,
} from '#server/features/applicants/invitations.service.ts'
import { sendOpeningReminders } from '#server/features/engagement/opening-reminders.service.ts'
import { isPictureOfSeries } from '#server/features/events/events.repository.ts'
import { markEndedEvents } from '#server/features/events/list/list.service.ts'
import { mailFollowers, type NewsMail, sendNewsMail } from '#server/features/following/new-events.service.ts'
import { forgetMails } from '#server/features/mail/stored-mails.ts'
import { askAttendees, type FeedbackMail, sendFeedbackMail } from '#server/features/messages/feedback.service.ts'
import { type MessageMail, sendDueMessages, sendMessageMail } from '#server/features/messages/messages.service.ts'
import { type CodeMail, sendCode, tidyCodes } from '#server/features/passwordless/codes.service.ts'
import { mailerByLine } from '#server/features/passwordless/line.service.ts'
import { tidyChallenges } from '#server/features/passwordless/passkeys.service.ts'
import { removeOldSlips } from '#server/features/payments/slips.service.ts'
import { mailInvitation, type TeamInvitationMail, tidyInvitations } from '#server/features/team/team.service.ts'
import { type MoveMail, mailMoves, sendMoveMail } from '#server/features/tickets/mails/moves.service.ts'
import {
  confirmNewTickets,
  remindHolders,
  sendTicketMail,
  type TicketMail,
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
import { hurryFailedJobs, type Tasks } from '#server/lib/jobs/jobs.ts'
import { openSpareTime } from '#server/lib/jobs/spare-time.ts'
import { type Log, startWorker, type Worker } from '#server/lib/jobs/worker.ts'
import { type Mailer, openMailer } from '#server/lib/mail/mailer.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { serverAway } from '#server/lib/mail/smtp.ts'
import { removePicture } from '#server/lib/pictures/pictures.ts'
import { removePrivatePicture } from '#server/lib/pictures/private-pictures.ts'
import { sweepCounts } from '#server/lib/security/counters.ts'
import { openLineMessages } from '#server/lib/security/line.ts'
import { backupFolder } from '#server/lib/settings/data-folder.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
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
  }
}

/** Mails and updates of wallets, which may be sent in any order and mostly wait for another server. Mails sent by the thousand are
 *  composed in spare time between requests. */
function sendingTasks(ctx: Context, mailer: Mailer, wallets: Wallets): Tasks {
  const spareTime = openSpareTime()
  return {
    send_code: (mail: CodeMail, job) => sendCode(ctx, mailer, mail, job),
    send_invitation: async (mail: InvitationMail, job) => {
      await spareTime()
      await sendInvitation(ctx, mailer, mail, job)
    },
    send_mail: (mail: Mail, job) => mailer.send(mail, job),
    send_message: async (mail: MessageMail, job) => {
      await spareTime()
      await sendMessageMail(ctx, mailer, mail, job)
    },
    send_feedback_mail: async (mail: FeedbackMail, job) => {
      await spareTime()
      await sendFeedbackMail(ctx, mailer, mail, job)
    },
    send_news_mail: async (mail: NewsMail, job) => {
      await spareTime()
      await sendNewsMail(ctx, mailer, mail, job)
    },
    send_move_mail: async (mail: MoveMail, job) => {
      await spareTime()
      await sendMoveMail(ctx, mailer, mail, job)
    },
    send_ticket_mail: async (mail: TicketMail, job) => {
      await spareTime()
      await sendTicketMail(ctx, mailer, mail, job)
    },
    update_wallet: (update: WalletUpdate) => sendUpdate(ctx, wallets, update),
  }
}

/** The pauses between two rounds of each regular task, in milliseconds. */
interface Pace {
  /** Cron pattern of the backups in UTC; null for none. */
  backUp: string | null
  /** Delays between attempts grow to hours; once the mail server is back, nobody should wait that long. */
  askMailServer: number
  confirmTickets: number
  /** Age of a ticket before its mail is composed, in seconds: during a rush, composing mails would slow applications down. */
  confirmAfter: number
  /** How long after its deadline an unpaid seat may still be held. */
  collectUnpaid: number
  closeWaitingLists: number
  remindHolders: number
  mailFollowers: number
  sendOpeningReminders: number
  sendMessages: number
  askAttendees: number
  mailMoves: number
  markEnded: number
  sendWebhooks: number
  updateWallets: number
  sweepCounts: number
  tidy: number
}

const usualPace: Pace = {
  // Two o'clock in Bangkok, when few are awake.
  backUp: '0 19 * * *',
  askMailServer: 20_000,
  confirmTickets: 5_000,
  confirmAfter: 10,
  collectUnpaid: 5_000,
  closeWaitingLists: 30_000,
  remindHolders: 60_000,
  mailFollowers: 60_000,
  sendOpeningReminders: 10_000,
  sendMessages: 5_000,
  askAttendees: 60_000,
  mailMoves: 10_000,
  markEnded: 60_000,
  sendWebhooks: 2_000,
  updateWallets: 10_000,
  sweepCounts: 10_000,
  tidy: 3_600_000,
}

interface Jobs extends Worker {
  /** Does the regular tasks now, except tidying, so that a test need not wait for them. */
  doWhatIsDue(): Promise<void>
}

/** Runs the job queue and the housekeeping in this process until it is stopped. Tests set their own pace. */
export async function startJobs(ctx: Context, url: string, log: Log, pace: Pace = usualPace): Promise<Jobs> {
  const mailer = mailerByLine(openMailer(ctx.settings), openLineMessages(ctx.settings))
  const timetable = backupFolder(ctx.settings) !== null && pace.backUp !== null ? { back_up: pace.backUp } : {}
  const wallets = openWallets(ctx.settings)
  const work = { tasks: otherTasks(ctx, mailer), waiting: sendingTasks(ctx, mailer, wallets), timetable }
  const worker = await startWorker(url, ctx.db, { ...work, waitingAtOnce: mailsAtOnce(ctx.settings) }, log)
  const webhooks = openWebhookSender(ctx)
  const regular: [pause: number, work: () => Promise<void>][] = [
    [pace.askMailServer, () => hurryFailedJobs(ctx.db, serverAway, () => mailer.isReachable())],
    [pace.confirmTickets, () => confirmNewTickets(ctx, pace.confirmAfter)],
    [pace.collectUnpaid, () => collectUnpaid(ctx)],
    [pace.closeWaitingLists, () => closeWaitingLists(ctx)],
    [pace.remindHolders, () => remindHolders(ctx)],
    [pace.mailFollowers, () => mailFollowers(ctx)],
    [pace.sendOpeningReminders, () => sendOpeningReminders(ctx)],
    [pace.sendMessages, () => sendDueMessages(ctx)],
    [pace.askAttendees, () => askAttendees(ctx)],
    [pace.mailMoves, () => mailMoves(ctx)],
    [pace.markEnded, () => markEndedEvents(ctx)],
    [pace.sendWebhooks, () => webhooks.sendDue()],
    [pace.updateWallets, () => queueUpdates(ctx, wallets)],
    [pace.sweepCounts, () => sweepCounts(ctx.db)],
  ]
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
  const rounds = [
    ...regular.map(([pause, work]) => every(pause, log, work)),
    ...tidying.map((tidy) => every(pace.tidy, log, () => tidy(ctx))),
  ]

  return {
    async doWhatIsDue() {
      for (const [, work] of regular) await work()
    },
    async stop() {
      for (const round of rounds) clearInterval(round)
      await webhooks.stop()
      await worker.stop()
      await mailer.close()
      await wallets.close()
    },
  }
}

/** Number of mails sent at once. Without a mail server mails are files, so nothing has to wait. */
function mailsAtOnce({ SMTP_URL, SMTP_CONNECTIONS }: Settings): number {
  return SMTP_URL === undefined ? 2 : SMTP_CONNECTIONS
}

/** Repeats `work` with a pause in between. A failed round is made up for by the next; rounds never overlap. */
function every(milliseconds: number, log: Log, work: () => Promise<void>): NodeJS.Timeout {
  let isBusy = false
  return setInterval(async () => {
    if (isBusy) return
    isBusy = true
    await work().catch((error) => log.warn(`a regular task failed: ${error}`))
    isBusy = false
  }, milliseconds)
}
