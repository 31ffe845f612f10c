// Without schemas: pages use these limits and must not load zod.

/** A line of text, a long text, one choice, any number of choices, and a box that must be ticked. */
export const questionKinds = ['short', 'long', 'one_of', 'any_of', 'must_tick'] as const

/** Lengths in characters. */
export const questionLimits = {
  questions: 10,
  text: 200,
  choices: { least: 2, most: 20 },
  choice: 100,
  answer: { short: 200, long: 2_000 },
} as const

/** Random, so that an id is never reused within an event. */
export function newQuestionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
