/** Preloaded into the product: answers each message with the process's resources after a forced garbage collection. */
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

process.on('message', async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await sleep(50)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const handles = {}
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1
  process.send?.({
    ...{ rss, heap: heapUsed, external, peak: maxRSS * 1024, handles },
    descriptors: readdirSync('/proc/self/fd').length,
    cpu: (userCPUTime + systemCPUTime) / 1_000_000,
  })
})
