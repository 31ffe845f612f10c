/** Lets a few of many do their work at the same time; the others wait in line, and where the line is full they are
 *  turned away with the error of `whenFull`. */
export class Gate {
  readonly #atOnce: number
  readonly #longestLine: number
  readonly #whenFull: () => Error
  readonly #line: (() => void)[] = []
  #inside = 0

  constructor(atOnce: number, longestLine: number, whenFull: () => Error) {
    this.#atOnce = atOnce
    this.#longestLine = longestLine
    this.#whenFull = whenFull
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#atOnce) await this.#wait()
    else this.#inside += 1
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      // Whoever leaves hands the place on, so that nobody slips in between.
      if (next) next()
      else this.#inside -= 1
    }
  }

  #wait(): Promise<void> {
    if (this.#line.length >= this.#longestLine) throw this.#whenFull()
    return new Promise((resolve) => this.#line.push(resolve))
  }
}
