import { dayInBangkok } from '#contract/dates.ts'
import { asLinkLabel } from '#contract/names.ts'
import { selectRole } from '#server/features/team/team.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { addVisits, type Visit } from './overview.repository.ts'

/** Limit of sources counted between two saves, of all events together. */
const mostCounted = 20_000

/** The origin of a view according to the browser; `ownHost` is this site's. */
interface Seen {
  from: string
  referrer: string
  ownHost: string
  userAgent: string
  userId: number | null
}

/** Programs that read pages for search engines, previews and monitoring. Most run no scripts and so are never counted. */
const robot =
  /bot\b|bot[/;_-]|crawl|spider|slurp|preview|scrape|monitor|lighthouse|facebookexternalhit|\b(curl|wget|python)\b/i

export type Visits = ReturnType<typeof openVisits>

/** Counts views of event pages in memory, without any data about viewers. `save` adds them to the database; a crash loses the
 *  views since the last save. */
export function openVisits({ db, now }: Pick<Context, 'db' | 'now'>) {
  let counted = new Map<string, Visit>()
  let saving: Promise<void> = Promise.resolve()

  /** Ignores the event's team and robots. */
  async function count(event_id: number, { userAgent, userId, ...seen }: Seen): Promise<void> {
    if (userAgent === '' || robot.test(userAgent)) return
    if (userId !== null && (await selectRole(db, event_id, userId)) !== null) return
    add({ event_id, day: dayInBangkok(now()), ...sourceOf(seen), visits: 1 })
  }

  function add(visit: Visit) {
    const key = `${visit.event_id} ${visit.day} ${visit.kind} ${visit.name}`
    const known = counted.get(key)
    if (known !== undefined) known.visits += visit.visits
    else if (counted.size < mostCounted) counted.set(key, visit)
  }

  async function saveOnce() {
    if (counted.size === 0) return
    const taken = [...counted.values()]
    counted = new Map()
    try {
      await addVisits(db, taken)
    } catch (error) {
      for (const visit of taken) add(visit)
      throw error
    }
  }

  return {
    count,
    /** Resolves when everything counted before the call is stored. */
    save(): Promise<void> {
      saving = saving.catch(() => undefined).then(saveOnce)
      return saving
    },
  }
}

/** The link's label if it has one, else the referring page. */
function sourceOf({ from, referrer, ownHost }: Pick<Seen, 'from' | 'referrer' | 'ownHost'>): {
  kind: Visit['kind']
  name: string
} {
  const label = asLinkLabel(from)
  if (label !== '') return { kind: 'from', name: label }
  const host = hostOf(referrer)
  if (host === null) return { kind: 'direct', name: '' }
  return host === hostOf(ownHost) ? { kind: 'inside', name: '' } : { kind: 'host', name: host }
}

/** A host name without port and `www.`; null if it is not one. */
function hostOf(given: string): string | null {
  const host = given
    .trim()
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
  return host.length <= 253 && /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/.test(host) ? host : null
}
