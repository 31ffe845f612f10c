import { type OpenDraft, showDraft } from '#contract/events/drafts.ts'
import { type Event, showEvent } from '#contract/events/events.ts'
import { PathId } from '#contract/fields.ts'
import { copiedParameter, draftParameter } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { clockNow } from '#web/lib/clock.ts'
import { type DraftField, type DraftValues, emptyDraft } from './draft-schema.ts'
import { copyOf, newDraft } from './draft-values.ts'
import { baseOf, draftName, type KeptDraft, readKeptDraft } from './local-draft.ts'
import type { FormDraft } from './use-saved-draft.ts'

/** What the form of a new event begins with. */
interface Beginning {
  /** Another one where another form is to be shown. */
  form: string
  initial: DraftValues
  /** The address of the picture that is there already, '' where there is none. */
  picture: string
  /** The draft that is gone on with; null where there is none yet. */
  draft: FormDraft | null
  kept: KeptDraft
}

let forms = 0

/** Has the page show another form the next time it is loaded, although its address may be the same. */
export function endForm(): void {
  forms += 1
}

/** The form of a new event, as the address says: of a draft, like another event, or blank. */
export async function beginEvent(personId: number, { url }: Pick<Request, 'url'>): Promise<Beginning> {
  const { searchParams } = new URL(url)
  const draftId = idIn(searchParams, draftParameter)
  const copiedId = idIn(searchParams, copiedParameter)
  const beginning = await (draftId !== undefined
    ? goOn(personId, draftId)
    : copiedId !== undefined
      ? copy(personId, copiedId)
      : blank(personId))
  return { ...beginning, form: `${beginning.kept.key}/${forms}` }
}

type Begun = Omit<Beginning, 'form'>

async function blank(personId: number): Promise<Begun> {
  const kept = await readKeptDraft(personId, 'new')
  return { initial: newDraft(clockNow()), picture: '', draft: null, kept }
}

async function copy(personId: number, eventId: number): Promise<Begun> {
  const event: Event = await call(showEvent, { params: { eventId } })
  if (event.user_id !== personId) throw new ApiError('not_your_event')
  const kept = await readKeptDraft(personId, `copy-${eventId}`)
  return { initial: copyOf(event, clockNow()), picture: event.event_image, draft: null, kept }
}

async function goOn(personId: number, draftId: number): Promise<Begun> {
  const kept = await readKeptDraft(personId, draftName(draftId), null)
  const opened = await call(showDraft, { params: { draftId } }).catch((error) => {
    // What was typed here into a draft that is gone is there still, and can be saved anew.
    if (error instanceof ApiError && kept.values && isGone(error)) return error
    throw error
  })
  if (opened instanceof ApiError) {
    const isPublished = opened.code === 'draft_published'
    const draft = isPublished ? { id: draftId, version: Number(kept.base), saved_at: null } : null
    return { initial: newDraft(clockNow()), picture: '', draft, kept }
  }
  const { content, ...draft } = opened
  const base = kept.values || kept.image ? kept.base : baseOf(draft)
  return { initial: valuesOf(content), picture: draft.picture, draft, kept: { ...kept, base } }
}

const isGone = ({ code }: ApiError) => code === 'draft_not_found' || code === 'draft_published'

/** A draft's content as the form's controls hold it; fields that it has not are as in a blank form. */
function valuesOf(content: OpenDraft['content']): DraftValues {
  const known = (Object.keys(emptyDraft) as DraftField[]).filter((field) => field in content)
  const typed = Object.fromEntries(known.map((field) => [field, content[field]]))
  return { ...emptyDraft, ...typed, questions: questionsIn(content.questions) }
}

function idIn(params: URLSearchParams, name: string): number | undefined {
  return PathId.safeParse(params.get(name) ?? '').data
}

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
