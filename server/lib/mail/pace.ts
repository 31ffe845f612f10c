import PQueue from 'p-queue'

/** Does some work in its turn. `signal` takes it out of the line; whoever has begun minds it by itself. */
type Pace = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

const first = 2
/** After so many that went well one more goes at the same time. */
const stepAfter = 25

/** How many mails may be on their way at once: two to begin with, one more for every 25 that left, up to `most`, and half as
 *  many where the server is `isAway`. So mail servers that let in only a few connections are sent as much as they take, and one
 *  that is down is asked by one mail after the other. */
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

  /** What fails together, because it had begun before, is one reason. */
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
