import { setTimeout as sleep } from 'node:timers/promises'

/** Times of answers in milliseconds. */
export interface Times {
  count: number
  p50: number
  p95: number
  p99: number
  failed: number
}

/** Asks for an event `perSecond` times a second, as other people each time, whether answers come or not, until `stop`. */
export function startVisits(port: number, path: string, tokens: string[], perSecond: number) {
  const times: number[] = []
  const asking = new Set<Promise<void>>()
  let failed = 0
  let isOver = false

  async function ask(token: string) {
    const start = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    times.push(performance.now() - start)
    if (!reply.ok) failed += 1
  }

  const visiting = (async () => {
    for (let n = 0; !isOver; n++) {
      const asked = ask(tokens[n % tokens.length] ?? '').catch(() => {
        failed += 1
      })
      asking.add(asked)
      asked.finally(() => asking.delete(asked))
      await sleep(1_000 / perSecond)
    }
  })()

  return {
    stop: async (): Promise<Times> => {
      isOver = true
      await visiting
      await Promise.all(asking)
      const sorted = times.sort((one, other) => one - other)
      const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
      return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), failed }
    },
  }
}
