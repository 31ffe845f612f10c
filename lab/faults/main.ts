/**
 * Injects faults into the real server and compares responses with the database: `npm run check:faults`, or some by name,
 * `npm run check:faults -- power-cut disk-full`. Prints a line for each, and exits with 1 if a promise is broken. See
 * docs/decisions/084-running-it.md. TIMES is the number of repetitions of repeated faults.
 */
import { bundleServer } from '../programs.ts'
import { databaseRestarted, databaseSilent, databaseStopped } from './database.ts'
import { diskFull } from './disk-full.ts'
import { killedAmongWriters, killedWhileStarting, stoppedUnderLoad } from './kills.ts'
import { powerCut } from './power-cut.ts'
import { servicesAway } from './services.ts'

const times = (usual: number) => Number(process.env.TIMES ?? usual)

/** Each runs the program `main`, and returns its figures or throws. */
const faults: Record<string, (main: string) => Promise<string>> = {
  'database-restarted': databaseRestarted,
  'database-stopped': databaseStopped,
  'database-silent': databaseSilent,
  'services-away': servicesAway,
  'disk-full': diskFull,
  'killed-among-writers': (main) => killedAmongWriters(main, times(50)),
  'killed-while-starting': (main) => killedWhileStarting(main, times(30)),
  'stopped-under-load': (main) => stoppedUnderLoad(main, times(5)),
  'power-cut': (main) => powerCut(main, times(20)),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in faults))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}, only ${Object.keys(faults).join(', ')}.`)
const main = await bundleServer()
for (const [name, fault] of Object.entries(faults)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1_000)
  try {
    console.info(`held    ${name}: ${await fault(main)} (${seconds()} s)`)
  } catch (error) {
    console.info(`BROKEN  ${name} (${seconds()} s): ${(error as Error).stack}`)
    process.exitCode = 1
  }
}
process.exit()
