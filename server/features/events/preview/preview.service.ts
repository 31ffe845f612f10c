import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { tagline } from '#contract/paths.ts'
import { type Reader, readerOf } from '#server/features/accounts/viewer.ts'
import { isListedFor } from '#server/features/events/sql/event-conditions.sql.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { makeOnce } from '#server/lib/jobs/made-once.ts'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { isPictureFile } from '#server/lib/pictures/pictures.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { drawEvent, drawSite, type PreviewedEvent } from './draw-preview.ts'

/** Some hundred pictures: those that are being shared now. Others are drawn anew. */
const mostBytes = 32 * 1024 * 1024
/** In this process one is drawn at a time; of a flood most are sent away for some seconds. */
const gate = new Gate(1, 10, () => new AppError('preview_unavailable', { retryAfter: 5 }))
let rested: Promise<unknown> = Promise.resolve()

export interface Previews {
  /** Throws `event_not_found` for what a visitor does not find in lists, `preview_unavailable` where very many wait. */
  ofEvent(id: number): Promise<Preview>
  ofSite(): Promise<Preview>
}

interface Preview {
  /** Changes with the event. */
  version: number
  /** A JPEG of `previewSize`; drawn at most once for all who ask for it at the same time. */
  draw(): Promise<Buffer>
}

export function openPreviews(ctx: Pick<Context, 'settings' | 'db'>): Previews {
  const once = makeOnce({ gate, mostBytes })
  const store = openPictureStore(ctx.settings)

  async function drawWithImage(event: PreviewedEvent): Promise<Buffer> {
    const image = await imageOf(event)
    // A stored picture that cannot be read is no reason to show none.
    return image === null ? drawEvent(event, null) : drawEvent(event, image).catch(() => drawEvent(event, null))
  }

  async function imageOf({ event_image }: PreviewedEvent): Promise<Buffer | null> {
    const name = event_image.split('/').at(-1) ?? ''
    const file = isPictureFile(name) ? await store.get(name) : null
    return file === null ? null : buffer(file.content)
  }

  return {
    async ofEvent(id) {
      const event = await selectPreviewed(ctx.db, id, readerOf(ctx.settings, null))
      if (event === null) throw new AppError('event_not_found')
      return {
        version: event.version,
        draw: () => once(`${id}-${event.version}`, () => unhurried(() => drawWithImage(event))),
      }
    },
    async ofSite() {
      return { version: 1, draw: () => once('site', () => unhurried(() => drawSite(ctx.settings.BRAND_NAME, tagline))) }
    },
  }
}

/** Rests after each picture for as long as it took, so that drawing never has more than half of one core. */
async function unhurried(make: () => Promise<Buffer>): Promise<Buffer> {
  await rested
  const began = performance.now()
  try {
    return await make()
  } finally {
    rested = sleep(performance.now() - began, undefined, { ref: false })
  }
}

/** Null where there is no such event, and where lists do not show it to the reader. */
function selectPreviewed(db: Db, id: number, reader: Reader): Promise<PreviewedEvent | null> {
  return db.maybeOne(sql`
    SELECT e.id, e.version, e.event_name, e.category, e.event_image, e.start_date_event, e.is_online,
           e.place_to_be_announced, e.address
    FROM events e
    WHERE e.id = ${id} AND ${isListedFor(reader)}`)
}
