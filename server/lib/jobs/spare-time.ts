import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'

/** How many milliseconds the event loop was busy and idle since the last call. */
export type LoopTimes = () => { active: number; idle: number }

/** The share of time that the event loop may be busy while low-priority work waits. */
const busiest = 0.7
/** Low-priority work continues slowly even if requests alone keep the loop busier than that. */
const longestPauseMs = 50

/** Starts pieces of low-priority work one by one, each once the event loop has had time for requests since the last piece. A
 *  piece takes some milliseconds, so it delays requests little. */
export function openSpareTime(loopTimes: LoopTimes = watchLoop(), pause: (ms: number) => Promise<unknown> = wait) {
  const line = new PQueue({ concurrency: 1 })
  return () =>
    line.add(async () => {
      const { active, idle } = loopTimes()
      const wanted = (active * (1 - busiest)) / busiest
      await pause(Math.min(Math.max(wanted - idle, 0), longestPauseMs))
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
