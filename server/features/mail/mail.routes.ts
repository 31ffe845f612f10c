import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Api } from '#server/lib/http/api.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { listKeptMails, readKeptMail } from './kept-mails.ts'
import { mailListPage, mailPage } from './mail-pages.ts'

const Params = z.object({ name: z.string() })

/** The operator's pages of mails, where no mail server takes them. Whoever sits at the machine sees them, nobody else. */
export function mailRoutes(api: Api, ctx: Context) {
  const isShown = !ctx.settings.SMTP_URL && !isBehindSilentProxy(ctx.settings)
  const isOpenTo = (request: FastifyRequest) => isShown && isAtTheMachine(request)

  api.get('/operator/mails', { schema: { hide: true } }, async (request, reply) => {
    if (!isOpenTo(request)) throw new AppError('not_found')
    return send(reply, mailListPage(ctx.settings.BRAND_NAME, await listKeptMails(ctx.settings)))
  })

  api.get('/operator/mails/:name', { schema: { hide: true, params: Params } }, async (request, reply) => {
    if (!isOpenTo(request)) throw new AppError('not_found')
    const mail = await readKeptMail(ctx.settings, request.params.name)
    if (mail === null) throw new AppError('not_found')
    return send(reply, mailPage(mail))
  })
}

/** We speak no https ourselves. A proxy that does, on this machine and without a word about whom it speaks for, would make
 *  everybody look as if they sat here; TRUST_PROXY says that it has that word. */
function isBehindSilentProxy({ PUBLIC_URL, TRUST_PROXY }: Settings): boolean {
  return TRUST_PROXY === undefined && (PUBLIC_URL?.startsWith('https:') ?? false)
}

const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
]

/**
 * Mails hold links that open accounts. So the connection itself must come from this machine, whatever proxies are
 * trusted; nothing may say that it was passed on; and the name asked for must be the machine's own, because a stranger's
 * page can have its own name point here (DNS rebinding).
 */
function isAtTheMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  const isLocal = address === '::1' || /^(::ffff:)?127\./.test(address)
  const isPassedOn = proxyHeaders.some((name) => headers[name] !== undefined)
  return isLocal && !isPassedOn && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
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
