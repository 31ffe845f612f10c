import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sitePreview } from '#contract/events/event-links.ts'
import { EventParams } from '#contract/events/events.schemas.ts'
import type { Language } from '#contract/language/languages.ts'
import { inLanguages } from '#contract/language/messages.ts'
import * as en from '#languages/en/home.json'
import * as th from '#languages/th/home.json'
import { type Viewer, viewerOf } from '#server/features/accounts/viewer.ts'
import { isListedFor } from '#server/features/events/sql/event-conditions.sql.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { matchesEtag } from '#server/lib/http/answer.ts'
import type { Api } from '#server/lib/http/api.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { makeOnce } from '#server/lib/jobs/made-once.ts'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { isPictureFile } from '#server/lib/pictures/pictures.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { drawEvent, drawSite, type PreviewedEvent } from './draw-preview.ts'

/** Raise it when the drawing changes. */
const style = 1
const year = 365 * 24 * 3600
const Version = z.object({ v: z.string().optional().catch(undefined) })

/** Link preview images, served as files and only as visitors see the events: social networks have no account. Their
 *  URLs are `eventPreview` and `sitePreview`. */
export function previewRoutes(api: Api, ctx: Context) {
  const previews = openPreviews(ctx)

  api.get(
    '/events/:eventId/preview.jpg',
    { schema: { hide: true, params: EventParams, querystring: Version } },
    async (request, reply) => {
      const { eventId } = request.params
      const preview = await previews.ofEvent(eventId, request.language)
      const isNewest = request.query.v === String(preview.version)
      return send(request, reply, preview, { name: String(eventId), isNewest })
    },
  )

  api.get(sitePreview, { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, await previews.ofSite(request.language), { name: 'site', isNewest: false }),
  )
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, draw }: Preview,
  { name, isNewest }: { name: string; isNewest: boolean },
) {
  const etag = `"${style}-${request.language}-${name}-${version}"`
  // Without the current version in the URL, the picture behind it may change.
  const cache = isNewest ? `public, max-age=${year}, immutable` : 'public, max-age=600'
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    return reply.code(304).header('etag', etag).header('cache-control', cache).send()
  }
  const picture = await draw()
  return reply
    .type('image/jpeg')
    .header('etag', etag)
    .header('cache-control', cache)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(picture)
}

const texts = inLanguages(en, th)

/** A few hundred pictures. */
const mostBytes = 32 * 1024 * 1024
/** One drawing at a time per process; when too many wait, the rest are refused for some seconds. */
const gate = new Gate(1, 10, () => new AppError('preview_unavailable', { retryAfter: 5 }))
let pause: Promise<unknown> = Promise.resolve()

interface Previews {
  /** Throws `event_not_found` if visitors do not find the event in lists, `preview_unavailable` if too many wait. */
  ofEvent(id: number, language: Language): Promise<Preview>
  ofSite(language: Language): Promise<Preview>
}

interface Preview {
  version: number
  /** A JPEG of `previewSize`. Concurrent callers share one drawing. */
  draw(): Promise<Buffer>
}

function openPreviews(ctx: Pick<Context, 'settings' | 'db'>): Previews {
  const once = makeOnce({ gate, mostBytes })
  const store = openPictureStore(ctx.settings)

  async function drawWithImage(event: PreviewedEvent, language: Language): Promise<Buffer> {
    const image = await imageOf(event)
    // Fall back to the cover if the stored picture cannot be read.
    const cover = () => drawEvent(event, null, language)
    return image === null ? cover() : drawEvent(event, image, language).catch(cover)
  }

  async function imageOf({ event_image }: PreviewedEvent): Promise<Buffer | null> {
    const name = event_image.split('/').at(-1) ?? ''
    const file = isPictureFile(name) ? await store.get(name) : null
    return file === null ? null : buffer(file.content)
  }

  return {
    async ofEvent(id, language) {
      const event = await selectPreviewed(ctx.db, id, viewerOf(ctx.settings, null))
      if (event === null) throw new AppError('event_not_found')
      return {
        version: event.version,
        draw: () => once(`${language}-${id}-${event.version}`, () => throttled(() => drawWithImage(event, language))),
      }
    },
    async ofSite(language) {
      const { tagline } = texts[language]
      const draw = () => throttled(() => drawSite(ctx.settings.BRAND_NAME, tagline))
      return { version: 2, draw: () => once(`${language}-site`, draw) }
    },
  }
}

/** Pauses after each picture for as long as it took, to use at most half a core. */
async function throttled(make: () => Promise<Buffer>): Promise<Buffer> {
  await pause
  const began = performance.now()
  try {
    return await make()
  } finally {
    pause = sleep(performance.now() - began, undefined, { ref: false })
  }
}

/** Null if there is no such event or lists do not show it to the viewer. */
function selectPreviewed(db: Db, id: number, viewer: Viewer): Promise<PreviewedEvent | null> {
  return db.maybeOne(sql`
    SELECT e.id, e.version, e.event_name, e.category, e.event_image, e.start_date_event, e.is_online,
           e.place_to_be_announced, e.address
    FROM events e
    WHERE e.id = ${id} AND ${isListedFor(viewer)}`)
}
