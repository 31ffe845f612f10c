import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import { fullDate } from '#contract/dates.ts'
import { pathOf } from '#contract/endpoint.ts'
import { eventEmbed, eventPreview, fromParameter, previewSize } from '#contract/events/event-links.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { showLiveEvent } from '#contract/events/live.ts'
import { PathId } from '#contract/fields.ts'
import { inLanguage, type Language, languageOf, withoutLanguage } from '#contract/language/languages.ts'
import { counted, fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/embed.json'
import * as th from '#languages/th/embed.json'
import { findForVisitors } from '#server/features/events/events.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Api } from '#server/lib/http/api.ts'
import { originOf } from '#server/lib/settings/public-url.ts'

/** In pixels, by which `embed.js` and oEmbed size the frame. */
const frameSize = { width: 480, height: 352 }

/** Of the card and its frame: if they differ, browsers fill the card's round corners with white or black. */
const colorScheme = 'light dark'

const cache = 'public, max-age=60'

const texts = inLanguages(en, th)

/** Puts a frame in place of `<script src="https://example.com/embed.js" data-event="7"></script>`; below /th in Thai. */
const embedScript = (language: Language) => `(function () {
  var own = document.currentScript
  var frame = document.createElement('iframe')
  frame.src = new URL('${inLanguage('/events', language)}/' + parseInt(own.dataset.event, 10) + '/embed', own.src).href
  frame.title = '${texts[language].event}'
  frame.loading = 'lazy'
  frame.style.cssText = 'border:0;display:block;width:100%;max-width:${frameSize.width}px;height:${frameSize.height}px;color-scheme:${colorScheme}'
  own.after(frame)
})()
`

/** Partners mistype ids: 0 is no event, and its page says so to their visitors. */
const EmbedParams = z.object({ eventId: PathId.catch(0) })

const EmbedQuery = z.object({
  url: z.string().max(2_000),
  maxwidth: z.coerce.number().int().min(1).optional().catch(undefined),
  maxheight: z.coerce.number().int().min(1).optional().catch(undefined),
  format: z.string().max(20).optional(),
})

/** A card of an event for other sites, and oEmbed (https://oembed.com), by which sites turn a pasted link into that card.
 *  Shows only what visitors find. */
export function embedRoutes(api: Api, ctx: Context) {
  const brand = ctx.settings.BRAND_NAME

  api.get('/events/:eventId/embed', { schema: { hide: true, params: EmbedParams } }, async (request, reply) => {
    const event = await findForVisitors(ctx, request.params.eventId)
    return reply
      .code(event === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers(embedHeaders[request.language])
      .header('cache-control', 'public, max-age=10')
      .send(embedPage(event, brand, request.language))
  })

  api.get('/embed.js', { schema: { hide: true } }, async ({ language }, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', cache)
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(embedScript(language)),
  )

  api.get('/oembed', { schema: { hide: true, querystring: EmbedQuery } }, async (request, reply) => {
    const { url, maxwidth, maxheight, format = 'json' } = request.query
    if (format !== 'json') throw new AppError('format_not_offered')
    const origin = originOf(ctx.settings, request)
    const page = eventIn(url, origin)
    const event = page === null ? null : await findForVisitors(ctx, page.id)
    if (page === null || event === null) throw new AppError('event_not_found')
    const width = Math.min(frameSize.width, maxwidth ?? frameSize.width)
    const height = Math.min(frameSize.height, maxheight ?? frameSize.height)
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', cache)
      .header('access-control-allow-origin', '*')
      .send({
        version: '1.0',
        type: 'rich',
        title: event.event_name,
        provider_name: brand,
        provider_url: origin,
        cache_age: 3_600,
        width,
        height,
        html: embedFrame({
          src: origin + inLanguage(eventEmbed(event.id), page.language),
          width,
          height,
          title: event.event_name,
        }),
      })
  })
}

/** The event and the language of a page's address on this site. */
function eventIn(address: string, origin: string): { id: number; language: Language } | null {
  const { origin: site, pathname } = URL.canParse(address) ? new URL(address) : { origin: '', pathname: '' }
  const [, id] = /^\/events\/([1-9]\d{0,8})\/?$/.exec(withoutLanguage(pathname)) ?? []
  return site === origin && id !== undefined ? { id: Number(id), language: languageOf(pathname) } : null
}

const style = `
:root { color-scheme: ${colorScheme}; --ink: #22223b; --soft: #5d5d78; --card: #fff; --line: #d9d9e8; --fill: #5b21b6 }
@media (prefers-color-scheme: dark) { :root { --ink: #eaeaf3; --soft: #b4b4c8; --card: #15151f; --line: #33334a; --fill: #6d33c9 } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.6 Anuphan, system-ui, sans-serif; color: var(--ink) }
article { display: flex; flex-direction: column; height: 100vh; overflow: hidden; border: 1px solid var(--line);
  border-radius: 1rem; background: var(--card) }
img { display: block; width: 100%; height: auto; background: var(--line) }
div { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .75rem 1rem }
section { flex: 1 1 12rem; min-width: 0 }
p { margin: 0; font-size: .875rem; color: var(--soft) }
h1 { margin: 0; font-size: 1rem; color: var(--ink); display: -webkit-box; overflow: hidden; overflow-wrap: anywhere;
  -webkit-box-orient: vertical; -webkit-line-clamp: 1 }
a { flex: none; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: 999px; background: var(--fill); color: #fff;
  font-weight: 500; text-decoration: none }
a:focus-visible { outline: 3px solid var(--fill); outline-offset: 2px }
`

/** Follows the seats while the frame is in sight. */
const scriptIn = (m: (typeof texts)[Language]) => `
const [none, one, other] = ${JSON.stringify([m.full, m.seatsLeft_one ?? m.seatsLeft_other, m.seatsLeft_other])}
const seats = document.getElementById('seats')
async function follow() {
  if (document.hidden) return
  const answer = await fetch(seats.dataset.live).catch(() => null)
  if (!answer?.ok) return
  const { seats_left: left } = await answer.json()
  if (typeof left !== 'number') return
  seats.textContent = (left === 0 ? none : left === 1 ? one : other).replace('{count}', left.toLocaleString('en-US'))
}
if (seats) setInterval(follow, 10000)
`

const scripts: Record<Language, string> = { en: scriptIn(texts.en), th: scriptIn(texts.th) }

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The only page that other sites may frame. */
const headersWith = (script: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
})
const embedHeaders = { en: headersWith(scripts.en), th: headersWith(scripts.th) }

/** A card of an event for other sites. Null for an event that visitors do not find. */
function embedPage(event: CardEvent | null, brand: string, language: Language): string {
  const head = (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{event === null ? brand : `${event.event_name} · ${brand}`}</title>
    </>
  )
  const body = (
    <article>{event === null ? <Missing {...{ brand, language }} /> : <Card {...{ event, language }} />}</article>
  )
  return `<!doctype html><html lang="${language}"><head>${renderToStaticMarkup(head)}<style>${style}</style></head>
<body>${renderToStaticMarkup(body)}<script>${scripts[language]}</script></body></html>`
}

/** The frame of a card, for oEmbed. */
function embedFrame(frame: { src: string; width: number; height: number; title: string }): string {
  return renderToStaticMarkup(<iframe {...frame} style={{ border: 0, colorScheme }} loading="lazy" />)
}

function Missing({ brand, language }: { brand: string; language: Language }) {
  const m = texts[language]
  return (
    <div>
      <p>{m.noLongerShown}</p>
      <a href={inLanguage(paths.discover, language)} target="_blank" rel="noopener">
        {fill(m.findEvents, { brand })}
      </a>
    </div>
  )
}

function Card({ event, language }: { event: CardEvent; language: Language }) {
  const m = texts[language]
  const { id, event_name, start_date_event, status } = event
  return (
    <>
      <img
        src={inLanguage(eventPreview({ id, version: 0 }), language)}
        alt=""
        width={previewSize.width}
        height={previewSize.height}
      />
      <div>
        <section>
          <h1>{event_name}</h1>
          <p>{fullDate(start_date_event, language)}</p>
          {status === 'COMPLETED' ? (
            <p>{m.over}</p>
          ) : (
            <p id="seats" data-live={pathOf(showLiveEvent, { eventId: id })}>
              {seatsLeft(event, language)}
            </p>
          )}
        </section>
        <a href={inLanguage(`${paths.event(id)}?${fromParameter}=embed`, language)} target="_blank" rel="noopener">
          {m.viewEvent}
        </a>
      </div>
    </>
  )
}

function seatsLeft({ seats_left: left }: Pick<CardEvent, 'seats_left'>, language: Language): string {
  const m = texts[language]
  if (left === null) return ''
  return left === 0 ? m.full : counted(left, m.seatsLeft_one, m.seatsLeft_other, {}, language)
}
