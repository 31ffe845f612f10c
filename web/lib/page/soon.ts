const underWay = new Set<Promise<unknown>>()

/** Marks code that an open page is loading: a page that is kept for a visit without a network waits for it. */
export function soon<T>(code: Promise<T>): Promise<T> {
  const loaded = code.finally(() => underWay.delete(loaded))
  underWay.add(loaded)
  return loaded
}

/** Resolves once all such code that is asked for by now has come, or has failed to. */
export async function soonLoaded(): Promise<void> {
  await Promise.allSettled([...underWay])
}
