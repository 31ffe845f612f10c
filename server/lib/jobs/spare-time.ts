import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'

/** How many milliseconds the event loop worked, and waited for something to do, since it was asked before. */
export type LoopTimes = () => { active: number; idle: number }

/** The share of the time that the event loop may work where work waits that is in no hurry. */
const busiest = 0.7
/** Milliseconds; such work goes on slowly where requests alone take more than that. */
const longestPause = 50

/** Lets pieces of work begin one after the other, each when the event loop has had time for others since the last one began:
 *  what is in no hurry, and takes some milliseconds, delays requests little then. */
export function openSpareTime(loopTimes: LoopTimes = watchLoop(), pause: (ms: number) => Promise<unknown> = wait) {
  const line = new PQueue({ concurrency: 1 })
  return () =>
    line.add(async () => {
      const { active, idle } = loopTimes()
      const wanted = (active * (1 - busiest)) / busiest
      await pause(Math.min(Math.max(wanted - idle, 0), longestPause))
      loopTimes()
    })
}

const wait = (ms: number) => (ms < 1 ? setImmediate() : sleep(ms))

function watchLoop(): LoopTimes {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const times = { active: now.active - before.active, idle: now.idle - before.idle }
    before = now
    return times
  }
}
