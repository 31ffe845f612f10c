import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Api } from '#server/lib/http/api.ts'
import { mailFolder } from '#server/lib/mail/mailer.ts'
import { isLoopback } from '#server/lib/security/addresses.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { mailListPage, mailPage } from './mail-pages.tsx'
import { listStoredMails, readStoredMail } from './stored-mails.ts'

const Params = z.object({ name: z.string() })

/** The operator's pages of mails, where no mail server takes them. Whoever sits at the machine sees them, nobody else. */
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
    return send(reply, mailListPage(ctx.settings.BRAND_NAME, await listStoredMails(ctx.settings)))
  })

  api.get('/operator/mails/:name', { schema: { hide: true, params: Params } }, async (request, reply) => {
    if (!isOpenTo(request)) throw new AppError('not_found')
    const mail = await readStoredMail(ctx.settings, request.params.name)
    if (mail === null) throw new AppError('not_found')
    return send(reply, mailPage(mail))
  })
}

/** Whether strangers reach the product. They then come through a proxy; one on this machine that says nothing of them
 *  makes everybody look as if they sat here, so nothing in a request can be believed. */
function isReachedFromOutside({ PUBLIC_URL }: Settings): boolean {
  return PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)
}

const proxyHeaders = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/

/**
 * Mails hold links that open accounts. So the connection itself must come from this machine, whatever proxies are
 * trusted; nothing may say that it was passed on; and the name asked for must be the machine's own, because a stranger's
 * page can have its own name point here (DNS rebinding).
 */
function isAtTheMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => proxyHeaders.test(name))
  return isLoopback(raw.socket.remoteAddress ?? '') && !isPassedOn && isLoopback(hostname)
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
