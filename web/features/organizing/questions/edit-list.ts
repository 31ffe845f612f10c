import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'

/** A question as the form holds it. */
export type TypedQuestion = NonNullable<DraftValues['questions']>[number]

/** The list with one question moved by a step, -1 towards the head; the same list where there is no place to move to. */
export function moved<Item>(list: readonly Item[], index: number, step: -1 | 1): Item[] {
  const [item, other] = [list[index], list[index + step]]
  if (item === undefined || other === undefined) return [...list]
  return list.map((one, place) => (place === index ? other : place === index + step ? item : one))
}

/** The name of a control of the question at `index`. */
export const controlName = (index: number, field: keyof TypedQuestion) => `questions.${index}.${field}`

/** Finds, among the form's elements, the first control of the questions that has a problem; the button that adds a question
 *  where the problem is that of the list. `problems` are the form's, before they are shown. */
export function firstWrong(problems: unknown): string {
  const each: Partial<Record<keyof TypedQuestion, unknown>>[] = Array.isArray(problems) ? problems : []
  const index = each.findIndex(Boolean)
  const field = (['text', 'kind', 'choices'] as const).find((name) => each[index]?.[name])
  return field === undefined ? '[data-add]' : `[name="${controlName(index, field)}"]`
}
