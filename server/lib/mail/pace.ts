import PQueue from 'p-queue'

/** Runs some work in its turn. `signal` removes it from the queue; running work must watch the signal itself. */
type Pace = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

const first = 2
/** After this many successes one more may run at the same time. */
const stepAfter = 25

/** How many mails may be sent at once: two at first, one more for every 25 sent, up to `most`, and half as many whenever the
 *  server `isAway`. So a mail server that accepts few connections gets as many as it takes, and one that is down is tried with
 *  one mail at a time. */
export function openPace(most: number, isAway: (error: unknown) => boolean): Pace {
  const queue = new PQueue({ concurrency: Math.min(first, most) })
  let left = 0
  let slowedDown = 0

  function speedUp() {
    left += 1
    if (left < stepAfter || queue.concurrency >= most) return
    left = 0
    queue.concurrency += 1
  }

  /** Failures of mails that were started together count once. */
  function slowDown(begun: number) {
    if (begun < slowedDown) return
    slowedDown += 1
    left = 0
    queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2))
  }

  return (work, signal) =>
    queue.add(
      async () => {
        const begun = slowedDown
        try {
          const done = await work()
          speedUp()
          return done
        } catch (error) {
          if (isAway(error)) slowDown(begun)
          throw error
        }
      },
      { signal },
    )
}
