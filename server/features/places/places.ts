import { type Place, reversePlace, searchPlaces } from '#contract/places.ts'
import type { Context } from '#server/lib/context.ts'
import type { Api } from '#server/lib/http/api.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import { Geocoder } from './geocoder.ts'

const days = 24 * 3_600_000
const lifetimeMs = 30 * days

/** The browser never calls the geocoder itself: the server caches its answers and limits the rate. */
export function placeRoutes(api: Api, ctx: Context) {
  const geocoder = new Geocoder({
    url: ctx.settings.GEOCODER_URL,
    userAgent: `Ruam event ticketing (${publicUrl(ctx.settings, '/')})`,
  })

  api.route({
    ...searchPlaces,
    handler: ({ query, headers }) => search(ctx, geocoder, query.q, languageOf(headers['accept-language'])),
  })

  api.route({
    ...reversePlace,
    handler: ({ query, headers }) => reverse(ctx, geocoder, query, languageOf(headers['accept-language'])),
  })
}

/** Places by name or address, in the viewer's language. */
function search(ctx: Context, geocoder: Geocoder, words: string, language: string): Promise<Place[]> {
  const wanted = words.toLowerCase().replace(/\s+/g, ' ')
  return remembered(ctx, `search ${language} ${wanted}`, () => geocoder.search(wanted, language))
}

/** The place at a point, looked up to the metre; its address is '' if unknown. */
async function reverse(
  ctx: Context,
  geocoder: Geocoder,
  point: { latitude: number; longitude: number },
  language: string,
): Promise<Place> {
  const [latitude, longitude] = [metre(point.latitude), metre(point.longitude)]
  const [place] = await remembered(ctx, `reverse ${language} ${latitude} ${longitude}`, async () => {
    const found = await geocoder.reverse(latitude, longitude, language)
    return found === null ? [] : [found]
  })
  return { name: place?.name ?? '', address: place?.address ?? '', ...point }
}

async function remembered(ctx: Context, question: string, ask: () => Promise<Place[]>): Promise<Place[]> {
  const now = ctx.now()
  const known = await selectAnswer(ctx.db, question, now)
  if (known !== null) return known
  const answer = await ask()
  await saveAnswer(ctx.db, question, answer, new Date(now.getTime() + lifetimeMs))
  await deleteExpired(ctx.db, now)
  return answer
}

function metre(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000
}

/** Thai or English, whichever the browser lists first. */
function languageOf(acceptLanguage: string | undefined): string {
  const first = /\b(th|en)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return first === 'th' ? 'th,en' : 'en,th'
}

/** The stored answer for a query, unless it has expired. */
async function selectAnswer(db: Db, question: string, now: Date): Promise<Place[] | null> {
  const row = await db.maybeOne<{ answer: Place[] }>(sql`
    SELECT answer FROM places WHERE question = ${question} AND expires_at > ${now}`)
  return row?.answer ?? null
}

async function saveAnswer(db: Db, question: string, answer: Place[], expiresAt: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO places (question, answer, expires_at)
    VALUES (${question}, ${JSON.stringify(answer)}::jsonb, ${expiresAt})
    ON CONFLICT (question) DO UPDATE SET answer = excluded.answer, expires_at = excluded.expires_at`)
}

/** Deletes some of the expired answers, so that no call waits for a long cleanup. */
async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.run(sql`
    DELETE FROM places WHERE question IN (SELECT question FROM places WHERE expires_at <= ${now} LIMIT 100)`)
}
