import PQueue from 'p-queue'
import { z } from 'zod'
import type { Place } from '#contract/places.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { readBounded } from '#server/lib/security/outside.ts'

interface Options {
  /** URL of a Nominatim-compatible service. */
  url: string
  /** Names the product and its site, as the service's terms require. */
  userAgent: string
  /** Time between the starts of two requests, in milliseconds. */
  interval?: number
}

/** Timeout of one request, in milliseconds. */
const timeoutMs = 4_000
/** Length of the queue; further requests get `places_unavailable`. */
const longestLine = 4
/** How long a failed service is left alone, in seconds. */
const pause = 10
const longestAnswer = 256 * 1024

/** Calls one geocoder, one request after the other. Throws `places_unavailable` if it does not respond properly. */
export class Geocoder {
  readonly #base: URL
  readonly #userAgent: string
  readonly #line: PQueue
  /** By the process's monotonic clock, which is never adjusted. */
  #pausedUntil = 0

  constructor({ url, userAgent, interval = 1_000 }: Options) {
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`)
    this.#userAgent = userAgent
    this.#line = new PQueue({ interval, intervalCap: 1, strict: true })
  }

  /** At most five, best first. */
  async search(words: string, language: string): Promise<Place[]> {
    const found = z.array(Found).safeParse(await this.#ask('search', { q: words, limit: '5' }, language))
    if (!found.success) throw unavailable()
    return found.data.map(toPlace)
  }

  /** Null if nothing is known, for instance in the middle of the sea. */
  async reverse(latitude: number, longitude: number, language: string): Promise<Place | null> {
    const point = { lat: String(latitude), lon: String(longitude), zoom: '18' }
    const answer = await this.#ask('reverse', point, language)
    if (z.object({ error: z.unknown() }).safeParse(answer).success) return null
    const found = Found.safeParse(answer)
    if (!found.success) throw unavailable()
    return toPlace(found.data)
  }

  async #ask(path: 'search' | 'reverse', query: Record<string, string>, language: string): Promise<unknown> {
    const url = new URL(path, this.#base)
    url.search = new URLSearchParams({ ...query, format: 'jsonv2' }).toString()
    if (this.#line.size >= longestLine) throw unavailable(this.#secondsLeft())
    this.#refuseWhilePaused()
    return this.#line.add(() => this.#send(url, language))
  }

  async #send(url: URL, language: string): Promise<unknown> {
    // An earlier request in the queue may have found the service down.
    this.#refuseWhilePaused()
    const response = await fetch(url, {
      headers: { 'user-agent': this.#userAgent, 'accept-language': language, accept: 'application/json' },
      // No redirects: only the URL chosen by the operator is asked.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => null)
    if (response === null || response.status >= 500 || response.status === 429) throw this.#leaveAlone()
    // A refusal of this query alone is no reason to stop asking the service.
    if (!response.ok) throw unavailable()
    const text = await readBounded(response, longestAnswer).catch(() => '')
    try {
      return JSON.parse(text)
    } catch {
      throw unavailable()
    }
  }

  #refuseWhilePaused(): void {
    if (performance.now() < this.#pausedUntil) throw unavailable(this.#secondsLeft())
  }

  #secondsLeft(): number {
    return Math.max(2, Math.ceil((this.#pausedUntil - performance.now()) / 1_000))
  }

  #leaveAlone(): AppError {
    this.#pausedUntil = performance.now() + pause * 1_000
    return unavailable(pause)
  }
}

/** The fields of Nominatim's responses (jsonv2) that are used. */
const Found = z.object({
  display_name: z.string(),
  name: z.string().nullish(),
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
})

function toPlace({ name, display_name, lat, lon }: z.output<typeof Found>): Place {
  return { name: name ?? '', address: display_name.slice(0, 500), latitude: lat, longitude: lon }
}

function unavailable(retryAfter = 2): AppError {
  return new AppError('places_unavailable', { retryAfter })
}
