import type { TypedAnswer } from './use-answers.ts'

const day = 24 * 3_600_000
const keyOf = (personId: number, eventId: number) => `answers/${personId}/${eventId}`

/** The page is there before it asks anything, so the store's code is loaded for answers alone. */
const store = () => import('#web/lib/storage/saved-values.ts')
/** Without that code nothing is kept, as where storage is forbidden. */
const unkept = () => undefined

/** Keeps the answers that a person has typed for an event, across a reload and a login; undefined forgets them. */
export function keepAnswers(personId: number, eventId: number, answers: Record<string, TypedAnswer> | undefined): void {
  void store().then(({ saveValue }) => saveValue(keyOf(personId, eventId), answers), unkept)
}

export function readKeptAnswers(personId: number, eventId: number): Promise<Record<string, TypedAnswer> | undefined> {
  return store().then(({ readSaved }) => readSaved<Record<string, TypedAnswer>>(keyOf(personId, eventId), day), unkept)
}
