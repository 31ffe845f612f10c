import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRequestHandler, data, type ServerBuild } from 'react-router'
import { type Call, nextCursor, type PageContext, pathOf, queryOf } from '#contract/endpoint.ts'
import { inLanguage, type Language, languages, withoutLanguage } from '#contract/language/languages.ts'
import type { Context } from '#server/lib/context.ts'
import { type Answer, createAnswer, sendAnswer } from '#server/lib/http/answer.ts'
import { callInside } from '#server/lib/http/api.ts'
import { languageOfVisitor } from '#server/lib/http/language.ts'
import type { SharedAnswers, Subjects } from '#server/lib/http/shared-answers.ts'
import { hasLinkKey } from '#server/lib/http/visitors.ts'
import { originOf } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { mountBuiltFiles } from './built-files.ts'
import { isBuilt, loadBuild, startVite } from './page-build.ts'
import { outsideSources, secured } from './page-security.ts'

/** Nonce of the renderer's own scripts; never leaves this process. */
const scriptMark = randomUUID()

/** Serves the web application: its files, and all other paths as pages rendered for a visitor. */
export async function mountPages(app: FastifyInstance, ctx: Context, shared: SharedAnswers): Promise<void> {
  mountManifest(app, ctx.settings.BRAND_NAME)
  if (process.env.NODE_ENV === 'development') return mountDevelopment(app, ctx)
  await mountBuiltFiles(app)

  // Once the pages are loaded, their files may be removed or replaced.
  let isLoaded = false
  // Made once: it ranks all routes, which takes milliseconds.
  const renderers: Partial<Record<Language, Promise<Renderer>>> = {}
  async function make(language: Language, address: string, subjects: Subjects) {
    renderers[language] ??= loadBuild(language).then((build) => rendererOf(app, ctx, build, 'production', language))
    const render = await renderers[language]
    return toAnswer(await render(address, subjects))
  }
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const { language } = request
    const wanted = languageOfVisitor(request) ?? language
    if (wanted !== language) {
      reply.headers({ 'cache-control': 'no-store', vary: 'accept-language, cookie, referer, sec-fetch-mode' })
      // With the host, because a path may look like one: //example.com.
      return reply.redirect(
        originOf(ctx.settings, request) + inLanguage(withoutLanguage(pathOfPage(request)), wanted),
        302,
      )
    }
    if (!isLoaded && !isBuilt())
      return reply.code(503).type('text/plain').send('The pages are not built: npm run build.')
    const address = addressOf(request, ctx.settings)
    const page = hasLinkKey(request.query)
      ? make(language, address, new Set())
      : shared.share(address, (subjects) => make(language, address, subjects))
    return sendAnswer(request, reply, await page)
  })
  app.addHook('onListen', async () => {
    if (!isBuilt()) return
    await Promise.all(languages.map(loadBuild))
    isLoaded = true
  })
}

