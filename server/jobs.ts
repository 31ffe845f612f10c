import type { Context } from './context.ts'
import { type LinkRequest, mailLink } from './features/auth/email-links.service.ts'
import { tidyAccounts } from './features/auth/housekeeping.ts'
import { hurryFailedJobs, type Log, startWorker, type Tasks, type Worker } from './lib/jobs.ts'
import { type Mailer, openMailer, serverAway } from './lib/mailer.ts'
import type { Mail } from './lib/outbox.ts'
import { removePicture } from './lib/pictures.ts'

/** Everything that is done outside a request, by the name under which it is put into the queue. */
function buildTasks(ctx: Context, mailer: Mailer): Tasks {
  return {
    mail_link: (request: LinkRequest, job) => mailLink(ctx, mailer, request, job),
    remove_picture: ({ address }: { address: string }) => removePicture(ctx.settings, address),
    send_mail: (mail: Mail, job) => mailer.send(mail, job),
  }
}

/** Delays between attempts grow to hours; once the mail server is back, nobody should wait that long. */
const askMailServerEvery = 20_000
const tidyEvery = 3_600_000

/** Does the queue's work and the housekeeping in this process until it is stopped. Tests ask the mail server more often. */
export async function startJobs(ctx: Context, url: string, log: Log, askEvery = askMailServerEvery): Promise<Worker> {
  const mailer = openMailer(ctx.settings)
  const worker = await startWorker(url, ctx.db, buildTasks(ctx, mailer), log)
  const rounds = [
    every(askEvery, log, () => hurryFailedJobs(ctx.db, serverAway, () => mailer.isReachable())),
    every(tidyEvery, log, () => tidyAccounts(ctx)),
  ]

  return {
    async stop() {
      for (const round of rounds) clearInterval(round)
      await worker.stop()
    },
  }
}

/** What fails is done at the next round. */
function every(milliseconds: number, log: Log, work: () => Promise<void>): NodeJS.Timeout {
  return setInterval(() => work().catch((error) => log.warn(`a regular task failed: ${error}`)), milliseconds)
}
