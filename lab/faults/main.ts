/**
 * Does to the real server what happens to servers, and compares what people were told with the rows: `npm run check:faults`, or
 * with names `npm run check:faults -- power-cut disk-full`. Prints a line for each; ends with 1 where a promise is broken.
 * See docs/decisions/084-running-it.md.
 */
import { callsBrokenOff } from './calls-broken-off.ts'
import { clockJumps } from './clock.ts'
import { restartInRush, silent, stopped } from './database-away.ts'
import { diskFull } from './disk-full.ts'
import { killedAmongWriters, killedWhileStarting } from './killed.ts'
import { outsideServices } from './outside.ts'
import { powerCuts } from './power-cut.ts'
import { makePrograms } from './program.ts'
import { stopUnderLoad } from './stopping.ts'
import { underStrain } from './strain.ts'

/** How often a fault is done, where TIMES does not say. */
const times = (usual: number) => Number(process.env.TIMES ?? usual)

/** What is done to the server, by name. */
const faults: Record<string, () => Promise<string>> = {
  'database-restarted': restartInRush,
  'database-stopped': () => stopped(),
  'database-silent': () => silent(),
  'outside-services': () => outsideServices(),
  'disk-full': () => diskFull(),
  'clock-jumps': clockJumps,
  'calls-broken-off': callsBrokenOff,
  'killed-among-writers': () => killedAmongWriters(times(50)),
  'killed-while-starting': () => killedWhileStarting(times(30)),
  'power-cut': () => powerCuts(times(20)),
  'stop-under-load': () => stopUnderLoad(times(5)),
  'under-strain': underStrain,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in faults))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}, but ${Object.keys(faults).join(', ')}.`)
await makePrograms()
for (const [name, fault] of Object.entries(faults)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1_000)
  try {
    console.info(`held    ${name}: ${await fault()} (${seconds()} s)`)
  } catch (error) {
    console.info(`BROKEN  ${name} (${seconds()} s): ${(error as Error).stack}`)
    process.exitCode = 1
  }
}
process.exit()
