/** The results of writing comments. Times are in milliseconds. */
export interface Written {
  count: number
  refused: number
  p50: number
  p99: number
  /** The time at which the last one was answered, since 1970. */
  lastAt: number
}

const most = 200

/** Writes comments on an event at this rate per second, each as another person, until it is stopped or has written
 *  two hundred. */
export function writeComments(
  port: number,
  eventId: number,
  tokens: string[],
  perSecond: number,
): { stop(): Promise<Written> } {
  const times: number[] = []
  const sent: Promise<void>[] = []
  let refused = 0
  let lastAt = 0

  async function write(n: number) {
    const asked = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/api/comments/write-comment/${eventId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[n % tokens.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `See you there! (${n})` }),
    })
    await reply.arrayBuffer()
    if (reply.status !== 201) {
      refused += 1
      return
    }
    times.push(performance.now() - asked)
    lastAt = Date.now()
  }

  const timer =
    perSecond === 0
      ? undefined
      : setInterval(() => {
          if (sent.length < most) sent.push(write(sent.length))
        }, 1_000 / perSecond)

  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(sent)
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
      return { count: times.length, refused, p50: at(0.5), p99: at(0.99), lastAt }
    },
  }
}
