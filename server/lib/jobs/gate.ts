import PQueue from 'p-queue'

/** Lets a few of many do their work at the same time; the others wait in line, and where the line is full they are
 *  turned away with the error of `whenFull`. */
export class Gate {
  readonly #queue: PQueue
  readonly #longestLine: number
  readonly #whenFull: () => Error

  constructor(atOnce: number, longestLine: number, whenFull: () => Error) {
    this.#queue = new PQueue({ concurrency: atOnce })
    this.#longestLine = longestLine
    this.#whenFull = whenFull
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.size >= this.#longestLine) throw this.#whenFull()
    return this.#queue.add(work)
  }
}
