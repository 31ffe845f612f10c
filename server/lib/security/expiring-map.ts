interface Entry<V> {
  value: V
  /** Milliseconds of the process's own clock, which nobody sets. */
  until: number
}

/** Keeps values for a while, and never more than `most`: where it is full, what was put in first makes place. */
export class ExpiringMap<V> {
  readonly #most: number
  readonly #entries = new Map<string, Entry<V>>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): { value: V; msLeft: number } | null {
    const entry = this.#entries.get(key)
    const msLeft = (entry?.until ?? 0) - performance.now()
    return entry === undefined || msLeft <= 0 ? null : { value: entry.value, msLeft }
  }

  set(key: string, value: V, milliseconds: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: performance.now() + milliseconds })
    for (const [first, { until }] of this.#entries) {
      if (until > performance.now() && this.#entries.size <= this.#most) break
      this.#entries.delete(first)
    }
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
