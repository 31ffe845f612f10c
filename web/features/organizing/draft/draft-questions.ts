import type { DraftValues } from './draft-schema.ts'

type TypedQuestions = NonNullable<DraftValues['questions']>

/** The questions of a saved draft, a text of JSON, as the form's controls hold them, complete or not. What this form cannot
 *  have sent is no question. */
export function questionsIn(text: unknown): TypedQuestions {
  try {
    const list: unknown = JSON.parse(String(text ?? '[]'))
    return Array.isArray(list) ? list.filter(isQuestion) : []
  } catch {
    return []
  }
}

function isQuestion(one: unknown): one is TypedQuestions[number] {
  if (typeof one !== 'object' || one === null || !('kind' in one) || !('text' in one)) return false
  const choices = 'choices' in one ? one.choices : []
  return typeof one.text === 'string' && Array.isArray(choices) && choices.every((each) => typeof each === 'string')
}
