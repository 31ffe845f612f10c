import PQueue from 'p-queue'

/** Runs a few tasks at a time. Others wait in a queue, and are refused with `whenFull` if that is full. People take turns:
 *  someone's second task runs after everybody's first. */
export class Gate {
  readonly #queue: PQueue
  readonly #longestQueue: number
  readonly #whenFull: () => Error
  readonly #mostEach: number
  /** Waiting and running tasks by person. */
  readonly #inside = new Map<number, number>()

  /** `mostEach`: tasks that one person may have waiting or running. */
  constructor(atOnce: number, longestQueue: number, whenFull: () => Error, mostEach = Number.POSITIVE_INFINITY) {
    this.#queue = new PQueue({ concurrency: atOnce })
    this.#longestQueue = longestQueue
    this.#whenFull = whenFull
    this.#mostEach = mostEach
  }

  async run<T>(work: () => Promise<T>, person?: number): Promise<T> {
    if (this.#queue.size >= this.#longestQueue) throw this.#whenFull()
    if (person === undefined) return this.#queue.add(work)
    const before = this.#inside.get(person) ?? 0
    if (before >= this.#mostEach) throw this.#whenFull()
    this.#inside.set(person, before + 1)
    try {
      return await this.#queue.add(work, { priority: -before })
    } finally {
      const left = (this.#inside.get(person) ?? 1) - 1
      if (left === 0) this.#inside.delete(person)
      else this.#inside.set(person, left)
    }
  }
}
