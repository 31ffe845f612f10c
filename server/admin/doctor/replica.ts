import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/lib/postgres/database.ts'
import { beat, newestBeat } from '#server/lib/postgres/heartbeat.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { type Finding, holds, mend, reasonOf } from './finding.ts'

/** What the server lets a replica be behind, in milliseconds. */
const mostBehind = 3_000

/** Whether what is written to the database arrives at its replica. Nothing where the settings name none. */
export async function checkReplica(settings: Settings): Promise<Finding[]> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL: address } = settings
  if (url === undefined || address === undefined) return []
  const about = 'replica'
  const { host, pathname } = new URL(address)
  const [primary, replica] = [openDatabase(direct ?? url, 1), openDatabase(address, 1, { direct })]
  try {
    const written = await beat(primary)
    const before = performance.now()
    let newest = await newestBeat(replica)
    while ((newest ?? 0) < written - mostBehind && performance.now() < before + mostBehind) {
      await sleep(50)
      newest = await newestBeat(replica)
    }
    const seconds = Math.max(0, (written - (newest ?? 0)) / 1_000).toFixed(1)
    if (newest !== null && written - newest <= mostBehind) {
      return [holds(about, `${host}${pathname} answers, and is at most ${seconds} seconds behind.`)]
    }
    const late = newest === null ? 'has heard nothing of the database' : `is ${seconds} seconds behind`
    return [mend(about, `${host}${pathname} ${late}, so lists are read from the primary. Look at its replication.`)]
  } catch (error) {
    const reason = reasonOf(error)
    return [mend(about, `${host}${pathname} cannot be asked: ${reason}. Start it, or correct DATABASE_REPLICA_URL.`)]
  } finally {
    await primary.close()
    await replica.close()
  }
}
