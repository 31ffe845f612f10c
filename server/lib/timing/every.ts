/** Repeats `work` with a pause in between. A failed round is made up for by the next; rounds never overlap. */
export function every(
  pauseMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void = () => {},
): NodeJS.Timeout {
  let isBusy = false
  return setInterval(async () => {
    if (isBusy) return
    isBusy = true
    await work().catch(onFailure)
    isBusy = false
  }, pauseMs)
}
