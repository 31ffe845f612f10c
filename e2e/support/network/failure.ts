/** What a call that fails comes to on a screen. */
export type Failure =
  /** The reader sees these words, where `{reason}` is why: no answer, or a server in trouble. The button of this name
   *  tries again, and a journey of `e2e/journeys/network` presses it. */
  | { sees: string; again: string }
  /** As on another screen, by the same code. */
  | { like: string }
  /** Nothing is said, on purpose. */
  | { quiet: string }
  /** Told by a journey elsewhere, which asserts these words. */
  | { sees: string; journey: string }
  /** The screen's code includes the call, but the screen never makes it. */
  | { never: string }

export const loads = (saying: string): Failure => ({ sees: `${saying}: {reason}`, again: 'Try Again' })
export const unexpected: Failure = { sees: '{reason}', again: 'Try Again' }
export const slips = {
  showSlip: {
    sees: 'The slip could not be loaded. Please try again.',
    journey: 'e2e/journeys/attending/slips.spec.ts',
  },
  confirmSlip: {
    sees: 'This could not be decided. Please try again.',
    journey: 'e2e/journeys/attending/slips.spec.ts',
  },
  refuseSlip: { sees: 'This could not be decided. Please try again.', journey: 'e2e/journeys/attending/slips.spec.ts' },
} satisfies Record<string, Failure>
export const live = {
  watchEvent: { quiet: 'The page works without news, asks by itself again, and follows by single calls meanwhile.' },
  showLiveEvent: { quiet: 'Asked again by itself.' },
} satisfies Record<string, Failure>
