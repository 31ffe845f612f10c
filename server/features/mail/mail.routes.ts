import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Api } from '#server/lib/http/api.ts'
import { mailFolder } from '#server/lib/mail/mailer.ts'
import { isAtTheMachine, isReachedFromOutside } from '#server/lib/security/addresses.ts'
import { mailListPage, mailPage } from './mail-pages.tsx'
import { listStoredMails, readStoredMail } from './stored-mails.ts'

const Params = z.object({ name: z.string() })

/** The operator's mail pages, if there is no mail server. Visible only on the machine itself: mails contain links that open
 *  accounts. */
export function mailRoutes(api: Api, ctx: Context) {
  const isPublic = isReachedFromOutside(ctx.settings)
  const isShown = !ctx.settings.SMTP_URL && !isPublic
  const isOpenTo = (request: FastifyRequest) => isShown && isAtTheMachine(request)
  if (isPublic && !ctx.settings.SMTP_URL) {
    const { PUBLIC_URL: address } = ctx.settings
    api.log.warn(
      `/operator/mails is closed, because PUBLIC_URL is ${address}: a proxy on this machine could show it to strangers. Mails are files in ${mailFolder(ctx.settings)}.`,
    )
  }

  api.get('/operator/mails', { schema: { hide: true } }, async (request, reply) => {
    if (!isOpenTo(request)) throw new AppError('not_found')
    return send(reply, mailListPage(ctx.settings.BRAND_NAME, await listStoredMails(ctx.settings), request.language))
  })

  api.get('/operator/mails/:name', { schema: { hide: true, params: Params } }, async (request, reply) => {
    if (!isOpenTo(request)) throw new AppError('not_found')
    const mail = await readStoredMail(ctx.settings, request.params.name)
    if (mail === null) throw new AppError('not_found')
    return send(reply, mailPage(mail, request.language))
  })
}

function send(reply: FastifyReply, html: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .send(html)
}
