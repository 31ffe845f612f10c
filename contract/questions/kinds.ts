// No schema stands here: forms and pages say these limits without one.

/** A line of text, a longer text, one choice, any number of choices, and a box that must be ticked. */
export const questionKinds = ['short', 'long', 'one_of', 'any_of', 'must_tick'] as const

/** Lengths in characters. */
export const questionLimits = {
  questions: 10,
  text: 200,
  choices: { least: 2, most: 20 },
  choice: 100,
  answer: { short: 200, long: 2_000 },
} as const

/** A new question's id, which no other question of the same event has had. */
export function newQuestionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
