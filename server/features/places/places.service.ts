import type { Place } from '#contract/places.ts'
import type { Context } from '#server/lib/context.ts'
import type { Geocoder } from './geocoder.ts'
import { deleteExpired, saveAnswer, selectAnswer } from './places.repository.ts'

const days = 24 * 3_600_000
const lifetimeMs = 30 * days

/** Places by name or address, in the reader's language. */
export function search(ctx: Context, geocoder: Geocoder, words: string, language: string): Promise<Place[]> {
  const wanted = words.toLowerCase().replace(/\s+/g, ' ')
  return remembered(ctx, `search ${language} ${wanted}`, () => geocoder.search(wanted, language))
}

/** The place at a point, looked up to the metre; its address is '' where nothing is known. */
export async function reverse(
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

/** Thai or English, whichever the browser names first. */
export function languageOf(acceptLanguage: string | undefined): string {
  const first = /\b(th|en)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return first === 'th' ? 'th,en' : 'en,th'
}