/** Serves the web app manifest, by which the app on a phone's home screen has the name that the operator gave it. */
function mountManifest(app: FastifyInstance, brand: string) {
  const icon = (size: number, purpose: string) => {
    const file = purpose === 'maskable' ? 'maskable' : 'icon'
    return { src: `/${file}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  const manifest = {
    name: brand,
    short_name: brand,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f8f8fe',
    theme_color: '#ffffff',
    icons: ['any', 'maskable'].flatMap((purpose) => [icon(192, purpose), icon(512, purpose)]),
  }
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(JSON.stringify(manifest)),
  )
}

type Mode = 'production' | 'development'
type Renderer = (address: string, subjects: Subjects) => Promise<Response>

function rendererOf(app: FastifyInstance, ctx: Context, build: ServerBuild, mode: Mode, language: Language): Renderer {
  const handle = createRequestHandler(build, mode)
  return (address, subjects) => {
    const { origin } = new URL(address)
    return handle(new Request(address), { ...pageContext(app, ctx.settings, { origin, subjects, language, mode }) })
  }
}

/** The full URL of a page, the key of its shared response. Pages contain their own host, so one requested with a forged host
 *  is shared with nobody else. */
function addressOf(request: FastifyRequest, settings: Settings): string {
  return originOf(settings, request) + pathOfPage(request)
}

/** A client that takes the product for a proxy also names a host in the first line (RFC 9112, section 3.2.2). */
function pathOfPage({ originalUrl }: FastifyRequest): string {
  const path = originalUrl.replace(/^https?:\/\/[^/]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

async function toAnswer(response: Response): Promise<Answer> {
  const headers = { 'cache-control': 'no-cache', ...Object.fromEntries(response.headers) }
  return createAnswer(response.status, headers, Buffer.from(await response.arrayBuffer()))
}

/** Pages from the sources, never shared, without a Content-Security-Policy: Vite needs inline scripts. */
async function mountDevelopment(app: FastifyInstance, ctx: Context) {
  const viteOf = await startVite(app)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const vite = await viteOf(request.language)
    request.raw.url = request.originalUrl
    const servedByVite = await new Promise<boolean>((resolve) => {
      reply.raw.once('close', () => resolve(true))
      vite.middleware(request.raw, reply.raw, () => resolve(false))
    })
    if (servedByVite) return reply.hijack()

    const render = rendererOf(app, ctx, await vite.loadBuild(), 'development', request.language)
    const response = await render(addressOf(request, ctx.settings), new Set())
    reply.code(response.status).headers(Object.fromEntries(response.headers))
    return reply.send(await response.text())
  })
}

/** Makes the `context` of a page's `loader`: calls in this process, and the settings that pages may know. `origin` is the
 *  scheme and host of the page. Adds to `subjects` the events shown on the page. */
function pageContext(
  app: FastifyInstance,
  settings: Settings,
  { origin, subjects, language, mode }: { origin: string; subjects: Subjects; language: Language; mode: Mode },
): PageContext {
  async function inject(endpoint: Call, request: unknown) {
    const { params, query } = (request ?? {}) as { params?: { eventId?: unknown }; query?: object }
    if (params?.eventId !== undefined) subjects.add(Number(params.eventId))
    else if (endpoint.config.shared === 'events') subjects.add('all')
    const url = inLanguage(pathOf(endpoint, { ...params }) + queryOf({ ...query }), language)
    const reply = await callInside(app, { method: 'GET', url })
    if (reply.statusCode >= 400) throw data(reply.json(), { status: reply.statusCode })
    return reply
  }
  return {
    call: async (endpoint, ...[request]) => (await inject(endpoint, request)).json(),
    callCounted: async (endpoint, ...[request]) => {
      const reply = await inject(endpoint, request)
      const items = reply.json()
      const { 'x-total-count': total = items.length, 'x-version': version = 0 } = reply.headers
      return { items, total: Number(total), next: nextCursor(reply.headers.link), version: Number(version) }
    },
    site: {
      brand: settings.BRAND_NAME,
      url: origin,
      google_client_id: settings.GOOGLE_CLIENT_ID ?? '',
      google_maps_key: settings.GOOGLE_MAPS_API_KEY ?? '',
      map_tiles: settings.MAP_TILES_URL,
      wallets: [
        ...(settings.APPLE_PASS_CERTIFICATE ? (['apple'] as const) : []),
        ...(settings.GOOGLE_WALLET_ISSUER_ID ? (['google'] as const) : []),
      ],
      // Without a mail server only the operator reads the mails.
      email_sign_in: settings.SMTP_URL !== undefined,
      line:
        settings.LINE_CHANNEL_ID === undefined ? 'off' : settings.LINE_CHANNEL_ACCESS_TOKEN ? 'messages' : 'sign_in',
    },
    scriptMark,
    secured: (html) =>
      mode === 'production'
        ? secured(html, scriptMark, settings.PUBLIC_URL, outsideSources(settings))
        : { html: html.replaceAll(` nonce="${scriptMark}"`, ''), headers: {} },
    report: (error) => app.log.error({ err: error }, 'a page could not be rendered'),
  }
}
